internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

struct FolderState: Codable, Hashable, Sendable {
  var name: String
  /// The account's number for the folder; nil until it has one.
  var number: Int?
}

extension FolderState: EditableState {
  static let target = EditTarget.folder
  static func shelfChange(_ change: Change<FolderState>) -> ShelfChange { .folder(change) }

  var comparable: [String: String] { [FieldWords.name: name] }

  mutating func take(_ names: Set<String>, from other: FolderState) {
    if names.contains(FieldWords.name) { name = other.name }
  }

  static func fetch(_ database: Database, id: Int64) throws -> FolderState? {
    try database.row("SELECT name, number FROM folder WHERE id = ?", [id]).map {
      try FolderState(name: $0.value(0), number: $0.value(1))
    }
  }

  func save(_ database: Database, id: Int64) throws {
    try database.change(
      """
      INSERT INTO folder (id, name, sortKey, number) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, sortKey = excluded.sortKey
      """, [id, name, NaturalOrder.key(name), number])
  }

  /// Copies that were moved in since would lose their folder.
  static func canBeDeleted(_ database: Database, id: Int64) throws -> Bool {
    try !database.has("SELECT 1 FROM copy WHERE folder = ? LIMIT 1", [id])
  }

  mutating func leaveAccount() { number = nil }
}
