/// How often artists and labels were credited, and which of them have records.
final class Tallies {
  let artists = Tally()
  let labels = Tally()

  /// Counts a release once more from its fact.
  func count(_ sections: Fact.Sections) {
    let parts = sections[.artists]
    for offset in stride(from: 0, to: parts.count - 7, by: 8) {
      let roles = parts.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      artists.count(
        parts.loadUnaligned(fromByteOffset: offset, as: UInt32.self), isMain: roles & Fact.Roles.main != 0)
    }
    let credits = sections[.labels]
    var offset = 0
    while offset + 6 <= credits.count {
      labels.count(
        credits.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
        isMain: credits[offset + 4] == Fact.LabelPart.label.rawValue)
      offset += 6 + Int(credits[offset + 5])
    }
  }
}

final class Tally {
  /// Releases in all; the top bits say whether there is a record, or a name was noted.
  private var all = SparseCounts()
  private var main = SparseCounts()
  private static let hasRecord: UInt32 = 1 << 31
  private static let hasName: UInt32 = 1 << 30
  private static let counted: UInt32 = (1 << 30) - 1

  func setHasRecord(_ id: UInt32) {
    all[id] |= Self.hasRecord
  }

  func hasRecord(_ id: UInt32) -> Bool {
    all[id] & Self.hasRecord != 0
  }

  /// True once for every id without a record.
  func needsName(_ id: UInt32) -> Bool {
    let value = all[id]
    guard value & (Self.hasRecord | Self.hasName) == 0 else { return false }
    all[id] = value | Self.hasName
    return true
  }

  /// One more release.
  func count(_ id: UInt32, isMain: Bool) {
    all.add(1, to: id)
    if isMain { main.add(1, to: id) }
  }

  /// Forgets how often anything was credited, and what has a record.
  func reset() {
    all = SparseCounts()
    main = SparseCounts()
  }

  func releases(_ id: UInt32) -> UInt32 { all[id] & Self.counted }

  /// What ranks go by: a release by the artist counts in full, a part in one for a quarter. Sleeve printers and
  /// mastering engineers would otherwise come before everybody they worked for.
  func score(_ id: UInt32) -> UInt32 {
    let main = main[id]
    return main + (releases(id) - min(main, releases(id)) + 3) / 4
  }
}
