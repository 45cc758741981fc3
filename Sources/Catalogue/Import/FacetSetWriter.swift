/// Turns ascending ranks into sets, one for every value and group of ranks.
struct FacetSetWriter {
  private let sorter: SpillSorter
  /// The current group's ranks without their high bits, by value.
  private var sets: [[UInt16]]
  private(set) var counts: [Int]
  private var group = 0

  /// - Parameter counts: of the ranks already in the sorter.
  init(sorter: SpillSorter, counts: [Int] = []) {
    (self.sorter, self.counts) = (sorter, counts)
    sets = Array(repeating: [], count: counts.count)
  }

  mutating func add(_ value: UInt16, _ rank: Int) throws {
    let group = rank >> CatalogueSchema.FacetSet.groupBits
    if group != self.group {
      try endSets()
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

  func count(of value: UInt16) -> Int { Int(value) < counts.count ? counts[Int(value)] : 0 }

  /// Passes the sets so far to the sorter. More ranks of the same group may follow: `finish` joins the parts.
  mutating func endSets() throws {
    for value in sets.indices {
      guard let first = sets[value].first else { continue }
      let key = UInt64(CatalogueSchema.FacetSet.key(value, group))
      try Self.packed(sets[value]).withUnsafeBytes { try sorter.append(key, UInt64(first), $0) }
      sets[value].removeAll(keepingCapacity: true)
    }
  }

  /// Passes all sets to `body` in the order of their keys.
  mutating func finish(_ body: (_ key: Int, _ bytes: UnsafeRawBufferPointer) throws -> Void) throws {
    try endSets()
    var set: (key: UInt64, bytes: [UInt8])?
    try sorter.drain { key, _, bytes in
      if let part = set, part.key == key {
        set = (key, Self.packed(Self.members(of: part.bytes) + Self.members(of: Array(bytes))))
        return
      }
      if let set { try set.bytes.withUnsafeBytes { try body(Int(set.key), $0) } }
      set = (key, Array(bytes))
    }
    if let set { try set.bytes.withUnsafeBytes { try body(Int(set.key), $0) } }
  }

  private static func packed(_ members: [UInt16]) -> [UInt8] {
    guard members.count >= CatalogueSchema.FacetSet.bitmapFrom else { return members.withUnsafeBytes { Array($0) } }
    var bits = [UInt8](repeating: 0, count: CatalogueSchema.FacetSet.groupSize / 8)
    for member in members { bits[Int(member >> 3)] |= 1 << UInt8(member & 7) }
    return bits
  }

  private static func members(of set: [UInt8]) -> [UInt16] {
    guard set.count == CatalogueSchema.FacetSet.groupSize / 8 else {
      return stride(from: 0, to: set.count - 1, by: 2).map { UInt16(set[$0]) | UInt16(set[$0 + 1]) << 8 }
    }
    return (0..<UInt16(CatalogueSchema.FacetSet.groupSize)).filter { set[Int($0 >> 3)] & 1 << UInt8($0 & 7) != 0 }
  }
}
