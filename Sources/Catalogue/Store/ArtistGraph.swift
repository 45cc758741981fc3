internal import Digging
internal import DiscogsModel
internal import SQLiteSupport

/// Who has played with whom: artists, joined by the records on which both play.
///
/// The edges are not kept anywhere. An artist's list says which records there are, and each of them who else is on it: so
/// many may be read, and no more.
final class ArtistGraph {
  private let access: Reader.Access
  private let ceiling: Int
  /// The records of an artist by rank, the best-known pressing of each work.
  private var records: [Int: [Int]] = [:]
  private var players: [Int: [Int]] = [:]

  /// - Parameter ceiling: the most records to read.
  init(_ access: Reader.Access, ceiling: Int) {
    (self.access, self.ceiling) = (access, ceiling)
  }

  var recordsRead: Int { players.count }
  var isSpent: Bool { players.count >= ceiling }

  func records(of artist: Int) throws -> [Int] {
    if let known = records[artist] { return known }
    let found = try ListReader(.discography(Artist.ID(artist), section: nil), access).groups().map(\.member).sorted()
    records[artist] = found
    return found
  }

  /// Who plays on a record; empty where it is no bridge.
  func players(on rank: Int) throws -> [Int] {
    if let known = players[rank] { return known }
    try access.cancellation.check()
    let release = try access.readableRelease(ofRank: rank)
    let found = release.map { $0.isBridge ? $0.performers.map(\.id.number) : [] } ?? []
    players[rank] = found
    return found
  }

  /// The shortest way from one artist to another: each step a record by rank, and whom it leads to.
  func path(from start: Int, to end: Int) throws -> ShortestPath<Int, Int>.Outcome {
    let search = ShortestPath<Int, Int>(
      cost: { [self] in try records(of: $0).count }, isSpent: { [self] in isSpent },
      expand: { [self] artist, visit in
        for rank in try records(of: artist) where !isSpent {
          let players = try players(on: rank)
          // Credited for something else, such as the sleeve: neither of them has met the others.
          guard players.contains(artist) else { continue }
          for other in players where other != artist {
            guard try visit(rank, other) else { return }
          }
        }
      })
    return try search.find(from: start, to: end)
  }
}

extension ListReader {
  /// The works of an artist's list: the rank of what stands for each, and that of the best-known pressing on which the
  /// artist is.
  func groups() throws -> [(head: Int, member: Int)] {
    var groups: [(head: Int, member: Int)] = []
    var head: ArtistEntry?
    try forEachEntry { value in
      let entry = ArtistEntry(value: value)
      if entry.isHead {
        head = entry.roles == 0 ? entry : nil
        if entry.roles != 0 { groups.append((entry.rank, entry.rank)) }
      } else if let of = head {
        groups.append((of.rank, entry.rank))
        head = nil
      }
    }
    return groups
  }
}
