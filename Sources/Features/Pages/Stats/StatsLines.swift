import Clients
import DiscogsModel
public import RunoutModel
import Wording

/// The first groups of one grouping, as many as panels use, and the number of all.
typealias StatsCount = (groups: [ShelfGroup], total: Int)

/// Turns the counts of the collection into panels.
struct StatsLines {
  let model: StatsModel
  /// The most bars of a panel; one more where just one would be left out.
  let most: Int
  /// The rows of a column in sight, below a chart or covers; nil where there are none.
  let rows: Int?
  /// Whether the chart is above, in place of the months.
  let hasCourse: Bool
  var builder: PanelBuilder<StatsPart>

  private var counts: [ShelfGrouping: StatsCount] { model.counts }

  mutating func lay() -> [StatsPart: [PanelLine<StatsPart>]] {
    addTotals()
    if !hasCourse { addMonths() }
    // The two panels below the totals end with the screen. Each has a caption, a line for what is left out, and a blank
    // one above.
    let left = rows.map { $0 - (builder.lines[.totals]?.count ?? 0) } ?? 0
    addBars(.decade, most: max(most, left / 2 - 3))
    let belowDecades = left - 1 - (builder.lines[.group(.decade)]?.count ?? 0)
    if !addShares(.media, unlessWithin: rows == nil ? most : belowDecades - 2) {
      addBars(.media, most: rows == nil ? most : max(3, belowDecades - 3))
    }
    for grouping in StatsPart.counted where ![.decade, .media].contains(grouping) { addBars(grouping, most: most) }
    return builder.lines
  }

  private func percent(_ number: Int) -> String {
    guard let copies = model.copies, copies > 0 else { return "" }
    let percent = (number * 1_000 / copies + 5) / 10
    return percent == 0 ? "<1 %" : "\(percent) %"
  }

  /// Begins a panel and returns its groups; nil after saying why there are none.
  private mutating func begin(_ part: StatsPart, _ title: String, of grouping: ShelfGrouping) -> StatsCount? {
    builder.begin(part, title)
    if let error = model.failures[grouping] {
      say(error)
      return nil
    }
    if counts[grouping] == nil { builder.text(ScreenWords.loading, .quiet) }
    return counts[grouping]
  }

  private mutating func say(_ error: ClientError) {
    builder.text("\(error.sentence) · \(ScreenWords.retry(key: model.keys[.refreshView]?.first ?? ""))", .error)
  }

  // MARK: Totals

  private mutating func addTotals() {
    builder.begin(.totals, StatsWords.totals)
    if let error = model.failures[.folder] { say(error) }
    fact(FieldWords.worth, Sparkline.worth(model.values, days: max(4, builder.columns - 30)), nil, tone: .price)
    addPaid()
    if let copies = model.copies {
      let folders = counts[.folder].map { PageWords.inFolders($0.total) } ?? ""
      fact(ColumnWords.copies, "\(copies.grouped)\(folders)", .group(.folder))
    }
    if let groups = counts[.media]?.groups { fact(StatsWords.grade, Self.grade(groups), .group(.media)) }
    if let groups = counts[.rating]?.groups { fact(StatsWords.rated, rating(groups), .group(.rating)) }
    if model.plays.longest > 0 {
      fact(
        StatsWords.plays,
        StatsWords.plays(thisMonth: model.plays.thisMonth, streak: model.plays.streak, longest: model.plays.longest),
        .group(.played))
    }
    if hasCourse, let most = counts[.added]?.groups.filter({ !$0.name.isEmpty }).max(by: { $0.copies < $1.copies }) {
      fact(StatsWords.mostAdded, StatsWords.most(most.copies, in: most.name), .months)
    }
    // Where nothing has ever been played, it is not counted.
    if let played = counts[.played]?.groups, let never = played.first(where: { $0.name.isEmpty }), played.count > 1 {
      let words = [never.copies.grouped, percent(never.copies)].filter { !$0.isEmpty }
      fact(StatsWords.neverPlayed, words.joined(separator: " · "), .group(.played))
    }
  }

