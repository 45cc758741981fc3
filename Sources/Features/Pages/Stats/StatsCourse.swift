import RunoutModel
import Wording

/// How the number of copies has grown, as a chart.
nonisolated public struct StatsCourse: Sendable {
  /// `71 by 2025-06`.
  public let latest: String
  /// The height of each column of the chart, in eighths of a row.
  public let heights: [Int]
  /// The first and the last month, and the years between them at their places.
  public let axis: String

  /// The rows of the chart.
  public let chartRows: Int
  /// The rows of caption, chart and axis, and a blank one below.
  var rows: Int { chartRows + Self.others }
  private static let others = 3

  /// - Parameters:
  ///   - groups: the copies by the month they were added.
  ///   - columns: of the chart.
  ///   - rows: for all of it; nil for as many as it has across the page.
  /// - Returns: nil for less than a year, which has no course.
  init?(_ groups: [ShelfGroup], columns: Int, rows: Int? = nil) {
    let chartRows = rows.map { $0 - Self.others } ?? 5
    self.chartRows = chartRows
    let months = StatsLines.months(groups, last: Self.mostMonths)
    guard let first = months.first, let last = months.last, months.count >= 12, columns > 20 else { return nil }
    var sum = groups.reduce(0) { $0 + ($1.name.isEmpty ? 0 : $1.copies) } - months.reduce(0) { $0 + $1.copies }
    let sums = months.map { month in
      sum += month.copies
      return sum
    }
    // Each column is of the month at its right end.
    heights = (1...columns).map { column in
      let value = sums[(column * sums.count + columns - 1) / columns - 1]
      return value > 0 ? max(1, value * 8 * chartRows / max(1, sum)) : 0
    }
    latest = StatsWords.copies(sum, by: last.name)
    var axis = first.name
    for (number, month) in months.enumerated() where month.name.hasSuffix("-01") {
      let (place, year) = (number * columns / months.count, month.name.prefix(4))
      let end = place + year.utf8.count + 2 + last.name.utf8.count
      guard place >= axis.utf8.count + 2, end <= columns else { continue }
      axis += String(repeating: " ", count: place - axis.utf8.count) + year
    }
    self.axis = axis + String(repeating: " ", count: columns - axis.utf8.count - last.name.utf8.count) + last.name
  }

  /// Fifty years: a date before has been mistyped.
  private static let mostMonths = 600
}
