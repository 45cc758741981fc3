/// Finds the next record of sorted runs: a binary heap by two words of each, then by the caller's comparison.
struct MergeHeap {
  struct Head {
    var first: UInt64
    var second: UInt64
    var run: Int
  }

  /// Whether one run's next record precedes another's with equal words.
  typealias Tie = (_ run: Int, _ other: Int) -> Bool

  private var heads: [Head]

  init(_ heads: [Head], _ tie: Tie) {
    self.heads = heads
    for index in stride(from: heads.count / 2 - 1, through: 0, by: -1) { sink(index, tie) }
  }

  /// Nil at the end of all runs.
  var first: Head? { heads.first }

  /// Replaces the first head by the next one of its run; nil for the run's end.
  mutating func replaceFirst(with head: Head?, _ tie: Tie) {
    if let head {
      heads[0] = head
    } else {
      heads[0] = heads[heads.count - 1]
      heads.removeLast()
    }
    if !heads.isEmpty { sink(0, tie) }
  }

  private mutating func sink(_ start: Int, _ tie: Tie) {
    heads.withUnsafeMutableBufferPointer { heads in
      let sinking = heads[start]
      var place = start
      while true {
        var child = 2 * place + 1
        guard child < heads.count else { break }
        if child + 1 < heads.count, Self.precedes(heads[child + 1], heads[child], tie) { child += 1 }
        guard Self.precedes(heads[child], sinking, tie) else { break }
        heads[place] = heads[child]
        place = child
      }
      heads[place] = sinking
    }
  }

  @inline(__always) private static func precedes(_ left: Head, _ right: Head, _ tie: Tie) -> Bool {
    if left.first != right.first { return left.first < right.first }
    if left.second != right.second { return left.second < right.second }
    return tie(left.run, right.run)
  }
}
