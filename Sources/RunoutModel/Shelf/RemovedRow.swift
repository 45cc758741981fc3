public import DiscogsModel

/// A copy or want that a sync removed. It can be restored for thirty days.
public struct RemovedRow: Hashable, Sendable, Identifiable {
  public var id: Int64
  public var list: ShelfList
  public var facts: ShelfFacts
  /// Empty for a want.
  public var folder: String
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// Conditions and notes, by field name.
  public var values: [String: String]
  /// The number of plays.
  public var plays: Int
  /// The price limit it had.
  public var limit: Money?
  /// Seconds since 1970.
  public var removedAt: Double

  public static let days = 30

  public init(
    id: Int64, list: ShelfList, facts: ShelfFacts, folder: String = "", rating: Int? = nil,
    values: [String: String] = [:], plays: Int = 0, limit: Money? = nil, removedAt: Double
  ) {
    (self.id, self.list, self.facts, self.folder, self.rating) = (id, list, facts, folder, rating)
    (self.values, self.plays, self.limit, self.removedAt) = (values, plays, limit, removedAt)
  }
}
