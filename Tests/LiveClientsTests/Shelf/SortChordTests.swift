import Clients
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import TestSupport
import Testing

/// Every sort key begins with what its help says: on the own shelf, and on somebody else's, which Discogs sorts.
struct SortChordTests {
  /// Those that a shelf has.
  nonisolated static let commands = Command.allCases.filter { command in
    SortOrder(command).map { ![.relevance, .price].contains($0.field) } ?? false
  }

  /// What the help says; the sorts that say nothing begin with A, or the lowest number.
  private func beginsWithTheHighest(_ command: Command) -> Bool {
    ["Z first", "last first", "latest first", "best first", "highest first"].contains {
      command.entry.help.hasSuffix($0)
    }
  }

  @Test(arguments: commands) func `a sort key does what its help says`(command: Command) async throws {
    let sort = try #require(SortOrder(command))
    let world = try await LiveWorld()
    try await world.live.services.sync.run(false)
    let copies = try await world.live.services.shelf.copies(CollectionRequest(sort: sort), nil, 100).rows
    #expect(copies.count == 71)
    #expect(beginsWithTheHighest(copies.map { key($0, sort.field) }) == beginsWithTheHighest(command))
    // The rows of somebody else's shelf tell neither date nor rating: the own ones do, of the same copies.
    let own = Dictionary(copies.map { (EntityReference.release($0.release), $0) }) { one, _ in one }
    let rows = try await world.catalogue.browse(
      BrowseRequest(.collection(of: TestServer.owner), sort: sort), nil, 100
    ).rows
    let others = try rows.map { key(try #require(own[$0.reference]), sort.field) }
    #expect(beginsWithTheHighest(others) == beginsWithTheHighest(command))
  }

  private func beginsWithTheHighest(_ keys: [String]) -> Bool? {
    let known = keys.filter { !$0.isEmpty }
    guard let first = known.first, let last = known.last, first != last else { return nil }
    return first > last
  }

  private func key(_ copy: CollectionCopy, _ field: SortOrder.Field) -> String {
    switch field {
    case .artist: ShelfOrder.key(artist: copy.artist)
    case .title: NaturalOrder.key(copy.title)
    case .year: copy.year.map { NaturalOrder.key(String($0)) } ?? ""
    case .added: copy.added
    case .rating: copy.rating.map(String.init) ?? ""
    case .format: NaturalOrder.key(copy.format)
    case .label: NaturalOrder.key(copy.label)
    case .catalogueNumber: NaturalOrder.key(copy.catalogueNumber)
    case .relevance, .price: ""
    }
  }
}
