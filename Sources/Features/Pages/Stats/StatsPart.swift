public import RunoutModel

/// A panel of Stats.
nonisolated public enum StatsPart: Hashable, Sendable {
  case totals, months
  case group(ShelfGrouping)

  /// The widths from which on there is room for two and three columns.
  static let widths = [76, 114]
  /// The panels of each column, for one column, two and three.
  static let arrangements: [[[StatsPart]]] = [
    [[.totals, .months] + groups.map(StatsPart.group)],
    [
      [.totals, .months, .group(.decade), .group(.media)],
      [.group(.format), .group(.genre), .group(.style), .group(.label), .group(.artist), .group(.country)],
    ],
    [
      [.totals, .months, .group(.decade), .group(.media)], [.group(.format), .group(.genre), .group(.style)],
      [.group(.label), .group(.artist), .group(.country)],
    ],
  ]
  private static let groups: [ShelfGrouping] = [
    .decade, .format, .genre, .style, .label, .artist, .country, .media,
  ]

  /// What the panel counts by.
  var grouping: ShelfGrouping {
    switch self {
    case .totals: .folder
    case .months: .added
    case .group(let grouping): grouping
    }
  }

  /// What has to be counted for all of them.
  static let counted = ShelfGrouping.allCases.filter { $0 != .year }
}
