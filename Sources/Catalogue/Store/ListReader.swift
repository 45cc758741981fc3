internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport
import Wording

/// Reads a list that belongs to a record: ranks in the order of the list, in stretches.
struct ListReader {
  private let access: Reader.Access
  private let content: CatalogueList.Content
  private let table: String
  private let owner: Int
  private let hasList: Bool

  init(_ content: CatalogueList.Content, _ access: Reader.Access) {
    self.access = access
    self.content = content
    switch content {
    case .versions(let id): (table, owner) = ("master_list", id.number)
    case .artistReleases(let id, _): (table, owner) = ("artist_list", id.number)
    case .labelReleases(let id): (table, owner) = ("label_list", id.number)
    }
    // Keys have room for numbers of 32 bits; what has a larger one is in no catalogue, and has no list.
    hasList = owner > 0 && owner < Int(UInt32.max)
  }

  /// A position in the list, whatever its entries' roles, and what is there.
  struct Entry {
    var position: Int
    var value: UInt32
  }

  /// Artists' entries keep roles in their low bits.
  func rank(_ entry: UInt32) -> Int {
    if case .artistReleases = content { return Int(entry >> Fact.Roles.bits) }
    return Int(entry)
  }

  /// Whether an entry is in the list that was asked for.
  private func isIncluded(_ entry: UInt32) -> Bool {
    guard case .artistReleases(_, let role?) = content else { return true }
    return entry & role.bit != 0
  }

  /// Whether all entries are in the list.
  private var includesAll: Bool {
    if case .artistReleases(_, .some) = content { return false }
    return true
  }

  private func stretch(_ number: Int) throws -> [UInt32] {
    guard hasList else { return [] }
    let statement = try access.statement("SELECT entries FROM \(table) WHERE key = ?")
    statement.bind(1, CatalogueSchema.ListKey.key(owner, number))
    defer { statement.reset() }
    guard try statement.next() else { return [] }
    let bytes = statement.bytes(0)
    return stride(from: 0, to: bytes.count - 3, by: 4).map {
      bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
    }
  }

  /// Entries from a position on, until the body has had enough.
  func forEach(from position: Int, _ body: (Entry) throws -> Bool) throws {
    var number = position / CatalogueSchema.ListKey.stretch
    var skip = position % CatalogueSchema.ListKey.stretch
    while true {
      let entries = try stretch(number)
      guard !entries.isEmpty else { return }
      for (index, value) in entries.enumerated().dropFirst(skip) where isIncluded(value) {
        let position = number * CatalogueSchema.ListKey.stretch + index
        guard try body(Entry(position: position, value: value)) else { return }
      }
      skip = 0
      number += 1
      if number & 15 == 0 { try access.cancellation.check() }
    }
  }

  /// How many entries there are, without going through them where the list is not a selection.
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

  /// How many entries have each role.
  func roles() throws -> [ArtistRole: Int] {
    var counts: [ArtistRole: Int] = [:]
    var byRoles = [Int](repeating: 0, count: 1 << Int(Fact.Roles.bits))
    try forEach(from: 0) { entry in
      byRoles[Int(entry.value & 7)] += 1
      return true
    }
    for (roles, count) in byRoles.enumerated() where count > 0 {
      for role in ArtistRole.allCases where UInt32(roles) & role.bit != 0 { counts[role, default: 0] += count }
    }
    return counts
  }

  // MARK: As a whole

  /// The whole list, narrowed and sorted.
  func ordered(by sort: SortOrder, narrowing: Narrowing) throws -> [UInt32] {
    var entries: [UInt32] = []
    var buffer: [UInt8] = []
    try forEach(from: 0) { entry in
      if try narrowing.isEmpty || narrowing.matches(rank(entry.value), access, &buffer) { entries.append(entry.value) }
      if entry.position & 255 == 0 { try access.cancellation.check() }
      return true
    }
    if let key = SortKey(sort.field) {
      return try access.sorted(entries, by: key, isReversed: sort.isReversed, rank: rank)
    }
    return sort.isReversed ? entries.reversed() : entries
  }

  // MARK: Rows

