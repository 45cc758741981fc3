internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport

extension Reader.Access {
  /// The most matches of a search that are looked at, the best known first.
  private static var mostSearched: Int { 200_000 }
  /// The most rows: more in a month is no longer news.
  private static var mostNews: Int { 2_000 }

  /// The releases above a number, the newest first, each with the names of what it belongs to as its role.
  ///
  /// - Parameter shelf: answers `owned:` and `wanted:` of searches; nil for an empty one.
  func news(
    of followed: [Followed], above number: Int, _ shelf: ShelfRanks?, _ snapshot: Snapshot
  ) throws -> DugRows {
    var found: [Int: (rank: Int, names: [String])] = [:]
    var news = DugRows()
    for followed in followed {
      for rank in try ranks(of: followed.subject, shelf, snapshot) {
        news.looked += 1
        if news.looked & 255 == 0 { try cancellation.check() }
        guard case .release(let id)? = try reference(ofRank: rank), id.number > number else { continue }
        var entry = found[id.number] ?? (rank: rank, names: [])
        // An artist has an entry for each section.
        if entry.names.last != followed.name { entry.names.append(followed.name) }
        found[id.number] = entry
      }
    }
    let newest = found.sorted { $0.key > $1.key }
    news.isCut = newest.count > Self.mostNews
    for (_, entry) in newest.prefix(Self.mostNews) {
      for var row in try rows([entry.rank]) {
        row.role = entry.names.joined(separator: ", ")
        news.rows.append(row)
      }
    }
    return news
  }

  private func ranks(
    of subject: Followed.Subject, _ shelf: ShelfRanks?, _ snapshot: Snapshot
  ) throws -> [Int] {
    switch subject {
    case .record(.artist(let id)): return try ranks(of: .artistReleases(id, role: nil))
    case .record(.label(let id)): return try ranks(of: .labelReleases(id))
    case .record(.master(let id)): return try ranks(of: .versions(id))
    case .record(.release): return []
    case .search(let query):
      let runner = try SearchRunner(SearchRequest(query: query, kind: .release), self, snapshot, shelf: shelf)
      return try runner.ranks(after: nil, limit: Self.mostSearched).map(\.rank)
    }
  }

  private func ranks(of content: CatalogueList.Content) throws -> [Int] {
    let reader = ListReader(content, self)
    var ranks: [Int] = []
    try reader.forEach { entry in
      ranks.append(try reader.rank(reader.token(entry)))
      return true
    }
    return ranks
  }
}
