internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

/// A want's number in the tables and the journal: its release's, or minus its master's.
///
/// Discogs' numbers are positive, so the two never clash, and both kinds share the joins with limits and prices, the
/// index walks and the unique constraint.
extension Wanted: JournalNumber {
  init(item: Int64) {
    // A damaged file may hold any number; the least one has no negative.
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
  /// SQL condition: the want is of a release, so Discogs can have it.
  static let isOfRelease = "want.release >= 0"
}

extension ShelfFacts {
  /// Reads the facts of a want, also one of any pressing.
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
