public import DiscogsModel

public struct ShelfHoldings: Hashable, Sendable {
  public var ownedReleases: Set<Release.ID> = []
  /// Masters with an owned pressing, and those with several.
  public var ownedMasters: Set<Master.ID> = []
  public var severallyOwnedMasters: Set<Master.ID> = []
  public var wantedReleases: Set<Release.ID> = []
  /// Masters with a wanted pressing, and those wanted in any pressing.
  public var wantedMasters: Set<Master.ID> = []
  public var whollyWantedMasters: Set<Master.ID> = []
}
