internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

/// Translates between the library's terms and the account's.
struct MirrorTerms {
  private let database: Database

  init(_ database: Database) { self.database = database }

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

  /// The values that the account has a place for.
  func terms(_ state: CopyState) throws -> CopyTerms {
    var notes: [Int: String] = [:]
    for (name, value) in try named(state).values {
      if let number = try number(ofField: name) { notes[number] = value }
    }
    return CopyTerms(folder: try folder(state.folder), rating: state.rating, notes: notes)
  }

  /// Returns whether the account has the folder of a copy and a field for each value that differs from `before`; false
  /// if that is not known yet, or the folder is still to be made there.
  ///
  /// - Throws: `EditRefusal` if it lacks one of them.
  func hasPlaces(for after: CopyState, from before: CopyState?) throws -> Bool {
    guard try hasFolder(after.folder, named: after.folderName) else { return false }
    for (name, value) in after.values.sorted(by: { $0.key < $1.key }) where value != before?.values[name] {
      guard try number(ofField: name) == nil else { continue }
      guard try isCompared else { return false }
      throw EditRefusal(SyncWords.noField(name))
    }
    return true
  }

  /// Returns whether the account has a folder; false if that is not known yet, or the folder is still to be made there.
  ///
  /// - Throws: `EditRefusal` if it lacks the folder.
  func hasFolder(_ id: Int64, named name: String) throws -> Bool {
    guard try folder(id) == nil else { return true }
    let making = try database.row(
      "SELECT 1 FROM edit WHERE target = 'folder' AND item = ? AND before IS NULL AND state IN \(Library.unsent)", [id])
    guard try making == nil && isCompared else { return false }
    throw EditRefusal(SyncWords.noFolder(name))
  }

  /// Whether the account's collection has been read to its end, so that its folders, fields and copies are known.
  var isCompared: Bool {
    get throws { try database.has("SELECT 1 FROM note WHERE name = ?", [Library.name(of: .collection)]) }
  }

  /// The copy with the present names of its fields.
  func named(_ state: CopyState) throws -> CopyState {
    var named = state
    for (name, value) in state.values {
      guard let number = try number(ofField: name) else { continue }
      let present = try self.name(ofField: number)
      guard present != name else { continue }
      named.set(name, to: "")
      if state.values[present] == nil { named.set(present, to: value) }
    }
    return named
  }

  func number(ofField name: String) throws -> Int? {
    if let own = CollectionInstance.Field.withColumn[name] { return own.number }
    if let number: Int = try database.value("SELECT number FROM field WHERE name = ?", [name]) { return number }
    // Until the account's fields are known, the third that every account has is assumed.
    if name == "Notes" { return CollectionInstance.Field.notes.number }
    // A value that came before its field was known is stored under the field's number.
    let number = name.split(separator: " ").last.flatMap { Int($0) }
    return number.flatMap { LibraryWords.field($0) == name ? $0 : nil }
  }

  func name(ofField number: Int) throws -> String {
    if let own = CollectionInstance.Field.withColumn.first(where: { $0.value.number == number }) { return own.key }
    let known: String? = try database.value("SELECT name FROM field WHERE number = ?", [number])
    return known ?? (number == CollectionInstance.Field.notes.number ? "Notes" : LibraryWords.field(number))
  }
}

extension CollectionInstance.Field {
  static func all(_ database: Database) throws -> [CollectionInstance.Field] {
    try database.rows("SELECT * FROM field ORDER BY position, number").map(CollectionInstance.Field.init)
  }

  init(_ row: Row) throws {
    try self.init(
      id: ID(row.value("number")), name: row.value("name"), kind: row.value("kind"), position: row.value("position"),
      isPublic: row.value("isPublic"), options: [String](fromJSON: row.value("options")), lines: row.value("lines"))
  }
}
