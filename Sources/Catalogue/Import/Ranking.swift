internal import DiscogsModel

/// Orders everything by popularity.
///
/// Dumps do not say how many people have a record, so this goes by other numbers. A master weighs as much as it has
/// versions, an artist and a label as much as they have releases (`Tally.score`), and a release without a master as
/// much as one version; ties are broken by the weight of the artist. A master's key release comes right behind it. Each
/// further pressing weighs less than the one before, by the harmonic series, so that a list of an artist's popular
/// records is not two hundred pressings of the first.
struct Ranking {
  let makeSpool: () throws -> Spool
  let tallies: Tallies
  let memory: Int

  struct Place {
    static let size = 8

    /// From 1; 0 for a fact that a later one replaces.
    var rank: UInt32 = 0
    /// The number of a master's versions, or of an artist's or label's releases.
    var releases: UInt32 = 0
    /// Whether it represents its record among all pressings: masters, key releases, and releases without a master.
    var isHead = false

    func write(to spool: Spool) throws {
      try withUnsafeBytes(of: (rank, releases << 1 | (isHead ? 1 : 0))) { try spool.write($0) }
    }
  }

  /// The order of equal weights.
  private enum Class: UInt64 { case artist, record, label, pressing }

  /// Writes the places of all facts, in the order of the facts.
  ///
  /// - Parameter superseded: facts replaced by later ones; they get no rank.
  func rank(heads: Spool, superseded: Set<UInt32>, into spool: Spool, checking: () throws -> Void) throws {
    let order = SpillSorter(memory: memory, makeSpool: makeSpool)
    try weighAll(heads, superseded, order, checking)
    let places = SpillSorter(memory: memory, makeSpool: makeSpool)
    var rank: UInt32 = 0
    try order.drain { _, _, bytes in
      rank += 1
      if rank & 0xFFFF == 0 { try checking() }
      // The fields, as `place` wrote them: fact, releases, head.
      let fact = bytes.loadUnaligned(as: UInt32.self)
      let value = (rank, bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self), UInt32(bytes[8]))
      try withUnsafeBytes(of: value) { try places.append(UInt64(fact), 0, $0) }
    }
    var next: UInt64 = 0
    try places.drain { fact, _, bytes in
      while next < fact {
        try Place().write(to: spool)
        next += 1
      }
      next += 1
      let place = Place(
        rank: bytes.loadUnaligned(as: UInt32.self),
        releases: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self), isHead: bytes[8] != 0)
      try place.write(to: spool)
    }
  }

  private func weighAll(
    _ heads: Spool, _ superseded: Set<UInt32>, _ order: SpillSorter, _ checking: () throws -> Void
  ) throws {
    let groups = SpillSorter(memory: memory, makeSpool: makeSpool)
    var reader = SpoolReader(heads)
    var fact: UInt32 = 0
    while let bytes = try reader.take(Fact.rankedSize) {
      defer { fact += 1 }
      if fact & 0xFFFF == 0 { try checking() }
      if !superseded.isEmpty, superseded.contains(fact) { continue }
      let head = Fact(bytes: bytes)
      switch head.kind {
      case .artist, .label:
        let (kind, tally): (Class, Tally) = head.kind == .artist ? (.artist, tallies.artists) : (.label, tallies.labels)
        try place(
          fact, weight: head.isStandIn ? 0 : tally.score(head.id), kind, second: UInt64(head.id),
          releases: tally.releases(head.id), isHead: true, in: order)
      case .release where head.master == 0:
        try place(
          fact, weight: 1, .record, artist: head.firstArtist, second: UInt64(head.id) << 32 | 1 << 31, releases: 0,
          isHead: true, in: order)
      case .master, .release:
        let isMaster = head.kind == .master
        let master = isMaster ? head.id : head.master
        let member: UInt64 = isMaster ? 0 : head.isKeyRelease ? 1 : 2
        try withUnsafeBytes(of: (fact, head.firstArtist)) {
          try groups.append(UInt64(master) << 2 | member, UInt64(head.id), $0)
        }
      }
    }
    try weigh(groups, order)
  }

  private typealias Member = (fact: UInt32, artist: UInt32, id: UInt32, isMaster: Bool)

  private func weigh(_ groups: SpillSorter, _ order: SpillSorter) throws {
    var members: [Member] = []
    var master: UInt64 = 0
    try groups.drain { first, id, bytes in
      if first >> 2 != master {
        try weigh(members, of: master, order)
        members.removeAll(keepingCapacity: true)
        master = first >> 2
      }
      let (fact, artist) = bytes.loadUnaligned(as: (UInt32, UInt32).self)
      members.append((fact, artist, UInt32(truncatingIfNeeded: id), first & 3 == 0))
    }
    try weigh(members, of: master, order)
  }

  /// Places a master and its releases, the key release first.
  private func weigh(_ members: [Member], of master: UInt64, _ order: SpillSorter) throws {
    guard let first = members.first else { return }
    let versions = UInt32(members.count - (first.isMaster ? 1 : 0))
    var pressing: UInt32 = 0
    for member in members {
      if member.isMaster {
        try place(
          member.fact, weight: versions, .record, artist: first.artist, second: master << 32, releases: versions,
          isHead: true, in: order)
        continue
      }
      let isHead = pressing == 0
      try place(
        member.fact, weight: versions / (pressing + 1), isHead ? .record : .pressing, artist: first.artist,
        second: isHead ? master << 32 | 1 : UInt64(member.id) << 32, releases: 0, isHead: isHead, in: order)
      pressing += 1
    }
  }

  private func place(
    _ fact: UInt32, weight: UInt32, _ kind: Class, artist: UInt32 = 0, second: UInt64, releases: UInt32, isHead: Bool,
    in order: SpillSorter
  ) throws {
    let mostKnown: UInt32 = (1 << 30) - 1
    let artistWeight = artist == 0 ? 0 : min(tallies.artists.score(artist), mostKnown)
    let first = UInt64(~weight) << 32 | kind.rawValue << 30 | UInt64(mostKnown - artistWeight)
    try withUnsafeBytes(of: (fact, releases, isHead ? UInt32(1) : 0)) { try order.append(first, second, $0) }
  }
}

extension Ranking.Place {
  init(_ bytes: UnsafeRawBufferPointer) {
    let second = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    self.init(rank: bytes.loadUnaligned(as: UInt32.self), releases: second >> 1, isHead: second & 1 != 0)
  }
}
