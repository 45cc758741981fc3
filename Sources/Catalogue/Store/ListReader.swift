internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport
import Wording

/// Reads a list that belongs to a record, stretch by stretch.
struct ListReader {
  let access: Reader.Access
  let content: CatalogueList.Content
  private let table: String
  private let owner: Int
  private let hasList: Bool
  /// The sections of the list, in their order: an artist's has several.
  private let sections: [Int]
  private let last = LastStretch()

  init(_ content: CatalogueList.Content, _ access: Reader.Access) {
    self.access = access
    self.content = content
    switch content {
    case .versions(let id): (table, owner, sections) = ("master_list", id.number, [0])
    case .labelReleases(let id): (table, owner, sections) = ("label_list", id.number, [0])
    case .artistReleases(let id, _):
      (table, owner, sections) = ("artist_list", id.number, DiscographySection.allCases.map { Int($0.rawValue) })
    case .discography(let id, let section):
      let shown = section.map { [$0] } ?? DiscographySection.allCases
      (table, owner, sections) = ("artist_list", id.number, shown.map { Int($0.rawValue) })
    }
    // Keys have room for ids of 32 bits; no catalogue has larger ones.
    hasList = owner > 0 && owner < Int(UInt32.max)
  }

  /// A position in the list, counting entries that are left out, with the value there.
  ///
  /// Positions count ``CatalogueSchema/ListKey/positions`` for each stretch, full or not; a stretch's number has its
  /// section in the high bits.
  struct Entry {
    var position: Int
    var value: UInt32
  }

  /// Represents an entry while the list is sorted: its value, or its position if the value is not enough.
  func token(_ entry: Entry) -> UInt32 {
    if case .discography = content { UInt32(truncatingIfNeeded: entry.position) } else { entry.value }
  }

  func rank(_ token: UInt32) throws -> Int {
    switch content {
    case .versions, .labelReleases: Int(token)
    case .artistReleases: ArtistEntry(value: token).rank
    case .discography: try work(at: token).head.rank
    }
  }

  /// Whether an entry belongs to the requested list.
  private func isIncluded(_ entry: UInt32) -> Bool {
    switch content {
    case .versions, .labelReleases: true
    case .artistReleases(_, let role): entry & (role?.bit ?? Fact.Roles.all) != 0
    case .discography: ArtistEntry(value: entry).isHead
    }
  }

  /// Whether the requested list has all entries.
  private var includesAll: Bool {
    switch content {
    case .versions, .labelReleases: true
    case .artistReleases, .discography: false
    }
  }

  private func key(_ number: Int) -> Int {
    let bits = CatalogueSchema.ListKey.stretchBits
    switch content {
    case .versions, .labelReleases: return CatalogueSchema.ListKey.key(owner, number)
    case .artistReleases, .discography:
      return CatalogueSchema.ListKey.key(owner, section: number >> bits, number & (1 << bits - 1))
    }
  }

  /// - Parameter number: of the stretch, with its section in the high bits.
  private func stretch(_ number: Int) throws -> [UInt32] {
    guard hasList else { return [] }
    let statement = try access.statement("SELECT entries FROM \(table) WHERE key = ?")
    statement.bind(1, key(number))
    defer { statement.reset() }
    guard try statement.next() else { return [] }
    let bytes = statement.bytes(0)
    return stride(from: 0, to: bytes.count - 3, by: 4).map {
      bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
    }
  }

  /// Entries from a position on, until `body` returns false.
  func forEach(from position: Int, _ body: (Entry) throws -> Bool) throws {
    let first = position / CatalogueSchema.ListKey.positions
    let firstSection = first >> CatalogueSchema.ListKey.stretchBits
    for section in sections where section >= firstSection {
      var number = section == firstSection ? first : section << CatalogueSchema.ListKey.stretchBits
      var skip = section == firstSection ? position % CatalogueSchema.ListKey.positions : 0
      while true {
        let entries = try stretch(number)
        guard !entries.isEmpty else { break }
        for index in entries.indices.dropFirst(skip) where isIncluded(entries[index]) {
          let position = number * CatalogueSchema.ListKey.positions + index
          guard try body(Entry(position: position, value: entries[index])) else { return }
        }
        skip = 0
        number += 1
        if number & 15 == 0 { try access.cancellation.check() }
      }
    }
  }

