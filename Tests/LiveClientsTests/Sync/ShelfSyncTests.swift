import Clients
import DiscogsAPI
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing
import UserLibrary

/// The mirror of an account's shelf, over the tests' own server, whose owner has the demo's collection.
@Suite(.limitedConcurrency)
struct ShelfSyncTests {
  private let world: LiveWorld

  init() async throws {
    world = try await LiveWorld(hasTime: true)
  }

  private var shelf: ShelfClient { world.live.services.shelf }
  private var edits: ShelfEditClient { world.live.services.edits }
  private var sync: ShelfSyncClient { world.live.services.sync }

  private func owner() async throws -> ServerAccount.ID {
    try #require(try await world.server.accounts.account(named: TestServer.owner)).id
  }

  private func copiesThere() async throws -> [AccountItem] {
    try await world.server.accounts.items(
      of: try await owner(), folder: nil, release: nil, AccountPageRequest(offset: 0, limit: 10_000)
    ).rows
  }

  private func copiesHere(_ narrowing: String = "") async throws -> [CollectionCopy] {
    try await shelf.copies(CollectionRequest(narrowing: narrowing), nil, 10_000).rows
  }

  private func wantsThere() async throws -> [AccountWant] {
    try await world.server.accounts.wants(
      of: try await owner(), AccountPageRequest(offset: 0, limit: 10_000)
    ).rows
  }

  private func expectAgreement() async throws {
    let (here, there) = (try await copiesHere(), try await copiesThere())
    #expect(here.map(\.release.number).sorted() == there.map(\.release.number).sorted())
    #expect(try await shelf.wantCount(CollectionRequest()) == (try await wantsThere()).count)
    #expect(sync.status().difference == nil)
  }

  @Test func `a run that may change nothing neither syncs nor settles what a sync has left open`() async throws {
    let careful = try await LiveWorld { $0.isReadOnly = true }
    let sync = careful.live.services.sync
    let refusal = ClientError.refused("Nothing changed: Runout was started with --read-only")
    await #expect(throws: refusal) { try await sync.run(false) }
    await #expect(throws: refusal) { try await sync.answer(.collection, true) }
    #expect(try await !sync.bringUpToDate(.zero))
    #expect(try await careful.live.services.shelf.copyCount(CollectionRequest()) == 0)
  }

  @Test func `a first sync brings the whole shelf with its folders, conditions, ratings and notes`() async throws {
    let start = world.day.now
    try await sync.run(false)
    try await expectAgreement()
    let there = try await copiesThere()
    let here = try await copiesHere()
    #expect(Set(here.map(\.folder)).count > 1)
    #expect(here.count { $0.rating != nil } == there.count { ($0.rating ?? 0) > 0 })
    #expect(here.allSatisfy { !$0.title.isEmpty && !$0.artist.isEmpty && $0.added.utf8.count == 19 })
    #expect(here.contains { !$0.mediaCondition.isEmpty })
    let status = sync.status()
    #expect(status.phase == .idle && status.difference == nil)
    // Lists and value come behind.
    #expect((start...world.day.now).contains(status.agreedAt ?? 0))
  }

  @Test func `a sync when nothing has changed asks for one page of each list and the folders`() async throws {
    try await sync.run(false)
    let before = world.server.requests.count
    try await sync.run(false)
    #expect(world.server.requests.count - before == 3)
  }

  @Test(arguments: ["folders", "fields"])
  func `no row is stored before the names of folders and fields are known`(_ list: String) async throws {
    world.fail(FaultRule(.status(503), path: "/users/*/collection/\(list)"))
    await #expect(throws: ClientError.self) { try await sync.run(false) }
    #expect(try await copiesHere().isEmpty)
  }

  /// An account with a copy that has a value in its fourth field, of the owner's own.
  private func worldWithShop() async throws -> LiveWorld {
    let copy = CollectionCopy(
      id: 1, facts: ShelfFacts(release: 7, artist: "Miles Davis", title: "Kind Of Blue", format: "LP"),
      fields: [CollectionCopy.Field(name: "Shop", value: "Da Capo")])
    return try await LiveWorld(stock: AccountStock(copies: [copy]), hasTime: true)
  }

