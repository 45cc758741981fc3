internal import DiscogsModel
internal import GRDB
internal import GRDBSQLite

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What narrowing looks through: the texts of a row, folded, each behind a sign that says which it is.
///
/// Kept beside the rows as one text, so that looking through a whole shelf reads little.
struct ShelfWords {
  /// The signs are control characters, which folding leaves nowhere.
  enum Part: UInt8, CaseIterable {
    case artist = 1
    case title, label, catalogueNumber, format, folder, media, sleeve
    case note = 14
    case genre, style, country, year
    /// What a record is, without how many and which: `lp`.
    case carrier
  }

  private(set) var text = ""

  mutating func add(_ part: Part, _ texts: String...) {
    for text in texts where !text.isEmpty {
      self.text.unicodeScalars.append(Unicode.Scalar(part.rawValue))
      self.text += TextFolding.fold(text)
    }
  }

  // MARK: In SQL

  /// `shelf_has(words, part, sought)`: whether a text occurs in a part, or anywhere for part 0; `whole` is added to a
  /// part that must be just that.
  static let whole = 0x100

  static func addFunction(to database: Database) throws {
    let code = sqlite3_create_function_v2(
      database.sqliteConnection, "shelf_has", 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
      { context, _, arguments in
        guard let arguments, let words = sqlite3_value_text(arguments[0]), let sought = sqlite3_value_text(arguments[2])
        else { return sqlite3_result_int(context, 0) }
        let isFound = ShelfWords.has(
          UnsafeRawBufferPointer(start: words, count: Int(sqlite3_value_bytes(arguments[0]))),
          part: Int(sqlite3_value_int(arguments[1])),
          UnsafeRawBufferPointer(start: sought, count: Int(sqlite3_value_bytes(arguments[2]))))
        sqlite3_result_int(context, isFound ? 1 : 0)
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  private static func has(_ words: UnsafeRawBufferPointer, part: Int, _ sought: UnsafeRawBufferPointer) -> Bool {
    guard let start = words.baseAddress, let needle = sought.baseAddress else { return sought.isEmpty }
    // `memmem` is not to be had everywhere.
    var offset = 0
    while offset + sought.count <= words.count,
      let found = memchr(start + offset, Int32(sought[0]), words.count - offset - sought.count + 1)
    {
      let place = UnsafeRawPointer(found) - start
      offset = place + 1
      guard memcmp(start + place, needle, sought.count) == 0 else { continue }
      if part == 0 { return true }
      let end = place + sought.count
      if part >= whole {
        let isWhole = place > 0 && Int(words[place - 1]) == part - whole && (end == words.count || isSign(words[end]))
        if isWhole { return true }
        continue
      }
      // The sign that the text around it stands behind.
      var sign = place - 1
      while sign >= 0, !isSign(words[sign]) { sign -= 1 }
      if sign >= 0, Int(words[sign]) == part { return true }
    }
    return false
  }

  /// A line break or tab can be in a note.
  private static func isSign(_ byte: UInt8) -> Bool { byte < 0x20 && !(9...13).contains(byte) }
}

/// Finds the rows of a shelf that a query leaves.
struct ShelfFilter {
  private let table: ShelfTable
  private var conditions: [String] = []
  private var arguments: [any DatabaseValueConvertible] = []

  init(_ query: ShelfQuery, _ table: ShelfTable) {
    self.table = table
    for term in query.terms {
      let condition = condition(term.condition)
      conditions.append(term.isExcluded ? "NOT (\(condition))" : condition)
    }
  }

  func ids(_ database: Database) throws -> Set<Int64> {
    try Int64.fetchSet(
      database,
      sql: "SELECT id FROM \(table.rawValue)Words WHERE \(conditions.joined(separator: " AND "))",
      arguments: StatementArguments(arguments))
  }

  private mutating func condition(_ condition: ShelfQuery.Condition) -> String {
    switch condition {
    case .text(let field, let text): return has(field.map(Self.part), text)
    case .whole(let field, ""): return lacks(Self.part(field))
    case .whole(let field, let text): return has(field == .format ? .carrier : Self.part(field), text, isWhole: true)
    case .years(nil, nil): return unknown("year")
    case .dates(nil, nil): return unknown("added")
    case .years(let from, let to): return within("year", from: from, to: to)
    // The best comes first in the index.
    case .stars(0, 0): return unknown("rating")
    case .stars(let from, let to):
      let rated = within("rating", from: 5 - to, to: 5 - max(1, from))
      return from > 0 ? rated : "(\(rated) OR \(unknown("rating")))"
    // So does the latest.
    case .dates(let from, let to): return within("added", from: to.map { -$0 }, to: from.map { -$0 })
    case .grades(let field, let grades): return self.grades(field, grades)
    case .number(let field, let from, let to): return owned(field, from: from, to: to)
    case .played(let from, let to): return played(from: from, to: to)
    case .flag(let field, let isSet): return (isSet ? "" : "NOT ") + other(field == .owned ? .copies : .wants)
    }
  }

  private static func part(_ field: ShelfQuery.Field) -> ShelfWords.Part {
    switch field {
    case .artist: .artist
    case .title: .title
    case .label: .label
    case .catalogueNumber: .catalogueNumber
    case .format: .format
    case .folder: .folder
    case .media: .media
    case .sleeve: .sleeve
    case .note: .note
    case .genre: .genre
    case .style: .style
    case .country: .country
    // These have conditions of their own.
    case .year, .rating, .added, .owned, .wanted, .copies, .pressings, .played: .year
    }
  }

  private mutating func has(_ part: ShelfWords.Part?, _ text: String, isWhole: Bool = false) -> String {
    arguments.append(Int(part?.rawValue ?? 0) + (isWhole ? ShelfWords.whole : 0))
    arguments.append(TextFolding.fold(text))
    return "shelf_has(words, ?, ?)"
  }

  /// That there is no such text: one that is there stands right behind its sign.
  private mutating func lacks(_ part: ShelfWords.Part) -> String {
    arguments.append(String(Unicode.Scalar(part.rawValue)))
    return "instr(words, ?) = 0"
  }

  private func unknown(_ key: String) -> String {
    let index = "\(table.rawValue)By\(key.prefix(1).uppercased())\(key.dropFirst())"
    return "id IN (SELECT id FROM \(table.rawValue) INDEXED BY \(index) WHERE \(key)Key IS NULL)"
  }

  private func within(_ key: String, from: Int?, to: Int?) -> String {
    let bounds = [from.map { "\(key)Key >= \($0)" }, to.map { "\(key)Key <= \($0)" }].compactMap(\.self)
    let index = "\(table.rawValue)By\(key.prefix(1).uppercased())\(key.dropFirst())"
    return """
      id IN (SELECT id FROM \(table.rawValue) INDEXED BY \(index)
        WHERE \(bounds.joined(separator: " AND ")) AND \(key)Key IS NOT NULL)
      """
  }

  private mutating func grades(_ field: ShelfQuery.Field, _ grades: [String]) -> String {
    guard table == .copies else { return "0" }
    let part = Self.part(field)
    guard !grades.isEmpty else { return lacks(part) }
    return "(" + grades.map { has(part, $0, isWhole: true) }.joined(separator: " OR ") + ")"
  }

  /// Whether so many copies of the release are owned, or so many pressings of its master.
  private func owned(_ field: ShelfQuery.Field, from: Int, to: Int?) -> String {
    let (key, counted) = field == .copies ? ("release", "count(*)") : ("master", "count(DISTINCT release)")
    return """
      id IN (SELECT id FROM \(table.rawValue) WHERE \(key) IN
        (SELECT \(key) FROM copy WHERE \(key) IS NOT NULL GROUP BY \(key)
          HAVING \(counted) >= \(from)\(to.map { " AND \(counted) <= \($0)" } ?? "")))
      """
  }

  /// Whether a copy was played last at a time. What is only wanted cannot be played.
  private func played(from: Int?, to: Int?) -> String {
    guard table == .copies else { return "0" }
    let last = "CAST(strftime('%Y%m%d%H%M%S', max(at), 'unixepoch') AS INTEGER)"
    let bounds = [from.map { "\(last) >= \($0)" }, to.map { "\(last) <= \($0)" }].compactMap(\.self)
    guard !bounds.isEmpty else { return "id NOT IN (SELECT copy FROM play)" }
    return "id IN (SELECT copy FROM play GROUP BY copy HAVING \(bounds.joined(separator: " AND ")))"
  }

  /// Whether the release is on the other list too; on the list itself, where it is anyway.
  private func other(_ list: ShelfTable) -> String {
    if list == table { return "1" }
    return """
      id IN (SELECT \(table.rawValue).id FROM \(table.rawValue) JOIN \(list.rawValue)
        ON \(list.rawValue).release = \(table.rawValue).release)
      """
  }
}
