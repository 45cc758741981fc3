import Clients
import Features
import RunoutModel
import Terminal
import Wording

extension MarketModel: DrawablePage { typealias Drawing = MarketPage }

struct MarketPage: DrawnPage {
  // Inferred on all other pages; here Swift 6.3 runs in a circle, as an extension in another file adds to this one.
  typealias Model = MarketModel
  let model: MarketModel
  let style: PageStyle

  var title: String { FieldWords.market }

  var progress: String? {
    if let checked = style.store.desks.market.progress {
      return ScreenWords.checkingPrices(checked.done, of: checked.total)
    }
    if model.part == .listings, let pages = model.progress {
      return ScreenWords.readingInventory(pages.done, of: pages.total)
    }
    return switch model.part {
    case .wants: style.progress(model.wants)
    case .listings: style.progress(model.listings)
    case .orders: style.progress(model.orders)
    case .sellers: style.progress(model.sellers)
    }
  }

  var position: String {
    if let line = style.position(inText: model.panes) { return line }
    return switch model.part {
    case .wants: Wording.position(model.wants.list)
    case .listings: Wording.position(model.listings.list)
    case .orders: Wording.position(model.orders.list)
    case .sellers: Wording.position(model.sellers.list)
    }
  }

  var hints: [Command] {
    switch model.part {
    case .orders where model.openOrder != nil: [.back, .setStatus, .reply, .find, .commandLine, .openHelp]
    case .wants where model.wants.list.isEmpty: [.nextType, .openWantList, .commandLine, .openHelp]
    case .wants where model.panes.isInfoFocused, .listings where model.panes.isInfoFocused: style.textHints
    case .wants: [.open, .nextType, .refreshView, .setLimit, pane, .narrow, .sort(by: .price), .commandLine, .openHelp]
    case .listings where model.listings.list.isEmpty: [.nextType, .commandLine, .openHelp]
    case .listings:
      [.open, .nextType, .reprice, .setStatus, .mark, pane, .narrow, .sort(by: .price), .commandLine, .openHelp]
    case .orders where model.orders.list.isEmpty: [.nextType, .commandLine, .openHelp]
    case .orders: [.open, .nextType, .setStatus, .reply, .openInBrowser, .narrow, .commandLine, .openHelp]
    case .sellers where model.sellers.list.isEmpty: [.nextType, .addSeller, .commandLine, .openHelp]
    case .sellers: [.open, .nextType, .addSeller, .remove, .openInBrowser, .commandLine, .openHelp]
    }
  }

  var words: [HintWord] { [HintWord(.nextType, ScreenWords.show(Wording.part(model.nextPart)))] }

  private var pane: Command { model.panes.split.isWide ? .nextPane : .toggleInfo }

  var facts: [String] {
    var parts = [
      Wording.part(model.part), model.part == .orders ? ScreenWords.newestFirst : Wording.sorted(model.sort),
    ]
    switch model.part {
    case .wants:
      let atPrice = model.wants.list.rows.count(where: \.isAtPrice)
      if atPrice > 0 { parts.append(ScreenWords.atPrice(atPrice)) }
      parts.append(Wording.count(counted(model.wants.list), "want", "wants"))
    case .listings: parts.append(Wording.count(counted(model.listings.list), "listing", "listings"))
    case .orders: parts.append(Wording.count(counted(model.orders.list), "order", "orders"))
    case .sellers: parts.append(Wording.count(counted(model.sellers.list), "seller", "sellers"))
    }
    return parts
  }

  private func counted<Row>(_ list: PagedList<Row>) -> RowCount? {
    list.status == .complete ? .exactly(list.rows.count) : nil
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let panes = model.panes
    if let order = model.openOrder {
      return DocumentDrawing(theme: style.theme, hasFocus: hasFocus, place: .cover)
        .draw(order.view, in: style.textArea(rect), on: &canvas)
    }
    // Beside nothing there is nothing to preview.
    let hasInfo = model.hasInfo && !(isVoid && panes.isListVisible)
    let areas = hasInfo ? style.split(panes, hasFocus: hasFocus, in: rect, on: &canvas) : (list: rect, info: rect)
    if panes.isListVisible {
      let list = style.list(emptyText, hasFocus: hasFocus && !panes.isInfoFocused)
      switch model.part {
      case .wants: drawWants(list, in: areas.list, on: &canvas)
      case .listings: drawListings(list, in: areas.list, on: &canvas)
      case .orders: drawOrders(list, in: areas.list, on: &canvas)
      case .sellers: drawSellers(list, in: areas.list, on: &canvas)
      }
    }
    if hasInfo, panes.isInfoVisible, let info = panes.info {
      style.info(info, in: areas.info, hasFocus: hasFocus && panes.isInfoFocused, on: &canvas)
    }
  }

  private var isVoid: Bool {
    switch model.part {
    case .wants: model.wants.list.isVoid
    case .listings: model.listings.list.isVoid
    case .orders: model.orders.list.isVoid
    case .sellers: model.sellers.list.isVoid
    }
  }

  private var emptyText: [String] {
    let narrowing = model.panes.order.narrowing
    if !narrowing.isEmpty { return style.nothingIs(narrowing) }
    let (store, hasMarket) = (style.store, style.can(.market))
    return switch model.part {
    case .wants:
      [ScreenWords.noPrices, ScreenWords.howToWatch(key: store.key(.setLimit))]
        + (hasMarket ? [] : [SourceWords.pricesNeedLive])
    case .listings where hasMarket: [ScreenWords.sellNothing, ScreenWords.listingsAppear]
    case .listings: [ScreenWords.listingsNeedLive, ScreenWords.loginSignsIn]
    case .orders where hasMarket: [ScreenWords.noOrders]
    case .orders: [ScreenWords.ordersNeedLive, ScreenWords.loginSignsIn]
    case .sellers:
      [ScreenWords.noSellers, ScreenWords.howToFollow(add: store.key(.addSeller), open: store.key(.open))]
        + (hasMarket ? [] : [ScreenWords.offersNeedLive])
    }
  }
}
