public import DiscogsModel

/// What the rows of a shelf can be counted by; `ShelfList.groupings` says which of them a list has.
public enum ShelfGrouping: String, CaseIterable, Hashable, Sendable {
  case artist, label, decade, year, format, genre, style, country, added, rating, folder, media
  /// The month in which it was played last, what was never played first.
  case played
}

/// Some copies, or some wants, that have something in common.
public struct ShelfGroup: Hashable, Sendable {
  /// `Jazz`, `1970s`, `2020-11`; empty for what nothing is known of.
  public var name: String
  /// Of a want list, how many wants.
  public var copies: Int
  /// Nil where the text is the whole query.
  private let field: ShelfQuery.Field?
  private let text: String

  /// Creates a shelf group.
  public init(name: String, copies: Int, query: String) {
    self.name = name
    self.copies = copies
    field = nil
    text = query
  }

  /// Those of which a field is just this.
  public init(name: String, copies: Int, _ field: ShelfQuery.Field, is text: String) {
    self.name = name
    self.copies = copies
    self.field = field
    self.text = text
  }

  /// What the list is narrowed by to show just these. Put together when it is asked for: there are tens of thousands of
  /// groups, and few are opened.
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

/// A filter of a list that has a name, and is shown like a folder.
public struct SmartCrate: Hashable, Sendable {
  /// Two crates may have one name where they are of different lists.
  public var name: String
  /// What the list is narrowed by: `genre:jazz media:vg+..`.
  public var query: String
  /// Where it is.
  public var list: ShelfList

  /// Creates a smart crate.
  public init(name: String, query: String, of list: ShelfList = .collection) {
    self.name = name
    self.query = query
    self.list = list
  }
}

/// What the marketplace made of the whole collection on a day, in the words of the site.
public struct ValueOnDay: Hashable, Sendable {
  /// `2026-11-22`, in UTC.
  public var day: String
  /// As Discogs gave it.
  public var value: CollectionValue
  /// How many copies there were.
  public var copies: Int

  /// Creates a value on day.
  public init(day: String, value: CollectionValue, copies: Int) {
    self.day = day
    self.value = value
    self.copies = copies
  }
}

/// What two copies must share to count as duplicates.
public enum DuplicateKind: String, CaseIterable, Hashable, Sendable {
  case release, master
}
