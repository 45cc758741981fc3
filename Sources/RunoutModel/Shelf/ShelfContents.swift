public import DiscogsModel

/// The parts of a shelf that a catalogue needs for `owned:` and `wanted:`.
public struct ShelfContents: Sendable {
  /// A release, with its master where the shelf knows it.
  public struct Item: Hashable, Sendable {
    public var release: Release.ID
    public var master: Master.ID?

    public init(release: Release.ID, master: Master.ID? = nil) { (self.release, self.master) = (release, master) }
  }

  /// Identifies this state of this shelf.
  public var version: String
  /// Each release once, however many copies there are.
  public var owned: [Item]
  public var wanted: [Item]
  /// The masters of which any pressing is wanted.
  public var wantedMasters: [Master.ID]

  public init(version: String, owned: [Item] = [], wanted: [Item] = [], wantedMasters: [Master.ID] = []) {
    (self.version, self.owned, self.wanted, self.wantedMasters) = (version, owned, wanted, wantedMasters)
  }
}
