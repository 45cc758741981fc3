public import DiscogsModel
internal import GRDB

extension Library {
  /// A list counted by something, for what a request leaves of it. By what its rows do not have there are no groups.
  ///
  /// Decades, years, months, ratings and grades come in their own order, everything else by how many there are.
  public func groups(
    by grouping: ShelfGrouping, of list: ShelfList = .collection, _ request: ShelfRequest
  ) async throws(LibraryError) -> [ShelfGroup] {
    guard list.groupings.contains(grouping) else { return [] }
    return try await read { [self] database in
      let ids = try filtered(database, ShelfTable(list), request)
      var counts = ShelfCounts(grouping)
      // Everything that is read is in an index; without a filter, SQLite counts.
      let column = ShelfCounts.column(of: grouping)
      let table = ShelfCounts.table(ShelfTable(list), of: grouping)
      if let ids {
        let rows = try Row.fetchCursor(database, sql: "SELECT \(column), id FROM \(table) ORDER BY \(column)")
        while let row = try rows.next() {
          if ids.contains(row[1]) { counts.add(row[0], 1) }
        }
      } else {
        let rows = try Row.fetchCursor(database, sql: "SELECT \(column), count(*) FROM \(table) GROUP BY \(column)")
        while let row = try rows.next() { counts.add(row[0], row[1]) }
      }
      let folders: [Int64: String] =
        grouping == .folder
        ? try Dictionary(
          uniqueKeysWithValues: Row.fetchAll(database, sql: "SELECT id, name FROM folder").map { ($0[0], $0[1]) }) : [:]
      return counts.groups(folders: folders)
    }
  }

