internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport

/// The shelf as ascending ranks of a catalogue.
struct ShelfRanks: Sendable {
  /// Owned releases and their masters.
  var owned: [Int] = []
  /// Pressings of these masters that are not owned.
  var others: [Int] = []
  /// Wanted releases, all pressings of wanted masters, and the masters of both.
  var wanted: [Int] = []

  func ranks(_ list: QueryPlan.Standing.List) -> [Int] {
    switch list {
    case .owned: owned
    case .other: others
    case .wanted: wanted
    }
  }
}

/// Finds a shelf's records in a catalogue. Having no index from ids to ranks, it uses lists of masters, and names.
struct ShelfRanksReader {
  /// The results so far, kept for the next state of the shelf, which differs by a record or two.
  struct Known: Sendable {
    /// The places of releases; nil for releases that the catalogue does not have.
    fileprivate var releases: [Int: Place?] = [:]
    fileprivate var pressings: [Int: [Int]] = [:]
    fileprivate var masters: [Int: Int?] = [:]
  }

  fileprivate struct Place: Sendable {
    var rank: Int
    var master: Int?
  }

  private let access: Reader.Access
  private(set) var known: Known

  init(_ access: Reader.Access, known: Known) { (self.access, self.known) = (access, known) }

  mutating func ranks(of contents: ShelfContents) throws -> ShelfRanks {
    let owned = try find(contents.owned)
    var wanted = try find(contents.wanted)
    for master in contents.wantedMasters {
      wanted.releases.formUnion(try pressings(of: master.number))
      wanted.masters.insert(master.number)
    }
    var others: Set<Int> = []
    for master in owned.masters { others.formUnion(try pressings(of: master)) }
    return ShelfRanks(
      owned: try withMasters(owned), others: others.subtracting(owned.releases).sorted(),
      wanted: try withMasters(wanted))
  }

  private struct Found {
    var releases: Set<Int> = []
    var masters: Set<Int> = []
  }

  private mutating func find(_ items: [ShelfContents.Item]) throws -> Found {
    var found = Found()
    for (index, item) in items.enumerated() {
      if index & 63 == 0 { try access.cancellation.check() }
      guard let place = try place(of: item) else { continue }
      found.releases.insert(place.rank)
      if let master = place.master { found.masters.insert(master) }
    }
    return found
  }

  private mutating func place(of item: ShelfContents.Item) throws -> Place? {
    let id = item.release.number
    if let place = known.releases[id] { return place }
    // The record knows the master if the shelf does not, or has it from another catalogue.
    var place = try item.master.flatMap { try self.place(of: id, among: $0.number) }
    if place == nil, let release = try access.readable(item.release) {
      if let master = release.master {
        place = try self.place(of: id, among: master.number)
      } else {
        place = try access.rank(of: .release(release.id), release.artists, release.title).map { Place(rank: $0) }
      }
    }
    known.releases[id] = .some(place)
    return place
  }

  private mutating func place(of release: Int, among master: Int) throws -> Place? {
    for rank in try pressings(of: master) where try access.reference(ofRank: rank) == .release(Release.ID(release)) {
      return Place(rank: rank, master: master)
    }
    return nil
  }

  private mutating func pressings(of master: Int) throws -> [Int] {
    if let found = known.pressings[master] { return found }
    var found: [Int] = []
    try ListReader(.versions(Master.ID(master)), access).forEach(from: 0) { entry in
      found.append(Int(entry.value))
      return true
    }
    known.pressings[master] = found
    return found
  }

  private mutating func withMasters(_ found: Found) throws -> [Int] {
    var ranks = found.releases
    for master in found.masters { if let rank = try rank(ofMaster: master) { ranks.insert(rank) } }
    return ranks.sorted()
  }

  private mutating func rank(ofMaster master: Int) throws -> Int? {
    if let rank = known.masters[master] { return rank }
    var rank = try rankBeforePressings(of: master)
    if rank == nil {
      rank = try access.readable(Master.ID(master)).flatMap {
        try access.rank(of: .master($0.id), $0.artists, $0.title)
      }
    }
    known.masters[master] = .some(rank)
    return rank
  }

  /// The rank before its most popular pressing (`Ranking`), which saves reading its record; nil if another is there.
  private mutating func rankBeforePressings(of master: Int) throws -> Int? {
    guard let first = try pressings(of: master).min(),
      try access.reference(ofRank: first - 1) == .master(Master.ID(master))
    else { return nil }
    return first - 1
  }
}

extension CatalogueStore {
  /// The shelf's ranks in this catalogue, computed once for each state of both.
  func ranks(of shelf: ShelfContents?, in snapshot: Snapshot) async throws(CatalogueError) -> ShelfRanks? {
    guard let shelf else { return nil }
    if let known = snapshot.shelfRanks(for: shelf.version) { return known }
    return try await snapshot.back().read { access in
      // Another call may have computed them meanwhile.
      if let known = snapshot.shelfRanks(for: shelf.version) { return known }
      var reader = ShelfRanksReader(access, known: snapshot.shelfPlaces)
      let ranks = try reader.ranks(of: shelf)
      snapshot.keep(ranks, reader.known, for: shelf.version)
      return ranks
    }
  }
}
