/// Facts of consecutive ranks, for several threads to read at once.
struct FactBatch: Sendable {
  let firstRank: Int
  private let bytes: [UInt8]
  /// The end of each fact in `bytes`.
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
    private var firstRank: Int
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private static let size = 512 << 10

    init(firstRank: Int = 1) { self.firstRank = firstRank }

    mutating func append(_ fact: UnsafeRawBufferPointer) {
      if bytes.isEmpty { bytes.reserveCapacity(Self.size + fact.count) }
      bytes.append(contentsOf: fact)
      ends.append(bytes.count)
    }

    var isFull: Bool { bytes.count >= Self.size }

    /// The facts added since the last call; nil for none.
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
