public import DiscogsModel

/// The ways to group the rows of a shelf; `ShelfList.groupings` has those of each list.
public enum ShelfGrouping: String, CaseIterable, Hashable, Sendable {
  case artist, label, decade, year, format, genre, style, country, added, rating, folder, media
  /// The month of the last play; copies never played come first.
  case played
}

/// Copies or wants that have a value in common.
public struct ShelfGroup: Hashable, Sendable {
  /// `Jazz`, `1970s`, `2020-11`; empty where the value is unknown.
  public var name: String
  /// The number of copies, or of wants.
  public var copies: Int
  /// Nil where the text is the whole query.
  private let field: ShelfQuery.Field?
  private let text: String

  public init(name: String, copies: Int, query: String) {
    self.name = name
    self.copies = copies
    field = nil
    text = query
  }

  /// The rows whose field is exactly this text.
  public init(name: String, copies: Int, _ field: ShelfQuery.Field, is text: String) {
    (self.name, self.copies, self.field, self.text) = (name, copies, field, text)
  }

  /// The filter that shows just these rows. Computed on demand: there are tens of thousands of groups, and few are
  /// opened.
  public var query: String {
    guard let field else { return text }
    return "\(field.rawValue):\"=\(text.replacing("\"", with: "\"\""))\""
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.copies == right.copies && left.name == right.name && left.query == right.query
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(copies)
  }
}

/// A named filter of a list, shown like a folder; or a named search.
public struct SmartCrate: Hashable, Sendable {
  /// Unique within its list.
  public var name: String
  /// `genre:jazz media:vg+..`.
  public var query: String
  /// Nil for a search of records.
  public var list: ShelfList?

  public init(name: String, query: String, of list: ShelfList? = .collection) {
    (self.name, self.query, self.list) = (name, query, list)
  }
}

/// The marketplace value of the whole collection on a day.
public struct ValueOnDay: Hashable, Sendable {
  /// `2026-11-22`, in UTC.
  public var day: String
  /// As Discogs spells it.
  public var value: CollectionValue
  /// The number of copies on that day.
  public var copies: Int

  public init(day: String, value: CollectionValue, copies: Int) {
    (self.day, self.value, self.copies) = (day, value, copies)
  }
}

public enum DuplicateKind: String, CaseIterable, Hashable, Sendable { case release, master }