  /// All entries of the sections, requested or not.
  func forEachEntry(_ body: (UInt32) -> Void) throws {
    for section in sections {
      var number = section << CatalogueSchema.ListKey.stretchBits
      while true {
        let entries = try stretch(number)
        guard !entries.isEmpty else { break }
        for entry in entries { body(entry) }
        number += 1
        if number & 15 == 0 { try access.cancellation.check() }
      }
    }
  }

  /// The number of entries, computed without reading them where all are included.
  func count() throws -> Int {
    guard !includesAll else { return try length() }
    var count = 0
    try forEach(from: 0) { _ in
      count += 1
      return true
    }
    return count
  }

  private func length() throws -> Int {
    guard hasList else { return 0 }
    let statement = try access.statement(
      "SELECT key, length(entries) FROM \(table) WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1")
    statement.bind(1, CatalogueSchema.ListKey.key(owner, 0))
    statement.bind(2, CatalogueSchema.ListKey.key(owner + 1, 0) - 1)
    defer { statement.reset() }
    guard try statement.next() else { return 0 }
    let last = statement.integer(0) & ((1 << CatalogueSchema.ListKey.stretchBits) - 1)
    return last * CatalogueSchema.ListKey.stretch + statement.integer(1) / 4
  }

  /// The number of works in each section of an artist's list; sections without any are absent.
  func works() throws -> [DiscographySection: Int] {
    guard hasList else { return [:] }
    let statement = try access.statement("SELECT key, entries FROM artist_list WHERE key BETWEEN ? AND ?")
    statement.bind(1, CatalogueSchema.ListKey.key(owner, section: 0, 0))
    statement.bind(2, CatalogueSchema.ListKey.key(owner + 1, section: 0, 0) - 1)
    defer { statement.reset() }
    var counts: [DiscographySection: Int] = [:]
    while try statement.next() {
      let bytes = statement.bytes(1)
      var heads = 0
      for offset in stride(from: 0, to: bytes.count - 3, by: 4)
      where ArtistEntry(value: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)).isHead { heads += 1 }
      let section = Self.section(statement.integer(0) >> CatalogueSchema.ListKey.stretchBits)
      if heads > 0 { counts[section, default: 0] += heads }
      try access.cancellation.check()
    }
    return counts
  }

  /// The section of an entry in an artist's list.
  func section(of entry: Entry) -> DiscographySection {
    Self.section((entry.position / CatalogueSchema.ListKey.positions) >> CatalogueSchema.ListKey.stretchBits)
  }

  private static func section(_ number: Int) -> DiscographySection {
    DiscographySection(rawValue: UInt8(number & (1 << CatalogueSchema.ListKey.sectionBits - 1))) ?? .albums
  }

  // MARK: Sorting

  /// The whole list, filtered and sorted, each section by itself.
  func ordered(by sort: SortOrder, narrowing: Narrowing) throws -> [UInt32] {
    var ordered: [UInt32] = []
    var part: [UInt32] = []
    var section: Int?
    var seen = 0
    var buffer: [UInt8] = []
    func endPart() throws {
      ordered += try sorted(part, by: sort)
      part.removeAll(keepingCapacity: true)
    }
    try forEach(from: 0) { entry in
      if let here = sectionOfOrder(entry), here != section {
        try endPart()
        section = here
      }
      seen += 1
      if seen & 255 == 0 { try access.cancellation.check() }
      let token = token(entry)
      if try narrowing.isEmpty || narrowing.matches(rank(token), access, &buffer) { part.append(token) }
      return true
    }
    try endPart()
    return ordered
  }

  /// The section that is sorted by itself; nil where the list has no sections.
  private func sectionOfOrder(_ entry: Entry) -> Int? {
    guard case .discography = content else { return nil }
    return (entry.position / CatalogueSchema.ListKey.positions) >> CatalogueSchema.ListKey.stretchBits
  }

  private func sorted(_ tokens: [UInt32], by sort: SortOrder) throws -> [UInt32] {
    if let key = SortKey(sort.field) ?? orderOfItsOwn {
      return try access.sorted(tokens, by: key, isReversed: sort.isReversed, rank: rank)
    }
    return sort.isReversed ? tokens.reversed() : tokens
  }

  /// The default order; nil where the list is stored in it.
  var orderOfItsOwn: SortKey? { if case .artistReleases = content { .year } else { nil } }

  // MARK: Works

  /// A group of an artist's list: its head, and the most popular release with the artist.
  private struct Work {
    var section: DiscographySection
    var head: ArtistEntry
    var member: ArtistEntry
  }

  private func work(at position: UInt32) throws -> Work {
    let (number, index) = Int(position).quotientAndRemainder(dividingBy: CatalogueSchema.ListKey.positions)
    if last.number != number { (last.number, last.entries) = (number, try stretch(number)) }
    guard last.entries.indices.contains(index) else {
      throw CatalogueError.damaged(path: CatalogueWords.theCatalogue, reason: CatalogueWords.rowsMissing)
    }
    let head = ArtistEntry(value: last.entries[index])
    let next = last.entries.indices.contains(index + 1) ? ArtistEntry(value: last.entries[index + 1]) : head
    return Work(
      section: Self.section(number >> CatalogueSchema.ListKey.stretchBits), head: head,
      member: head.roles == 0 && !next.isHead ? next : head)
  }

  /// The rows of works, each with its section and the artist's role.
  private func works(_ positions: [UInt32], of artist: Artist.ID) throws -> [CatalogueRow] {
    let works = try positions.map(work)
    var rows = try access.rows(works.map(\.head.rank))
    guard rows.count == works.count else {
      throw CatalogueError.damaged(path: CatalogueWords.theCatalogue, reason: CatalogueWords.rowsMissing)
    }
    for (index, work) in works.enumerated() {
      rows[index].section = work.section
      guard let release = try access.reference(ofRank: work.member.rank) else { continue }
      rows[index].role = try roleText(release, artist, work.member.value, nil)
    }
    return rows
  }

  // MARK: Rows

  /// The rows of some tokens, with what is particular to this list: the artist's role, the label's own catalogue
  /// number.
  func rows(_ tokens: [UInt32]) throws -> [CatalogueRow] {
    if case .discography(let artist, _) = content { return try works(tokens, of: artist) }
    var rows = try access.rows(tokens.map(rank))
    guard rows.count == tokens.count else {
      throw CatalogueError.damaged(path: CatalogueWords.theCatalogue, reason: CatalogueWords.rowsMissing)
    }
    switch content {
    case .versions, .discography: break
    case .artistReleases(let artist, let role):
      for index in rows.indices {
        rows[index].role = try roleText(rows[index].reference, artist, tokens[index], role)
      }
    case .labelReleases(let label):
      let name = try access.name(of: .label(label)).map(Homonym.strip)
      for index in rows.indices where rows[index].label != name {
        try takeCredit(of: label, into: &rows[index])
      }
    }
    return rows
  }

  /// `Main`, `Track`, or the roles in the credits: `Producer, Written-By`.
  private func roleText(
    _ reference: EntityReference, _ artist: Artist.ID, _ entry: UInt32, _ wanted: ArtistRole?
  ) throws -> String {
    let isMain = entry & ArtistRole.main.bit != 0
    let isTrack = entry & ArtistRole.track.bit != 0
    switch wanted {
    case .main: return "Main"
    case .track: return "Track"
    case nil where isMain: return "Main"
    case nil where isTrack: return "Track"
    case nil, .credit: break
    }
    // An unreadable record loses its role here, but does not fail the list.
    guard case .release(let id) = reference, let release = try access.readable(id) else { return "" }
    var roles: [String] = []
    func add(_ credits: [ArtistCredit]) {
      for credit in credits where credit.id == artist && !credit.role.isEmpty && !roles.contains(credit.role) {
        roles.append(credit.role)
      }
    }
    func add(_ tracks: [Track]) {
      for track in tracks {
        add(track.credits)
        add(track.parts)
      }
    }
    add(release.credits)
    add(release.tracklist)
    return roles.joined(separator: ", ")
  }

  private func takeCredit(of label: Discogs.Label.ID, into row: inout CatalogueRow) throws {
    guard case .release(let id) = row.reference, let release = try access.readable(id),
      let credit = (release.labels + release.series + release.companies).first(where: { $0.id == label })
    else { return }
    row.label = credit.displayName
    row.catalogueNumber = credit.displayCatalogueNumber ?? ""
    row.role = credit.role
  }
}

extension ArtistRole {
  /// The role's bit in artists' lists.
  var bit: UInt32 {
    switch self {
    case .main: Fact.Roles.main
    case .track: Fact.Roles.track
    case .credit: Fact.Roles.credit
    }
  }
}

/// The stretch read last, for works that are read in order.
private final class LastStretch {
  var number = -1
  var entries: [UInt32] = []
}
