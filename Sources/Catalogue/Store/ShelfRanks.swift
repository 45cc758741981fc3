internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport

/// The shelf by the numbers of the catalogue's indexes, in ascending order.
struct ShelfRanks: Sendable {
  /// The releases that are owned, and their masters.
  var owned: [Int] = []
  /// Pressings of these masters that are not owned.
  var others: [Int] = []
  /// The releases that are wanted, every pressing where any will do, and their masters.
  var wanted: [Int] = []

  func ranks(_ list: QueryPlan.Standing.List) -> [Int] {
    switch list {
    case .owned: owned
    case .other: others
    case .wanted: wanted
    }
  }
}

/// Finds what is on a shelf in a catalogue, which has no index from ids to ranks: by the lists of masters, and by names.
struct ShelfRanksReader {
  private let access: Reader.Access
  /// The pressings of masters that have been looked up, by rank.
  private var pressings: [Int: [(rank: Int, release: Int)]] = [:]

  init(_ access: Reader.Access) {
    self.access = access
  }

  mutating func ranks(of contents: ShelfContents) throws -> ShelfRanks {
    let owned = try find(contents.owned)
    var wanted = try find(contents.wanted)
    for master in contents.wantedMasters {
      wanted.releases.formUnion(try pressings(of: master.number).map(\.rank))
      wanted.masters.insert(master.number)
    }
    let others = try owned.masters.flatMap { try pressings(of: $0).map(\.rank) }
    return ShelfRanks(
      owned: try withMasters(owned), others: Set(others).subtracting(owned.releases).sorted(),
      wanted: try withMasters(wanted))
  }

  /// The ranks of some releases, and the ids of their masters.
  private struct Found {
    var releases: Set<Int> = []
    var masters: Set<Int> = []
  }

  private mutating func find(_ items: [ShelfContents.Item]) throws -> Found {
    var found = Found()
    for (index, item) in items.enumerated() {
      if index & 63 == 0 { try access.cancellation.check() }
      // What the shelf has not learnt yet, the record says.
      var release: Release?
      if item.master == nil { release = try readable(item.release) }
      if let master = item.master ?? release?.master {
        found.masters.insert(master.number)
        if let rank = try rank(of: item.release.number, among: master.number) { found.releases.insert(rank) }
      } else if let release, let rank = try rank(of: .release(release.id), release.artists, release.title) {
        found.releases.insert(rank)
      }
    }
    return found
  }

  /// A record that cannot be read is not found; whatever else goes wrong is an error.
  private func readable(_ id: Release.ID) throws -> Release? {
    do { return try access.release(id) } catch CatalogueError.damagedRecord { return nil }
  }

  private func readable(_ master: Int) throws -> Master? {
    do { return try access.master(Master.ID(master)) } catch CatalogueError.damagedRecord { return nil }
  }

  private mutating func rank(of release: Int, among master: Int) throws -> Int? {
    try pressings(of: master).first { $0.release == release }?.rank
  }

  private mutating func pressings(of master: Int) throws -> [(rank: Int, release: Int)] {
    if let known = pressings[master] { return known }
    var found: [(rank: Int, release: Int)] = []
    try ListReader(.versions(Master.ID(master)), access).forEach(from: 0) { entry in
      if case .release(let id)? = try access.reference(ofRank: Int(entry.value)) {
        found.append((Int(entry.value), id.number))
      }
      return true
    }
    pressings[master] = found
    return found
  }

  /// The rank of a record that is found by its whole name: one that stands for all its pressings.
  private func rank(of reference: EntityReference, _ artists: [ArtistCredit], _ title: String) throws -> Int? {
    let artist = artists.displayName
    let statement = try access.statement("SELECT rank FROM exact WHERE name = ?", purpose: "shelf")
    // Few records have both, while thousands are called Untitled.
    statement.bind(1, Int(SearchText.hash(TextFolding.exactKey(artist.isEmpty ? title : "\(artist) \(title)"))))
    defer { statement.reset() }
    while try statement.next() {
      let rank = statement.integer(0)
      if try access.reference(ofRank: rank) == reference { return rank }
    }
    return nil
  }

  private func withMasters(_ found: Found) throws -> [Int] {
    var ranks = found.releases
    for master in found.masters {
      guard let record = try readable(master),
        let rank = try rank(of: .master(record.id), record.artists, record.title)
      else { continue }
      ranks.insert(rank)
    }
    return ranks.sorted()
  }
}

extension CatalogueStore {
  /// The shelf in this catalogue, found once for each state of both.
  func ranks(of shelf: ShelfContents?, in snapshot: Snapshot) async throws(CatalogueError) -> ShelfRanks? {
    guard let shelf else { return nil }
    if let known = snapshot.shelfRanks(for: shelf.version) { return known }
    return try await snapshot.back().read { access in
      // Another call may have been here while this one waited.
      if let known = snapshot.shelfRanks(for: shelf.version) { return known }
      var reader = ShelfRanksReader(access)
      let ranks = try reader.ranks(of: shelf)
      snapshot.keep(ranks, for: shelf.version)
      return ranks
    }
  }
}
