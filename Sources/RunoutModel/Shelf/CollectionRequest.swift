/// The rows of a shelf to load, and their order.
public struct CollectionRequest: Hashable, Sendable {
  /// Nil for all folders. The want list ignores it.
  public var folder: String?
  /// `.relevance` is shelf order: artist, year, title, which also breaks ties. `added` starts with the latest and
  /// `rating` with the best. Reversing mirrors the list, except that unknown values stay last.
  public var sort: SortOrder
  /// Words or parts of words that must all occur somewhere in a row.
  public var narrowing: String
  /// The records that a source has found by the searches that `narrowing` needs.
  public var lookedUp: [SearchQuery: Set<Wanted>] = [:]
  /// The user's own field that `paid:` reads; empty to find it by its name.
  public var paidField = ""

  public init(folder: String? = nil, sort: SortOrder = .relevance, narrowing: String = "") {
    (self.folder, self.sort, self.narrowing) = (folder, sort, narrowing)
  }
}
