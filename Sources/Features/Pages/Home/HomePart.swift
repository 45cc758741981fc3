/// A panel of Home, in the order in which they are walked in one column.
nonisolated public enum HomePart: String, CaseIterable, Hashable, Sendable {
  /// First steps, while there is no shelf yet.
  case start
  /// Problems, pending changes and the catalogue's month.
  case notes
  case additions, pick, wants, news
  /// Recent searches and pages.
  case again
  case bookmarks, saved
  /// Records of the shelf that came out around this day.
  case today

  /// The least widths for two and three columns.
  static let widths = [100, 150]
  /// The panels of each column, for one column, two and three.
  static let arrangements: [[[HomePart]]] = [
    [allCases],
    [[.start, .notes, .additions, .pick], [.wants, .again, .bookmarks, .saved, .news, .today]],
    [[.start, .notes, .additions, .pick], [.wants, .today], [.again, .bookmarks, .saved, .news]],
  ]
}
