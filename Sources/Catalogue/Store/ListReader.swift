internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport
import Wording

/// Reads a list that belongs to a record, stretch by stretch.
struct ListReader {
  let access: Reader.Access
  let content: CatalogueList.Content
  private let table: String
  private let isOfArtist: Bool
  /// The keys of the list's stretches; empty for an id that no catalogue has.
  private let keys: Range<Int>
  /// The sections of the list, in their order: an artist's has several.
  private let sections: [Int]
  private let last = LastStretch()
  private typealias Key = CatalogueSchema.ListKey

  init(_ content: CatalogueList.Content, _ access: Reader.Access) {
    (self.access, self.content) = (access, content)
    var shown = DiscographySection.allCases
    let owner: Int
    switch content {
    case .versions(let id): (table, owner, isOfArtist) = ("master_list", id.number, false)
    case .labelReleases(let id): (table, owner, isOfArtist) = ("label_list", id.number, false)
    case .artistReleases(let id, _): (table, owner, isOfArtist) = ("artist_list", id.number, true)
    case .discography(let id, let section):
      (table, owner, isOfArtist) = ("artist_list", id.number, true)
      if let section { shown = [section] }
    }
    sections = isOfArtist ? shown.map { Int($0.rawValue) } : [0]
    // Keys have room for ids of 32 bits; no catalogue has larger ones.
    let bits = isOfArtist ? Key.stretchBits + Key.sectionBits : Key.stretchBits
    keys = owner > 0 && owner < Int(UInt32.max) ? (owner << bits)..<((owner + 1) << bits) : 0..<0
  }

  /// A position in the list, counting entries that are left out, with the value there.
  /// Positions count `ListKey.positions` for each stretch, full or not; its section is in its number's high bits.
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

  private func isIncluded(_ entry: UInt32) -> Bool {
    switch content {
    case .versions, .labelReleases: true
    case .artistReleases(_, let role): entry & (role?.bit ?? Fact.Roles.all) != 0
    case .discography: ArtistEntry(value: entry).isHead
    }
  }

  /// - Parameter number: of the stretch, with its section in the high bits.
  private func stretch(_ number: Int) throws -> [UInt32] {
    guard !keys.isEmpty else { return [] }
    return try access.first("SELECT entries FROM \(table) WHERE key = ?", keys.lowerBound | number) {
      Self.entries($0.bytes(0))
    } ?? []
  }