  /// In the currency of the most copies.
  private mutating func addPaid() {
    guard let paid = model.paid.groups.max(by: { $0.copies < $1.copies }) else { return }
    fact(StatsWords.paid, "\(paid.written(paid.paid)) · \(ShelfWords.copies(paid.copies))", nil, tone: .price)
    if paid.priced > 0 {
      let (then, now) = (paid.written(paid.paidOfPriced), paid.written(paid.worth))
      fact(StatsWords.thenAndNow, "\(then) → \(now)", nil, tone: .price)
    }
    let others = model.paid.groups.reduce(model.paid.unread?.copies ?? 0) { $0 + $1.copies } - paid.copies
    if others > 0 { fact("", StatsWords.leftOut(others), nil, tone: .quiet) }
  }

  private mutating func fact(_ name: String, _ text: String, _ part: StatsPart?, tone: PanelTone = .plain) {
    if !text.isEmpty { builder.add(text, tone, lead: name, leadColumns: 15, opens: part) }
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
    builder.text(StatsWords.most(most.copies, in: most.name), .quiet)
    for row in Sparkline.chart(values, rows: 3) { builder.add(row, .bar) }
    // Each at its end of the chart, where it is long enough.
    let gap = values.count - first.name.utf8.count - last.name.utf8.count
    let ends = gap > 0 ? first.name + String(repeating: " ", count: gap) + last.name : nil
    builder.add(ends ?? StatsWords.span(first.name, last.name), .quiet, opens: .months)
  }

  /// The last `most` months of all from the first to the last, those without an addition included.
  nonisolated static func months(_ groups: [ShelfGroup], last most: Int) -> [(name: String, copies: Int)] {
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

  /// Adds a panel with one bar that all groups share, and their names and numbers below it.
  ///
  /// - Parameter most: so many groups have a bar of their own.
  /// - Returns: false, and adds nothing, where each has, or where not all groups are known.
  private mutating func addShares(_ grouping: ShelfGrouping, unlessWithin most: Int) -> Bool {
    guard let count = counts[grouping], model.failures[grouping] == nil else { return false }
    guard count.total > most, count.groups.count == count.total else { return false }
    let part = StatsPart.group(grouping)
    builder.begin(part, GroupWording.caption(grouping))
    let shares = count.groups.map { group in
      let name = GroupWording.name(group, grouping)
      return PanelShare(name: name, value: group.copies, tone: .grade(name))
    }
    builder.shares(shares, opens: part)
    return true
  }

  private mutating func addBars(_ grouping: ShelfGrouping, most: Int) {
    let part = StatsPart.group(grouping)
    guard let count = begin(part, GroupWording.caption(grouping), of: grouping) else { return }
    guard let largest = count.groups.map(\.copies).max() else { return builder.text(PageWords.nothingToCount, .quiet) }
    let shown = count.groups.prefix(count.total == most + 1 ? most + 1 : most)
    let areLong = builder.columns >= 34 && [.artist, .label].contains(grouping)
    let names = areLong ? 18 : min(12, builder.columns * 2 / 5)
    builder.bars(
      shown.map { group in
        (GroupWording.name(group, grouping), group.copies, group.copies.grouped, .shelf(group.query))
      }, largest: largest, names: max(8, names),
      tone: { PanelTone(of: grouping, $0) })
    if count.total > shown.count { builder.add(StatsWords.more(count.total - shown.count), .quiet, opens: part) }
  }
}

extension PaidReport.Group {
  /// An amount as a price, of an unknown currency as a number; from a thousand on without its hundredths.
  fileprivate func written(_ hundredths: Int) -> String {
    let isWhole = hundredths >= 100_000
    let amount = DecimalNumber(significand: hundredths, scale: 2).rounded(toPlaces: isWhole ? 0 : 2)
    let text = currency.map { Money(amount, $0).displayName } ?? "\(amount)"
    return isWhole && text.hasSuffix(".00") ? String(text.dropLast(3)) : text
  }
}

nonisolated extension PanelTone {
  /// The tone of a group's bar.
  public init(of grouping: ShelfGrouping, _ name: String) {
    self =
      switch grouping {
      case .media: .grade(name)
      case .decade: .timeBar
      case .artist, .label: .nameBar
      default: .bar
      }
  }
}
