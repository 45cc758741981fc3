internal import Digging
internal import DiscogsModel
internal import RunoutModel
import Wording

extension Reader.Access {
  func alike(_ release: Release, _ snapshot: Snapshot) throws -> DugRows {
    let traits = RecordTraits(release, year: try release.master.flatMap { try readable($0) }?.year)
    var candidates = Candidates(without: release)
    try add(peopleOf: release, to: &candidates)
    try add(labelsOf: release, to: &candidates)
    try add(stylesOf: release, snapshot, to: &candidates)
    var scored: [(likeness: Likeness, row: CatalogueRow)] = []
    for rank in candidates.ranks {
      try cancellation.check()
      guard let other = try leadingRelease(ofRank: rank), candidates.isNew(other), other.isBridge,
        let row = try rows([rank]).first
      else { continue }
      // A work is as old as its first pressing.
      let year = try other.master.flatMap { try readable($0) }?.year
      let likeness = Likeness(of: traits, and: RecordTraits(other, year: year))
      if likeness.score >= Candidates.leastScore { scored.append((likeness, row)) }
    }
    var found = DugRows()
    found.looked = candidates.ranks.count
    // Equal scores keep their order, the most popular first.
    found.rows = scored.enumerated().sorted {
      ($1.element.likeness.score, $0.offset) < ($0.element.likeness.score, $1.offset)
    }.prefix(Company.mostShown).map { place in
      var row = place.element.row
      row.role = Self.reason(place.element.likeness, release)
      return row
    }
    return found
  }

  private static func reason(_ likeness: Likeness, _ release: Release) -> String {
    let people = release.performers.filter { likeness.people.contains($0.id) }.map { Homonym.strip($0.name) }
    let labels = release.labels.filter { label in label.id.map(likeness.labels.contains) ?? false }
    return DigWords.alike(
      people: people, label: labels.first?.displayName, styles: release.styles.filter(likeness.styles.contains),
      years: likeness.years)
  }

  private func add(peopleOf release: Release, to candidates: inout Candidates) throws {
    let works = try release.performers.prefix(Company.mostPeople).map { try heads(of: $0.id) }
    candidates.add(Meetings(works).records(withAtLeast: 1, most: Candidates.mostOfPeople).map(\.record))
  }

  private func add(labelsOf release: Release, to candidates: inout Candidates) throws {
    for label in release.labels where !label.name.hasPrefix("Not On Label") {
      guard let id = label.id else { continue }
      var ranks: [Int] = []
      let reader = ListReader(.labelReleases(id), self)
      try reader.forEach(from: 0) { entry in
        ranks.append(Int(entry.value))
        return ranks.count < Company.mostWorks
      }
      candidates.add(Array(ranks.sorted().prefix(Candidates.mostOfLabel)))
    }
  }

  /// Adds the most popular records with all of its styles, or with the first where few have all.
  private func add(stylesOf release: Release, _ snapshot: Snapshot, to candidates: inout Candidates) throws {
    for count in Set([release.styles.count, 1]).sorted(by: >) where count > 0 && count <= release.styles.count {
      var terms: [SearchQuery.Term] = release.styles.prefix(count).map {
        SearchQuery.Term(field: .style, value: .text($0, isPhrase: true))
      }
      terms.append(SearchQuery.Term(field: .type, value: .kind(.release)))
      let query = SearchQuery(terms: terms)
      let ranks = try SearchRunner(SearchRequest(query: query), self, snapshot)
        .ranks(after: nil, limit: Candidates.mostOfStyle).map(\.rank)
      candidates.add(ranks)
      if ranks.count >= Candidates.mostOfStyle / 4 { return }
    }
  }
}

/// Records to compare, one for each work.
private struct Candidates {
  static let mostOfPeople = 250
  static let mostOfLabel = 150
  static let mostOfStyle = 150
  /// Reached by a player in common, a style, or a label and the same years.
  static let leastScore = 1.0

  private(set) var ranks: [Int] = []
  private var known: Set<Int> = []
  private var works: Set<EntityReference>

  init(without release: Release) { works = [Self.work(release)] }

  mutating func add(_ ranks: [Int]) { self.ranks += ranks.filter { known.insert($0).inserted } }

  /// Whether no other pressing of its work has been compared.
  mutating func isNew(_ release: Release) -> Bool { works.insert(Self.work(release)).inserted }

  private static func work(_ release: Release) -> EntityReference {
    release.master.map { .master($0) } ?? .release(release.id)
  }
}
