public import RunoutModel

extension Sequence<Int> {
  /// Every year from the first to the last of them with how often it occurs, those between that do not, too.
  ///
  /// - Parameter mostEmpty: runs of more years without any are left out: a single typing mistake would leave a century of
  ///   nothing.
  public func tallied(mostEmpty: Int = 10) -> [YearTally] {
    var counts: [Int: Int] = [:]
    for year in self { counts[year, default: 0] += 1 }
    var tallies: [YearTally] = []
    for year in counts.keys.sorted() {
      if let last = tallies.last?.year, year - last - 1 <= mostEmpty {
        for empty in (last + 1)..<year { tallies.append(YearTally(year: empty, records: 0)) }
      }
      tallies.append(YearTally(year: year, records: counts[year] ?? 0))
    }
    return tallies
  }
}
