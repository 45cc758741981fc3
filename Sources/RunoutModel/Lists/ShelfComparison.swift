/// The filter of another user's shelf by one's own: of their wants, `owned` are those that one has; of their
/// collection, `wanted` are those that one wants.
public enum ShelfComparison: String, CaseIterable, Hashable, Sendable {
  /// In this pressing or another one.
  case owned
  case wanted
  /// Neither.
  case missing

  /// The facet in a list's filters.
  public static let facet = "yours"
}
