internal import DiscogsModel
internal import Foundation
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

/// Translates between the library's terms and the account's.
struct MirrorTerms {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  /// The account's number of a folder; nil until it has one.
  func folder(_ id: Int64) throws -> Int? {
    if let number: Int = try database.value("SELECT number FROM folder WHERE id = ?", [id]) { return number }
    // A folder deleted here still exists there until its copies have been moved out.
    return try database.value(
      """
      SELECT json_extract(before, '$.number') FROM edit
      WHERE target = 'folder' AND item = ? AND after IS NULL ORDER BY id DESC LIMIT 1
      """, [id])
  }

  /// Nil if the account lacks one of the fields.
  func terms(_ state: CopyState) throws -> CopyTerms? {
    var notes: [Int: String] = [:]
    for (name, value) in state.values {
      guard let number = try number(ofField: name) else { return nil }
      notes[number] = value
    }
    return CopyTerms(folder: try folder(state.folder), rating: state.rating, notes: notes)
  }

  func number(ofField name: String) throws -> Int? {
    switch name {
    case ShelfEdit.mediaCondition: return CollectionInstance.Field.mediaCondition.number
    case ShelfEdit.sleeveCondition: return CollectionInstance.Field.sleeveCondition.number
    default: break
    }
    if let number: Int = try database.value("SELECT number FROM field WHERE name = ?", [name]) { return number }
    // Until the account's fields are known, the third that every account has is assumed.
    return name == "Notes" ? CollectionInstance.Field.notes.number : nil
  }

  func name(ofField number: Int) throws -> String {
    switch number {
    case CollectionInstance.Field.mediaCondition.number: return ShelfEdit.mediaCondition
    case CollectionInstance.Field.sleeveCondition.number: return ShelfEdit.sleeveCondition
    default: break
    }
    let known: String? = try database.value("SELECT name FROM field WHERE number = ?", [number])
    return known ?? (number == CollectionInstance.Field.notes.number ? "Notes" : LibraryWords.field(number))
  }
}

extension CollectionInstance.Field {
  init(_ row: Row) throws {
    try self.init(
      id: ID(row.value("number")), name: row.value("name"), kind: row.value("kind"), position: row.value("position"),
      isPublic: row.value("isPublic"),
      options: try JSONDecoder().decode([String].self, from: Data((row.value("options") as String).utf8)),
      lines: row.value("lines"))
  }
}
