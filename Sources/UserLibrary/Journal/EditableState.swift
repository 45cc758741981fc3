internal import DiscogsModel
internal import Foundation
internal import GRDB

/// Something that edits change, told apart into values that people can compare.
protocol EditableState: Codable, Hashable, Sendable {
  associatedtype ID: JournalNumber
  static var target: EditTarget { get }
  static func shelfChange(_ change: Change<Self>) -> ShelfChange

  static func fetch(_ database: Database, id: ID) throws -> Self?
  /// Writes it as the row with this number, which may be there or not.
  func save(_ database: Database, id: ID) throws
  static func delete(_ database: Database, id: ID) throws

  /// Whether it can be changed back and forth even where its row is gone.
  static var outlastsItsRow: Bool { get }
  /// Whether nothing stands in the row that would have no place without it.
  static func canBeDeleted(_ database: Database, id: ID) throws -> Bool
  /// Takes out the account's number: what is put back is another one to the account.
  mutating func leaveAccount()
  /// Puts it where it was, or where it belongs if that place has been deleted meanwhile.
  mutating func findPlace(_ database: Database) throws

  var titleOfAddition: String { get }
  var titleOfRemoval: String { get }
  func title(ofChangeFrom before: Self) -> String

  /// What of it can be edited, by the name to show.
  var comparable: [String: String] { get }
  /// Makes of those values named what the other says of them.
  mutating func take(_ names: Set<String>, from other: Self)
  /// Takes out what is no value, such as a rating of seven stars: it was written by another program, or another age.
  mutating func tidy()
}

extension EditableState {
  /// The names of what differs.
  func differences(from other: Self) -> Set<String> {
    let (mine, theirs) = (comparable, other.comparable)
    return Set(mine.keys).union(theirs.keys).filter { (mine[$0] ?? "") != (theirs[$0] ?? "") }
  }

  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  init?(json: String?) throws {
    guard let json else { return nil }
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    tidy()
  }

  mutating func tidy() {}

  static var outlastsItsRow: Bool { false }
  static func canBeDeleted(_ database: Database, id: ID) throws -> Bool { true }
  mutating func leaveAccount() {}
  mutating func findPlace(_ database: Database) throws {}
}

/// What an edit is about.
enum EditTarget: String, Sendable {
  case copy, want, folder, limit, play
}

/// The number of a row, as the journal has it.
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
