internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

/// The whole state of a copy at one moment, so that it can be restored.
struct CopyState: Hashable, Sendable {
  /// Its `id` is 0: the change has the row's number.
  private(set) var copy: CollectionCopy
  /// The folder's id in the library. `folderName` is its name at that time, for titles.
  var folder: Int64
  /// The account's number for the copy; nil until it has one.
  var instance: Int?

  init(_ copy: CollectionCopy, folder: Int64, instance: Int?) {
    self.copy = copy
    self.copy.id = 0
    self.folder = folder
    self.instance = instance
  }

  init(facts: ShelfFacts, folder: Int64, folderName: String, rating: Int?, added: String, instance: Int?) {
    self.init(
      CollectionCopy(id: 0, facts: facts, folder: folderName, rating: rating, added: added), folder: folder,
      instance: instance)
  }

  var facts: ShelfFacts {
    get { copy.facts }
    set { copy.facts = newValue }
  }

  var folderName: String {
    get { copy.folder }
    set { copy.folder = newValue }
  }

  var rating: Int? {
    get { copy.rating }
    set { copy.rating = newValue }
  }

  var added: String {
    get { copy.added }
    set { copy.added = newValue }
  }

  /// Values by field name, both conditions included; empty ones are absent.
  var values: [String: String] {
    var values = Dictionary(copy.fields.map { ($0.name, $0.value) }) { first, _ in first }
    if !copy.mediaCondition.isEmpty { values[ShelfEdit.mediaCondition] = copy.mediaCondition }
    if !copy.sleeveCondition.isEmpty { values[ShelfEdit.sleeveCondition] = copy.sleeveCondition }
    return values
  }
}

extension CopyState: Codable {
  /// The JSON form in every journal so far; it must stay readable.
  private struct Stored: Codable {
    var facts: ShelfFacts
    var folder: Int64
    var folderName: String
    var rating: Int?
    var added: String
    var values: [String: String]
    /// The order of the fields without columns of their own.
    var fieldOrder: [String]
    var instance: Int?
  }

  init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    self.init(
      facts: stored.facts, folder: stored.folder, folderName: stored.folderName, rating: stored.rating,
      added: stored.added, instance: stored.instance)
    for name in stored.fieldOrder { set(name, to: stored.values[name] ?? "") }
    for name in stored.values.keys.sorted() { set(name, to: stored.values[name] ?? "") }
  }

  func encode(to encoder: any Encoder) throws {
    try Stored(
      facts: facts, folder: folder, folderName: folderName, rating: rating, added: added, values: values,
      fieldOrder: copy.fields.map(\.name), instance: instance
    ).encode(to: encoder)
  }
}

extension CopyState: EditableState {
  static let target = EditTarget.copy
  static func shelfChange(_ change: Change<CopyState>) -> ShelfChange { .copy(change) }

  static let folderName = FieldWords.folder
  static let ratingName = FieldWords.rating

  var comparable: [String: String] {
    var all = values
    all[Self.folderName] = folderName
    all[Self.ratingName] = rating.map(String.init) ?? ""
    return all
  }

  mutating func take(_ names: Set<String>, from other: CopyState) {
    for name in names {
      switch name {
      case Self.folderName: (folder, folderName) = (other.folder, other.folderName)
      case Self.ratingName: rating = other.rating
      default: set(name, to: other.values[name] ?? "")
      }
    }
  }

  mutating func tidy() { rating = Stars.read(rating) }

  /// Sets a field, or removes it if the value is empty. An equal value leaves the copy equal to the stored one.
  mutating func set(_ name: String, to value: String) {
    switch name {
    case ShelfEdit.mediaCondition: copy.mediaCondition = value
    case ShelfEdit.sleeveCondition: copy.sleeveCondition = value
    default:
      let place = copy.fields.firstIndex { $0.name == name }
      switch place {
      case let place? where value.isEmpty: copy.fields.remove(at: place)
      case let place?: copy.fields[place].value = value
      case nil: if !value.isEmpty { copy.fields.append(CollectionCopy.Field(name: name, value: value)) }
      }
    }
  }

  /// Takes over another state's name for the same folder.
  mutating func callFolder(asIn other: CopyState) { if folder == other.folder { folderName = other.folderName } }

  // MARK: Rows

  /// SQL: every copy, for a condition to follow.
  static let select = "SELECT copy.*, folder.name AS folderName FROM copy JOIN folder ON folder.id = copy.folder"

  static func fetch(_ database: Database, id: Int64) throws -> CopyState? {
    try database.row("\(select) WHERE copy.id = ?", [id]).map(CopyState.init)
  }

  init(_ row: Row) throws {
    var copy = try CollectionCopy(row)
    copy.fields = []
    try self.init(copy, folder: row.value("folder"), instance: row.value("instance"))
    // Without empty values, which other versions may have written.
    for field in try CollectionCopy.Field.unpack(row.value("fields")) { set(field.name, to: field.value) }
  }

  /// As a line of an export.
  var row: ShelfFile.Row { ShelfFile.Row(line: 0, copy: copy) }

  func save(_ database: Database, id: Int64) throws { try save(database, id: .some(id)) }

  /// - Parameter id: nil for a new row.
  @discardableResult
  func save(_ database: Database, id: Int64?) throws -> Int64 {
    try ShelfRowWriter(.copies).save(database, row, id: id, folder: folder, instance: instance)
  }

  mutating func leaveAccount() { instance = nil }

  mutating func findPlace(_ database: Database) throws { try ShelfFolders.findPlace(for: &self, database) }
}
