internal import DiscogsModel
internal import Foundation
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

/// Writes single rows of the shelf with their sort keys and search words.
struct ShelfRowWriter {
  private let table: ShelfTable

  init(_ table: ShelfTable) {
    self.table = table
  }

  /// - Parameters:
  ///   - id: nil for a new row, which SQLite numbers.
  ///   - own: the columns that only this table has.
  func save(
    _ database: Database, _ row: ShelfFile.Row, id: Int64?, own: [String: (any DatabaseValueConvertible)?]
  ) throws {
    let facts = row.copy.facts
    let keys = ShelfKeys(row.copy, try ShelfFiling(database).rules(for: facts.artist))
    var columns: [(String, (any DatabaseValueConvertible)?)] = own.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    columns += [
      ("release", table == .wants ? facts.wanted.item : facts.release.item), ("master", facts.master?.number),
      ("artist", facts.artist),
      ("title", facts.title), ("label", facts.label), ("catno", facts.catalogueNumber), ("format", facts.format),
      ("year", facts.year), ("rating", row.copy.rating), ("fields", try CollectionCopy.Field.pack(row.copy.fields)),
      ("country", facts.country),
      ("genres", facts.genres.joined(separator: "\n")), ("styles", facts.styles.joined(separator: "\n")),
      ("shelfKey", keys.shelf), ("artistKey", keys.artist), ("titleKey", keys.title), ("yearKey", keys.year),
      ("addedKey", keys.added), ("ratingKey", keys.rating), ("formatKey", keys.format), ("labelKey", keys.label),
      ("catnoKey", keys.catalogueNumber),
    ]
    if let id { columns.insert(("id", id), at: 0) }
    let names = columns.map(\.0).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let changes = columns.map(\.0).filter { $0 != "id" }.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO \(table.rawValue) (\(names)) VALUES (\(marks))\(id == nil ? "" : " ON CONFLICT (id) DO UPDATE SET \(changes)")
        """)
    try statement.execute(arguments: StatementArguments(columns.map(\.1)))
    try save(database, words: row.words, id: id ?? database.lastInsertedRowID)
  }

  /// Writes the catalogue's facts into an existing row: a third of the work of a whole row, as few indexes hold them.
  func save(_ database: Database, _ facts: ShelfFacts, words: String, id: Int64) throws {
    try database.cachedStatement(
      sql: "UPDATE \(table.rawValue) SET master = ?, country = ?, genres = ?, styles = ? WHERE id = ?"
    ).execute(
      arguments: [
        facts.master?.number, facts.country, facts.genres.joined(separator: "\n"),
        facts.styles.joined(separator: "\n"), id,
      ])
    try save(database, words: words, id: id)
  }

  private func save(_ database: Database, words: String, id: Int64) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO \(table.rawValue)Words (id, words) VALUES (?, ?)
        ON CONFLICT (id) DO UPDATE SET words = excluded.words
        """
    ).execute(arguments: [id, words])
  }

  func delete(_ database: Database, id: Int64) throws {
    // Its words are deleted by cascade.
    try database.cachedStatement(sql: "DELETE FROM \(table.rawValue) WHERE id = ?").execute(arguments: [id])
  }
}

extension ShelfFacts {
  init(_ row: Row) throws {
    try self.init(
      release: Release.ID(row.value("release")), master: (row.value("master") as Int?).map { Master.ID($0) },
      artist: row.value("artist"), title: row.value("title"), label: row.value("label"),
      catalogueNumber: row.value("catno"),
      format: row.value("format"), year: row.value("year"), country: row.value("country"),
      genres: Self.lines(row.value("genres")),
      styles: Self.lines(row.value("styles")))
  }

  static func lines(_ text: String) -> [String] { text.isEmpty ? [] : text.components(separatedBy: "\n") }
}
