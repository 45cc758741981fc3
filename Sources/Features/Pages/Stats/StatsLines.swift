import Clients
import DiscogsModel
import RunoutModel
import Wording

/// The groups of one grouping, as far as panels use them.
nonisolated struct StatsCount {
  /// The first groups, in order.
  var groups: [ShelfGroup]
  /// The number of all groups.
  var total: Int

  /// A large shelf has tens of thousands of artists, but only some hundreds of months.
  private static let most = 600

  init(_ groups: [ShelfGroup]) {
    self.groups = groups.count <= Self.most ? groups : Array(groups.prefix(Self.most))
    total = groups.count
  }
}

/// Turns the counts of the collection into panels.
struct StatsLines {
  let counts: [ShelfGrouping: StatsCount]
  let failures: [ShelfGrouping: ClientError]
  /// Nil until counted.
  let copies: Int?
  let values: [ValueOnDay]
  /// The most bars of a panel; one more where just one would be left out.
  let most: Int
  /// The first key that tries again.
  let retryKey: String
  var builder: PanelBuilder<StatsPart>

  mutating func lay() -> [StatsPart: [PanelLine<StatsPart>]] {
    addTotals()
    addMonths()
    for grouping in StatsPart.counted { addBars(grouping) }
    return builder.lines
  }

  private func percent(_ number: Int) -> String {
    guard let copies, copies > 0 else { return "" }
    let percent = (number * 1_000 / copies + 5) / 10
    return percent == 0 ? "<1 %" : "\(percent) %"
  }

  /// Begins a panel and returns its groups; nil after saying why there are none.
  private mutating func begin(_ part: StatsPart, _ title: String, of grouping: ShelfGrouping) -> StatsCount? {
    builder.begin(part, title)
    if let error = failures[grouping] {
      builder.text("\(error.sentence) · \(HomeWords.retry(key: retryKey))", .error)
      return nil
    }
    guard let count = counts[grouping] else {
      builder.text(PageWords.loading, .quiet)
      return nil
    }
    return count
  }

  // MARK: Totals

  private mutating func addTotals() {
    builder.begin(.totals, StatsWords.totals)
    if let error = failures[.folder] {
      builder.text("\(error.sentence) · \(HomeWords.retry(key: retryKey))", .error)
    }
    fact(FieldWords.worth, Sparkline.worth(values, days: max(4, builder.columns - 30)), nil, tone: .price)
    if let copies {
      let folders = counts[.folder].map { PageWords.inFolders($0.total) } ?? ""
      fact(StatsWords.copies, "\(copies.grouped)\(folders)", .group(.folder))
    }
    if let groups = counts[.media]?.groups { fact(StatsWords.grade, Self.grade(groups), .group(.media)) }
    if let groups = counts[.rating]?.groups { fact(StatsWords.rated, rating(groups), .group(.rating)) }
    if let never = counts[.played]?.groups.first(where: { $0.name.isEmpty }) {
      let words = [never.copies.grouped, percent(never.copies)].filter { !$0.isEmpty }
      fact(StatsWords.neverPlayed, words.joined(separator: " · "), .group(.played))
    }
  }

  private mutating func fact(_ name: String, _ text: String, _ part: StatsPart?, tone: PanelTone = .plain) {
    guard !text.isEmpty else { return }
    builder.add {
      $0.lead = name
      $0.leadColumns = 15
      $0.text = text
      $0.tone = tone
      $0.opens = part
    }
  }

  /// The average grade: `VG+ · 71 graded`; empty where nothing is.
  static func grade(_ groups: [ShelfGroup]) -> String {
    let ranked = groups.compactMap { group in
      Condition.grades.firstIndex(of: group.name).map { (rank: $0, copies: group.copies) }
    }
    let graded = ranked.reduce(0) { $0 + $1.copies }
    guard graded > 0 else { return "" }
    let sum = ranked.reduce(0) { $0 + $1.rank * $1.copies }
    let grade = Condition.grades[(2 * sum + graded) / (2 * graded)]
    return "\(Condition.shortName(grade)) · \(StatsWords.graded(graded))"
  }

  /// `66 of 75 · ★ 4.4`; empty where nothing is rated.
  private func rating(_ groups: [ShelfGroup]) -> String {
    let stars = groups.compactMap { group in Int(group.name).map { (stars: $0, copies: group.copies) } }
    let rated = stars.reduce(0) { $0 + $1.copies }
    guard rated > 0 else { return "" }
    let tenths = (20 * stars.reduce(0) { $0 + $1.stars * $1.copies } + rated) / (2 * rated)
    let all = groups.reduce(0) { $0 + $1.copies }
    return "\(StatsWords.rated(rated, of: all)) · ★ \(tenths / 10).\(tenths % 10)"
  }

  // MARK: Months

  private mutating func addMonths() {
    guard let groups = begin(.months, StatsWords.byMonth, of: .added)?.groups else { return }
    let months = Self.months(groups, last: builder.columns)
    guard let first = months.first, let last = months.last, let most = months.max(by: { $0.copies < $1.copies }) else {
      return builder.text(PageWords.nothingToCount, .quiet)
    }
    let width = max(1, min(3, builder.columns / months.count))
    let values = months.flatMap { Array(repeating: $0.copies, count: width) }
    for row in Sparkline.chart(values, rows: Self.chartRows) {
      builder.add {
        $0.tone = .bar
        $0.text = row
      }
    }
    builder.add {
      $0.text = StatsWords.span(first.name, last.name, most: most.copies, in: most.name)
      $0.tone = .quiet
      $0.opens = .months
    }
  }

  private static let chartRows = 3

  /// The last `most` months of all from the first to the last, those without an addition included.
  static func months(_ groups: [ShelfGroup], last most: Int) -> [(name: String, copies: Int)] {
    let known = groups.compactMap { group -> (month: Int, copies: Int)? in
      let parts = group.name.split(separator: "-").compactMap { Int($0) }
      guard parts.count == 2, (1...12).contains(parts[1]), (1...9_999).contains(parts[0]) else { return nil }
      return (parts[0] * 12 + parts[1] - 1, group.copies)
    }
    guard let first = known.map(\.month).min(), let last = known.map(\.month).max() else { return [] }
    let copies = Dictionary(known.map { ($0.month, $0.copies) }) { $0 + $1 }
    return (max(first, last - most + 1)...last).map { month in
      let number = month % 12 + 1
      return ("\(month / 12)-\(number < 10 ? "0" : "")\(number)", copies[month] ?? 0)
    }
  }

  // MARK: Bars

  private mutating func addBars(_ grouping: ShelfGrouping) {
    let part = StatsPart.group(grouping)
    guard let count = begin(part, GroupWording.caption(grouping), of: grouping) else { return }
    guard let largest = count.groups.map(\.copies).max() else { return builder.text(PageWords.nothingToCount, .quiet) }
    let shown = count.groups.prefix(count.total == most + 1 ? most + 1 : most)
    let width = largest.grouped.utf8.count
    builder.bars(
      shown.map { group in
        let copies = group.copies.grouped
        let share = percent(group.copies)
        let padding = String(repeating: " ", count: max(0, 5 - share.utf8.count) + 1)
        let trailing = String(repeating: " ", count: width - copies.utf8.count) + copies
        return (
          GroupWording.name(group, grouping), group.copies,
          builder.columns < 30 ? trailing : trailing + padding + share,
          .shelf(group.query)
        )
      }, largest: largest)
    guard count.total > shown.count else { return }
    builder.add {
      $0.tone = .quiet
      $0.text = StatsWords.more(count.total - shown.count)
      $0.opens = part
    }
  }
}
