public import RunoutModel

extension Sequence<Int> {
  /// The number of occurrences of every year from the first to the last, years without any included.
  ///
  /// - Parameter mostEmpty: longer runs of years without any are left out, as a single typing mistake would add a
  ///   century of them.
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
