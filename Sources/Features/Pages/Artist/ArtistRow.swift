import Clients
public import DiscogsModel
import RunoutModel
import Sleeves

nonisolated public enum ArtistRow: PaneRow {
  /// The artist's own line; the profile is beside it.
  case artist(Artist.ID)
  case caption(DiscographySection)
  case work(Work)
  case version(CatalogueRow, of: Master.ID)
  /// The line below the versions shown: the master has more. Nil where their number is unknown.
  case moreVersions(of: Master.ID, count: Int?)

  /// A master, or a release without one.
  public struct Work: Hashable, Sendable {
    public var row: CatalogueRow
    /// The whole record's facts for its cover; nil to draw it from the row.
    var sleeve: SleeveFacts?

    public var section: DiscographySection { row.section ?? .releases }
    public var master: Master.ID? { if case .master(let id) = row.reference { id } else { nil } }
  }

  /// The record of the line; nil where it is not one of the list's.
  public var row: CatalogueRow? {
    switch self {
    case .work(let work): work.row
    case .version(let row, _): row
    case .artist, .caption, .moreVersions: nil
    }
  }

  public var isCaption: Bool { if case .caption = self { true } else { false } }
  public var isOfThePage: Bool { if case .artist = self { true } else { false } }

  /// The line's master, or the one it is below.
  var master: Master.ID? {
    switch self {
    case .work(let work): work.master
    case .version(_, let master), .moreVersions(let master, _): master
    case .artist, .caption: nil
    }
  }

  var isBelowMaster: Bool {
    switch self {
    case .version, .moreVersions: true
    case .artist, .caption, .work: false
    }
  }

  public var destination: LinkTarget? {
    if case .moreVersions(let master, _) = self { return .entity(.master(master)) }
    return row.map { .entity($0.reference) }
  }

  public var record: Subject? { row.map { Subject($0) } }

  public var shelfItem: ShelfItem? { row.map { ShelfItem($0) } }
  public var recordFacts: RowFacts? { row.map { RowFacts($0) } }

  public var picture: PictureSubject? {
    switch self {
    case .work(let work): PictureSubject(work.sleeve ?? SleeveFacts(work.row))
    case .version(let row, _): PictureSubject(SleeveFacts(row))
    case .artist(let id): PictureSubject(SleeveFacts(Artist(id: id, name: "")))
    case .caption, .moreVersions: nil
    }
  }

  var searchText: String { row?.searchText ?? "" }

  static func isSame(_ line: ArtistRow, _ other: ArtistRow) -> Bool {
    switch (line, other) {
    case (.artist, .artist): true
    case (.caption(let one), .caption(let two)): one == two
    case (.work(let one), .work(let two)):
      one.row.reference == two.row.reference && one.section == two.section && one.row.role == two.row.role
    case (.version(let one, let master), .version(let two, let other)):
      one.reference == two.reference && master == other
    case (.moreVersions(let one, _), .moreVersions(let two, _)): one == two
    default: false
    }
  }
}
