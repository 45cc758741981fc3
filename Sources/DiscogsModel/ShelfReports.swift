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
  /// What the list is narrowed by to show just these.
  public var query: String

  public init(name: String, copies: Int, query: String) {
    self.name = name
    self.copies = copies
    self.query = query
  }
}

/// A filter of a list that has a name, and is shown like a folder.
public struct SmartCrate: Hashable, Sendable {
  /// Two crates may have one name where they are of different lists.
  public var name: String
  /// What the list is narrowed by: `genre:jazz media:vg+..`.
  public var query: String
  public var list: ShelfList

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
  public var value: CollectionValue
  /// How many copies there were.
  public var copies: Int

  public init(day: String, value: CollectionValue, copies: Int) {
    self.day = day
    self.value = value
    self.copies = copies
  }
}

/// What two copies have to share to count as owned twice.
public enum DuplicateKind: String, CaseIterable, Hashable, Sendable {
  case release, master
}
