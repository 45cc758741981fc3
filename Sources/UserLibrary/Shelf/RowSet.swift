/// A set of row numbers, a bit each: SQLite numbers rows from 1 on.
struct RowSet: Sendable {
  private var bits: [UInt64]
  private(set) var count = 0

  /// Numbers beyond are in no set: there are not that many rows, and a number from a damaged file could use up all
  /// memory.
  static let range: ClosedRange<Int64> = 0...(1 << 28)

  /// An empty set with room for numbers up to this one.
  init(upTo last: Int64 = 0) {
    let last = min(max(last, Self.range.lowerBound), Self.range.upperBound)
    bits = Array(repeating: 0, count: Int(last >> 6) + 1)
  }

  func contains(_ id: Int64) -> Bool {
    guard Self.range.contains(id) else { return false }
    let place = Int(id >> 6)
    return place < bits.count && bits[place] & (1 << UInt64(id & 63)) != 0
  }

  mutating func insert(_ id: Int64) {
    guard Self.range.contains(id) else { return }
    let place = Int(id >> 6)
    if place >= bits.count { bits += Array(repeating: 0, count: place + 1 - bits.count) }
    let bit: UInt64 = 1 << UInt64(id & 63)
    if bits[place] & bit == 0 { count += 1 }
    bits[place] |= bit
  }

  mutating func formIntersection(_ other: RowSet) { combine(other) { $0 & $1 } }

  mutating func formUnion(_ other: RowSet) {
    if other.bits.count > bits.count { bits += Array(repeating: 0, count: other.bits.count - bits.count) }
    combine(other) { $0 | $1 }
  }

  mutating func subtract(_ other: RowSet) { combine(other) { $0 & ~$1 } }

  func subtracting(_ other: RowSet) -> RowSet {
    var rest = self
    rest.subtract(other)
    return rest
  }

  private mutating func combine(_ other: RowSet, _ body: (UInt64, UInt64) -> UInt64) {
    count = 0
    for place in bits.indices {
      bits[place] = body(bits[place], place < other.bits.count ? other.bits[place] : 0)
      count += bits[place].nonzeroBitCount
    }
  }

  /// In ascending order.
  var numbers: [Int64] {
    var numbers: [Int64] = []
    numbers.reserveCapacity(count)
    for place in bits.indices {
      var left = bits[place]
      while left != 0 {
        numbers.append(Int64(place) << 6 + Int64(left.trailingZeroBitCount))
        left &= left - 1
      }
    }
    return numbers
  }
}
