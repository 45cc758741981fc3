/// On which records some people meet, from the records of each.
///
/// People are told by their place in the list, records by their rank: the lower, the better known.
public struct Meetings: Sendable {
  /// A record with those who are on it.
  public struct Meeting: Hashable, Sendable {
    public var record: Int
    /// In the order of the list.
    public var people: [Int]

    public init(record: Int, people: [Int]) { (self.record, self.people) = (record, people) }
  }

  /// Each record above the person on it, in ascending order.
  private let pairs: [UInt64]
  private static let personBits: UInt64 = 12
  /// More people than this are not told apart; those behind are left out.
  public static let mostPeople = 1 << 12

  /// - Parameter records: of each person.
  public init(_ records: [[Int]]) {
    var pairs: [UInt64] = []
    for (person, ranks) in records.prefix(Self.mostPeople).enumerated() {
      for rank in ranks where rank >= 0 { pairs.append(UInt64(rank) << Self.personBits | UInt64(person)) }
    }
    pairs.sort()
    self.pairs = pairs
  }

  /// Every record, best known first.
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

  /// On how many records each person is with another one of them, but for some records.
  public func shared(count: Int, without records: Set<Int> = []) -> [Int] {
    var shared = [Int](repeating: 0, count: count)
    forEach { record, pairs in
      let people = Self.people(pairs)
      guard people.count > 1, !records.contains(record) else { return }
      for person in people where person < count { shared[person] += 1 }
    }
    return shared
  }

  /// The records on which the most of them are, of equals the best known first.
  ///
  /// - Parameters:
  ///   - least: how many have to be on a record.
  ///   - records: that do not count.
  ///   - most: how many to find.
  public func records(withAtLeast least: Int, without records: Set<Int> = [], most: Int) -> [Meeting] {
    var found: [Meeting] = []
    forEach { record, pairs in
      guard pairs.count >= least, !records.contains(record) else { return }
      let people = Self.people(pairs)
      if people.count >= least { found.append(Meeting(record: record, people: people)) }
    }
    // They come by rank, which equals keep.
    let keyed = found.enumerated().sorted {
      ($1.element.people.count, $0.offset) < ($0.element.people.count, $1.offset)
    }
    return keyed.prefix(most).map(\.element)
  }
}
