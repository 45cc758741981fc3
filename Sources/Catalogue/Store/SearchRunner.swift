internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport

struct SearchRunner {
  let access: Reader.Access
  private let plan: QueryPlan
  /// Prefixes of words, each of which must occur in what a row shows.
  private let narrowing: [String]
  private let snapshot: Snapshot
  /// Answers `owned:` and `wanted:`.
  private let shelf: ShelfRanks

  init(_ search: SearchRequest, _ access: Reader.Access, _ snapshot: Snapshot, shelf: ShelfRanks? = nil) throws {
    (self.access, self.snapshot) = (access, snapshot)
    self.shelf = shelf ?? ShelfRanks()
    plan = QueryPlan(search.query, kind: search.kind, hasSigns: try access.hasSigns)
    narrowing = search.narrowing
  }

  func words(_ index: TextIndex, _ expression: String, purpose: String) throws -> any RankSource {
    let sql = "SELECT rowid FROM \(index.rawValue) WHERE \(index.rawValue) MATCH ? AND rowid >= ? ORDER BY rowid"
    return RankQuery(try access.statement(sql, purpose: purpose), lowest: 2) { $0.bind(1, expression) }
  }

  func ranks(
    of condition: QueryPlan.Filter.Condition, purpose: String
  ) throws -> (source: any RankSource, entries: Int) {
    let (ids, entries) = try values(of: condition)
    guard !ids.isEmpty else { return (RankList([]), 0) }
    return (try ranks(ofValues: ids, purpose: purpose), entries)
  }

  private func ranks(ofValues ids: [Int], purpose: String) throws -> any RankSource {
    let statement = try access.statement("SELECT ranks FROM facet_set WHERE key = ?", purpose: purpose)
    return FacetRanks(statement, values: ids, last: try access.lastRank)
  }

  /// Only releases and masters can be absent from a shelf.
  private func ranks(standing: QueryPlan.Standing, purpose: String) throws -> (source: any RankSource, entries: Int) {
    let list = shelf.ranks(standing.list)
    guard standing.isAbsent else { return (RankList(list), list.count) }
    let records = [EntityKind.master, .release].map { Int(FacetTable.number(of: $0)) }
    return (Difference(try ranks(ofValues: records, purpose: purpose), without: RankList(list)), .max)
  }

  /// The values that a condition means, and the most records they can have.
  private func values(of condition: QueryPlan.Filter.Condition) throws -> (ids: [Int], entries: Int) {
    switch condition {
    case .kind(let kind): try value(Int(FacetTable.number(of: kind)))
    case .heads: try value(Int(FacetTable.head))
    case .years(let from, let to): try snapshot.facets(access).matching(yearsFrom: from, to: to)
    case .words(let field, let words, let isWhole):
      try snapshot.facets(access).matching(field: field, words: words, isWhole: isWhole)
    }
  }

  private func value(_ id: Int) throws -> (ids: [Int], entries: Int) {
    try access.first("SELECT entries FROM facet WHERE id = ?", id) { ([id], $0.integer(0)) } ?? ([], 0)
  }

  /// Records whose barcode is equivalent to a whole one, or begins with the digits of a part. Numbers that begin so are
  /// one range for each length.
  private func ranks(ofBarcode term: QueryPlan.BarcodeTerm) throws -> any RankSource {
    if let whole = term.whole { return RankList(Array(Set(try ranks(of: whole))).sorted()) }
    let digits = term.digits
    guard let number = Int(digits), digits.utf8.count <= 18 else { return RankList([]) }
    let statement = try access.statement("SELECT rank FROM barcode WHERE number >= ? AND number < ?")
    var ranks = try Barcode(digits).map { try self.ranks(of: $0) } ?? []
    var (low, high) = (number, number + 1)
    for length in digits.utf8.count...18 {
      statement.bind(1, low)
      statement.bind(2, high)
      while try statement.next() {
        if let rank = UInt32(exactly: statement.integer(0)) { ranks.append(Int(rank)) }
        if ranks.count & 4095 == 0 { try access.cancellation.check() }
      }
      if length < 18 { (low, high) = (low * 10, high * 10) }
    }
    return RankList(Array(Set(ranks)).sorted())
  }

