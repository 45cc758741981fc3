internal import DiscogsModel

extension IndexFactWriter {
  /// Restores the counts of the writer that wrote the facts and names.
  func restoreCounts(checking check: () throws -> Void) throws {
    var reader = SpoolReader(spool)
    while let fact = try reader.nextFact() {
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
    // As `note` writes them: 1 for a label, its id, and the length of its name.
    while let head = try reader.take(9) {
      let isLabel = head[0] != 0
      let id = head.loadUnaligned(fromByteOffset: 1, as: UInt32.self)
      let length = head.loadUnaligned(fromByteOffset: 5, as: UInt32.self)
      guard let name = try reader.take(Int(length)) else { throw SpoolError.truncated }
      _ = (isLabel ? tallies.labels : tallies.artists).needsName(id)
      try (isLabel ? labelNames : artistNames).append(UInt64(id), 0, name)
    }
  }
}
