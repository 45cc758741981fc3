/// A run of facts in the order of their ranks, for several threads to read at once.
struct FactBatch: Sendable {
  /// Of the first of them.
  let firstRank: Int
  private let bytes: [UInt8]
  /// Where each ends.
  private let ends: [Int]

  var count: Int { ends.count }

  func forEach(_ body: (_ rank: Int, _ fact: Fact) throws -> Void) rethrows {
    try bytes.withUnsafeBytes { bytes in
      var start = 0
      for (index, end) in ends.enumerated() {
        try body(firstRank + index, Fact(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
        start = end
      }
    }
  }

  struct Builder {
    /// Of the fact that is added next after the ones that were taken.
    private var firstRank: Int
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private static let size = 512 << 10

    init(firstRank: Int = 1) {
      self.firstRank = firstRank
    }

    /// Adds the fact of the next rank.
    mutating func append(_ fact: UnsafeRawBufferPointer) {
      if bytes.isEmpty { bytes.reserveCapacity(Self.size + fact.count) }
      bytes.append(contentsOf: fact)
      ends.append(bytes.count)
    }

    var isFull: Bool { bytes.count >= Self.size }

    /// What has been added since the last time; nil for nothing.
    mutating func take() -> FactBatch? {
      guard !ends.isEmpty else { return nil }
      defer {
        firstRank += ends.count
        bytes = []
        ends = []
      }
      return FactBatch(firstRank: firstRank, bytes: bytes, ends: ends)
    }
  }
}