  /// The rows of some entries, with what is particular to this list: the artist's role, the label's own number.
  func rows(_ entries: [UInt32]) throws -> [CatalogueRow] {
    var rows = try access.rows(entries.map(rank))
    guard rows.count == entries.count else {
      throw CatalogueError.damaged(path: CatalogueWords.theCatalogue, reason: CatalogueWords.rowsMissing)
    }
    switch content {
    case .versions: break
    case .artistReleases(let artist, let role):
      for index in rows.indices {
        rows[index].role = try roleText(rows[index].reference, artist, entries[index], role)
      }
    case .labelReleases(let label):
      let name = try access.name(of: .label(label)).map(Homonym.strip)
      for index in rows.indices where rows[index].label != name {
        try takeCredit(of: label, into: &rows[index])
      }
    }
    return rows
  }

  /// `Main`, `Track`, or what the credits say: `Producer, Written-By`.
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
    // A record that cannot be read costs its role here, not the list.
    guard case .release(let id) = reference, let release = try readable(id) else { return "" }
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

  /// Nil for a record that is damaged or missing; whatever else goes wrong, being cancelled above all, is an error.
  private func readable(_ id: Release.ID) throws -> Release? {
    do {
      return try access.release(id)
    } catch let error as CatalogueError {
      switch error {
      case .damagedRecord, .notFound: return nil
      default: throw error
      }
    }
  }

  private func takeCredit(of label: Discogs.Label.ID, into row: inout CatalogueRow) throws {
    guard case .release(let id) = row.reference, let release = try readable(id),
      let credit = (release.labels + release.series + release.companies).first(where: { $0.id == label })
    else { return }
    row.label = credit.displayName
    row.catalogueNumber = credit.displayCatalogueNumber ?? ""
    row.role = credit.role
  }
}

extension ArtistRole {
  /// As artists' lists keep it.
  var bit: UInt32 {
    switch self {
    case .main: Fact.Roles.main
    case .track: Fact.Roles.track
    case .credit: Fact.Roles.credit
    }
  }
}

/// Words that a row must have, or parts of words.
struct Narrowing: Hashable {
  /// Folded, as `TextFolding.appendTokens` leaves them.
  private let words: [[UInt8]]
  /// What was typed and has no letters: `!!!`.
  private let symbols: [String]

  init(_ text: String) {
    var words: [[UInt8]] = []
    var symbols: [String] = []
    for part in text.split(whereSeparator: \.isWhitespace) {
      let tokens = TextFolding.tokens(String(part))
      if tokens.isEmpty { symbols.append(TextFolding.fold(String(part))) }
      words += tokens.map { Array($0.utf8) }
    }
    self.words = words
    self.symbols = symbols
  }

  var isEmpty: Bool { words.isEmpty && symbols.isEmpty }

  /// - Parameter buffer: memory to use, for a row after the other.
  func matches(_ rank: Int, _ access: Reader.Access, _ buffer: inout [UInt8]) throws -> Bool {
    let statement = try access.statement(
      "SELECT title, artist, label, catno, year, country, format FROM entry WHERE rank = ?")
    statement.bind(1, rank)
    defer { statement.reset() }
    guard try statement.next() else { return false }
    let country = try access.facetName(statement.integer(5))
    let format = statement.isText(6) ? statement.text(6) : try access.facetName(statement.integer(6))
    buffer.removeAll(keepingCapacity: true)
    for column in 0..<4 as Range<Int32> {
      TextFolding.appendTokens(ofUTF8: statement.bytes(column).bindMemory(to: UInt8.self), to: &buffer)
      buffer.append(0)
    }
    TextFolding.appendTokens(of: country, to: &buffer)
    TextFolding.appendTokens(of: format, to: &buffer)
    if !statement.isNull(4) {
      buffer.append(0)
      buffer.append(contentsOf: String(statement.integer(4)).utf8)
    }
    guard words.allSatisfy({ Self.contains(buffer, $0) }) else { return false }
    guard !symbols.isEmpty else { return true }
    let text = TextFolding.fold((0..<4).map { statement.text($0) }.joined(separator: "\n") + "\n" + format)
    return symbols.allSatisfy { text.contains($0) }
  }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    return text.withUnsafeBufferPointer { text in
      word.withUnsafeBufferPointer { word in
        for start in 0...(text.count - word.count) where text[start] == first {
          var length = 1
          while length < word.count, text[start + length] == word[length] { length += 1 }
          if length == word.count { return true }
        }
        return false
      }
    }
  }
}
