import Clients
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing
import UserLibrary

// breaks: Two programs at once
/// Two programs over the same files, both with the same account.
@Suite(.limitedConcurrency)
struct TwoProgramsTests {
  private let world: LiveWorld
  private let other: LiveServices
  private let owner: ServerAccount.ID

  init() async throws {
    // Each looks for what the other has done as often as it can.
    world = try await LiveWorld(hasTime: true) { $0.pollingInterval = .milliseconds(4) }
    other = try world.nextRun()
    owner = try #require(try await world.server.accounts.account(named: TestServer.owner)).id
  }

  private var one: Services { world.live.services }
  private var two: Services { other.services }

  private func there() async throws -> [AccountItem] {
    try await world.server.accounts.items(of: owner, AccountPageRequest(limit: 10_000)).rows
  }

  /// Copies of different releases that are neither rated nor noted.
  private func plainCopies(_ count: Int) async throws -> [CollectionCopy] {
    let copies = try await one.shelf.copies(CollectionRequest(), nil, 10_000).rows
    var releases: Set<Release.ID> = []
    let different = copies.filter { releases.insert($0.release).inserted && $0.rating != 2 }
    try #require(different.count >= count)
    return Array(different.prefix(count))
  }

  private func make(_ edits: [ShelfEdit], with services: Services) async throws {
    for edit in edits {
      let outcomes = try await services.edits.perform([edit])
      #expect(outcomes == [.done])
    }
  }

  @Test func `changes by both at once are all there, and each is sent once`() async throws {
    try await one.sync.run(true)
    let copies = try await plainCopies(8)
    let before = try await there()
    let added = ShelfEdit.add(
      ShelfFacts(release: copies[0].release, artist: "A", title: "T"), folder: ShelfEdit.uncategorised)
    async let rated: Void = make(copies.map { .rate(copy: $0.id, stars: 2) } + [added], with: one)
    async let noted: Void = make(
      copies.map { .setField(copy: $0.id, name: "Notes", value: "from the other") } + [added], with: two)
    _ = try await (rated, noted)
    // The one that syncs sends for both; the other says so.
    await #expect(
      throws: ClientError.refused("Another Runout is syncing this shelf and sends your changes too")
    ) {
      try await two.sync.run(false)
    }
    try await one.sync.run(false)
    #expect(try await one.edits.pending() == [])
    #expect(try await two.edits.pending() == [])
    let after = try await there()
    #expect(after.count == before.count + 2)
    func owned(_ items: [AccountItem]) -> Int { items.count { $0.release == copies[0].release } }
    #expect(owned(after) == owned(before) + 2)
    for copy in copies {
      let items = after.filter { $0.release == copy.release }
      #expect(items.allSatisfy { $0.rating == 2 } && items.count { $0.notes[3] == "from the other" } == 1)
    }
    let copyPath = "/users/*/collection/folders/*/releases/*"
    #expect(world.server.count("POST", copyPath) == 2)
    #expect(world.server.count("POST", copyPath + "/instances/*") == copies.count)
    #expect(world.server.count("POST", copyPath + "/instances/*/fields/*") == copies.count)
    let (mine, theirs) = (
      try await one.shelf.copies(CollectionRequest(), nil, 10_000).rows,
      try await two.shelf.copies(CollectionRequest(), nil, 10_000).rows
    )
    #expect(mine == theirs)
    await other.close()
  }

  @Test func `changes of one program are sent by the other that syncs`() async throws {
    try await one.sync.run(true)
    let copy = try await plainCopies(1)[0]
    let changes = two.edits.changes()
    _ = try await two.edits.perform([.rate(copy: copy.id, stars: 2)])
    for await _ in changes where try await two.edits.pending().isEmpty { break }
    #expect(try await there().contains { $0.release == copy.release && $0.rating == 2 })
    #expect(world.server.count("POST", "/users/*/collection/folders/*/releases/*/instances/*") == 1)
    await other.close()
  }

  @Test func `changes that one leaves behind are sent by the other, once`() async throws {
    try await one.sync.run(true)
    let copy = try await plainCopies(1)[0]
    world.fail(FaultRule(.resetBefore, method: "POST"), FaultRule(.resetBefore, method: "PUT"))
    _ = try await one.edits.perform([.rate(copy: copy.id, stars: 2)])
    _ = try await two.edits.perform([
      .want(ShelfFacts(release: copy.release, artist: "A", title: "T"), notes: "", rating: nil)
    ])
    await world.live.close()
    #expect(try await two.edits.pending().count == 2)
    world.heal()
    let before = world.server.requests.count { $0.method == "POST" || $0.method == "PUT" }
    try await two.sync.run(false)
    #expect(try await two.edits.pending() == [])
    #expect(world.server.requests.count { $0.method == "POST" || $0.method == "PUT" } == before + 2)
    #expect(try await there().contains { $0.release == copy.release && $0.rating == 2 })
    await other.close()
  }

  @Test func `one undoes what the other changed last, and both see it`() async throws {
    try await one.sync.run(true)
    let copy = try await plainCopies(1)[0]
    _ = try await two.edits.perform([.remove(copy: copy.id)])
    #expect(try await one.edits.undo() != nil)
    #expect(try await two.edits.undo() == nil)
    try await one.sync.run(true)
    #expect(try await two.edits.pending() == [])
    #expect(try await there().count { $0.release == copy.release } == 1)
    #expect(try await two.shelf.copiesOf(copy.release).map(\.folder) == [copy.folder])
    await other.close()
  }
}
