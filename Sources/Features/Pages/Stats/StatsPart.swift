public import RunoutModel

nonisolated public enum StatsPart: Hashable, Sendable {
  case totals, months
  /// The covers above the panels.
  case rated
  case group(ShelfGrouping)

  /// The least widths for two and three columns.
  static let widths = [76, 114]
  /// The panels of each column, for one column, two and three.
  static let arrangements: [[[StatsPart]]] = [
    [[.totals] + groups.map(StatsPart.group) + [.months]],
    [
      [.totals, .group(.decade), .group(.media), .months],
      [.group(.format), .group(.genre), .group(.style), .group(.label), .group(.artist), .group(.country)],
    ],
    [
      [.totals, .group(.decade), .group(.media), .months], [.group(.format), .group(.genre), .group(.style)],
      [.group(.label), .group(.artist), .group(.country)],
    ],
  ]
  private static let groups: [ShelfGrouping] = [.decade, .format, .genre, .style, .label, .artist, .country, .media]

  /// The grouping that the panel opens in full.
  var grouping: ShelfGrouping {
    switch self {
    case .totals: .folder
    case .months: .added
    case .rated: .rating
    case .group(let grouping): grouping
    }
  }

  /// The groupings that the panels count: all but years.
  static let counted = ShelfGrouping.allCases.filter { $0 != .year }
}
