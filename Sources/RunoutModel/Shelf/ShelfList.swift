/// One of the two lists of a shelf.
public enum ShelfList: String, CaseIterable, Hashable, Sendable {
  /// Owned copies.
  case collection
  /// Wanted releases and masters.
  case wantList = "wants"

  /// The ways to group its rows. Wants have no folder, condition or plays.
  public var groupings: [ShelfGrouping] {
    switch self {
    case .collection: ShelfGrouping.allCases
    case .wantList: [.artist, .label, .decade, .year, .format, .genre, .style, .country, .added, .rating]
    }
  }

  public var columns: [ShelfColumn] {
    switch self {
    case .collection: ShelfColumn.allCases.filter { ![.lowest, .limit].contains($0) }
    case .wantList: [.name, .year, .format, .label, .catalogueNumber, .rating, .added, .lowest, .limit, .notes]
    }
  }
}
