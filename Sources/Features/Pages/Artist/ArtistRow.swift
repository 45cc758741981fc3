import Clients
public import DiscogsModel
import RunoutModel
import Sleeves

/// A line of an artist's page.
nonisolated public enum ArtistRow: ListRow {
  /// The artist: the text beside the list is the profile.
  case artist(Artist.ID)
  /// What stands above the works of a section.
  case caption(DiscographySection)
  case work(Work)
  /// A version, below its master.
  case version(CatalogueRow, of: Master.ID)
  /// Below those that are shown: that the master has more. Nil where their number is not known.
  case moreVersions(of: Master.ID, count: Int?)

  /// A master, or a release without one.
  public struct Work: Hashable, Sendable {
    public var row: CatalogueRow
    /// What its cover is drawn from where the whole record is known; nil for what the row says.
    var sleeve: SleeveFacts?

    public var section: DiscographySection { row.section ?? .releases }
    public var master: Master.ID? { if case .master(let id) = row.reference { id } else { nil } }
  }

  /// The record of the line; nil where it is none of the list's.
  public var row: CatalogueRow? {
    switch self {
    case .work(let work): work.row
    case .version(let row, _): row
    case .artist, .caption, .moreVersions: nil
    }
  }

  public var isCaption: Bool { if case .caption = self { true } else { false } }
  public var isOfThePage: Bool { if case .artist = self { true } else { false } }

  /// The master that the line is of, or that it is below.
  var master: Master.ID? {
    switch self {
    case .work(let work): work.master
    case .version(_, let master), .moreVersions(let master, _): master
    case .artist, .caption: nil
    }
  }

  /// Whether it stands below the line of its master.
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

  /// What find looks through.
  var searchText: String { row?.searchText ?? "" }

  /// Whether two lines are about the same thing.
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
