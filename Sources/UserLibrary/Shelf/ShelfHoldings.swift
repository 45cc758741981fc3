public import DiscogsModel

/// What of some releases and masters is on the shelf.
public struct ShelfHoldings: Hashable, Sendable {
  public var ownedReleases: Set<Release.ID> = []
  /// Those of which a pressing is owned, and those of which several are.
  public var ownedMasters: Set<Master.ID> = []
  public var severallyOwnedMasters: Set<Master.ID> = []
  public var wantedReleases: Set<Release.ID> = []
  /// Those of which a pressing is wanted, and those of which any is.
  public var wantedMasters: Set<Master.ID> = []
  public var whollyWantedMasters: Set<Master.ID> = []

  public init() {}
}
