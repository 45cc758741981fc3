import Clients
import DiscogsModel
import Features
import Terminal

/// The columns of a list on the market: those that a narrow screen has no room for are left out.
private struct MarketColumns {
  struct Column {
    var caption: String
    var width: Int
    /// From which width of the page on it is shown.
    var from: Int
    var alignment = TextAlignment.leading
  }

  private let name: Int
  private let columns: [Column]
  private let caption: String

  init(_ caption: String, _ all: [Column], width: Int) {
    self.caption = caption
    columns = all.map { column in
      var column = column
      if width < column.from { column.width = 0 }
      return column
    }
    name = max(8, width - 2 - columns.filter { $0.width > 0 }.map { $0.width + 1 }.reduce(0, +))
  }

  var captions: [ListColumn] {
    [ListColumn(caption: caption, columns: name)]
      + columns.filter { $0.width > 0 }.map {
        ListColumn(caption: $0.caption, columns: $0.width, alignment: $0.alignment)
      }
  }

  /// - Parameter cells: a text for each column, those left out included.
  func draw(
    _ names: (artist: String, title: String), _ cells: [(text: String, style: CellStyle)], in rect: Rect, theme: Theme,
    on canvas: inout Canvas
  ) {
    var area = rect
    var field = area.takeLeft(name)
    if names.artist.isEmpty {
      canvas.write(names.title, in: field)
    } else {
      _ = field.takeLeft(canvas.write(names.artist, at: field.origin, columns: field.columns))
      if field.columns > 3 {
        _ = field.takeLeft(canvas.write(" – ", at: field.origin, style: theme.quiet))
        canvas.write(names.title, in: field)
      }
    }
    for (column, cell) in zip(columns, cells) where column.width > 0 {
      _ = area.takeLeft(1)
      canvas.write(cell.text, in: area.takeLeft(column.width), style: cell.style, alignment: column.alignment)
    }
  }
}

extension MarketModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { MarketPage(model: self, style: style) }
}

struct MarketPage: DrawnPage {
  let model: MarketModel
  let style: PageStyle

  var title: String { "Market" }
  private var isLive: Bool { style.store.source.source == .live }

