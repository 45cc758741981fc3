public import DiscogsModel
internal import GRDB
internal import GRDBSQLite

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Library {
  /// A list counted by something, for what a request leaves of it. By what its rows do not have there are no groups.
  ///
  /// Decades, years, months, ratings and grades come in their own order, everything else by how many there are.
  public func groups(
    by grouping: ShelfGrouping, of list: ShelfList = .collection, _ request: ShelfRequest
  ) async throws(LibraryError) -> [ShelfGroup] {
    guard list.groupings.contains(grouping) else { return [] }
    return try await read { [self] database in
      let table = ShelfTable(list)
      let ids = try filtered(database, table, request)
      var counts = ShelfCounts(grouping)
      let column = ShelfCounts.column(of: grouping)
      let source = ShelfCounts.source(table, of: grouping)
      if let ids {
        try database.step("SELECT \(column), id FROM \(source) ORDER BY \(column)") { row in
          if ids.contains(sqlite3_column_int64(row, 1)) { counts.add(row, 1) }
        }
      } else if grouping == .added {
        // Hardly two are of one second: there is nothing to be gained by having SQLite count them.
        try database.step("SELECT \(column) FROM \(source) ORDER BY \(column)") { counts.add($0, 1) }
      } else {
        try database.step("SELECT \(column), count(*) FROM \(source) GROUP BY \(column)") { row in
          counts.add(row, Int(sqlite3_column_int64(row, 1)))
        }
      }
      if grouping == .played {
        counts.addUnknown(upTo: try ids?.count ?? length(of: table, database))
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

/// Counts rows by what they have in common. Values come in their order.
private struct ShelfCounts {
  private let grouping: ShelfGrouping
  /// Of values that are groups of their own, in the order in which they came.
  private var named: [(name: String, count: Int)] = []
  /// Of groups that a value is in with others.
  private var counts = PieceCounts()
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

  /// Where that is looked at; of what was never played nothing is there.
  static func source(_ table: ShelfTable, of grouping: ShelfGrouping) -> String {
    guard grouping == .played else { return table.rawValue }
    return """
      (SELECT copy.id AS id, CAST(strftime('%Y%m', max(at), 'unixepoch') AS INTEGER) AS playedKey
        FROM play CROSS JOIN copy ON copy.id = play.copy GROUP BY play.copy)
      """
  }

  /// - Parameter row: the value is in its first column.
  mutating func add(_ row: OpaquePointer, _ count: Int) {
    switch sqlite3_column_type(row, 0) {
    case SQLITE_TEXT:
      let length = Int(sqlite3_column_bytes(row, 0))
      guard length > 0, let start = sqlite3_column_text(row, 0) else { return unknown += count }
      let text = UnsafeRawBufferPointer(start: start, count: length)
      switch grouping {
      case .genre, .style: counts.add(linesOf: text, count)
      default: add(String(decoding: text, as: UTF8.self), count)
      }
    case SQLITE_INTEGER: numbers[number(of: sqlite3_column_int64(row, 0)), default: 0] += count
    default: unknown += count
    }
  }

  /// Counts as unknown what is left of so many rows.
  mutating func addUnknown(upTo all: Int) { unknown += all - numbers.values.reduce(0, +) }

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
    case .format:
      var carrier = ShelfFile.Row.carrier(of: text)
      if carrier.isEmpty { unknown += count } else { carrier.withUTF8 { counts.add(linesOf: .init($0), count) } }
    default:
      if let last = named.last, last.name == text {
        named[named.count - 1].count += count
      } else {
        named.append((text, count))
      }
    }
  }

  func groups(folders: [Int64: String]) -> [ShelfGroup] {
    var groups: [ShelfGroup] =
      switch grouping {
      case .folder:
        Self.largestFirst(
          numbers.map { (folders[$0.key] ?? "", $0.value) }.sorted { $0.0 < $1.0 }
        ).map(group)
      case .played: numbers.sorted { $0.key < $1.key }.map { numbered($0.key, $0.value) }
      case .decade, .year, .added, .rating: numbers.sorted { $0.key > $1.key }.map { numbered($0.key, $0.value) }
      case .media:
        Condition.grades.compactMap { grade in named.first { $0.name == grade }.map(group) }
          + Self.largestFirst(named.filter { !Condition.grades.contains($0.name) }).map(group)
      case .artist, .label, .country: Self.largestFirst(named).map(group)
      case .format, .genre, .style:
        Self.largestFirst(counts.all.sorted { $0.name < $1.name }).map(group)
      }
    if unknown > 0 {
      let rest = ShelfGroup(name: "", copies: unknown, query: unknownQuery)
      groups.insert(rest, at: grouping == .played ? 0 : groups.count)
    }
    return groups
  }

  /// Of equally large ones those first that were first.
  private static func largestFirst(_ counts: [(name: String, count: Int)]) -> [(name: String, count: Int)] {
    // Most are small: of tens of thousands there are a few sizes.
    let bySize = Dictionary(grouping: counts.indices) { counts[$0].count }
    return bySize.sorted { $0.key > $1.key }.flatMap { $0.value.map { counts[$0] } }
  }

  private func group(_ name: String, _ count: Int) -> ShelfGroup {
    // A grade is a range of grades, too.
    guard grouping != .media, let field = ShelfQuery.Field(rawValue: grouping.rawValue) else {
      return ShelfGroup(
        name: name, copies: count, query: "media:\"\(name.replacing("\"", with: "\"\""))\"")
    }
    let shown = grouping == .artist || grouping == .label ? ShelfRecord.withoutHomonyms(name) : name
    return ShelfGroup(name: shown, copies: count, field, is: name)
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

/// Counts texts that are pieces of others, without making a string of each.
private final class PieceCounts {
  /// Bytes that are somebody else's while they are looked up, and ours once they are kept.
  private struct Piece: Hashable {
    let bytes: UnsafeRawBufferPointer

    static func == (left: Self, right: Self) -> Bool {
      guard let one = left.bytes.baseAddress, let other = right.bytes.baseAddress else { return false }
      return left.bytes.count == right.bytes.count && memcmp(one, other, left.bytes.count) == 0
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: bytes) }
  }

  private var counts: [Piece: Int] = [:]

  deinit { for piece in counts.keys { piece.bytes.deallocate() } }

  var all: [(name: String, count: Int)] {
    counts.map { (String(decoding: $0.key.bytes, as: UTF8.self), $0.value) }
  }

  func add(linesOf text: UnsafeRawBufferPointer, _ count: Int) {
    var rest = text[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      add(UnsafeRawBufferPointer(rebasing: line), count)
      rest = rest.dropFirst(line.count + 1)
    }
  }

  private func add(_ text: UnsafeRawBufferPointer, _ count: Int) {
    if let index = counts.index(forKey: Piece(bytes: text)) {
      counts.values[index] += count
    } else if !text.isEmpty {
      let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
      kept.copyMemory(from: text)
      counts[Piece(bytes: UnsafeRawBufferPointer(kept))] = count
    }
  }
}
