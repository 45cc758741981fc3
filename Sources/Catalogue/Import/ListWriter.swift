internal import SQLiteSupport

/// An entry of an artist's list: a rank above four bits of flags.
///
/// Each group starts with a head, the row that represents it: a master, or a release without one, which is the whole
/// group. The releases after a master's head are those with the artist on them.
struct ArtistEntry {
  static let bits: UInt32 = 4
  static let head: UInt32 = 8

  let value: UInt32

  var rank: Int { Int(value >> Self.bits) }
  var isHead: Bool { value & Self.head != 0 }
  /// Bits of `Fact.Roles`; 0 for the head of a master.
  var roles: UInt32 { value & Fact.Roles.all }
}

/// Writes lists in stretches, one row each, from sorted entries.
struct ListWriter {
  private let insert: PreparedStatement
  /// The list's owner; for an artist, with the section in the low bits.
  private var owner = 0
  private var stretch = 0
  private var entries: [UInt32] = []
  /// The head of the latest group of an artist's list.
  private var head: UInt32?

  init(_ insert: PreparedStatement) { self.insert = insert }

  mutating func begin(_ owner: Int) throws {
    guard owner != self.owner else { return }
    try flush()
    (self.owner, stretch, head) = (owner, 0, nil)
  }

  mutating func add(_ entry: UInt32) throws {
    if entries.count == CatalogueSchema.ListKey.stretch { try flush() }
    entries.append(entry)
  }

  /// Adds an entry of an artist's list.
  mutating func add(_ rank: UInt32, in head: UInt32, roles: UInt32) throws {
    if head != self.head {
      self.head = head
      if entries.count >= CatalogueSchema.ListKey.stretch { try flush() }
      entries.append(head << ArtistEntry.bits | ArtistEntry.head | (head == rank ? roles : 0))
      if head == rank { return }
    }
    if entries.count == CatalogueSchema.ListKey.positions { try flush() }
    entries.append(rank << ArtistEntry.bits | roles)
  }

  mutating func flush() throws {
    defer { entries.removeAll(keepingCapacity: true) }
    guard !entries.isEmpty, stretch < 1 << CatalogueSchema.ListKey.stretchBits else { return }
    try entries.withUnsafeBytes { try insert.insert(CatalogueSchema.ListKey.key(owner, stretch), $0) }
    stretch += 1
  }
}