  private func onlyCopy(in world: LiveWorld) async throws -> (here: CollectionCopy, there: AccountItem) {
    let here = try await world.live.services.shelf.copies(CollectionRequest(), nil, 10).rows
    let owner = try #require(try await world.server.accounts.account(named: TestServer.owner)).id
    let there = try await world.server.accounts.items(of: owner, AccountPageRequest(limit: 10)).rows
    #expect(here.count == 1 && there.count == 1)
    return try (#require(here.first), #require(there.first))
  }

  @Test func `right after the first sync, a copy with a field of the owner's own can be edited`() async throws {
    let world = try await worldWithShop()
    let services = world.live.services
    try await services.sync.run(false)
    let copy = try await onlyCopy(in: world).here
    #expect(copy.fields == [CollectionCopy.Field(name: "Shop", value: "Da Capo")])
    _ = try await services.edits.perform([
      .rate(copy: copy.id, stars: 1), .setField(copy: copy.id, name: "Shop", value: "Concerto"),
    ])
    try await services.sync.run(false)
    #expect(try await services.edits.pending() == [])
    let there = try await onlyCopy(in: world).there
    #expect(there.rating == 1 && there.notes[4] == "Concerto")
  }

  @Test func `an edit made while a field had only a number is sent, and the next sync names the field`() async throws {
    let world = try await worldWithShop()
    let services = world.live.services
    world.fail(FaultRule(.body(#"{"fields": []}"#), path: "/users/*/collection/fields", times: 1))
    try await services.sync.run(false)
    let copy = try await onlyCopy(in: world).here
    #expect(copy.fields == [CollectionCopy.Field(name: "Field 4", value: "Da Capo")])
    _ = try await services.edits.perform([.setField(copy: copy.id, name: "Field 4", value: "Concerto")])
    try await services.sync.run(false)
    #expect(try await services.edits.pending() == [])
    let (here, there) = try await onlyCopy(in: world)
    #expect(there.notes[4] == "Concerto")
    #expect(here.fields == [CollectionCopy.Field(name: "Shop", value: "Concerto")])
  }

  @Test func `copies added, changed, moved and removed elsewhere come with the next sync`() async throws {
    try await sync.run(false)
    let there = try await copiesThere()
    let client = world.sdk(token: TestServer.token)
    func place(_ item: AccountItem) -> InstancePlace {
      InstancePlace(
        userName: TestServer.owner, folder: item.folder, release: item.release,
        instance: .init(item.instance))
    }
    try await client.answer(to: Endpoint<Void>.remove(place(there[0]))).value
    _ = try await client.answer(to: .add(there[1].release, of: TestServer.owner))
    try await sync.run(false)
    try await expectAgreement()
    let moved = try #require(there.dropFirst(2).first { $0.folder != 1 })
    try await client.answer(to: Endpoint<Void>.change(place(moved), moveTo: 1)).value
    try await sync.run(false)
    #expect(
      try await copiesHere().count { $0.folder == "Uncategorized" }
        == (try await copiesThere()).count { $0.folder == 1 })
    try await client.answer(to: Endpoint<Void>.change(place(there[5]), rating: 2)).value
    try await sync.run(true)
    #expect(
      try await copiesHere().filter { $0.release == there[5].release }.contains { $0.rating == 2 })
  }

  @Test func `changes made here are there after a sync, and nothing pending`() async throws {
    try await sync.run(false)
    let copy = try #require(try await copiesHere().first)
    let facts = ShelfFacts(release: copy.release, artist: copy.artist, title: copy.title)
    let wanted = try #require(try await wantsThere().first).release
    let outcomes = try await edits.perform([
      .makeFolder("Fair"), .add(facts, folder: "Fair"), .move(copy: copy.id, folder: "Fair"),
      .rate(copy: copy.id, stars: 1), .setField(copy: copy.id, name: "Notes", value: "from “runout”, été"),
      .setField(copy: copy.id, name: ShelfEdit.mediaCondition, value: "Poor (P)"), .unwant(.release(wanted)),
    ])
    #expect(outcomes.allSatisfy { $0 == .done })
    try await sync.run(false)
    #expect(try await edits.pending() == [])
    try await expectAgreement()
    let folders = try await world.server.accounts.folders(of: try await owner())
    let fair = try #require(folders.first { $0.name == "Fair" })
    #expect(fair.copies == 2)
    let changed = try #require(try await copiesThere().first { $0.folder == fair.id && !$0.notes.isEmpty })
    #expect(changed.rating == 1)
    #expect((changed.notes[1], changed.notes[3]) == ("Poor (P)", "from “runout”, été"))
    #expect(try await !wantsThere().contains { $0.release == wanted })
  }

  @Test func `a copy removed, sent and brought back keeps its fields`() async throws {
    try await sync.run(false)
    let copy = try #require(try await copiesHere().first { $0.rating != nil && !$0.mediaCondition.isEmpty })
    _ = try await edits.perform([.remove(copy: copy.id)])
    try await sync.run(false)
    let count = try await copiesThere().count
    #expect(try await edits.undo() != nil)
    try await sync.run(false)
    #expect(try await edits.pending() == [])
    #expect(try await copiesThere().count == count + 1)
    let back = try #require(try await copiesHere().first { $0.id == copy.id })
    #expect(
      (back.folder, back.rating, back.mediaCondition, back.fields) == (
        copy.folder, copy.rating, copy.mediaCondition, copy.fields
      ))
    let there = try #require(try await copiesThere().max { $0.instance < $1.instance })
    #expect(there.rating == copy.rating)
    #expect(there.notes.values.contains { $0 == copy.mediaCondition })
    try await expectAgreement()
  }

  @Test func `a folder and a copy in it, made and sent together, are undone together`() async throws {
    try await sync.run(false)
    let (count, copy) = (try await copiesThere().count, try #require(try await copiesHere().first))
    let facts = ShelfFacts(release: copy.release, artist: copy.artist, title: copy.title)
    _ = try await edits.perform([.makeFolder("Fair"), .add(facts, folder: "Fair")])
    try await sync.run(false)
    #expect(try await edits.undo() != nil)
    try await sync.run(false)
    #expect(try await edits.pending() == [])
    #expect(try await copiesThere().count == count)
    #expect(try await !world.server.accounts.folders(of: try await owner()).contains { $0.name == "Fair" })
    try await expectAgreement()
  }

  @Test func `offline changes are kept over runs and sent when there is a network`() async throws {
    try await sync.run(false)
    let copy = try #require(try await copiesHere().first)
    world.fail(FaultRule(.resetBefore))
    _ = try await edits.perform([.rate(copy: copy.id, stars: 2)])
    await #expect(throws: ClientError.self) { try await sync.run(false) }
    #expect(try await edits.pending().count == 1)
    await world.live.close()
    world.heal()
    let next = try world.nextRun()
    #expect(try await next.services.edits.pending().count == 1)
    try await next.services.sync.run(false)
    #expect(try await next.services.edits.pending() == [])
    #expect(try await copiesThere().contains { $0.release == copy.release && $0.rating == 2 })
    await next.close()
  }

  /// Has one copy rated with two stars at Discogs, and with five here.
  private func rateOnBothSides() async throws -> (here: CollectionCopy, there: AccountItem) {
    let item = try #require(try await copiesThere().first { $0.rating == nil || $0.rating == 0 })
    let copy = try #require(
      try await copiesHere().first { $0.release == item.release && $0.rating == nil })
    let place = InstancePlace(
      userName: TestServer.owner, folder: item.folder, release: item.release,
      instance: .init(item.instance))
    try await world.sdk(token: TestServer.token).answer(to: Endpoint<Void>.change(place, rating: 2)).value
    _ = try await edits.perform([.rate(copy: copy.id, stars: 5)])
    return (copy, item)
  }

  @Test func `a row changed on both sides is for the user to decide`() async throws {
    try await sync.run(false)
    let copy = try await rateOnBothSides().here
    try await sync.run(true)
    let pending = try #require(try await edits.pending().first)
    #expect(
      pending.state == .conflict([PendingEdit.Difference(name: "Rating", before: "", mine: "5", theirs: "2")]))
    // What was typed is what is shown until then.
    #expect(try await copiesHere().first { $0.id == copy.id }?.rating == 5)
    try await edits.remedy(pending.id, .takeTheirs)
    #expect(try await copiesHere().first { $0.id == copy.id }?.rating == 2)
    #expect(try await edits.pending() == [])
  }

