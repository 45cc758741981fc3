internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

/// A want at one moment: a `WantListEntry` without its id, under the names that journals store. The change has the
/// number.
struct WantState: Codable, Hashable, Sendable {
  var facts: ShelfFacts
  var notes: String
  var rating: Int?
  var added: String
}

extension WantState: EditableState {
  static let target = EditTarget.want
  static let place = "want WHERE release = ?"
  static func shelfChange(_ change: Change<WantState>) -> ShelfChange { .want(change) }

  var comparable: [String: String] { [FieldWords.notes: notes, FieldWords.rating: rating.map(String.init) ?? ""] }

  mutating func take(_ names: Set<String>, from other: WantState) {
    if names.contains(FieldWords.notes) { notes = other.notes }
    if names.contains(FieldWords.rating) { rating = other.rating }
  }

  mutating func tidy() { rating = Stars.read(rating) }

  static func fetch(_ database: Database, id: Wanted) throws -> WantState? {
    try database.row("SELECT * FROM \(place)", [id.item]).map(WantState.init)
  }

  init(_ row: Row) throws {
    try self.init(
      facts: ShelfFacts(wantedIn: row), notes: row.value("notes"), rating: Stars.read(row.value("rating")),
      added: row.value("added"))
  }

  /// As a line of an export.
  var row: ShelfFile.Row {
    ShelfFile.Row(
      line: 0, copy: CollectionCopy(id: 0, facts: facts, folder: "", rating: rating, added: added), notes: notes)
  }

  func save(_ database: Database, id: Wanted) throws {
    let number: Int64? = try database.value("SELECT id FROM want WHERE release = ?", [id.item])
    try ShelfRowWriter(.wants).save(database, row, id: number)
  }
}
