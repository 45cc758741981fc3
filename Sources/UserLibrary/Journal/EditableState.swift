internal import DiscogsModel
internal import GRDB
internal import SQLiteSupport

/// A state that edits change, as named values that people can compare.
protocol EditableState: Codable, Hashable, Sendable {
  associatedtype ID: JournalNumber
  static var target: EditTarget { get }
  static func shelfChange(_ change: Change<Self>) -> ShelfChange

  static func fetch(_ database: Database, id: ID) throws -> Self?
  /// Inserts or updates the row with this number.
  func save(_ database: Database, id: ID) throws
  /// SQL: the table, and the condition for a number.
  static var place: String { get }

  /// Whether it can be undone and redone after its row is gone.
  static var outlastsItsRow: Bool { get }
  static func canBeDeleted(_ database: Database, id: ID) throws -> Bool
  /// Drops the account's number: to the account, a restored row is a new one.
  mutating func leaveAccount()
  /// Puts it where it was, or where it belongs if that place has been deleted since.
  mutating func findPlace(_ database: Database) throws

  var titleOfAddition: String { get }
  var titleOfRemoval: String { get }
  func title(ofChangeFrom before: Self) -> String

  /// The editable values, by the name to show.
  var comparable: [String: String] { get }
  /// Copies the named values from another state.
  mutating func take(_ names: Set<String>, from other: Self)
  /// Drops invalid values, such as a rating of seven stars, written by other or older versions.
  mutating func tidy()
}

extension EditableState {
  func differences(from other: Self) -> Set<String> {
    let (mine, theirs) = (comparable, other.comparable)
    return Set(mine.keys).union(theirs.keys).filter { (mine[$0] ?? "") != (theirs[$0] ?? "") }
  }

  init?(json: String?) throws {
    guard let json else { return nil }
    try self.init(fromJSON: json)
    tidy()
  }

  static var place: String { "\(target.rawValue) WHERE id = ?" }

  static func delete(_ database: Database, id: ID) throws { try database.change("DELETE FROM \(place)", [id.item]) }

  mutating func tidy() {}

  func title(ofChangeFrom before: Self) -> String { titleOfAddition }

  static var outlastsItsRow: Bool { false }
  static func canBeDeleted(_ database: Database, id: ID) throws -> Bool { true }
  mutating func leaveAccount() {}
  mutating func findPlace(_ database: Database) throws {}
}

/// The kind of row that an edit changes; also the name of its table.
enum EditTarget: String, Sendable { case copy, want, folder, limit, play }

/// A row's number in the journal.
protocol JournalNumber: Hashable, Sendable {
  init(item: Int64)
  var item: Int64 { get }
}

extension Int64: JournalNumber {
  init(item: Int64) { self = item }
  var item: Int64 { self }
}

extension Release.ID: JournalNumber {
  init(item: Int64) { self.init(Int(item)) }
  var item: Int64 { Int64(number) }
}
