/// The number of credits of artists and labels, and which of them have records.
final class Tallies {
  private(set) var artists = Tally()
  private(set) var labels = Tally()

  /// Forgets all counts, names and records.
  func reset() { (artists, labels) = (Tally(), Tally()) }

  func count(_ sections: Fact.Sections) {
    let parts = sections[.artists]
    for offset in stride(from: 0, to: parts.count - 7, by: 8) {
      let roles = parts.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      artists.count(parts.loadUnaligned(fromByteOffset: offset, as: UInt32.self), isMain: roles & Fact.Roles.main != 0)
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
  /// The number of releases; the top bits say whether there is a record, and whether the name was noted.
  private let all = SparseCounts()
  private let main = SparseCounts()
  private static let hasRecord: UInt32 = 1 << 31
  private static let hasName: UInt32 = 1 << 30
  private static let counted: UInt32 = (1 << 30) - 1

  func setHasRecord(_ id: UInt32) { all[id] |= Self.hasRecord }
  func hasRecord(_ id: UInt32) -> Bool { all[id] & Self.hasRecord != 0 }

  /// True once for every id without a record.
  func needsName(_ id: UInt32) -> Bool {
    let value = all[id]
    guard value & (Self.hasRecord | Self.hasName) == 0 else { return false }
    all[id] = value | Self.hasName
    return true
  }

  func count(_ id: UInt32, isMain: Bool) {
    all.add(1, to: id)
    if isMain { main.add(1, to: id) }
  }

  func releases(_ id: UInt32) -> UInt32 { all[id] & Self.counted }

  /// The weight for ranking: releases by the artist count in full, other parts a quarter. Otherwise sleeve printers and
  /// mastering engineers would come before everybody they worked for.
  func score(_ id: UInt32) -> UInt32 {
    let main = main[id]
    return main + (releases(id) - min(main, releases(id)) + 3) / 4
  }
}
