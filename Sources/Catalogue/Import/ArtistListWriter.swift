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

/// Writes artists' lists from sorted entries.
struct ArtistListWriter {
  private let insert: PreparedStatement
  private var list = (artist: 0, section: 0)
  private var head: UInt32 = 0
  private var stretch = 0
  private var entries: [UInt32] = []

  init(_ insert: PreparedStatement) {
    self.insert = insert
  }

  /// - Parameter head: the rank of the group's head.
  mutating func add(of artist: Int, section: Int, head: UInt32, rank: UInt32, roles: UInt32) throws {
    let isNewList = (artist, section) != list
    if isNewList {
      try flush()
      list = (artist, section)
      stretch = 0
    }
    if isNewList || head != self.head {
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
    insert.bind(1, CatalogueSchema.ListKey.key(list.artist, section: list.section, stretch))
    try entries.withUnsafeBytes {
      insert.bindBlob(2, borrowing: $0)
      try insert.run()
    }
    stretch += 1
  }
}
