public import DiscogsModel

/// A copy or want that a sync removed, as it was then. The user can bring it back for thirty days.
public struct RemovedRow: Hashable, Sendable, Identifiable {
  public var id: Int64
  /// Where it was.
  public var list: ShelfList
  /// The release.
  public var facts: ShelfFacts
  /// Empty for a want.
  public var folder: String
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// By the fields' names: conditions and notes.
  public var values: [String: String]
  /// How often the copy was played.
  public var plays: Int
  /// The most that the release may cost.
  public var limit: Money?
  /// Seconds since 1970.
  public var removedAt: Double

  /// For how many days it can be brought back.
  public static let days = 30

  /// Creates a removed row.
  public init(
    id: Int64, list: ShelfList, facts: ShelfFacts, folder: String = "", rating: Int? = nil,
    values: [String: String] = [:], plays: Int = 0, limit: Money? = nil, removedAt: Double
  ) {
    self.id = id
    self.list = list
    self.facts = facts
    self.folder = folder
    self.rating = rating
    self.values = values
    self.plays = plays
    self.limit = limit
    self.removedAt = removedAt
  }
}
