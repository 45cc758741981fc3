import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension SellerModel: DrawablePage { typealias Drawing = SellerPage }

struct SellerPage: ListPage {
  let model: SellerModel
  let style: PageStyle

  var list: ListModel<WantOffer> { model.offers }
  var title: String { ScreenWords.soldBy(model.name) }

  var progress: String? {
    model.progress.map { ScreenWords.readingInventory($0.done, of: $0.total) } ?? style.progress(list)
  }

  var hints: [Command] {
    if model.panes.isInfoFocused { return style.textHints }
    if list.list.isEmpty { return [.back, .refreshView, .openInBrowser, .commandLine, .openHelp] }
    return [.open, .openInBrowser, paneHint, .narrow, .sort(by: .price), .refreshView, .back, .commandLine, .openHelp]
  }

  var facts: [String] {
    let atPrice = list.list.rows.count(where: \.isAtPrice)
    // `1 of your wants`, `12 of your wants`.
    return [
      sorted, atPrice > 0 ? ScreenWords.atPrice(atPrice) : "",
      Wording.count(wholeCount, ScreenWords.offer, ScreenWords.offer),
    ]
  }

  private enum Fact { case name, price, grades, state, limit, comments }

  private static let columns: [ListColumn<Fact>] = [
    .init(.name, ColumnWords.name, share: 1, sorts: .artist, .title),
    .init(.price, ColumnWords.price, 9, alignment: .trailing, sorts: .price),
    .init(.grades, ColumnWords.grades, 9, from: 34), .init(.state, "", 14, from: 58),
    .init(.limit, FieldWords.limit, 9, from: 68, alignment: .trailing),
    .init(.comments, ColumnWords.comments, 30, from: 108),
  ]

  func drawList(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let (theme, drawing) = (style.theme, style.list(emptyText, hasFocus: hasFocus))
    drawing.draw(list, ColumnLayout(Self.columns, in: rect), in: rect, on: &canvas) { row, cell, canvas in
      let listing = row.listing
      switch cell.fact {
      case .name: canvas.writeName(listing.item.subject.names, in: cell.area, theme: theme)
      case .price: canvas.writePrice(listing.price, in: cell, theme: theme, isAtLimit: row.isAtPrice)
      case .grades: canvas.writeGrades(listing.grades, in: cell, theme: theme)
      case .state where row.isAtPrice: canvas.write(ScreenWords.atYourPrice, in: cell, style: theme.accent.bold)
      case .state: if row.isOtherPressing { canvas.write(ScreenWords.otherPressing, in: cell, style: theme.quiet) }
      case .limit: if !row.isOtherPressing { canvas.writePrice(row.limit, in: cell, theme: theme) }
      case .comments: canvas.write(listing.comments.onOneLine, in: cell, style: theme.quiet)
      }
    }
  }

  var noRows: [String] {
    [ScreenWords.sellsNoWants(model.name), ScreenWords.restInBrowser(key: style.store.key(.openInBrowser))]
  }
}
