/// How a list is ordered.
public struct SortOrder: Hashable, Sendable, Codable {
  /// What a list can be ordered by.
  public enum Field: String, CaseIterable, Hashable, Sendable, Codable {
    /// The source's own idea of what a person means or wants first.
    case relevance
    case artist, title, year, added, rating, format, label
    /// The catalogue number.
    case catalogueNumber = "catno"
    /// Of what is for sale.
    case price
  }

  /// What the list is ordered by.
  public var field: Field
  /// Whether the order is turned round.
  public var isReversed: Bool

  /// Creates a sort order.
  public init(_ field: Field, isReversed: Bool = false) {
    self.field = field
    self.isReversed = isReversed
  }

  /// The source's own order.
  public static let relevance = SortOrder(.relevance)
}
