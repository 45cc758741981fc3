public import DiscogsModel
public import RunoutModel

/// The state that restores a page.
nonisolated public struct PageMemento: Hashable, Sendable {
  public var list = ListMemento()
  /// The query and type of Search. In `query`, Stats has its grouping and Market its part.
  public var query = ""
  public var kind: EntityKind?
  /// The section of an artist's page that is shown alone, and the masters whose versions are shown.
  public var section: DiscographySection?
  public var unfolded: Set<Master.ID> = []
  /// The part and the grouping of a list of the shelf; nil for the whole list, and for folders and crates.
  public var part: ShelfPart?
  public var grouping: ShelfGrouping?
  /// The selected line and scroll of a page of text.
  public var line = 0
  public var top = 0

  public init() {}
}
