import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension MarketModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { MarketPage(model: self, style: style) }
}

struct MarketPage: DrawnPage {
  let model: MarketModel
  let style: PageStyle

  var title: String { TitleWords.market }
  private var hasMarket: Bool { style.can(.market) }

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
    case .sellers: style.progress(model.sellers)
    }
  }

  var position: String {
    if model.panes.isInfoFocused { return style.position(model.preview.view) }
    return switch model.part {
    case .wants: Wording.position(model.wants.list)
    case .listings: Wording.position(model.listings.list)
    case .sellers: Wording.position(model.sellers.list)
    }
  }

  var hints: [Command] {
    switch model.part {
    case .wants where model.wants.list.isEmpty: [.nextType, .openWantList, .commandLine, .openHelp]
    case .wants where model.panes.isInfoFocused, .listings where model.panes.isInfoFocused: style.textHints
    case .wants: [.open, .nextType, .refreshView, .setLimit, pane, .narrow, .sortByPrice, .commandLine, .openHelp]
    case .listings where model.listings.list.isEmpty: [.nextType, .commandLine, .openHelp]
    case .listings:
      [.open, .nextType, .openInBrowser, pane, .narrow, .sortByPrice, .refreshView, .commandLine, .openHelp]
    case .sellers where model.sellers.list.isEmpty: [.nextType, .addSeller, .commandLine, .openHelp]
    case .sellers: [.open, .nextType, .addSeller, .remove, .openInBrowser, .commandLine, .openHelp]
    }
  }

  var words: [HintWord] { [HintWord(.nextType, ScreenWords.show(Wording.part(model.nextPart)))] }

  private var pane: Command { model.panes.split.isWide ? .nextPane : .toggleInfo }

  var facts: [String] {
    var parts = [Wording.part(model.part)]
    if model.sort != .relevance { parts.append(ScreenWords.sorted(by: Wording.sort(model.sort))) }
    switch model.part {
    case .wants:
      let atPrice = model.wants.list.rows.count(where: \.isAtPrice)
      if atPrice > 0 { parts.append(ScreenWords.atPrice(atPrice)) }
      parts.append(Wording.count(counted(model.wants.list), "want", "wants"))
    case .listings: parts.append(Wording.count(counted(model.listings.list), "listing", "listings"))
    case .sellers: parts.append(Wording.count(counted(model.sellers.list), "seller", "sellers"))
    }
    return parts
  }

  private func counted<Row>(_ list: PagedList<Row>) -> RowCount? {
    list.status == .complete ? .exactly(list.rows.count) : nil
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let panes = model.panes
    guard model.hasInfo else {
      return drawSellers(style.list(emptySellers, hasFocus: hasFocus), in: rect, on: &canvas)
    }
    let areas = style.split(panes, hasFocus: hasFocus, in: rect, on: &canvas)
    if panes.isListVisible {
      let hasFocus = hasFocus && !panes.isInfoFocused
      if model.part == .wants {
        drawWants(style.list(emptyWants, hasFocus: hasFocus), in: areas.list, on: &canvas)
      } else {
        drawListings(style.list(emptyListings, hasFocus: hasFocus), in: areas.list, on: &canvas)
      }
    }
    if panes.isInfoVisible {
      style.info(model.preview, in: areas.info, hasFocus: hasFocus && panes.isInfoFocused, on: &canvas)
    }
  }

  private func narrowed() -> [String] {
    [ScreenWords.noMatch(model.panes.order.narrowing), ScreenWords.showsAll(key: style.store.key(.cancel))]
  }

  private var emptyWants: [String] {
    if !model.panes.order.narrowing.isEmpty { return narrowed() }
    return [
      ScreenWords.noPrices,
      ScreenWords.howToWatch(key: style.store.key(.setLimit)),
    ] + (hasMarket ? [] : [ScreenWords.pricesNeedLive])
  }

  private var emptyListings: [String] {
    if !model.panes.order.narrowing.isEmpty { return narrowed() }
    guard hasMarket else {
      return [ScreenWords.listingsNeedLive, ScreenWords.loginSignsIn]
    }
    return [ScreenWords.sellNothing, ScreenWords.listingsAppear]
  }

  private var emptySellers: [String] {
    if !model.panes.order.narrowing.isEmpty { return narrowed() }
    return [
      ScreenWords.noSellers,
      ScreenWords.howToFollow(add: style.store.key(.addSeller), open: style.store.key(.open)),
    ] + (hasMarket ? [] : [ScreenWords.offersNeedLive])
  }
}
