/// A panel of Home; the order is that in which they are walked where there is one column.
nonisolated public enum HomePart: String, CaseIterable, Hashable, Sendable {
  /// What to do first, where there is no shelf yet.
  case start
  /// What is wrong, or waits.
  case notes
  case additions, pick, wants
  /// Searches and pages to go on with.
  case again
  case bookmarks, decades

  /// The widths from which on there is room for two and three columns.
  static let widths = [100, 150]
  /// The panels of each column, for one column, two and three.
  static let arrangements: [[[HomePart]]] = [
    [allCases],
    [[.start, .notes, .additions, .pick, .wants], [.again, .bookmarks, .decades]],
    [[.start, .notes, .additions, .pick], [.wants], [.again, .bookmarks, .decades]],
  ]
}
