internal import Digging
internal import DiscogsModel
internal import SQLiteSupport

/// The graph of artists joined by the records on which both play.
///
/// Edges are not stored: an artist's list has the records, and a record its players. The number of records to read is
/// limited.
final class ArtistGraph {
  private let access: Reader.Access
  private let ceiling: Int
  /// The records of each artist by rank, one for each work: the most popular pressing.
  private var records: [Int: [Int]] = [:]
  private var players: [Int: [Int]] = [:]

  /// - Parameter ceiling: the most records to read.
  init(_ access: Reader.Access, ceiling: Int) { (self.access, self.ceiling) = (access, ceiling) }

  var recordsRead: Int { players.count }
  var isSpent: Bool { players.count >= ceiling }

  func records(of artist: Int) throws -> [Int] {
    if let known = records[artist] { return known }
    let found = try ListReader(.discography(Artist.ID(artist), section: nil), access).groups().map(\.member).sorted()
    records[artist] = found
    return found
  }

  /// The players on a record; empty where it is no bridge.
  func players(on rank: Int) throws -> [Int] {
    if let known = players[rank] { return known }
    try access.cancellation.check()
    let release = try access.readableRelease(ofRank: rank)
    let found = release.map { $0.isBridge ? $0.performers.map(\.id.number) : [] } ?? []
    players[rank] = found
    return found
  }

  /// The shortest path between two artists: each step is a record's rank and the artist it leads to.
  func path(from start: Int, to end: Int) throws -> ShortestPath<Int, Int>.Outcome {
    let search = ShortestPath<Int, Int>(
      cost: { [self] in try records(of: $0).count }, isSpent: { [self] in isSpent },
      expand: { [self] artist, visit in
        for rank in try records(of: artist) where !isSpent {
          let players = try players(on: rank)
          // Credited for something else, such as the sleeve, which does not connect to the players.
          guard players.contains(artist) else { continue }
          for other in players where other != artist { guard try visit(rank, other) else { return } }
        }
      })
    return try search.find(from: start, to: end)
  }
}

extension ListReader {
  /// The works in an artist's list: the rank of each group's head, and of the most popular pressing with the artist.
  func groups() throws -> [(head: Int, member: Int)] {
    var groups: [(head: Int, member: Int)] = []
    var head: ArtistEntry?
    try forEachStretch { _, entries in
      for value in entries {
        let entry = ArtistEntry(value: value)
        if entry.isHead {
          head = entry.roles == 0 ? entry : nil
          if entry.roles != 0 { groups.append((entry.rank, entry.rank)) }
        } else if let of = head {
          groups.append((of.rank, entry.rank))
          head = nil
        }
      }
      return true
    }
    return groups
  }
}
