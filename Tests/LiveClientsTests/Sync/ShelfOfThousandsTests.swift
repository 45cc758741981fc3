import Clients
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing
import UserLibrary

// breaks: Large collections
/// A collection of thousands of copies.
@Suite(.limitedConcurrency)
struct ShelfOfThousandsTests {
  private static let stock = AccountStock(
    copies: (1...4_000).map { number in
      CollectionCopy(
        id: Int64(number),
        facts: ShelfFacts(
          release: Release.ID(number), artist: "Artist \(number % 700)", title: "Title \(number)", format: "LP",
          year: 1950 + number % 70),
        folder: number % 3 == 0 ? "Jazz" : ShelfEdit.uncategorised, added: "2020-11-12 12:24:52",
        mediaCondition: "Very Good Plus (VG+)",
        fields: number % 5 == 0 ? [CollectionCopy.Field(name: "Notes", value: "Signed")] : [])
    })

  @Test func `four thousand copies come page by page, in two runs, each once`() async throws {
    let world = try await LiveWorld(stock: Self.stock, hasTime: true)
    let path = "/users/*/collection/folders/0/releases"
    // The rows that have come are there, whatever becomes of the others.
    world.fail(FaultRule(.resetBefore, method: "GET", path: path, from: 12))
    await #expect(throws: ClientError.offline) { try await world.live.services.sync.run(false) }
    await world.live.close()
    #expect(world.server.requests.first { $0.path.hasSuffix("/releases") }?.query.contains("page=1") == true)
    let next = try world.nextRun()
    let fetched = try await next.services.shelf.copyCount(CollectionRequest())
    #expect((1_000..<4_000).contains(fetched))
    world.heal()
    let before = world.server.count("GET", path)
    try await next.services.sync.run(false)
    // It goes on where it stood, with the last page once more.
    let pages = (4_000 - fetched) / 100 + 1
    #expect(world.server.count("GET", path) - before == pages)
    #expect(try await next.services.shelf.copyCount(CollectionRequest()) == 4_000)
    #expect(next.services.sync.status().difference == nil)
    let folders = try await next.services.shelf.folders()
    #expect(folders.first { $0.name == "Jazz" }?.copies == 1_333)
    await next.close()
  }

  @Test func `where nothing has changed, a shelf of forty pages is looked at by its first`() async throws {
    let world = try await LiveWorld(stock: Self.stock, hasTime: true)
    try await world.live.services.sync.run(false)
    let before = world.server.requests.count
    try await world.live.services.sync.run(false)
    // A page of the collection, its folders, a page of the want list.
    #expect(world.server.requests.count - before == 3)
  }
}
