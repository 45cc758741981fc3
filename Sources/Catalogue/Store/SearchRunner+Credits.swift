internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport

extension SearchRunner {
  /// The most people that a name in `credit:` may mean, the best known first.
  private static let mostPeople = 100

  /// The releases on which somebody of this name is an artist or in the credits, and their masters.
  func ranks(of credit: QueryPlan.Credit, purpose: String) throws -> any RankSource {
    let people = try people(named: credit.name, purpose: purpose)
    var ranks: Set<Int> = []
    for id in people {
      try ListReader(.artistReleases(id, role: nil), access).forEach { entry in
        ranks.insert(ArtistEntry(value: entry.value).rank)
        return true
      }
    }
    let sorted = ranks.sorted()
    guard !credit.roles.isEmpty || !credit.otherRoles.isEmpty else { return RankList(sorted) }
    // Only the records themselves know roles. The best known come first, and a page is a few of them.
    let known = Set(people)
    return RankSieve(sorted) { [access] rank in
      try access.cancellation.check()
      guard let release = try access.readableRelease(ofRank: rank) else { return false }
      return release.hasCredit { $0.id.map(known.contains) == true && credit.fits(role: $0.role) }
    }
  }

  /// Who has exactly this name, or else who has its words in it.
  private func people(named name: String, purpose: String) throws -> [Artist.ID] {
    func artists(_ source: any RankSource) throws -> [Artist.ID] {
      var found: [Artist.ID] = []
      var last = 0
      while found.count < Self.mostPeople, let rank = try source.first(from: last + 1) {
        if case .artist(let id)? = try access.reference(ofRank: rank) { found.append(id) }
        last = rank
      }
      return found
    }
    let exact = try artists(records(named: SearchText.hash(ofTyped: name), purpose: purpose))
    if !exact.isEmpty { return exact }
    let tokens = TextFolding.tokens(name)
    guard !tokens.isEmpty else { return [] }
    let named = try words(.search, "\"\(tokens.joined(separator: " "))\"*", purpose: purpose)
    let all = try ranks(of: .kind(.artist), purpose: "\(purpose) kind").source
    return try artists(Intersection([all, named]))
  }
}

extension QueryPlan.Credit {
  fileprivate func fits(role: String) -> Bool {
    let words = TextFolding.tokens(role)
    func has(_ sought: [String]) -> Bool { sought.allSatisfy { word in words.contains { $0.hasPrefix(word) } } }
    return roles.allSatisfy(has) && !otherRoles.contains(where: has)
  }
}

extension Release {
  fileprivate func hasCredit(_ fits: (ArtistCredit) -> Bool) -> Bool {
    func has(_ tracks: [Track]) -> Bool {
      tracks.contains { $0.credits.contains(where: fits) || has($0.parts) }
    }
    return credits.contains(where: fits) || has(tracklist)
  }
}

/// Those of some ascending ranks that pass a test, which is made when they are asked for.
private final class RankSieve: RankSource {
  private let ranks: [Int]
  private let passes: (Int) throws -> Bool
  private var position = 0

  init(_ ranks: [Int], _ passes: @escaping (Int) throws -> Bool) { (self.ranks, self.passes) = (ranks, passes) }

  func first(from rank: Int) throws -> Int? {
    while position < ranks.count {
      if ranks[position] >= rank, try passes(ranks[position]) { return ranks[position] }
      position += 1
    }
    return nil
  }
}
