internal import Digging
internal import DiscogsModel
import Wording

extension Reader.Access {
  /// The players on a record, then the other records they share.
  func company(of release: Release) throws -> DugRows {
    let people = Array(release.performers.prefix(Company.mostPeople))
    let own = Set([try head(of: release)].compactMap { $0 })
    let works = try people.map { try heads(of: $0.id) }
    let meetings = Meetings(works)
    let shared = meetings.shared(count: people.count, without: own)
    var found = DugRows()
    found.isCut = release.performers.count > people.count || works.contains { $0.count == Company.mostWorks }
    found.looked = Set(works.joined()).count
    for index in people.indices.sorted(by: { (shared[$1], $0) < (shared[$0], $1) }) {
      let person = people[index]
      var row = CatalogueRow(reference: .artist(person.id), title: person.name)
      row.role = DigWords.plays(person.role, together: shared[index])
      found.rows.append(row)
    }
    let names = people.map { Homonym.strip($0.name) }
    found.rows += try rows(of: meetings, names, withAtLeast: min(2, people.count), without: own)
    return found
  }

  /// The players an artist has shared records with, then the records these share without the artist.
  func company(of artist: Artist.ID) throws -> DugRows {
    let groups = try ListReader(.discography(artist, section: nil), self).groups().sorted { $0.member < $1.member }
    var found = DugRows()
    found.looked = min(groups.count, Company.mostRecords)
    found.isCut = groups.count > Company.mostRecords
    var band = Band()
    for group in groups.prefix(Company.mostRecords) {
      try cancellation.check()
      guard let release = try readableRelease(ofRank: group.member), release.isBridge else { continue }
      band.add(release, besides: artist)
    }
    let people = band.people.prefix(Company.mostShown)
    for person in people {
      var row = CatalogueRow(reference: .artist(person.id), title: person.name)
      row.role = DigWords.together(person.titles.count, person.titles)
      found.rows.append(row)
    }
    let closest = people.prefix(Company.closest)
    let meetings = Meetings(try closest.map { try heads(of: $0.id) })
    found.rows += try rows(
      of: meetings, closest.map { Homonym.strip($0.name) }, withAtLeast: min(2, max(1, closest.count)),
      without: Set(groups.map(\.head)))
    return found
  }

  /// The ranks of the heads of an artist's works, the most popular first.
  func heads(of artist: Artist.ID) throws -> [Int] {
    try cancellation.check()
    let heads = try ListReader(.discography(artist, section: nil), self).groups().map(\.head)
    return Array(heads.sorted().prefix(Company.mostWorks))
  }

  private func rows(
    of meetings: Meetings, _ names: [String], withAtLeast least: Int, without own: Set<Int>
  ) throws -> [CatalogueRow] {
    var found: [CatalogueRow] = []
    for meeting in meetings.records(withAtLeast: least, without: own, most: 2 * Company.mostShown) {
      try cancellation.check()
      guard found.count < Company.mostShown, var row = try rows([meeting.record]).first,
        try leadingRelease(ofRank: meeting.record)?.isBridge ?? false
      else { continue }
      row.role = DigWords.players(meeting.people.map { names[$0] }, of: names.count)
      found.append(row)
    }
    return found
  }

  /// The release of a rank; for a master its key release, which has the next rank.
  func leadingRelease(ofRank rank: Int) throws -> Release? {
    switch try reference(ofRank: rank) {
    case .release(let id)?: return try readable(id)
    case .master(let id)?:
      let next = try readableRelease(ofRank: rank + 1)
      if let next, next.master == id { return next }
      return try readable(id)?.keyRelease.flatMap { try readable($0) }
    case .artist?, .label?, nil: return nil
    }
  }
}

enum Company {
  /// On a record, in the order of its credits.
  static let mostPeople = 60
  /// Works of each player, the most popular first.
  static let mostWorks = 4_000
  /// Records read of an artist.
  static let mostRecords = 1_500
  static let mostShown = 100
  /// The number of closest fellow players whose other records are searched.
  static let closest = 12
}

/// The fellow players of an artist.
private struct Band {
  struct Person {
    var id: Artist.ID
    var name: String
    /// The shared records, the most popular first.
    var titles: [String] = []
  }

  private var places: [Artist.ID: Int] = [:]
  private var all: [Person] = []

  /// Adds the other players of a record on which the artist plays.
  mutating func add(_ release: Release, besides artist: Artist.ID) {
    let performers = release.performers
    guard performers.contains(where: { $0.id == artist }) else { return }
    for performer in performers where performer.id != artist {
      let place = places[performer.id, default: all.count]
      if place == all.count {
        places[performer.id] = place
        all.append(Person(id: performer.id, name: performer.name))
      }
      all[place].titles.append(release.title)
    }
  }

  /// Sorted by the number of shared records, the most first.
  var people: [Person] {
    all.enumerated().sorted {
      ($1.element.titles.count, $0.offset) < ($0.element.titles.count, $1.offset)
    }.map(\.element)
  }
}
