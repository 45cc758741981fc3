internal import DiscogsModel

extension IndexFactWriter {
  /// Restores the numbers of values.
  func restore(_ facets: [FacetTable.Value]) {
    for value in facets { _ = self.facets.restore(value) }
  }

  /// Restores the counts of the writer that wrote the facts and names.
  func restoreCounts(checking check: () throws -> Void) throws {
    var reader = SpoolReader(spool)
    while let size = try reader.take(4)?.loadUnaligned(as: UInt32.self) {
      guard let bytes = try reader.take(Int(size)) else { throw SpoolError.truncated }
      let fact = Fact(bytes: bytes)
      switch fact.kind {
      case .artist: tallies.artists.setHasRecord(fact.id)
      case .label: tallies.labels.setHasRecord(fact.id)
      case .master: break
      case .release:
        guard let sections = fact.sections else { throw SpoolError.truncated }
        tallies.count(sections)
      }
      count += 1
      if count & 0xFFF == 0 { try check() }
    }
    guard let names else { return }
    reader = SpoolReader(names)
    while let head = try reader.take(NameHead.size) {
      let head = NameHead(head)
      guard let name = try reader.take(head.length) else { throw SpoolError.truncated }
      let (sorter, tally) = head.isLabel ? (labelNames, tallies.labels) : (artistNames, tallies.artists)
      _ = tally.needsName(head.id)
      try sorter.append(UInt64(head.id), 0, name)
    }
  }

  /// The head of a name in `names`.
  private struct NameHead {
    static let size = 9
    let isLabel: Bool
    let id: UInt32
    let length: Int

    init(_ bytes: UnsafeRawBufferPointer) {
      isLabel = bytes[0] != 0
      id = bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self)
      length = Int(bytes.loadUnaligned(fromByteOffset: 5, as: UInt32.self))
    }
  }
}
