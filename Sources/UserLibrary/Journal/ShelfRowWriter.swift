internal import DiscogsModel
internal import Foundation
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

/// Writes single rows of the shelf with their sort keys and search words.
struct ShelfRowWriter {
  private let table: ShelfTable

  init(_ table: ShelfTable) { self.table = table }

  /// - Parameters:
  ///   - id: nil for a new row, which SQLite numbers.
  ///   - folder: a copy's folder, and `instance` its number on the account.
  ///   - rules: nil for the library's own.
  /// - Returns: the row's id.
  @discardableResult
  func save(
    _ database: Database, _ row: ShelfFile.Row, id: Int64?, folder: Int64? = nil, instance: Int? = nil,
    rules: FilingRules? = nil
  ) throws -> Int64 {
    let (copy, facts) = (row.copy, row.copy.facts)
    let keys = ShelfKeys(copy, try rules ?? ShelfFiling(database).rules(for: facts.artist))
    // In the order of the columns in `statement`.
    var values: [(any DatabaseValueConvertible)?] = [
      id, table == .wants ? facts.wanted.item : facts.release.item, facts.master?.number, facts.artist, facts.title,
      facts.label, facts.catalogueNumber, facts.format, facts.year, copy.rating,
      try CollectionCopy.Field.pack(copy.fields), facts.country, facts.genres.joined(separator: "\n"),
      facts.styles.joined(separator: "\n"), keys.shelf, keys.artist, keys.title, keys.year, keys.added, keys.rating,
      keys.format, keys.label, keys.catalogueNumber, copy.added,
    ]
    switch table {
    case .copies: values += [folder, copy.mediaCondition, copy.sleeveCondition, instance]
    case .wants: values += [row.notes, facts.versions]
    }
    try database.change(table == .copies ? Self.saveCopy : Self.saveWant, StatementArguments(values))
    let id = id ?? database.lastInsertedRowID
    try save(database, words: row.words, id: id)
    return id
  }

  private static let saveCopy = statement(.copies, and: ["folder", "mediaCondition", "sleeveCondition", "instance"])
  private static let saveWant = statement(.wants, and: ["notes", "versions"])

  private static func statement(_ table: ShelfTable, and own: [String]) -> String {
    let columns =
      [
        "release", "master", "artist", "title", "label", "catno", "format", "year", "rating", "fields", "country",
        "genres", "styles", "shelfKey", "artistKey", "titleKey", "yearKey", "addedKey", "ratingKey", "formatKey",
        "labelKey", "catnoKey", "added",
      ] + own
    return """
      INSERT INTO \(table.rawValue) (id, \(columns.joined(separator: ", ")))
      VALUES (?\(columns.map { _ in ", ?" }.joined()))
      ON CONFLICT (id) DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """
  }

  /// Writes the catalogue's facts into an existing row: a third of the work of a whole row, as few indexes hold them.
  func save(_ database: Database, _ facts: ShelfFacts, words: String, id: Int64) throws {
    try database.change(
      "UPDATE \(table.rawValue) SET master = ?, country = ?, genres = ?, styles = ? WHERE id = ?",
      [
        facts.master?.number, facts.country, facts.genres.joined(separator: "\n"),
        facts.styles.joined(separator: "\n"), id,
      ])
    try save(database, words: words, id: id)
  }

  private func save(_ database: Database, words: String, id: Int64) throws {
    try database.change(
      """
      INSERT INTO \(table.rawValue)Words (id, words) VALUES (?, ?)
      ON CONFLICT (id) DO UPDATE SET words = excluded.words
      """, [id, words])
  }

  /// Deletes a row, and its words by cascade.
  func delete(_ database: Database, id: Int64) throws {
    try database.change("DELETE FROM \(table.rawValue) WHERE id = ?", [id])
  }
}

extension ShelfFacts {
  init(_ row: Row) throws {
    try self.init(
      release: Release.ID(row.value("release")), master: (row.value("master") as Int?).map { Master.ID($0) },
      artist: row.value("artist"), title: row.value("title"), label: row.value("label"),
      catalogueNumber: row.value("catno"), format: row.value("format"), year: row.value("year"),
      country: row.value("country"), genres: Self.lines(row.value("genres")), styles: Self.lines(row.value("styles")))
  }

  private static func lines(_ text: String) -> [String] { text.isEmpty ? [] : text.components(separatedBy: "\n") }
}
