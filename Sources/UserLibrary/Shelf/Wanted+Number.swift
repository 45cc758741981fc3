internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

/// The number that the tables and the journal know a want by: its release's, or minus its master's.
///
/// Discogs' numbers are positive, so neither is taken for the other, and what joins `want` with limits and prices, walks
/// its indexes and keeps it unique is the same for both.
extension Wanted: JournalNumber {
  init(item: Int64) {
    // A damaged file may say anything; the least number has no opposite.
    self = item < 0 ? .master(Master.ID(Int(-max(item, -Int64.max)))) : .release(Release.ID(item: item))
  }

  var item: Int64 {
    switch self {
    case .release(let id): id.item
    case .master(let id): -Int64(max(id.number, 0))
    }
  }
}

extension ShelfTable {
  /// What SQL calls a want that Discogs can have: of a release.
  static let isOfRelease = "want.release >= 0"
}

extension ShelfFacts {
  /// The facts of a want.
  init(wantedIn row: Row) throws {
    let known = try ShelfFacts(row)
    guard case .master(let master) = Wanted(item: try row.value("release")) else {
      self = known
      return
    }
    self.init(
      master: master, artist: known.artist, title: known.title, year: known.year, genres: known.genres,
      styles: known.styles, versions: try row.value("versions"))
  }
}
