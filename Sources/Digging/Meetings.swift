/// The records on which several people meet, found from each person's records.
///
/// People are numbered by their place in the list, records by rank: lower ones are more popular.
public struct Meetings: Sendable {
  /// A record, with the people on it.
  public struct Meeting: Hashable, Sendable {
    public var record: Int
    public var people: [Int]

    public init(record: Int, people: [Int]) { (self.record, self.people) = (record, people) }
  }

  /// Pairs of a record, in the high bits, and a person on it, in ascending order.
  private let pairs: [UInt64]
  private static let personBits: UInt64 = 12
  /// The most people told apart; later ones are left out.
  public static let mostPeople = 1 << 12

  public init(_ records: [[Int]]) {
    var pairs: [UInt64] = []
    for (person, ranks) in records.prefix(Self.mostPeople).enumerated() {
      for rank in ranks where rank >= 0 { pairs.append(UInt64(rank) << Self.personBits | UInt64(person)) }
    }
    pairs.sort()
    self.pairs = pairs
  }

  /// Every record, the most popular first.
  private func forEach(_ body: (Int, ArraySlice<UInt64>) -> Void) {
    var start = 0
    while start < pairs.count {
      let record = pairs[start] >> Self.personBits
      var end = start + 1
      while end < pairs.count, pairs[end] >> Self.personBits == record { end += 1 }
      body(Int(record), pairs[start..<end])
      start = end
    }
  }

  private static func people(_ pairs: ArraySlice<UInt64>) -> [Int] {
    var people: [Int] = []
    for pair in pairs {
      let person = Int(pair & (1 << personBits - 1))
      if people.last != person { people.append(person) }
    }
    return people
  }

  /// The number of records each person shares with another one, except for some records.
  public func shared(count: Int, without records: Set<Int> = []) -> [Int] {
    var shared = [Int](repeating: 0, count: count)
    forEach { record, pairs in
      let people = Self.people(pairs)
      guard people.count > 1, !records.contains(record) else { return }
      for person in people where person < count { shared[person] += 1 }
    }
    return shared
  }

  /// The records with the most people; of equal ones, the most popular first.
  ///
  /// - Parameters:
  ///   - least: the least number of people on a record.
  ///   - records: left out.
  ///   - most: the most records to return.
  public func records(withAtLeast least: Int, without records: Set<Int> = [], most: Int) -> [Meeting] {
    var found: [Meeting] = []
    forEach { record, pairs in
      guard pairs.count >= least, !records.contains(record) else { return }
      let people = Self.people(pairs)
      if people.count >= least { found.append(Meeting(record: record, people: people)) }
    }
    // They come by rank, which sorting keeps among equals.
    let keyed = found.enumerated().sorted {
      ($1.element.people.count, $0.offset) < ($0.element.people.count, $1.offset)
    }
    return keyed.prefix(most).map(\.element)
  }
}
