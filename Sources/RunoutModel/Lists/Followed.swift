public import DiscogsModel

/// An artist, a label or series, a master or a search, whose new records are listed.
public struct Followed: Hashable, Sendable {
  public enum Subject: Hashable, Sendable {
    case record(EntityReference)
    case search(SearchQuery)
  }

  public var subject: Subject
  /// The record's name, or the search.
  public var name: String

  public init(_ subject: Subject, name: String) { (self.subject, self.name) = (subject, name) }

  /// Whether it is a search that needs the shelf.
  public var asksShelf: Bool {
    if case .search(let query) = subject { query.asksShelf } else { false }
  }
}

/// The state of something followed at the last look on Discogs, which can only be asked for a whole list.
public struct FollowedLook: Hashable, Sendable {
  public var followed: Followed
  /// The number of items then; nil before the first look.
  public var items: Int?
  /// The records then, in short form: `r249504`.
  public var known: Set<String>

  public init(_ followed: Followed, items: Int? = nil, known: Set<String> = []) {
    (self.followed, self.items, self.known) = (followed, items, known)
  }
}
