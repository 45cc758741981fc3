public import DiscogsModel

/// What is on the shelf, as far as a catalogue needs to know it to find it, or everything else.
public struct ShelfContents: Sendable {
  /// A release with its master, as far as the shelf knows that.
  public struct Item: Hashable, Sendable {
    public var release: Release.ID
    public var master: Master.ID?

    public init(release: Release.ID, master: Master.ID? = nil) {
      (self.release, self.master) = (release, master)
    }
  }

  /// Tells this state of this shelf from every other.
  public var version: String
  /// Each release once, however many copies there are.
  public var owned: [Item]
  public var wanted: [Item]
  /// Those of which any pressing is wanted.
  public var wantedMasters: [Master.ID]

  public init(version: String, owned: [Item] = [], wanted: [Item] = [], wantedMasters: [Master.ID] = []) {
    self.version = version
    self.owned = owned
    self.wanted = wanted
    self.wantedMasters = wantedMasters
  }
}