  private func ranks(of barcode: Barcode) throws -> [Int] {
    let statement = try access.statement("SELECT rank FROM barcode WHERE number = ?")
    var ranks: [Int] = []
    for number in barcode.numbers {
      statement.bind(1, Int(number))
      while try statement.next() { if let rank = UInt32(exactly: statement.integer(0)) { ranks.append(Int(rank)) } }
      statement.reset()
    }
    return ranks
  }

  /// Records that show a word with this prefix: in a name, or in year, format, country, genre or style.
  private func ranks(showing beginning: String, purpose: String) throws -> any RankSource {
    let word = TextFolding.signWord(beginning) ?? beginning
    let named = try words(.search, "\"\(word)\"*", purpose: purpose)
    let ids = try snapshot.facets(access).matching(beginning: beginning)
    guard !ids.isEmpty else { return named }
    // A master shows its key release's format; the key release has the next rank.
    let masters = MastersBefore(
      try ranks(ofValues: ids, purpose: "\(purpose) key"),
      masters: try ranks(ofValues: [Int(FacetTable.number(of: .master))], purpose: "\(purpose) masters")
    ) { [access] in try access.keyRelease(ofRank: $0) != nil }
    return Union(named, Union(try ranks(ofValues: ids, purpose: purpose), masters))
  }

  /// The conditions besides the words, the one with the fewest matches first.
  private func conditions(purpose: String) throws -> [any RankSource] {
    var sources: [(source: any RankSource, entries: Int)] = []
    for (index, filter) in plan.filters.enumerated() where !filter.isExcluded {
      sources.append(try ranks(of: filter.condition, purpose: "\(purpose) filter \(index)"))
    }
    for barcode in plan.barcodes where !barcode.isExcluded { sources.append((try ranks(ofBarcode: barcode), 0)) }
    for (index, credit) in plan.credits.enumerated() where !credit.isExcluded {
      sources.append((try ranks(of: credit, purpose: "\(purpose) credit \(index)"), 0))
    }
    for (index, standing) in plan.standings.enumerated() {
      sources.append(try ranks(standing: standing, purpose: "\(purpose) standing \(index)"))
    }
    for (index, word) in narrowing.enumerated() {
      sources.append((try ranks(showing: word, purpose: "\(purpose) showing \(index)"), .max))
    }
    return sources.sorted { $0.entries < $1.entries }.map(\.source)
  }

  private func excluding(_ source: any RankSource, purpose: String) throws -> any RankSource {
    var excluded: [any RankSource] = []
    for (index, filter) in plan.filters.enumerated() where filter.isExcluded {
      excluded.append(try ranks(of: filter.condition, purpose: "\(purpose) without \(index)").source)
    }
    for barcode in plan.barcodes where barcode.isExcluded { excluded.append(try ranks(ofBarcode: barcode)) }
    for (index, credit) in plan.credits.enumerated() where credit.isExcluded {
      excluded.append(try ranks(of: credit, purpose: "\(purpose) without credit \(index)"))
    }
    for case (let index, let words?) in [(TextIndex.search, plan.excludedSearch), (.deep, plan.excludedDeep)] {
      excluded.append(try self.words(index, words, purpose: "\(purpose) without"))
    }
    return excluded.reduce(source) { Difference($0, without: $1) }
  }

  private func matches(purpose: String) throws -> any RankSource {
    if plan.matchesNothing { return RankList([]) }
    var sources = try conditions(purpose: purpose)
    if plan.isNameOfSigns { sources.append(try ranks(of: .heads, purpose: "\(purpose) heads").source) }
    if let search = plan.search { sources.append(try words(.search, search, purpose: purpose)) }
    if let deep = plan.deep { sources.append(try words(.deep, deep, purpose: purpose)) }
    if sources.isEmpty { return RankList([]) }
    return try excluding(sources.count == 1 ? sources[0] : Intersection(sources), purpose: purpose)
  }

