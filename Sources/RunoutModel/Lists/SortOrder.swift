public struct SortOrder: Hashable, Sendable, Codable {
  public enum Field: String, CaseIterable, Hashable, Sendable, Codable {
    /// The source's own order of importance.
    case relevance
    case artist, title, year, added, rating, format, label
    /// The catalogue number.
    case catalogueNumber = "catno"
    /// Only for listings.
    case price
  }

  public var field: Field
  public var isReversed: Bool

  public init(_ field: Field, isReversed: Bool = false) { (self.field, self.isReversed) = (field, isReversed) }

  /// The source's own order.
  public static let relevance = SortOrder(.relevance)
}