  /// What is owned more than once.
  public func duplicates(_ kind: DuplicateKind) async throws(LibraryError) -> [[ShelfCopy]] {
    try await read { database in
      let key = kind.rawValue
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \(key), id FROM copy WHERE \(key) IN
            (SELECT \(key) FROM copy WHERE \(key) IS NOT NULL GROUP BY \(key) HAVING count(*) > 1)
          ORDER BY min(shelfKey) OVER (PARTITION BY \(key)), \(key), shelfKey, id
          """)
      var groups: [(key: Int64, ids: [Int64])] = []
      for row in rows {
        if groups.last?.key == row[0] as Int64 {
          groups[groups.count - 1].ids.append(row[1])
        } else {
          groups.append((row[0], [row[1]]))
        }
      }
      return try groups.map { try ShelfCopy.fetch(database, ids: $0.ids) }
    }
  }

  // MARK: Plays

  /// Notes that a copy was played.
  ///
  /// - Parameter time: seconds since 1970.
  public func notePlay(of copy: Int64, at time: Double) async throws(LibraryError) {
    try await write { database in
      try database.execute(
        sql: "INSERT INTO play (copy, release, at) SELECT id, release, ? FROM copy WHERE id = ?",
        arguments: [time, copy])
      try Self.raiseShelfVersion(database)
    }
  }

  /// One copy of those a request leaves, by chance: one that was never played as likely as one that was not for a year,
  /// one of yesterday hardly ever.
  ///
  /// - Parameters:
  ///   - chance: from 0 up to, not including, 1.
  ///   - time: seconds since 1970.
  public func pick(
    _ request: ShelfRequest, chance: Double, at time: Double
  ) async throws(LibraryError) -> (copy: ShelfCopy, among: Int, playedAt: Double?)? {
    try await read { [self] database in
      let played = """
        SELECT copy.id, max(play.at) FROM copy LEFT JOIN play ON play.copy = copy.id GROUP BY copy.id ORDER BY copy.id
        """
      guard let choice = try choose(database, .copies, request, since: played, chance: chance, at: time),
        let copy = try ShelfCopy.fetch(database, ids: [choice.id]).first
      else { return nil }
      return (copy, choice.among, choice.since)
    }
  }

  /// One want of those a request leaves, by chance: one that has waited for a year as likely as one without a date, one
  /// of yesterday hardly ever.
  ///
  /// - Parameters:
  ///   - chance: from 0 up to, not including, 1.
  ///   - time: seconds since 1970.
  public func pickWant(
    _ request: ShelfRequest, chance: Double, at time: Double
  ) async throws(LibraryError) -> (want: ShelfWant, among: Int)? {
    try await read { [self] database in
      let added = "SELECT id, CAST(strftime('%s', added) AS REAL) FROM want ORDER BY id"
      guard let choice = try choose(database, .wants, request, since: added, chance: chance, at: time),
        let want = try ShelfWant.fetch(database, ids: [choice.id]).first
      else { return nil }
      return (want, choice.among)
    }
  }

  /// Chooses a row, the likelier the longer it rests, up to a year.
  ///
  /// - Parameter since: a query for each row's id and since when it rests, in seconds since 1970 or null.
  private func choose(
    _ database: Database, _ table: ShelfTable, _ request: ShelfRequest, since: String, chance: Double, at time: Double
  ) throws -> (id: Int64, among: Int, since: Double?)? {
    let ids = try filtered(database, table, request)
    var candidates: [(id: Int64, since: Double?, weight: Double)] = []
    var sum = 0.0
    let rows = try Row.fetchCursor(database, sql: since)
    while let row = try rows.next() {
      let (id, since): (Int64, Double?) = (row[0], row[1])
      if let ids, !ids.contains(id) { continue }
      sum += since.map { min(1, max(0.001, (time - $0) / (365 * 86_400))) } ?? 1
      candidates.append((id, since, sum))
    }
    let chosen = candidates.first { $0.weight > chance * sum } ?? candidates.last
    return chosen.map { ($0.id, candidates.count, $0.since) }
  }

  // MARK: Value

  /// Keeps what the collection is worth on a day; the latest of a day counts.
  ///
  /// - Parameter day: `2026-11-22`, in UTC.
  public func note(_ value: CollectionValue, on day: String) async throws(LibraryError) {
    try await write { database in
      try database.execute(
        sql: """
          INSERT INTO valueOnDay (day, minimum, median, maximum, copies) VALUES (?, ?, ?, ?, (SELECT count(*) FROM copy))
          ON CONFLICT (day) DO UPDATE SET minimum = excluded.minimum, median = excluded.median,
            maximum = excluded.maximum, copies = excluded.copies
          """, arguments: [day, value.minimum, value.median, value.maximum])
    }
  }

  /// What the collection was worth, oldest first.
  public func values() async throws(LibraryError) -> [ValueOnDay] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT day, minimum, median, maximum, copies FROM valueOnDay ORDER BY day").map {
        ValueOnDay(
          day: $0[0], value: CollectionValue(minimum: $0[1], median: $0[2], maximum: $0[3]), copies: $0[4])
      }
    }
  }
}

/// Counts rows by what they have in common.
private struct ShelfCounts {
  private let grouping: ShelfGrouping
  private var counts: [String: Int] = [:]
  private var numbers: [Int64: Int] = [:]
  private var unknown = 0

  init(_ grouping: ShelfGrouping) {
    self.grouping = grouping
  }

  /// What is looked at of a row; each has an index.
  static func column(of grouping: ShelfGrouping) -> String {
    switch grouping {
    case .artist: "artist"
    case .label: "label"
    case .format: "format"
    case .genre: "genres"
    case .style: "styles"
    case .country: "country"
    case .media: "mediaCondition"
    case .decade, .year: "yearKey"
    case .added: "addedKey"
    case .rating: "ratingKey"
    case .folder: "folder"
    case .played: "playedKey"
    }
  }

  /// Where that is looked at.
  static func table(_ table: ShelfTable, of grouping: ShelfGrouping) -> String {
    guard grouping == .played else { return table.rawValue }
    return """
      (SELECT id, (SELECT CAST(strftime('%Y%m', max(at), 'unixepoch') AS INTEGER) FROM play WHERE play.copy = copy.id)
        AS playedKey FROM copy)
      """
  }

  mutating func add(_ value: DatabaseValue, _ count: Int) {
    switch value.storage {
    case .string(let text): add(text, count)
    case .int64(let key): numbers[number(of: key), default: 0] += count
    default: unknown += count
    }
  }

  private func number(of key: Int64) -> Int64 {
    switch grouping {
    case .decade: key / 10 * 10
    // Negative, to the second: `20201112122452` is of 202011.
    case .added: -key / 100_000_000
    case .rating: 5 - key
    default: key
    }
  }

  private mutating func add(_ text: String, _ count: Int) {
    switch grouping {
    case .genre, .style:
      let parts = ShelfFacts.lines(text)
      if parts.isEmpty { unknown += count }
      for part in parts { counts[part, default: 0] += count }
    case .format:
      let carrier = ShelfFile.Row.carrier(of: text)
      if carrier.isEmpty { unknown += count } else { counts[carrier, default: 0] += count }
    default:
      if text.isEmpty { unknown += count } else { counts[text, default: 0] += count }
    }
  }

  func groups(folders: [Int64: String]) -> [ShelfGroup] {
    var groups: [ShelfGroup] =
      switch grouping {
      case .folder:
        numbers.map { folder, count in named(folders[folder] ?? "", count) }.sorted(by: Self.largestFirst)
      case .played: numbers.sorted { $0.key < $1.key }.map { numbered($0.key, $0.value) }
      case .decade, .year, .added, .rating: numbers.sorted { $0.key > $1.key }.map { numbered($0.key, $0.value) }
      case .media: Condition.grades.compactMap { grade in counts[grade].map { named(grade, $0) } }
      case .artist, .label, .format, .genre, .style, .country:
        counts.map { named($0.key, $0.value) }.sorted(by: Self.largestFirst)
      }
    if grouping == .media {
      groups += counts.filter { !Condition.grades.contains($0.key) }.map { named($0.key, $0.value) }
        .sorted(by: Self.largestFirst)
    }
    if unknown > 0 {
      let rest = ShelfGroup(name: "", copies: unknown, query: unknownQuery)
      groups.insert(rest, at: grouping == .played ? 0 : groups.count)
    }
    return groups
  }

  private static func largestFirst(_ left: ShelfGroup, _ right: ShelfGroup) -> Bool {
    (right.copies, left.name) < (left.copies, right.name)
  }

  private func named(_ name: String, _ count: Int) -> ShelfGroup {
    let quoted = name.replacing("\"", with: "\"\"")
    switch grouping {
    case .media: return ShelfGroup(name: name, copies: count, query: "media:\"\(quoted)\"")
    default:
      let shown = grouping == .artist || grouping == .label ? ShelfRecord.withoutHomonyms(name) : name
      return ShelfGroup(name: shown, copies: count, query: "\(grouping.rawValue):\"=\(quoted)\"")
    }
  }

  private func numbered(_ number: Int64, _ count: Int) -> ShelfGroup {
    switch grouping {
    case .decade: return ShelfGroup(name: "\(number)s", copies: count, query: "year:\(number)..\(number + 9)")
    case .added, .played:
      let month = number % 100
      let name = "\(number / 100)-\(month < 10 ? "0" : "")\(month)"
      return ShelfGroup(name: name, copies: count, query: "\(grouping.rawValue):\(name)")
    case .rating: return ShelfGroup(name: "\(number)", copies: count, query: "rating:\(number)")
    default: return ShelfGroup(name: "\(number)", copies: count, query: "\(grouping.rawValue):\(number)")
    }
  }

  private var unknownQuery: String {
    switch grouping {
    case .decade, .year: "year:none"
    case .added: "added:none"
    case .played: "played:none"
    case .rating: "rating:none"
    case .media: "media:none"
    case .artist, .label, .format, .genre, .style, .country, .folder: "\(grouping.rawValue):\"=\""
    }
  }
}
