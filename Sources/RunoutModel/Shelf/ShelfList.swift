/// One of the two lists of a shelf.
public enum ShelfList: String, CaseIterable, Hashable, Sendable {
  /// The copies that are owned.
  case collection
  /// The releases that are wanted.
  case wantList = "wants"
}

extension ShelfList {
  /// The groups its rows can have. Wants have no folder, condition or plays.
  public var groupings: [ShelfGrouping] {
    switch self {
    case .collection: ShelfGrouping.allCases
    case .wantList: [.artist, .label, .decade, .year, .format, .genre, .style, .country, .added, .rating]
    }
  }

  /// The columns its rows can have.
  public var columns: [ShelfColumn] {
    switch self {
    case .collection: ShelfColumn.allCases.filter { ![.lowest, .limit].contains($0) }
    case .wantList: [.name, .year, .format, .label, .catalogueNumber, .rating, .added, .lowest, .limit, .notes]
    }
  }
}
