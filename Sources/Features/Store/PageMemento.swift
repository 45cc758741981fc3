public import DiscogsModel
public import RunoutModel

/// What brings a page back as it was left.
nonisolated public struct PageMemento: Hashable, Sendable {
  public var list = ListMemento()
  /// The search page's prompt and type; what the stats count by; the part of the market.
  public var query = ""
  public var kind: EntityKind?
  /// The section of an artist's page that is shown alone, and the masters whose versions are shown.
  public var section: DiscographySection?
  public var unfolded: Set<Master.ID> = []
  /// The part of a list of the shelf, and what the list was divided by; nil for folders and crates.
  public var part: ShelfPart?
  public var grouping: ShelfGrouping?
  /// The selected line and scroll of a page of text.
  public var line = 0
  public var top = 0

  public init() {}
}
