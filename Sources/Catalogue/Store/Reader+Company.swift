internal import Digging
internal import DiscogsModel
import Wording

/// Who else played, and what else they played on.
extension Reader.Access {
  /// The people on a record and where they have met otherwise.
  func company(of release: Release) throws -> DugRows {
    let people = Array(release.performers.prefix(Company.mostPeople))
    let own = Set([try head(of: release)].compactMap { $0 })
    let works = try people.map { try heads(of: $0.id) }
    let meetings = Meetings(works)
    let shared = meetings.shared(count: people.count, without: own)
    var found = DugRows()
    found.isCut = release.performers.count > people.count || works.contains { $0.count == Company.mostWorks }
    found.looked = Set(works.joined()).count
    for (index, person) in people.enumerated().sorted(by: {
      (shared[$1.offset], $0.offset) < (shared[$0.offset], $1.offset)
    }) {
      var row = CatalogueRow(reference: .artist(person.id), title: person.name)
      row.role = DigWords.plays(person.role, together: shared[index])
      found.rows.append(row)
    }
    let names = people.map { Homonym.strip($0.name) }
    found.rows += try rows(of: meetings, names, withAtLeast: min(2, people.count), without: own)
    return found
  }

  /// Those an artist has played with, and where they have met without the artist.
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

  /// What stands for the works of an artist, best known first.
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

  /// The release of a rank; of a master its key release, which is the very next.
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

/// How far is looked for who else played.
enum Company {
  /// On a record, in the order of its credits.
  static let mostPeople = 60
  /// Of each of them, best known first.
  static let mostWorks = 4_000
  /// Records of an artist that are read.
  static let mostRecords = 1_500
  static let mostShown = 100
  /// So many of those an artist has played with most are looked for elsewhere.
  static let closest = 12
}

/// Those somebody has played with.
private struct Band {
  struct Person {
    var id: Artist.ID
    var name: String
    /// Of the records, best known first.
    var titles: [String] = []
  }

  private var places: [Artist.ID: Int] = [:]
  private var all: [Person] = []

  /// Notes who plays on a record beside an artist who does.
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

  /// Those on the most records first.
  var people: [Person] {
    all.enumerated().sorted {
      ($1.element.titles.count, $0.offset) < ($0.element.titles.count, $1.offset)
    }.map(\.element)
  }
}
