/// Turns ranks that come in ascending order into sets, one for every value and group of ranks.
struct FacetSetWriter {
  private let sorter: SpillSorter
  /// The ranks of the group under way, by value, without their high bits.
  private var sets: [[UInt16]] = []
  private var counts: [Int] = []
  private var group = 0

  init(sorter: SpillSorter) {
    self.sorter = sorter
  }

  mutating func add(_ value: UInt16, _ rank: Int) throws {
    let group = rank >> CatalogueSchema.FacetSet.groupBits
    if group != self.group {
      try endGroup()
      self.group = group
    }
    let value = Int(value)
    if value >= sets.count {
      sets.append(contentsOf: repeatElement([], count: value + 64 - sets.count))
      counts.append(contentsOf: repeatElement(0, count: value + 64 - counts.count))
    }
    let member = UInt16(rank & (CatalogueSchema.FacetSet.groupSize - 1))
    // A release of two LPs has the value twice.
    guard sets[value].last != member else { return }
    sets[value].append(member)
    counts[value] += 1
  }

  func count(of value: UInt16) -> Int {
    Int(value) < counts.count ? counts[Int(value)] : 0
  }

  private mutating func endGroup() throws {
    for value in sets.indices where !sets[value].isEmpty {
      let key = UInt64(CatalogueSchema.FacetSet.key(value, group))
      if sets[value].count < CatalogueSchema.FacetSet.bitmapFrom {
        try sets[value].withUnsafeBytes { try sorter.append(key, 0, $0) }
      } else {
        var bits = [UInt8](repeating: 0, count: CatalogueSchema.FacetSet.groupSize / 8)
        for member in sets[value] { bits[Int(member >> 3)] |= 1 << UInt8(member & 7) }
        try bits.withUnsafeBytes { try sorter.append(key, 0, $0) }
      }
      sets[value].removeAll(keepingCapacity: true)
    }
  }

  /// Hands over all sets in the order of their keys.
  mutating func finish(_ body: (_ key: Int, _ bytes: UnsafeRawBufferPointer) throws -> Void) throws {
    try endGroup()
    try sorter.drain { key, _, bytes in try body(Int(key), bytes) }
  }
}
