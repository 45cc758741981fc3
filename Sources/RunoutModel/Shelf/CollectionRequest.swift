/// Which part of a shelf, in which order.
public struct CollectionRequest: Hashable, Sendable {
  /// Nil for all folders. Means nothing to the want list.
  public var folder: String?
  /// `.relevance` is the order on a shelf: artist, year, title. Ties are in that order too. `added` begins with the
  /// latest and `rating` with the best. Reversing mirrors a list, except that unknown values stay last.
  public var sort: SortOrder
  /// Words that must all occur somewhere in a row; parts of words will do.
  public var narrowing: String

  /// Creates a request; without arguments it asks for everything.
  public init(folder: String? = nil, sort: SortOrder = .relevance, narrowing: String = "") {
    self.folder = folder
    self.sort = sort
    self.narrowing = narrowing
  }
}
