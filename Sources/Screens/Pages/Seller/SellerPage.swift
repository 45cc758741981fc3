import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension SellerModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { SellerPage(model: self, style: style) }
}

/// What a seller has of what is wanted.
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
    if !model.panes.order.narrowing.isEmpty { parts.append(ScreenWords.filtered(model.panes.order.narrowing)) }
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
    let areas = style.split(panes.split, isInfoVisible: panes.isInfoVisible, in: rect, on: &canvas)
    if panes.isListVisible { drawOffers(in: areas.list, hasFocus: hasFocus && !panes.isInfoFocused, on: &canvas) }
    if panes.isInfoVisible {
      style.info(model.preview, in: areas.info, hasFocus: hasFocus && panes.isInfoFocused, on: &canvas)
    }
  }

  private func drawOffers(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let columns = MarketColumns(
      "Artist – Title",
      [
        .init(caption: "Price", width: 9, from: 0, alignment: .trailing),
        .init(caption: "Media/Slv", width: 9, from: 36),
        .init(caption: "", width: 14, from: 60),
        .init(caption: "Limit", width: 9, from: 70, alignment: .trailing),
        .init(caption: "Comments", width: 30, from: 110),
      ], width: rect.columns)
    let list: ListDrawing<WantOffer> = style.list(emptyText, hasFocus: hasFocus)
    list.draw(model.offers, captions: columns.captions, in: rect, on: &canvas) { _, row, place, canvas in
      let theme = style.theme
      let state = row.isAtPrice ? ScreenWords.atYourPrice : row.isOtherPressing ? ScreenWords.otherPressing : ""
      columns.draw(
        (row.listing.item.artist, row.listing.item.title),
        [
          (row.listing.price?.displayName ?? "–", row.isAtPrice ? theme.accent.bold : theme.text),
          (row.listing.grades, theme.text), (state, row.isAtPrice ? theme.accent.bold : theme.quiet),
          (row.isOtherPressing ? "" : row.limit?.displayName ?? "–", theme.text),
          (row.listing.comments.split(whereSeparator: \.isNewline).joined(separator: " "), theme.quiet),
        ], in: place, theme: theme, on: &canvas)
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
