import Clients
import DiscogsModel
import RunoutModel
import Wording

struct HomeLines {
  let pane: HomePane
  let today: LocalTime
  /// Whether the latest additions are covers above the panels.
  let hasCovers: Bool
  /// The rows of the screen below them.
  let rows: Int
  /// The most rows of additions, wants, and recent searches and pages.
  let most: Int
  var builder: PanelBuilder<HomePart>

  private var content: HomeContent { pane.content }
  private var context: PageContext { pane.context }
  private func key(_ command: Command) -> String { pane.keys[command]?.first ?? ":\(command.name)" }

  mutating func lay() -> [HomePart: [PanelLine<HomePart>]] {
    addStart()
    addNotes()
    addFailures { $0 == .notes }
    if !hasCovers { addAdditions() }
    addPick()
    addWants()
    addNews()
    addAgain()
    addBookmarks()
    addSaved()
    addToday()
    addFailures { $0 != .notes }
    return builder.lines
  }

  private mutating func addFailures(of isIts: (HomePart) -> Bool) {
    let failures = content.failures.filter { isIts($0.key.part) }
    for (question, error) in failures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      add(error, to: question.part)
    }
  }

  /// Shows an error in place of what could not be read.
  private mutating func add(_ error: ClientError, to part: HomePart) {
    if part == .notes { builder.resume(part) } else { builder.begin(part, title(of: part)) }
    let help =
      switch error {
      case .signInRequired, .forbidden: ScreenWords.signIn(key: key(.signIn))
      default: ScreenWords.retry(key: key(.refreshView))
      }
    builder.text("\(ErrorWords.ended(error.sentence)) \(help)", .error)
    if part == .again { addAgain(after: true) }
  }

  private func title(of part: HomePart) -> String {
    switch part {
    case .start: HomeWords.shelfEmpty
    case .notes: ""
    case .additions: HomeWords.latestAdditions
    case .pick: today.isEvening ? HomeWords.tonightsPick : HomeWords.todaysPick
    case .wants: FieldWords.wants
    case .news: NewsWords.title
    case .again: HomeWords.goOn
    case .bookmarks: HomeWords.bookmarks
    case .saved: HomeWords.savedSearches
    case .today: HomeWords.onThisDay
    }
  }

  private mutating func begin(_ part: HomePart) { builder.begin(part, title(of: part)) }

  // MARK: Without a shelf

  private mutating func addStart() {
    guard content.figures?.isEmpty == true else { return }
    begin(.start)
    builder.text(
      HomeWords.findRecords(search: key(.newSearch), add: key(.addToCollection), want: key(.toggleWant)), .plain)
    builder.text(
      context.can(.sync) ? HomeWords.syncFetches(key: key(.sync)) : HomeWords.signInFetches(key: key(.signIn)), .plain)
    builder.text(HomeWords.importReads, .plain)
  }

  // MARK: Notes

  private mutating func addNotes() {
    begin(.notes)
    let (sync, now) = (pane.sync, context.services.desktop.now())
    let (shelf, tone) = (ShelfWording.state(sync, canSync: context.can(.sync), now: now), PanelTone.warning)
    switch sync.phase {
    case .failed(let error):
      builder.fact(FieldWords.shelf, shelf, .page(.tasks), tone: tone)
      builder.text(ErrorWords.ended(error.sentence), .error)
    case .paused: builder.fact(FieldWords.shelf, shelf, .page(.tasks), tone: tone)
    case .off, .idle:
      if context.can(.sync), sync.agreedAt == nil { builder.fact(FieldWords.shelf, shelf, .page(.tasks)) }
    case .running: break
    }
    if let difference = sync.difference { builder.text(difference, .warning) }
    if let pending = content.pending, !pending.isEmpty {
      let isStuck = pending.contains(where: \.isStuck)
      builder.fact(FieldWords.changes, ShelfWording.state(pending), .page(.tasks), tone: isStuck ? tone : .plain)
    }
    if let words = Self.hindrance(pane.network) { builder.fact(PageWords.requests, words, .page(.tasks), tone: tone) }
    let month = pane.source.month
    guard !month.isEmpty else { return }
    let words = HomeWords.catalogue(month, monthsOld: Self.months(from: month, to: today.day))
    builder.fact(FieldWords.catalogue, words, nil)
  }

  /// - Parameters:
  ///   - month: `2026-08`.
  ///   - day: in days since 1970.
  static func months(from month: String, to day: Int) -> Int {
    let parts = month.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 2 else { return 0 }
    let today = CivilDate.date(ofDays: day)
    return (today.year - parts[0]) * 12 + today.month - parts[1]
  }

  /// Nil while requests go through, or none are needed.
  static func hindrance(_ network: NetworkStatus) -> String? {
    if network.connection == .offline { return ScreenWords.offline }
    return network.heldSeconds.map { ScreenWords.waiting(seconds: $0) }
  }

  // MARK: The shelf

  private mutating func addAdditions() {
    guard let additions = content.additions else { return addLoading(.additions) }
    guard !additions.isEmpty else { return }
    begin(.additions)
    for copy in additions.prefix(most) {
      builder.add(copy.subject.name, trailing: String(copy.added.prefix(10)), row: copy)
    }
  }

  private mutating func addPick() {
    guard let found = content.pick else { return addLoading(.pick) }
    guard let pick = found.pick else { return }
    begin(.pick)
    let (copy, names) = (pick.copy, pick.copy.subject.names)
    let rest = ShelfWording.rest(pick, now: context.services.desktop.now())
    let stars = copy.rating.map(RecordWords.stars) ?? ""
    // The keys for a copy work on the pick while it is selected.
    let keys =
      pane.view.selected?.part == .pick
      ? HomeWords.anotherOrPlayed(other: key(.randomPick), played: key(.markPlayed))
      : HomeWords.another(key: key(.randomPick))
    pane.pickRows = roomForCover
    if pane.pickRows > 0 {
      builder.fill(to: 1 + pane.pickRows, indent: 1)
      builder.add(names.artist, trailing: keys, row: copy)
      builder.add(names.title, .strong)
      builder.add(Self.facts(of: copy), .quiet)
      builder.add(stars, .rating, trailing: rest)
      return
    }
    let indent = pane.pickIndent
    // Its words begin where its cover does, which stands at the foot of its room.
    if indent > 0, pane.pickCover.rows >= 8 { builder.add("", indent: indent) }
    builder.add(names.artist, indent: indent, row: copy)
    func add(_ text: String, _ tone: PanelTone) { if !text.isEmpty { builder.add(text, tone, indent: indent) } }
    add(names.title, .strong)
    let line = Self.facts(of: copy)
    // Beside a cover there is room for a second.
    let wrapped = builder.measure.wrap(line, columns: max(8, builder.columns - indent)).prefix(2)
    for words in indent > 0 ? Array(wrapped) : [line] { add(words, .quiet) }
    add(stars, .rating)
    add(rest, .quiet)
    add(keys, .quiet)
    if indent > 0 { builder.fill(to: 1 + pane.pickCover.rows) }
  }

  private static func facts(of copy: CollectionCopy) -> String {
    [copy.facts.year.map(String.init) ?? "", copy.facts.format, copy.facts.label].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// The rows of a cover above the words of the pick, where all that is below the additions leaves a large one; 0
  /// elsewhere.
  private var roomForCover: Int {
    guard hasCovers, pane.view.isWide, pane.pickIndent > 0 else { return 0 }
    let above = [HomePart.start, .notes].compactMap { builder.lines[$0]?.count }.filter { $0 > 0 }
    // Below a caption, above four lines; with the record half out of it, it is wider than high.
    let left = rows - above.reduce(0) { $0 + $1 + 1 } - 5
    let high = min(left, builder.columns / 3, Self.mostPickRows)
    return high >= Self.leastPickRows ? high : 0
  }

  private static let (leastPickRows, mostPickRows) = (10, PictureDetail.mostRowsOfPage)

  private mutating func addWants() {
    guard let wants = content.wants else { return addLoading(.wants) }
    guard content.figures?.wants != 0 || !wants.priced.isEmpty else { return }
    begin(.wants)
    let forSale = wants.priced.filter(\.isForSale)
    for want in forSale.prefix(most) { add(want) }
    let rest = forSale.count - most
    if rest > 0 { builder.add(HomeWords.onTheMarket(rest), .quiet, target: .page(.market)) }
    let limits = wants.priced.count { $0.limit != nil && !$0.isForSale }
    if limits > 0 { builder.fact(HomeWords.limits(limits), HomeWords.noneForSale, .page(.market)) }
    let known = Set(forSale.map(\.want.wanted))
    for want in wants.latest.filter({ !known.contains($0.wanted) }).prefix(max(0, most - forSale.count)) {
      add(want, "", .quiet)
    }
    if wants.priced.isEmpty { builder.text(HomeWords.noPrices(limit: key(.setLimit)), .quiet) }
  }

  private mutating func add(_ price: PricedWant) {
    // Where both leave no room for the name, being at the price says enough.
    let isTight = price.isAtPrice && builder.columns < 44
    let lowest = price.seen?.lowest.map { price.isAtPrice ? $0.displayName : HomeWords.from($0.displayName) } ?? ""
    let words = [price.isAtPrice ? ScreenWords.atYourPrice : "", isTight ? "" : lowest].filter { !$0.isEmpty }
    add(price.want, words.joined(separator: ", "), price.isAtPrice ? .price : .quiet)
  }

  private mutating func add(_ want: WantListEntry, _ trailing: String, _ tone: PanelTone) {
    let kind = want.isAnyPressing ? RecordWords.anyPressing : ""
    let words = [kind, trailing].filter { !$0.isEmpty }.joined(separator: ", ")
    builder.add(want.name, trailing: words, trailingTone: tone, row: want)
  }

  /// There is a page with all of them.
  private static let mostNews = 4

  private mutating func addNews() {
    guard let news = content.news, !news.isEmpty else { return }
    begin(.news)
    // By what is followed, which their own page says.
    for row in news.prefix(Self.mostNews) { add(row, trailing: "") }
    let rest = news.count - Self.mostNews
    if rest > 0 { builder.add(NewsWords.more(rest), .quiet, target: .route(.dig(.news(since: nil)))) }
  }

  private mutating func addToday() {
    guard let records = content.today, !records.isEmpty else { return }
    begin(.today)
    for row in records.prefix(most) { add(row, trailing: row.role) }
  }

  private mutating func add(_ row: CatalogueRow, trailing: String) {
    builder.add(
      row.reference.name(artist: row.artist, title: row.title), trailing: trailing, target: .entity(row.reference),
      subject: row.record)
  }

  // MARK: Recent searches and pages

  private struct Entry {
    var text: String
    var kind: String
    var time: Double
    var target: LinkTarget
    var subject: Subject?
  }

  /// - Parameter after: whether the caption is there already.
  private mutating func addAgain(after: Bool = false) {
    guard content.searches != nil || content.visits != nil else { return after ? () : addLoading(.again) }
    let entries = (searches + visits).enumerated().sorted {
      $0.element.time == $1.element.time ? $0.offset < $1.offset : $0.element.time > $1.element.time
    }.map(\.element).prefix(most)
    guard !entries.isEmpty else { return }
    if !after { begin(.again) }
    for entry in entries { builder.add(entry.text, trailing: entry.kind, target: entry.target, subject: entry.subject) }
  }

  private var searches: [Entry] {
    let now = context.services.desktop.now()
    return (content.searches ?? []).map { search in
      let kind = search.kind.map { "\($0.rawValue)s" } ?? ""
      let words = [HomeWords.search, kind, (now - search.lastRun).secondsInWords].filter { !$0.isEmpty }
      return Entry(
        text: search.query, kind: words.joined(separator: " · "), time: search.lastRun, target: .again(search))
    }
  }

  /// Pages of this run and earlier ones, each once; no two have the same words.
  private var visits: [Entry] {
    var known: Set<Visit.Place> = []
    var said: Set<String> = []
    return (context.visits + (content.visits ?? [])).filter { known.insert($0.place).inserted }.map { visit in
      switch visit.place {
      case .user(let name):
        return Entry(text: name, kind: FieldWords.user, time: visit.time, target: .user(name))
      case .record(let reference):
        // Most of them are releases, and their detail says so.
        let kind = reference.kind == .release && !visit.detail.isEmpty ? "" : reference.kind.rawValue
        var words = [kind, visit.detail].filter { !$0.isEmpty }
        if !said.insert("\(visit.name)\n\(words)").inserted { words.append(reference.shorthand) }
        return Entry(
          text: visit.name, kind: words.joined(separator: " · "), time: visit.time, target: .entity(reference),
          subject: Subject(reference: reference, title: visit.name))
      }
    }
  }

  private mutating func addBookmarks() {
    guard let bookmarks = content.bookmarks, !bookmarks.isEmpty else { return }
    begin(.bookmarks)
    let leadColumns = min(16, (bookmarks.map(\.mark.count).max() ?? 1) + 1)
    for bookmark in bookmarks {
      let reference = bookmark.reference
      builder.add(
        bookmark.name, lead: bookmark.mark, leadColumns: leadColumns, trailing: reference.kind.rawValue,
        target: .entity(reference), subject: Subject(reference: reference, title: bookmark.name))
    }
  }

  private mutating func addSaved() {
    guard let saved = content.saved, !saved.isEmpty else { return }
    begin(.saved)
    for search in saved { builder.add(search.name, trailing: search.query, target: .search(search.query)) }
  }

  private mutating func addLoading(_ part: HomePart) {
    begin(part)
    builder.text(ScreenWords.loading, .quiet)
  }
}
