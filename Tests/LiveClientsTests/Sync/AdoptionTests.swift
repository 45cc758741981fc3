import Catalogue
import Clients
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing

/// A shelf that came from files becomes an account's.
@Suite(.limitedConcurrency)
struct AdoptionTests {
  private let world: LiveWorld

  init() async throws {
    world = try await LiveWorld(hasTime: true)
    let releases = try await world.server.catalogue.search(SearchRequest(kind: .release), limit: 400).rows
    let owner = try #require(try await world.server.accounts.account(named: TestServer.owner)).id
    let there = Set(
      try await world.server.accounts.items(
        of: owner, folder: nil, release: nil, AccountPageRequest(offset: 0, limit: 10_000)
      ).rows.map(\.release.number))
    let wanted = Set(
      try await world.server.accounts.wants(
        of: owner, AccountPageRequest(offset: 0, limit: 10_000)
      ).rows.map(\.release.number))
    let missing = releases.map(\.reference.number).filter { !there.contains($0) && !wanted.contains($0) }
    let owned = try #require(there.min())
    // One that the account has, and two copies of one that it lacks.
    try world.scratch.write(
      """
      Artist,Title,release_id,CollectionFolder,Rating,Date Added,Collection Media Condition,Collection Shade
      A,T,\(owned),Attic,4,2020-11-12 12:24:52,Mint (M),
      B,U,\(missing[0]),Attic,5,2020-11-13 12:24:52,Good (G),red
      B,U,\(missing[0]),Attic,,2020-11-14 12:24:52,,

      """, to: "copies.csv")
    try world.scratch.write(
      "Artist,Title,release_id,Notes\nC,V,\(missing[1]),a clean one\n", to: "wants.csv")
    _ = try await world.live.editor.importShelf(.collection, from: world.scratch.file("copies.csv"))
    _ = try await world.live.editor.importShelf(.wantList, from: world.scratch.file("wants.csv"))
    (self.owned, self.missing) = (owned, missing)
    before = there.count
  }

  private let owned: Int
  private let missing: [Int]
  private let before: Int

  private var sync: ShelfSyncClient { world.live.services.sync }

  private func owner() async throws -> ServerAccount.ID {
    try #require(try await world.server.accounts.account(named: TestServer.owner)).id
  }

  private func copiesThere() async throws -> [AccountItem] {
    try await world.server.accounts.items(
      of: try await owner(), folder: nil, release: nil, AccountPageRequest(offset: 0, limit: 10_000)
    ).rows
  }

  private func writes() -> Int { world.server.requests.count { $0.method != "GET" } }

  @Test func `signing in sends nothing, and the automatic sync says how to go on`() async throws {
    let error = await #expect(throws: ClientError.self) { try await sync.bringUpToDate(.zero) }
    guard case .refused(let sentence)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(sentence.contains(":sync"))
    let copy = try #require(try await world.live.services.shelf.copiesOf(Release.ID(missing[0])).first)
    #expect(try await world.live.services.edits.perform([.rate(copy: copy.id, stars: 1)]) == [.done])
    #expect(try await world.live.services.edits.pending().isEmpty)
    #expect(writes() == 0)
  }

  @Test func `a shelf that has become empty is not the account's before something is added to it`() async throws {
    let services = world.live.services
    let copies = try await services.shelf.copies(CollectionRequest(), nil, 100).rows
    let wants = try await services.shelf.wants(CollectionRequest(), nil, 100).rows
    _ = try await services.edits.perform(copies.map { .remove(copy: $0.id) } + wants.map { .unwant($0.wanted) })
    #expect(try await world.live.editor.make([.makeFolder("New")], isRehearsal: true).count == 1)
    #expect(try await services.edits.undo() != nil)
    #expect(try await services.shelf.copyCount(CollectionRequest()) == copies.count)
    #expect(try await services.edits.pending().isEmpty)
    // And the way back to before the import is still there.
    #expect(try await world.live.sendsChanges() == false)
  }

  @Test func `the plan counts what the account lacks and changes nothing`() async throws {
    let plan = try #require(try await sync.adoption())
    #expect(plan.copies == 2 && plan.wants == 1 && plan.folders == 1)
    #expect(plan.valuesLeftOut == ["Shade"])
    #expect(writes() == 0)
    #expect(try await world.live.services.shelf.copyCount(CollectionRequest()) == 3)
    #expect(try await world.live.services.edits.pending().isEmpty)
    // It can be asked again.
    #expect(try await sync.adoption() == plan)
  }

  @Test func `an adopted shelf is at Discogs once, and what was there comes here`() async throws {
    try await sync.adopt()
    try await sync.run(true)
    #expect(try await world.live.services.edits.pending().isEmpty)
    let there = try await copiesThere()
    #expect(there.count { $0.release.number == missing[0] } == 2)
    #expect(there.contains { $0.release.number == missing[0] && $0.rating == 5 })
    #expect(sync.status().difference == nil)
    let here = try await world.live.services.shelf.copies(CollectionRequest(), nil, 10_000).rows
    #expect(here.map(\.release.number).sorted() == there.map(\.release.number).sorted())
    #expect(here.count { $0.release.number == owned } == there.count { $0.release.number == owned })
    #expect(try await world.live.services.shelf.wantOf(.release(Release.ID(missing[1])))?.notes == "a clean one")
    // Nothing is left to ask, and another sync sends nothing.
    let sent = writes()
    #expect(try await sync.adoption() == nil)
    try await sync.run(true)
    #expect(writes() == sent)
  }

  @Test func `a folder of the shelf is the account's of its name`() async throws {
    let (owner, accounts) = (try await owner(), world.server.accounts)
    let attic = try await accounts.addFolder(named: "Attic", of: owner)
    // Its first copy comes before its name.
    let item = try #require(try await copiesThere().first)
    try await accounts.change(
      AccountStore.CopyPath(folder: item.folder, release: item.release, instance: item.instance), rating: nil,
      target: attic.id, of: owner)
    try await sync.adopt()
    try await sync.run(true)
    #expect(try await world.live.services.edits.pending().isEmpty)
    #expect(try await world.live.services.shelf.folders().allSatisfy { !$0.name.hasSuffix("(2)") })
    #expect(try await accounts.folders(of: owner).count { $0.name == "Attic" } == 1)
    #expect(try await copiesThere().count { $0.folder == attic.id && $0.release.number == missing[0] } == 2)
    #expect(sync.status().difference == nil)
  }

  @Test(arguments: 1...12)
  func `a push that breaks off anywhere goes on without sending anything twice`(_ broken: Int) async throws {
    try await sync.adopt()
    world.fail(FaultRule(.status(503), from: broken * 2, times: 6))
    do throws(ClientError) { try await sync.run(true) } catch { #expect(error != .cancelled) }
    world.heal()
    await world.live.close()
    let next = try world.nextRun()
    try await next.services.sync.run(true)
    try await next.services.sync.run(true)
    #expect(try await next.services.edits.pending().isEmpty)
    #expect(try await copiesThere().count { $0.release.number == missing[0] } == 2)
    #expect(next.services.sync.status().difference == nil)
  }
}