  var progress: String? {
    if let checked = style.store.desks.market.progress {
      return "Looking up prices: \(Wording.number(checked.done)) of \(Wording.number(checked.total))"
    }
    if model.part == .listings, let pages = model.progress {
      return "Reading your inventory: page \(Wording.number(pages.done)) of \(Wording.number(pages.total))"
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

  private var pane: Command { model.panes.split.isWide ? .nextPane : .toggleInfo }

  var facts: [String] {
    var parts = [Wording.part(model.part)]
    if model.sort != .relevance { parts.append("by \(Wording.sort(model.sort))") }
    if !model.narrowing.isEmpty { parts.append("narrowed to “\(model.narrowing)”") }
    switch model.part {
    case .wants:
      let atPrice = model.wants.list.rows.count(where: \.isAtPrice)
      if atPrice > 0 { parts.append("\(Wording.number(atPrice)) at your price") }
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
    guard model.hasInfo else { return drawSellers(in: rect, hasFocus: hasFocus, on: &canvas) }
    let areas = style.split(panes.split, isInfoVisible: panes.isInfoVisible, in: rect, on: &canvas)
    if panes.isListVisible {
      let hasFocus = hasFocus && !panes.isInfoFocused
      if model.part == .wants {
        drawWants(in: areas.list, hasFocus: hasFocus, on: &canvas)
      } else {
        drawListings(in: areas.list, hasFocus: hasFocus, on: &canvas)
      }
    }
    if panes.isInfoVisible {
      style.info(model.preview, in: areas.info, hasFocus: hasFocus && panes.isInfoFocused, on: &canvas)
    }
  }

  private func drawWants(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let columns = MarketColumns(
      "Artist – Title",
      [
        .init(caption: "Market", width: 13, from: 0),
        .init(caption: "Lowest", width: 9, from: 36, alignment: .trailing),
        .init(caption: "Limit", width: 9, from: 60, alignment: .trailing),
        .init(caption: "Copies", width: 6, from: 70, alignment: .trailing),
        .init(caption: "Looked up", width: 12, from: 90),
        .init(caption: "Format", width: 14, from: 110),
      ], width: rect.columns)
    let list: ListDrawing<PricedWant> = style.list(emptyWants, hasFocus: hasFocus)
    list.draw(model.wants, captions: columns.captions, in: rect, on: &canvas) { _, row, place, canvas in
      let theme = style.theme
      columns.draw(
        (row.want.artist, row.want.title),
        [
          (MarketWording.state(row), row.isAtPrice ? theme.accent.bold : theme.quiet),
          (row.seen?.lowest?.displayName ?? "–", theme.text), (row.limit?.displayName ?? "–", theme.text),
          (row.seen.map { Wording.number($0.copiesForSale) } ?? "–", theme.text),
          (row.seen.map { Wording.ago(style.store.now - $0.at) } ?? "", theme.quiet),
          (Wording.format(row.want.format), theme.quiet),
        ], in: place, theme: theme, on: &canvas)
    }
  }

  private func drawListings(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let columns = MarketColumns(
      "Artist – Title",
      [
        .init(caption: "Price", width: 9, from: 0, alignment: .trailing),
        .init(caption: "Status", width: 9, from: 36),
        .init(caption: "Media/Slv", width: 9, from: 70),
        .init(caption: "Your copy", width: 16, from: 58),
        .init(caption: "Listed", width: 10, from: 100),
      ], width: rect.columns)
    let list: ListDrawing<OwnListing> = style.list(emptyListings, hasFocus: hasFocus)
    list.draw(model.listings, captions: columns.captions, in: rect, on: &canvas) { _, row, place, canvas in
      let theme = style.theme
      columns.draw(
        (row.listing.item.artist, row.listing.item.title),
        [
          (row.listing.price?.displayName ?? "–", theme.text), (row.listing.status, theme.text),
          (row.listing.grades, theme.text),
          (Wording.shelf(row.copies), row.copies.isEmpty ? theme.quiet : theme.text),
          (String(row.listing.posted.prefix(10)), theme.quiet),
        ], in: place, theme: theme, on: &canvas)
    }
  }

  private func drawSellers(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let columns = MarketColumns(
      "Seller",
      [
        .init(caption: "Your wants", width: 10, from: 0, alignment: .trailing),
        .init(caption: "For sale", width: 9, from: 36, alignment: .trailing),
        .init(caption: "Checked", width: 20, from: 60),
      ], width: rect.columns)
    let list: ListDrawing<FollowedSeller> = style.list(emptySellers, hasFocus: hasFocus)
    list.draw(model.sellers, captions: columns.captions, in: rect, on: &canvas) { _, row, place, canvas in
      let theme = style.theme
      let isKnown = row.lookedAt != nil
      columns.draw(
        ("", row.name),
        [
          (isKnown ? Wording.number(row.wanted) : "–", theme.text),
          (isKnown ? Wording.number(row.listings) : "–", theme.quiet),
          (row.lookedAt.map { Wording.ago(style.store.now - $0) } ?? "not yet", theme.quiet),
        ], in: place, theme: theme, on: &canvas)
    }
  }

  private func narrowed(_ what: String) -> [String] {
    ["No \(what) has all of “\(model.narrowing)”.", "\(style.store.key(.cancel)) shows them all again."]
  }

  private var emptyWants: [String] {
    if !model.narrowing.isEmpty { return narrowed("want") }
    return [
      "No want has a price to watch for yet.",
      "\(style.store.key(.setLimit)) 25 on a want says what it may cost at most; "
        + "once a day its lowest price is looked up, and Runout tells you when it drops to yours.",
    ] + (isLive ? [] : ["Only Discogs itself knows prices: :source live."])
  }

  private var emptyListings: [String] {
    if !model.narrowing.isEmpty { return narrowed("listing") }
    guard isLive else {
      return ["What you sell is known to Discogs only: :source live.", "“runout login” signs you in."]
    }
    return ["You sell nothing on Discogs.", "What you list there is shown here, beside your copies."]
  }

  private var emptySellers: [String] {
    if !model.narrowing.isEmpty { return narrowed("seller") }
    return [
      "You have named no seller yet.",
      "\(style.store.key(.addSeller)) NAME adds one; \(style.store.key(.open)) then shows what of your wants "
        + "they sell.",
    ] + (isLive ? [] : ["Only Discogs itself knows what they sell: :source live."])
  }
}

extension SellerModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { SellerPage(model: self, style: style) }
}

/// What a seller has of what is wanted.
struct SellerPage: DrawnPage {
  let model: SellerModel
  let style: PageStyle

  var title: String { "Sold by \(model.name)" }
  var position: String {
    model.panes.isInfoFocused ? style.position(model.preview.view) : Wording.position(model.offers.list)
  }

  var progress: String? {
    guard let pages = model.progress else { return style.progress(model.offers) }
    return "Reading the inventory: page \(Wording.number(pages.done)) of \(Wording.number(pages.total))"
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
    if model.offers.order.sort != .relevance { parts.append("by \(Wording.sort(model.offers.order.sort))") }
    if !model.narrowing.isEmpty { parts.append("narrowed to “\(model.narrowing)”") }
    let rows = model.offers.list.rows
    let atPrice = rows.count(where: \.isAtPrice)
    if atPrice > 0 { parts.append("\(Wording.number(atPrice)) at your price") }
    if model.offers.list.status == .complete {
      parts.append(Wording.count(.exactly(rows.count), "offer of your wants", "offers of your wants"))
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
      let state = row.isAtPrice ? "at your price" : row.isOtherPressing ? "other pressing" : ""
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
    if !model.narrowing.isEmpty {
      return ["No offer has all of “\(model.narrowing)”.", "\(style.store.key(.cancel)) shows them all again."]
    }
    return [
      "\(model.name) sells nothing of your want list now.",
      "\(style.store.key(.openInBrowser)) opens what else there is in the browser.",
    ]
  }
}

extension Wording {
  static func part(_ part: MarketModel.Part) -> String {
    switch part {
    case .wants: "wants for sale"
    case .listings: "my listings"
    case .sellers: "sellers"
    }
  }

  /// `3 h ago`, `now`.
  static func ago(_ seconds: Double) -> String {
    let age = age(seconds)
    return seconds < 60 ? age : "\(age) ago"
  }

  /// Where the copies of something are: `Jazz`, `2 copies`, `not on the shelf`.
  static func shelf(_ copies: [CollectionCopy]) -> String {
    switch copies.count {
    case 0: "not on the shelf"
    case 1: copies[0].folder
    default: "\(number(copies.count)) copies"
    }
  }
}
