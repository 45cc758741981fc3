internal import DiscogsModel

extension CatalogueBuilder {
  /// The facts of records that came again later; the last one counts, as in the tables.
  private func supersededFacts() throws -> Set<UInt32> {
    guard !unordered.isEmpty else { return [] }
    var superseded: Set<UInt32> = []
    for kind in Self.order where unordered.contains(kind) {
      let sorter = SpillSorter(memory: limits.sorterMemory, makeSpool: place.makeSpool)
      var reader = SpoolReader(heads)
      var fact: UInt64 = 0
      while let bytes = try reader.take(RankingHead.size) {
        let head = RankingHead(bytes: bytes)
        if head.kind == kind { try sorter.append(UInt64(head.id), fact, value: head.isKept ? 1 : 0) }
        fact += 1
      }
      var last: (id: UInt64, fact: UInt64, isKept: Bool)?
      try sorter.drain { id, fact, bytes in
        if let last, last.id == id {
          superseded.insert(UInt32(last.fact))
          counts[kind, default: 0] -= 1
          if last.isKept { kept -= 1 }
        }
        last = (id, fact, bytes[0] != 0)
      }
    }
    if !superseded.isEmpty { try countAgain(without: superseded) }
    return superseded
  }

  private func countAgain(without superseded: Set<UInt32>) throws {
    factWriter.tallies.artists.reset()
    factWriter.tallies.labels.reset()
    var reader = SpoolReader(facts)
    var number: UInt32 = 0
    while let fact = try nextFact(&reader) {
      defer { number += 1 }
      if number & 0xFFF == 0 { try check() }
      guard fact.kind == .release, !superseded.contains(number), let sections = fact.sections else { continue }
      factWriter.tallies.count(sections)
    }
  }

  private func nextFact(_ reader: inout SpoolReader) throws -> Fact? {
    guard let size = try reader.take(4)?.loadUnaligned(as: UInt32.self) else { return nil }
    guard let bytes = try reader.take(Int(size)) else { throw SpoolError.truncated }
    return Fact(bytes: bytes)
  }

  /// Computes the rank of every fact.
  func placeFacts() throws {
    enter(.ranking, total: nil)
    try step {
      let places = try spool(.places)
      let superseded = try supersededFacts()
      let ranking = Ranking(makeSpool: place.makeSpool, tallies: factWriter.tallies, memory: limits.sorterMemory)
      try ranking.rank(heads: heads, superseded: superseded, into: places, checking: check)
      if resumption == nil { try places.flush() } else { try places.save() }
      self.places = places
      finishing.places = places.count
      finishing.stage = .placed
    }
    // They take some bytes for each artist, and are not needed any more.
    factWriter.tallies.artists.reset()
    factWriter.tallies.labels.reset()
  }

  /// Gives each fact its rank and sorts the facts by it.
  func rankFacts() throws {
    let places = try places ?? spool(.places, count: finishing.places)
    enter(.ranking, total: places.count / Ranking.Place.size, done: finishing.facts, records: finishing.facts)
    let ranked = try sorter(Finishing.File.ranked.rawValue, finishing.ranked, memory: limits.factMemory)
    var facts = SpoolReader(facts, from: finishing.nextFact)
    var reader = SpoolReader(places, from: finishing.facts * Ranking.Place.size)
    while finishing.stage < .ranked {
      try step {
        if try rank(&facts, &reader, into: ranked) { finishing.stage = .ranked }
        finishing.facts = progress.done
        finishing.nextFact = facts.offset
        if resumption != nil { finishing.ranked = try ranked.save() }
      }
    }
    // An update reopens it, without the memory that sorting took.
    if resumption == nil { self.ranked = ranked }
    self.places = nil
    try places.empty()
    try self.facts.empty()
    try heads.empty()
  }

  /// Ranks facts until it is time to save; true when all are done.
  private func rank(
    _ facts: inout SpoolReader, _ places: inout SpoolReader, into ranked: SpillSorter
  ) throws -> Bool {
    var copy: [UInt8] = []
    while let bytes = try places.take(Ranking.Place.size) {
      let place = Ranking.Place(bytes)
      guard let fact = try nextFact(&facts) else { throw SpoolError.truncated }
      progress.records += 1
      progress.done += 1
      if progress.done & 1023 == 0 { try tick() }
      if place.rank > 0 {
        copy.removeAll(keepingCapacity: true)
        copy.append(contentsOf: fact.bytes)
        try copy.withUnsafeMutableBytes { bytes in
          Fact.fill(bytes, releases: place.releases, isHead: place.isHead)
          try ranked.append(UInt64(place.rank), 0, UnsafeRawBufferPointer(bytes))
        }
      }
      if progress.done & Self.savingStride == 0, isTimeToSave { return false }
    }
    return true
  }
}
