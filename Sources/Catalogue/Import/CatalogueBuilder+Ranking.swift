internal import DiscogsModel

extension CatalogueBuilder {
  /// The facts of records that came again later; the last one counts, as in the tables.
  private func supersededFacts() throws -> Set<UInt32> {
    guard !standing.unordered.isEmpty else { return [] }
    var superseded: Set<UInt32> = []
    for kind in Self.order where standing.unordered.contains(kind) {
      let sorter = SpillSorter(memory: limits.sorterMemory, makeSpool: place.makeSpool)
      var reader = SpoolReader(heads)
      var fact: UInt64 = 0
      while let bytes = try reader.take(Fact.rankedSize) {
        let head = Fact(bytes: bytes)
        if head.kind == kind { try sorter.append(UInt64(head.id), fact, value: head.isKept ? 1 : 0) }
        fact += 1
      }
      var last: (id: UInt64, fact: UInt64, isKept: Bool)?
      try sorter.drain { id, fact, bytes in
        if let last, last.id == id {
          superseded.insert(UInt32(last.fact))
          standing.counts[kind, default: 0] -= 1
          if last.isKept { standing.kept -= 1 }
        }
        last = (id, fact, bytes[0] != 0)
      }
    }
    if !superseded.isEmpty { try countAgain(without: superseded) }
    return superseded
  }

  private func countAgain(without superseded: Set<UInt32>) throws {
    factWriter.tallies.reset()
    var reader = SpoolReader(facts)
    var number: UInt32 = 0
    while let fact = try reader.nextFact() {
      defer { number += 1 }
      if number & 0xFFF == 0 { try check() }
      guard fact.kind == .release, !superseded.contains(number), let sections = fact.sections else { continue }
      factWriter.tallies.count(sections)
    }
  }

  func placeFacts() throws {
    enter(.ranking, total: nil)
    try step {
      let places = try spool(.places)
      let superseded = try supersededFacts()
      let ranking = Ranking(makeSpool: place.makeSpool, tallies: factWriter.tallies, memory: limits.sorterMemory)
      try ranking.rank(heads: heads, superseded: superseded, into: places, checking: check)
      if resumption == nil { try places.flush() } else { try places.save() }
      self.places = places
      standing.finishing.places = places.count
      standing.finishing.stage = .placed
    }
    // They take some bytes for each artist, and are not needed any more.
    factWriter.tallies.reset()
  }

  /// Gives each fact its rank and sorts the facts by it.
  func rankFacts() throws {
    let places = try places ?? spool(.places, count: standing.finishing.places)
    let done = standing.finishing.facts
    enter(.ranking, total: places.count / Ranking.Place.size, done: done, records: done)
    let ranked = try rankedSorter()
    var facts = SpoolReader(facts, from: standing.finishing.nextFact)
    var reader = SpoolReader(places, from: done * Ranking.Place.size)
    while standing.finishing.stage < .ranked {
      try step {
        if try rank(&facts, &reader, into: ranked) { standing.finishing.stage = .ranked }
        standing.finishing.facts = progress.done
        standing.finishing.nextFact = facts.offset
        if resumption != nil { standing.finishing.ranked = try ranked.save() }
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
  private func rank(_ facts: inout SpoolReader, _ places: inout SpoolReader, into ranked: SpillSorter) throws -> Bool {
    var copy: [UInt8] = []
    while let bytes = try places.take(Ranking.Place.size) {
      let place = Ranking.Place(bytes)
      guard let fact = try facts.nextFact() else { throw SpoolError.truncated }
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