  private static func entries(_ stretch: UnsafeRawBufferPointer) -> [UInt32] {
    (0..<stretch.count / 4).map { stretch.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
  }

  /// Calls `body` with each stretch from a number on, until it returns false. The section is in a number's high bits.
  func forEachStretch(from first: Int = 0, _ body: (_ number: Int, _ entries: [UInt32]) throws -> Bool) throws {
    for section in sections where section >= first >> Key.stretchBits {
      var number = max(first, section << Key.stretchBits)
      while true {
        let entries = try stretch(number)
        guard !entries.isEmpty else { break }
        guard try body(number, entries) else { return }
        number += 1
        if number & 15 == 0 { try access.cancellation.check() }
      }
    }
  }

  /// Entries from a position on, until `body` returns false.
  func forEach(from position: Int = 0, _ body: (Entry) throws -> Bool) throws {
    let (first, skipped) = position.quotientAndRemainder(dividingBy: Key.positions)
    try forEachStretch(from: first) { number, entries in
      for index in entries.indices.dropFirst(number == first ? skipped : 0) where isIncluded(entries[index]) {
        guard try body(Entry(position: number * Key.positions + index, value: entries[index])) else { return false }
      }
      return true
    }
  }

  /// The number of entries, computed without reading them where all are included.
  func count() throws -> Int {
    guard isOfArtist else { return try length() }
    var count = 0
    try forEach { _ in
      count += 1
      return true
    }
    return count
  }

  private func length() throws -> Int {
    let statement = try access.statement(
      "SELECT key, length(entries) FROM \(table) WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1")
    bindKeys(statement)
    defer { statement.reset() }
    guard try statement.next() else { return 0 }
    return (statement.integer(0) - keys.lowerBound) * Key.stretch + statement.integer(1) / 4
  }

  private func bindKeys(_ statement: PreparedStatement) {
    statement.bind(1, keys.lowerBound)
    statement.bind(2, keys.upperBound - 1)
  }

  /// The number of works in each section; sections without any are absent. For an artist's list only.
  func works() throws -> [DiscographySection: Int] {
    let statement = try access.statement("SELECT key, entries FROM artist_list WHERE key BETWEEN ? AND ?")
    bindKeys(statement)
    defer { statement.reset() }
    var counts: [DiscographySection: Int] = [:]
    while try statement.next() {
      let heads = Self.entries(statement.bytes(1)).count { ArtistEntry(value: $0).isHead }
      let section = Self.section(statement.integer(0) >> Key.stretchBits)
      if heads > 0 { counts[section, default: 0] += heads }
      try access.cancellation.check()
    }
    return counts
  }

  func section(of entry: Entry) -> DiscographySection {
    Self.section((entry.position / Key.positions) >> Key.stretchBits)
  }

  private static func section(_ number: Int) -> DiscographySection {
    DiscographySection(rawValue: UInt8(number & (1 << Key.sectionBits - 1))) ?? .albums
  }

  // MARK: Sorting

  /// The whole list, filtered and sorted, each section by itself.
  func ordered(by sort: SortOrder, narrowing: Narrowing) throws -> [UInt32] {
    var ordered: [UInt32] = []
    var part: [UInt32] = []
    var section: DiscographySection?
    var seen = 0
    var buffer: [UInt8] = []
    func endPart() throws {
      ordered += try access.sorted(part, by: sort, otherwise: orderOfItsOwn, rank: rank)
      part.removeAll(keepingCapacity: true)
    }
    try forEach { entry in
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
  private func sectionOfOrder(_ entry: Entry) -> DiscographySection? {
    if case .discography = content { section(of: entry) } else { nil }
  }

  /// The default order; nil where the list is stored in it.
  private var orderOfItsOwn: SortOrder.Field? { if case .artistReleases = content { .year } else { nil } }

  // MARK: Works

  /// A group of an artist's list: its head, and the most popular release with the artist.
  private struct Work {
    var section: DiscographySection
    var head: ArtistEntry
    var member: ArtistEntry
  }

  private func work(at position: UInt32) throws -> Work {
    let (number, index) = Int(position).quotientAndRemainder(dividingBy: Key.positions)
    if last.number != number { (last.number, last.entries) = (number, try stretch(number)) }
    guard last.entries.indices.contains(index) else { throw Self.rowsMissing }
    let head = ArtistEntry(value: last.entries[index])
    let next = last.entries.indices.contains(index + 1) ? ArtistEntry(value: last.entries[index + 1]) : head
    return Work(
      section: Self.section(number >> Key.stretchBits), head: head,
      member: head.roles == 0 && !next.isHead ? next : head)
  }

  private func works(_ positions: [UInt32], of artist: Artist.ID) throws -> [CatalogueRow] {
    let works = try positions.map(work)
    var rows = try rows(ofRanks: works.map(\.head.rank))
    for (index, work) in works.enumerated() {
      rows[index].section = work.section
      guard let release = try access.reference(ofRank: work.member.rank) else { continue }
      rows[index].role = try roleText(release, artist, work.member.value, nil)
    }
    return rows
  }

  // MARK: Rows

  /// The rows of some tokens, with the artist's role or the label's own catalogue number.
  func rows(_ tokens: [UInt32]) throws -> [CatalogueRow] {
    if case .discography(let artist, _) = content { return try works(tokens, of: artist) }
    var rows = try rows(ofRanks: tokens.map(rank))
    switch content {
    case .versions, .discography: break
    case .artistReleases(let artist, let role):
      for index in rows.indices { rows[index].role = try roleText(rows[index].reference, artist, tokens[index], role) }
    case .labelReleases(let label):
      let name = try access.name(of: .label(label)).map(Homonym.strip)
      for index in rows.indices where rows[index].label != name { try takeCredit(of: label, into: &rows[index]) }
    }
    return rows
  }

  private func rows(ofRanks ranks: [Int]) throws -> [CatalogueRow] {
    let rows = try access.rows(ranks)
    guard rows.count == ranks.count else { throw Self.rowsMissing }
    return rows
  }

  private static let rowsMissing = CatalogueError.damaged(
    path: CatalogueWords.theCatalogue, reason: CatalogueWords.rowsMissing)

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