  @Test func `mine is sent over theirs when the user says so`() async throws {
    try await sync.run(false)
    let item = try await rateOnBothSides().there
    try await sync.run(false)
    let pending = try #require(try await edits.pending().first)
    try await edits.remedy(pending.id, .keepMine)
    try await sync.run(false)
    #expect(try await edits.pending() == [])
    #expect(try await copiesThere().first { $0.instance == item.instance }?.rating == 5)
  }

  @Test func `another account's shelf is not mixed with this one`() async throws {
    try await sync.run(false)
    await world.live.close()
    let other = try world.scratch.live(.live) { configuration in
      configuration.discogs.apiURL = world.server.url
      configuration.discogs.ownAddress = world.server.url
      configuration.environment["DISCOGS_TOKEN"] = TestServer.guestToken
      configuration.now = { world.day.now }
    }
    await #expect(
      throws: ClientError.refused(
        "This shelf belongs to collector, not guest: use --profile guest"
      )
    ) { try await other.services.sync.run(false) }
    await other.close()
  }

  @Test func `switching profiles switches shelves`() async throws {
    try await sync.run(false)
    let count = try await copiesHere().count
    try await world.live.services.account.select("guest")
    #expect(try await copiesHere() == [])
    _ = try await edits.perform([.makeFolder("Guest's")])
    #expect(try await edits.pending().count == 1)
    #expect(try await shelf.folders().map(\.name) == ["Guest's"])
    try await world.live.services.account.select("default")
    #expect(try await copiesHere().count == count)
    #expect(try await edits.pending() == [])
    #expect(try world.scratch.names(in: "data").contains("library-guest.sqlite"))
  }

  @Test func `an imported collection becomes the account's, and a copy of the library is kept`() async throws {
    try world.scratch.write(
      "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added\n"
        + "X 1,Nobody,Nothing,None,LP,,1999,987654321,Uncategorized,2020-01-01 00:00:00\n", to: "collection.csv")
    _ = try await world.live.editor.importShelf(.collection, from: world.scratch.file("collection.csv"))
    #expect(try await copiesHere().count == 1)
    try await sync.run(false)
    try await expectAgreement()
    #expect(try await !copiesHere().contains { $0.release.number == 987_654_321 })
    #expect(try world.scratch.names(in: "data").contains { $0.hasSuffix(".before-sync.backup") })
  }

  @Test func `an old shelf syncs automatically, and a fresh one costs no request`() async throws {
    #expect(try await sync.bringUpToDate(.seconds(600)))
    try await expectAgreement()
    #expect(sync.status().agreedAt != nil)
    let requests = world.server.requests.count
    #expect(try await !sync.bringUpToDate(.seconds(600)))
    #expect(world.server.requests.count == requests)
    world.day.move(by: 600)
    #expect(try await sync.bringUpToDate(.seconds(600)))
    // A clock that was wrong when it was noted is no reason to wait for a year.
    world.day.move(by: -86_400)
    #expect(try await sync.bringUpToDate(.seconds(600)))
  }

  @Test(arguments: [(true, 0.0...0.5), (false, 0.5...60)])
  func `changes by a verb are sent without a pause, those by the screen in the background`(
    _ isVerb: Bool, _ seconds: ClosedRange<Double>
  ) async throws {
    let world = try await LiveWorld(rate: .perMinute(60), hasTime: true) { $0.waitsForFresh = isVerb }
    try await world.live.services.sync.run(true)
    let copy = try #require(
      try await world.live.services.shelf.copies(CollectionRequest(), nil, 1).rows.first)
    // A minute without requests.
    try await world.clock.sleep(for: .seconds(60))
    let before = world.day.now
    _ = try await world.live.services.edits.perform([
      .rate(copy: copy.id, stars: 1), .setField(copy: copy.id, name: "Notes", value: "x"),
    ])
    try await world.live.sendPending()
    #expect(try await world.live.services.edits.pending() == [])
    #expect(seconds.contains(world.day.now - before), "\(world.day.now - before)")
    await world.live.close()
  }

  @Test func `without an account nothing is brought up to date, and nothing asked`() async throws {
    let stranger = try await LiveWorld(token: nil)
    #expect(try await !stranger.live.services.sync.bringUpToDate(.seconds(600)))
    #expect(stranger.server.requests.isEmpty)
    #expect(stranger.live.services.sync.status() == .off)
  }

  @Test func `nothing syncs automatically while another program does`() async throws {
    try await sync.run(false)
    world.day.move(by: 86_400)
    let other = try world.nextRun()
    #expect(try await !other.services.sync.bringUpToDate(.seconds(600)))
    await other.close()
  }

  @Test func `only the user turns an imported collection into the account's`() async throws {
    try world.scratch.write(
      "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added\n"
        + "X 1,Nobody,Nothing,None,LP,,1999,987654321,Uncategorized,2020-01-01 00:00:00\n", to: "collection.csv")
    _ = try await world.live.editor.importShelf(.collection, from: world.scratch.file("collection.csv"))
    await #expect(
      throws: ClientError.refused(
        "This shelf came from files: :sync compares it with Discogs and asks")
    ) { try await sync.bringUpToDate(.seconds(600)) }
    #expect(try await copiesHere().count == 1)
    #expect(world.server.requests.isEmpty)
  }

  @Test func `a sync that is asked for sends what would wait for another while`() async throws {
    try await sync.run(false)
    let copy = try #require(try await copiesHere().first)
    world.fail(FaultRule(.status(500), method: "POST", times: 1))
    _ = try await edits.perform([.rate(copy: copy.id, stars: 2)])
    try await sync.run(false)
    // Whether it was the first or the second, no day has to pass.
    try await sync.run(false)
    #expect(try await edits.pending() == [])
  }
}
