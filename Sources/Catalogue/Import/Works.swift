internal import DiscogsModel

/// The work of each release in its artists' lists: its master, or itself where it has none.
///
/// Facts come by rank, a master before its releases and the key release first, so a work is known before it is needed.
/// Eight bytes a master. An update also logs every change, to restore them.
final class Works {
  struct Work {
    /// The rank of the row that represents it.
    var rank: UInt32
    /// 0 when unknown.
    var year: Int
    /// The key release's section.
    var section: DiscographySection
  }

  private let ranks = SparseCounts()
  /// Year, section, and a bit that says whether the section is known.
  private let facts = SparseCounts()
  /// Master, rank and facts at every change.
  private let log: Spool?
  private static let logged = 12

  init(log: Spool? = nil) throws {
    self.log = log
    guard let log else { return }
    var reader = SpoolReader(log)
    while let entry = try reader.take(Self.logged) {
      let master = entry.loadUnaligned(as: UInt32.self)
      ranks[master] = entry.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
      facts[master] = entry.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
    }
  }

  private func log(_ master: UInt32) throws {
    guard let log else { return }
    try withUnsafeBytes(of: (master, ranks[master], facts[master])) { try log.write($0) }
  }

  func note(master: Fact, _ rank: Int) throws {
    ranks[master.id] = UInt32(rank)
    facts[master.id] = UInt32(master.year) << 4
    try log(master.id)
  }

  func note(release: Fact, _ rank: Int) throws -> Work {
    guard release.master != 0 else { return Work(rank: UInt32(rank), year: release.year, section: release.section) }
    var head = ranks[release.master]
    if head == 0 {
      // The catalogue does not have the master: its first pressing represents it.
      head = UInt32(rank)
      ranks[release.master] = head
    }
    var known = facts[release.master]
    if known & 1 == 0 {
      if known >> 4 == 0 { known = UInt32(release.year) << 4 }
      known |= UInt32(release.section.rawValue) << 1 | 1
      facts[release.master] = known
      try log(release.master)
    }
    let section = DiscographySection(rawValue: UInt8(truncatingIfNeeded: known >> 1 & 7))
    return Work(rank: head, year: Int(known >> 4), section: section ?? .albums)
  }
}
