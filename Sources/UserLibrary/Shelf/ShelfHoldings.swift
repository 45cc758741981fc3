public import DiscogsModel

/// What of some releases and masters is on the shelf. A master is there when any pressing of it is.
public struct ShelfHoldings: Hashable, Sendable {
  public var ownedReleases: Set<Release.ID> = []
  public var ownedMasters: Set<Master.ID> = []
  public var wantedReleases: Set<Release.ID> = []
  public var wantedMasters: Set<Master.ID> = []

  public init() {}
}