  /// Records with exactly the typed name or barcode that meet the conditions; nil where the query cannot be one.
  private func named(purpose: String) throws -> (any RankSource)? {
    guard let name = plan.name else { return nil }
    // What bears a name of signs stands in for records that have it in the field.
    if plan.kindOfName != nil, try matches(purpose: "\(purpose) field").first(from: 1) != nil { return nil }
    var source = try records(named: name, purpose: purpose)
    if let kind = plan.kindOfName {
      source = Intersection([source, try ranks(of: .kind(kind), purpose: "\(purpose) kind").source])
    }
    if let barcode = plan.barcodeCandidate {
      source = Union(source, RankList(Array(Set(try ranks(of: barcode))).sorted()))
    }
    return try fulfilling(source, purpose: purpose)
  }

  /// Records with the typed name but for its article.
  private func alike(purpose: String) throws -> (any RankSource)? {
    guard let name = plan.nameWithoutArticle else { return nil }
    return try fulfilling(try records(named: name, purpose: "\(purpose) alike"), purpose: "\(purpose) alike")
  }

  func records(named name: UInt64, purpose: String) throws -> any RankSource {
    let statement = try access.statement(
      "SELECT rank FROM exact WHERE name = ? AND rank >= ? ORDER BY rank", purpose: purpose)
    return RankQuery(statement, lowest: 2) { $0.bind(1, Int(name)) }
  }

  private func fulfilling(_ source: any RankSource, purpose: String) throws -> any RankSource {
    let conditions = try conditions(purpose: purpose)
    return try excluding(conditions.isEmpty ? source : Intersection([source] + conditions), purpose: purpose)
  }

  /// Ranks behind a place, best first: whole names, then names that lack the article, then other matches.
  func ranks(after place: Cursor.Place?, limit: Int) throws -> [(rank: Int, place: Cursor.Place)] {
    var found: [(rank: Int, place: Cursor.Place)] = []
    func take(_ source: any RankSource, behind rank: Int, _ place: (Int) -> Cursor.Place) throws {
      var last = rank
      while found.count < limit, let rank = try source.first(from: last + 1) {
        found.append((rank, place(rank)))
        last = rank
        if found.count & 255 == 0 { try access.cancellation.check() }
      }
    }
    var (exact, alike, match): (Int?, Int?, Int) = (0, 0, 0)
    switch place {
    case nil, .position: break
    case .exact(let rank): exact = rank
    case .alike(let rank): (exact, alike) = (nil, rank)
    case .match(let rank): (exact, alike, match) = (nil, nil, rank)
    }
    if let exact, let source = try named(purpose: "exact") { try take(source, behind: exact) { .exact($0) } }
    if let alike, found.count < limit, var source = try self.alike(purpose: "alike") {
      if let named = try named(purpose: "alike but") { source = Difference(source, without: named) }
      try take(source, behind: alike) { .alike($0) }
    }
    guard found.count < limit else { return found }
    var source = try matches(purpose: "page")
    if let named = try named(purpose: "page but") { source = Difference(source, without: named) }
    if let alike = try self.alike(purpose: "page but") { source = Difference(source, without: alike) }
    try take(source, behind: match) { .match($0) }
    return found
  }

  func count(upTo ceiling: Int) throws -> Int {
    var source = try matches(purpose: "page")
    if let named = try named(purpose: "count") { source = Union(source, named) }
    if let alike = try alike(purpose: "count") { source = Union(source, alike) }
    var count = 0
    var last = 0
    while count < ceiling, let rank = try source.first(from: last + 1) {
      last = rank
      count += 1
      if count & 255 == 0 { try access.cancellation.check() }
    }
    return count
  }
}
