import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension SellerModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { SellerPage(model: self, style: style) }
}

/// A seller's listings of wanted records.
struct SellerPage: DrawnPage {
  let model: SellerModel
  let style: PageStyle

  var title: String { ScreenWords.soldBy(model.name) }
  var position: String {
    model.panes.isInfoFocused ? style.position(model.preview.view) : Wording.position(model.offers.list)
  }

  var progress: String? {
    guard let pages = model.progress else { return style.progress(model.offers) }
    return ScreenWords.readingInventory(pages.done, of: pages.total)
  }

  var hints: [Command] {
    if model.panes.isInfoFocused { return style.textHints }
    return model.offers.list.isEmpty
      ? [.back, .refreshView, .openInBrowser, .commandLine, .openHelp]
      : [
        .open, .openInBrowser, model.panes.split.isWide ? .nextPane : .toggleInfo, .narrow, .sortByPrice, .refreshView,
        .back, .commandLine, .openHelp,
      ]
  }

  var facts: [String] {
    var parts: [String] = []
    if model.offers.order.sort != .relevance {
      parts.append(ScreenWords.sorted(by: Wording.sort(model.offers.order.sort)))
    }
    let rows = model.offers.list.rows
    let atPrice = rows.count(where: \.isAtPrice)
    if atPrice > 0 { parts.append(ScreenWords.atPrice(atPrice)) }
    if model.offers.list.status == .complete {
      parts.append(Wording.count(.exactly(rows.count), ScreenWords.offer, ScreenWords.offers))
    }
    return parts
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let panes = model.panes
    let areas = style.split(panes, hasFocus: hasFocus, in: rect, on: &canvas)
    if panes.isListVisible { drawOffers(in: areas.list, hasFocus: hasFocus && !panes.isInfoFocused, on: &canvas) }
    if panes.isInfoVisible {
      style.info(model.preview, in: areas.info, hasFocus: hasFocus && panes.isInfoFocused, on: &canvas)
    }
  }

  private enum Fact { case name, price, grades, state, limit, comments }

  private static let columns: [ListColumn<Fact>] = [
    .init(.name, ColumnWords.name, share: 1, sorts: .artist, .title),
    .init(.price, ColumnWords.price, 9, alignment: .trailing, sorts: .price),
    .init(.grades, ColumnWords.grades, 9, from: 34), .init(.state, "", 14, from: 58),
    .init(.limit, ColumnWords.limit, 9, from: 68, alignment: .trailing),
    .init(.comments, ColumnWords.comments, 30, from: 108),
  ]

  private func drawOffers(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let theme = style.theme
    let list: ListDrawing<WantOffer> = style.list(emptyText, hasFocus: hasFocus)
    list.draw(model.offers, ColumnLayout(Self.columns, in: rect), in: rect, on: &canvas) { row, cell, canvas in
      let listing = row.listing
      switch cell.fact {
      case .name: canvas.writeName(listing.item.subject.names, in: cell.area, theme: theme)
      case .price:
        canvas.writePrice(listing.price, in: cell, theme: theme, isAtLimit: row.isAtPrice)
      case .grades: canvas.writeGrades(listing.grades, in: cell, theme: theme)
      case .state where row.isAtPrice: canvas.write(ScreenWords.atYourPrice, in: cell, style: theme.accent.bold)
      case .state: if row.isOtherPressing { canvas.write(ScreenWords.otherPressing, in: cell, style: theme.quiet) }
      case .limit: if !row.isOtherPressing { canvas.writePrice(row.limit, in: cell, theme: theme) }
      case .comments: canvas.write(listing.comments.onOneLine, in: cell, style: theme.quiet)
      }
    }
  }

  private var emptyText: [String] {
    if !model.panes.order.narrowing.isEmpty {
      return [
        ScreenWords.noMatch(model.panes.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel)),
      ]
    }
    return [
      ScreenWords.sellsNoWants(model.name),
      ScreenWords.restInBrowser(key: style.store.key(.openInBrowser)),
    ]
  }
}
