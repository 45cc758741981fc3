/// The number of records that came out in a year.
public struct YearTally: Hashable, Sendable {
  public var year: Int
  public var records: Int

  public init(year: Int, records: Int) { (self.year, self.records) = (year, records) }
}
