import Clients
import DiscogsAPI
import DiscogsModel
import DiscogsServer
import Foundation
import LiveClients
import RunoutModel
import TestSupport
import Testing
import UserLibrary

/// What a sync may take away from the shelf, and what proves it: an account that answers wrongly or changes while it is
/// read takes nothing away that is still there.
@Suite(.limitedConcurrency)
struct ShelfKeptTests {
  private let world: LiveWorld
  private let elsewhere = Elsewhere()
  private let owner: ServerAccount.ID

  /// Three pages of copies in two folders, two pages of wants.
  private static let stock = AccountStock(
    copies: (1...250).map { number in
      CollectionCopy(
        id: Int64(number), facts: facts(number), folder: number % 5 == 0 ? "Jazz" : ShelfEdit.uncategorised,
        added: "2020-11-12 12:24:52", mediaCondition: "Very Good Plus (VG+)",
        fields: number % 5 == 0 ? [CollectionCopy.Field(name: "Notes", value: "Signed \(number)")] : [])
    },
    wants: (501...650).map { WantListEntry(id: Int64($0), facts: facts($0), added: "2020-11-12 12:24:52") })

  /// What can be added and wanted again, as the server's catalogue has it.
  private static let (ownedRelease, wantedRelease) = (Release.ID(930_000_013), Release.ID(930_000_014))

  private static func facts(_ number: Int) -> ShelfFacts {
    let release = number == 250 ? ownedRelease : number == 650 ? wantedRelease : Release.ID(number)
    return ShelfFacts(release: release, artist: "Artist \(number)", title: "Title \(number)", format: "LP")
  }

  init() async throws {
    let elsewhere = elsewhere
    world = try await LiveWorld(stock: Self.stock, hasTime: true) { configuration in
      configuration.network = { [network = configuration.network] in elsewhere.before(network($0, $1)) }
    }
    owner = try #require(try await world.server.accounts.account(named: TestServer.owner)).id
  }

  private var services: Services { world.live.services }
  private var sync: ShelfSyncClient { services.sync }

  // MARK: Both sides

  private func copiesHere() async throws -> [CollectionCopy] {
    try await services.shelf.copies(CollectionRequest(), nil, 10_000).rows
  }

  private func copiesThere() async throws -> [AccountItem] {
    try await world.server.accounts.items(of: owner, AccountPageRequest(limit: 10_000)).rows
  }

  /// Which copies were played.
  private func playedHere() async throws -> [Int64] {
    try await services.shelf.copies(CollectionRequest(narrowing: "played:2026"), nil, 100).rows.map(\.id)
  }

  private func wantsHere() async throws -> Int { try await services.shelf.wantCount(CollectionRequest()) }

  private func expectAgreement() async throws {
    #expect(
      try await copiesHere().map(\.release.number).sorted()
        == (try await copiesThere()).map(\.release.number).sorted())
    #expect(sync.status().difference == nil)
  }

  private func remove(_ items: some Sequence<AccountItem>) async throws {
    for item in items { try await world.server.accounts.deleteCopy(Self.path(item), of: owner) }
  }

  private static func path(_ item: AccountItem) -> AccountStore.CopyPath {
    AccountStore.CopyPath(folder: item.folder, release: item.release, instance: item.instance)
  }

  private func add(_ number: Int) async throws {
    _ = try await world.server.accounts.addCopy(of: Self.facts(number), to: 1, of: owner, at: 1_794_000_100)
  }

  /// In the order of the account's list, newest first.
  private func listThere() async throws -> [AccountItem] {
    try await world.server.accounts.items(
      of: owner, AccountPageRequest(sort: SortOrder(.added, isReversed: true), limit: 10_000)
    ).rows
  }

  private static let list = "/collection/folders/0/releases"
  private static let copiesPath = "/users/*" + list
  private static let wantsPath = "/users/*/wants"

  /// How many requests something costs; a run finds out who is signed in besides.
  private func cost(_ work: () async throws -> Void) async throws -> Int {
    func count() -> Int { world.server.requests.count { $0.path != "/oauth/identity" } }
    let before = count()
    try await work()
    return count() - before
  }

  // MARK: The first page

  @Test(arguments: [
    Fault.status(404), .body(#"{"releases": [], "wants": []}"#), .body("{}"), .empty(status: 200), .html(status: 404),
  ])
  func `a first page that is missing or has no total removes nothing`(_ fault: Fault) async throws {
    try await sync.run(true)
    for path in [Self.copiesPath, Self.wantsPath] {
      world.fail(FaultRule(fault, method: "GET", path: path))
      for isFull in [true, false] { await #expect(throws: ClientError.self) { try await sync.run(isFull) } }
      #expect(try await copiesHere().count == 250)
      #expect(try await wantsHere() == 150)
    }
    #expect(try await services.edits.removed() == [])
  }

  @Test func `a missing first page is one sentence`() async throws {
    try await sync.run(true)
    world.fail(FaultRule(.status(404), method: "GET", path: Self.copiesPath, times: 1))
    await #expect(
      throws: ClientError.refused("Discogs sent nothing of the collection: nothing changed")
    ) { try await sync.run(false) }
    try await sync.run(false)
    world.fail(FaultRule(.body(#"{"wants": []}"#), method: "GET", path: Self.wantsPath, times: 1))
    await #expect(
      throws: ClientError.refused("Discogs sent the want list without a count: nothing removed")
    ) { try await sync.run(false) }
    try await sync.run(false)
    try await expectAgreement()
  }

  @Test func `a total that no account has ends the sync at once, whatever pages would follow`() async throws {
    try await sync.run(true)
    elsewhere.lie(about: [Self.list]) { $0.total = 100_000_000_000 }
    let asked = try await cost {
      await #expect(
        throws: ClientError.refused("Discogs counts 100,000,000,000 rows in the collection: nothing removed")
      ) { try await sync.run(true) }
    }
    #expect(asked == 1)
    #expect(try await copiesHere().count == 250)
  }

  @Test(arguments: [#"{"id": 1}"#, ""])
  func `a page that comes twice, an empty one too, ends the list`(row: String) async throws {
    try await sync.run(true)
    let body =
      #"{"pagination": {"page": 1000000, "pages": 2000000, "per_page": 1, "items": 9000}, "wants": [\#(row)]}"#
    world.fail(FaultRule(.body(body), method: "GET", path: Self.wantsPath))
    let before = world.server.requests.count { $0.path.hasSuffix("/wants") }
    let sentence = "Discogs sent the same page of the want list twice: nothing removed"
    await #expect(throws: ClientError.refused(sentence)) { try await sync.run(true) }
    #expect(world.server.requests.count { $0.path.hasSuffix("/wants") } - before <= 3)
    #expect(try await wantsHere() >= 150)
  }

  // MARK: Changes between two pages

  /// Which number each copy has here, by its release.
  private func numbersHere() async throws -> [Release.ID: Int64] {
    Dictionary(try await copiesHere().map { ($0.release, $0.id) }) { first, _ in first }
  }

  @Test(arguments: [true, false])
  func `a copy removed elsewhere between two pages hides no other, and goes itself`(isFirst: Bool) async throws {
    if !isFirst { try await sync.run(true) }
    let (list, before) = (try await listThere(), try await numbersHere())
    elsewhere.next(Self.list, page: 2) { try await remove([list[3]]) }
    try await sync.run(true)
    #expect(try await copiesHere().count == 249)
    try await expectAgreement()
    // The row that moved up is the one that it was, with what is known of it here only.
    guard !isFirst else { return }
    #expect(try await numbersHere() == before.filter { $0.key != list[3].release })
  }

  @Test(arguments: [true, false])
  func `a copy added elsewhere between two pages comes, and none is there twice`(isFirst: Bool) async throws {
    if !isFirst { try await sync.run(true) }
    elsewhere.next(Self.list, page: 2) { try await add(900) }
    try await sync.run(true)
    #expect(try await copiesHere().count == 251)
    try await expectAgreement()
  }

  @Test(arguments: [true, false])
  func `a removal and an addition between two pages do not agree by accident`(isFirst: Bool) async throws {
    if !isFirst { try await sync.run(true) }
    let list = try await listThere()
    // Every page says the same total, and as many rows are met as that.
    elsewhere.next(Self.list, page: 2) {
      try await remove([list[3]])
      try await add(900)
    }
    try await sync.run(true)
    try await expectAgreement()
    #expect(try await copiesHere().contains { $0.release.number == 900 })
    #expect(try await !copiesHere().contains { $0.release == list[3].release })
  }

  @Test func `a want removed elsewhere between two pages hides no other`() async throws {
    try await sync.run(true)
    let list = try await world.server.accounts.wants(
      of: owner, AccountPageRequest(sort: SortOrder(.added, isReversed: true), limit: 1_000)
    ).rows
    elsewhere.next("/wants", page: 2) {
      _ = try await world.server.accounts.deleteWant(of: list[3].release, of: owner)
    }
    try await sync.run(true)
    #expect(try await wantsHere() == 149)
    #expect(sync.status().difference == nil)
    #expect(try await services.edits.removed().map(\.facts.release) == [list[3].release])
  }

  @Test func `a list that changes whenever it is read is only added to, until it rests`() async throws {
    try await sync.run(true)
    let list = try await listThere()
    for number in 0..<3 { elsewhere.next(Self.list, page: 2) { try await remove([list[number]]) } }
    elsewhere.next(Self.list, page: 1) { try await add(900) }
    try await sync.run(true)
    #expect(try await copiesHere().count == 251)
    #expect(
      sync.status().difference == "Discogs changed the collection during the sync: nothing removed")
    try await sync.run(false)
    #expect(try await copiesHere().count == 248)
    try await expectAgreement()
  }

  @Test func `an interrupted pass resumes and still proves the whole list`() async throws {
    try await sync.run(true)
    let (list, before) = (try await listThere(), try await numbersHere())
    world.fail(FaultRule(.resetBefore, method: "GET", path: Self.copiesPath, query: "page=3"))
    await #expect(throws: ClientError.offline) { try await sync.run(true) }
    await world.live.close()
    world.heal()
    // Nothing has changed: the third page, the first once more, the folders; a page of the want list.
    let next = try world.nextRun()
    #expect(try await cost { try await next.services.sync.run(false) } == 4)
    #expect(next.services.sync.status().difference == nil)
    world.fail(FaultRule(.resetBefore, method: "GET", path: Self.copiesPath, query: "page=3"))
    await #expect(throws: ClientError.offline) { try await next.services.sync.run(true) }
    await next.close()
    world.heal()
    try await remove([list[3]])
    try await add(900)
    let last = try world.nextRun()
    try await last.services.sync.run(false)
    #expect(last.services.sync.status().difference == nil)
    let here = try await last.services.shelf.copies(CollectionRequest(), nil, 10_000).rows
    #expect(
      here.map(\.release.number).sorted() == (try await copiesThere()).map(\.release.number).sorted())
    for copy in here where copy.release.number != 900 { #expect(copy.id == before[copy.release]) }
    await last.close()
  }

  // MARK: Totals and folders

  @Test(arguments: [1, -1])
  func `where the total is off by one nothing is removed, and it is not read again and again`(by: Int) async throws {
    try await sync.run(true)
    elsewhere.lie(about: [Self.list]) { $0.total += by }
    try await sync.run(true)
    #expect(try await copiesHere().count == 250)
    #expect(
      sync.status().difference == "Discogs counts \(250 + by) in the collection but lists 250")
    // By itself: the first page, the folders, the first page of the want list.
    #expect(try await cost { _ = try await sync.bringUpToDate(.zero) } == 3)
    #expect(sync.status().difference != nil)
    elsewhere.beHonest()
    _ = try await sync.bringUpToDate(.zero)
    try await expectAgreement()
  }

  @Test func `a copy moved elsewhere that the first page does not show is found by the folders' counts`() async throws {
    try await sync.run(true)
    let moved = try #require(try await listThere().last { $0.folder == 1 })
    let jazz = try #require(try await world.server.accounts.folders(of: owner).first { $0.name == "Jazz" })
    try await world.server.accounts.change(Self.path(moved), rating: nil, target: jazz.id, of: owner)
    try await sync.run(false)
    #expect(try await copiesHere().first { $0.release == moved.release }?.folder == "Jazz")
    try await expectAgreement()
  }

  @Test func `folders that are counted wrongly are said, and cost no more each time`() async throws {
    try await sync.run(true)
    elsewhere.lie(about: ["/collection/folders"]) { lie in
      lie.folders = lie.folders.map { ($0.name, $0.name == "Jazz" ? $0.count + 1 : $0.count) }
    }
    try await sync.run(false)
    #expect(sync.status().difference == "Copy counts differ in Jazz")
    #expect(try await cost { _ = try await sync.bringUpToDate(.zero) } == 3)
    #expect(try await copiesHere().count == 250)
  }

  // MARK: A second look

  @Test(arguments: [nil, Fault.status(404)])
  func `a copy missing from the list stays if its release still has it`(_ fault: Fault?) async throws {
    try await sync.run(true)
    let hidden = try #require(try await listThere().first)
    elsewhere.lie(about: [Self.list]) { $0.hide(hidden.instance) }
    // Shortly after an edit there may be no such list for a moment.
    if let fault {
      world.fail(FaultRule(fault, method: "GET", path: "/users/*/collection/releases/*", times: 1))
    }
    try await sync.run(true)
    #expect(try await copiesHere().count == 250)
    #expect(try await services.edits.removed() == [])
    #expect(sync.status().difference != nil)
    elsewhere.beHonest()
    try await sync.run(false)
    try await expectAgreement()
  }

  @Test func `a list of a release that fails takes nothing away`() async throws {
    try await sync.run(true)
    try await remove([try await listThere()[0]])
    world.fail(
      FaultRule(.body(#"{"releases": []}"#), method: "GET", path: "/users/*/collection/releases/*"))
    try await sync.run(true)
    #expect(try await copiesHere().count == 250)
    #expect(
      sync.status().difference == "Missing on Discogs, waiting for a second look: 1 copy")
    world.heal()
    try await sync.run(false)
    #expect(try await copiesHere().count == 249)
    try await expectAgreement()
  }

  @Test func `where nothing has changed a sync costs three requests, where a copy has gone seven`() async throws {
    try await sync.run(true)
    #expect(try await cost { try await sync.run(false) } == 3)
    try await remove([try await listThere()[249]])
    // Three pages and the first again, the folders, the list of the release; a page of the want list.
    #expect(try await cost { try await sync.run(false) } == 7)
    try await expectAgreement()
  }

  @Test func `many missing copies are looked for in their folders`() async throws {
    try await sync.run(true)
    try await remove(try await listThere().filter { $0.folder != 1 }.prefix(9))
    let jazz = try #require(try await world.server.accounts.folders(of: owner).first { $0.name == "Jazz" })
    try await sync.run(false)
    try await expectAgreement()
    #expect(world.server.count("GET", "/users/*/collection/releases/*") == 0)
    #expect(world.server.count("GET", "/users/*/collection/folders/\(jazz.id)/releases") == 1)
    #expect(try await services.edits.removed().count == 9)
  }

  // MARK: Asking first

  @Test func `up to ten rows, or a tenth, go without a question`() async throws {
    try await sync.run(true)
    try await remove(try await listThere().prefix(25))
    try await sync.run(false)
    #expect(sync.status().removals == [])
    try await expectAgreement()
    #expect(try await services.edits.removed().count == 25)
  }

  private static let removals = [
    SyncStatus.Removal(list: .collection, gone: 26, rows: 250),
    SyncStatus.Removal(list: .wantList, gone: 16, rows: 150),
  ]

  private func removeMany() async throws {
    try await sync.run(true)
    try await remove(try await listThere().prefix(26))
    for number in 501...516 {
      _ = try await world.server.accounts.deleteWant(of: Release.ID(number), of: owner)
    }
    try await sync.run(false)
  }

  @Test func `removing more than a tenth asks first, and waits for the answer`() async throws {
    try await removeMany()
    #expect(sync.status().removals == Self.removals)
    #expect(
      sync.status().difference
        == "Discogs no longer has 26 of your 250 copies; Discogs no longer has 16 of your 150 wants")
    #expect(try await copiesHere().count == 250)
    #expect(try await wantsHere() == 150)
    #expect(try await services.edits.removed() == [])
    // The question outlasts the program, and is not looked into again by itself.
    await world.live.close()
    world.day.move(by: 600)
    let next = try world.nextRun()
    #expect(try await cost { _ = try await next.services.sync.bringUpToDate(.seconds(600)) } == 3)
    #expect(next.services.sync.status().removals == Self.removals)
    await next.close()
  }

  @Test func `rows that the user agrees to remove go, with no further request`() async throws {
    try await removeMany()
    let requests = try await cost {
      for removal in Self.removals {
        let count = try await sync.answer(removal.list, true)
        #expect(count == removal.gone)
      }
    }
    #expect(requests == 0)
    #expect(sync.status().removals == [])
    #expect(try await wantsHere() == 134)
    try await expectAgreement()
    #expect(try await services.edits.removed().count == 42)
    #expect(try await cost { try await sync.run(false) } == 3)
    try await expectAgreement()
    #expect(try await sync.answer(.collection, true) == 0)
  }

  @Test func `kept rows stay, and Runout asks again only on request`() async throws {
    try await removeMany()
    for removal in Self.removals { #expect(try await sync.answer(removal.list, false) == removal.gone) }
    #expect(sync.status().removals == [])
    #expect(
      sync.status().difference
        == "You keep 26 of 250 copies that Discogs no longer has; You keep 16 of 150 wants that Discogs no longer has"
    )
    _ = try await sync.bringUpToDate(.zero)
    #expect(try await copiesHere().count == 250)
    #expect(sync.status().removals == [])
    #expect(sync.status().difference?.contains("keep") == true)
    try await sync.run(false)
    #expect(sync.status().removals == Self.removals)
    #expect(try await copiesHere().count == 250)
  }

  @Test func `a copy that reappears while the question is open stays`() async throws {
    try await sync.run(true)
    let hidden = try await listThere().filter { $0.folder != 1 }.prefix(30).map(\.instance)
    elsewhere.lie(about: ["/releases", "/collection/releases/"]) { lie in for item in hidden { lie.hide(item) } }
    try await sync.run(true)
    #expect(sync.status().removals == [SyncStatus.Removal(list: .collection, gone: 30, rows: 250)])
    elsewhere.beHonest()
    try await sync.run(true)
    #expect(try await sync.answer(.collection, true) == 0)
    #expect(try await copiesHere().count == 250)
    try await expectAgreement()
  }

  // MARK: Bringing back

  /// A copy with a play and notes, a want with a limit.
  private func removeTwo() async throws -> (copy: CollectionCopy, want: Release.ID) {
    try await sync.run(true)
    let copy = try #require(try await copiesHere().first { $0.release == Self.ownedRelease })
    let want = Self.wantedRelease
    _ = try await services.edits.perform([
      .play(copy: copy.id),
      .rate(copy: copy.id, stars: 4), .limitWant(.release(want), Money(25, Currency("EUR"))),
      .noteWant(.release(want), notes: "mint only"),
    ])
    try await sync.run(false)
    #expect(try await services.edits.pending() == [])
    try await remove(try await copiesThere().filter { $0.release == copy.release })
    _ = try await world.server.accounts.deleteWant(of: want, of: owner)
    try await sync.run(false)
    try await expectAgreement()
    return (copy, want)
  }

  @Test func `rows that a sync removed are kept for thirty days with plays, notes and limits`() async throws {
    let (copy, want) = try await removeTwo()
    let removed = try await services.edits.removed()
    let (first, second) = (
      try #require(removed.first { $0.list == .collection }), try #require(removed.first { $0.list == .wantList })
    )
    #expect((first.facts.release, first.folder, first.rating, first.plays) == (copy.release, "Jazz", 4, 1))
    #expect(first.values["Notes"] == copy.fields.first?.value)
    #expect(first.values[ShelfEdit.mediaCondition] == "Very Good Plus (VG+)")
    #expect(
      (second.facts.release, second.values["Notes"], second.limit) == (want, "mint only", Money(25, Currency("EUR"))))
    world.day.move(by: 29 * 86_400)
    #expect(try await services.edits.removed().count == 2)
    world.day.move(by: 2 * 86_400)
    #expect(try await services.edits.removed() == [])
    #expect(try await services.edits.restore(removed.map(\.id)) == nil)
  }

  @Test func `a restored copy keeps its fields and is sent once`() async throws {
    let (copy, want) = try await removeTwo()
    let removed = try await services.edits.removed()
    #expect(try await services.edits.restore(removed.map(\.id)) == "Bring back 2 records")
    #expect(try await services.edits.removed() == [])
    try await sync.run(false)
    try await sync.run(true)
    #expect(try await services.edits.pending() == [])
    try await expectAgreement()
    let back = try #require(try await copiesHere().first { $0.id == copy.id })
    #expect((back.release, back.folder, back.rating, back.fields) == (copy.release, "Jazz", 4, copy.fields))
    #expect(try await playedHere() == [copy.id])
    let there = try await copiesThere().filter { $0.release == copy.release }
    #expect(there.count == 1 && there.first?.rating == 4)
    #expect(there.first?.notes[3] == copy.fields.first?.value)
    let prices = try await services.market.wants()
    #expect(prices.first { $0.want.release == want }?.limit == Money(25, Currency("EUR")))
    #expect(
      try await world.server.accounts.wants(of: owner, AccountPageRequest(limit: 1_000)).rows.first {
        $0.release == want
      }?.notes == "mint only")
    #expect(try await services.edits.removed() == [])
  }

  @Test func `a restored copy can be removed again`() async throws {
    _ = try await removeTwo()
    let removed = try await services.edits.removed()
    world.fail(FaultRule(.resetBefore))
    _ = try await services.edits.restore(removed.map(\.id))
    #expect(try await services.edits.undo() != nil)
    #expect(try await services.edits.removed() == removed)
  }

  /// Has the account deny a copy that it has, until a sync has removed it.
  private func removeByMistake() async throws -> (copy: CollectionCopy, item: AccountItem) {
    try await sync.run(true)
    let item = try #require(try await listThere().first)
    let copy = try #require(try await copiesHere().first { $0.release == item.release })
    _ = try await services.edits.perform([.play(copy: copy.id)])
    elsewhere.lie(about: ["/releases", "/collection/releases/"]) { $0.hide(item.instance) }
    elsewhere.lie(about: ["/collection/folders"]) { lie in
      lie.folders = lie.folders.map { ($0.name, $0.name == copy.folder ? $0.count - 1 : $0.count) }
    }
    try await sync.run(true)
    #expect(try await copiesHere().count == 249)
    elsewhere.beHonest()
    return (copy, item)
  }

  @Test func `a copy that was removed by mistake is the same again when the account lists it`() async throws {
    let (copy, _) = try await removeByMistake()
    try await sync.run(false)
    try await expectAgreement()
    #expect(try await copiesHere().first { $0.release == copy.release } == copy)
    #expect(try await playedHere() == [copy.id])
    #expect(try await services.edits.removed() == [])
    #expect(try await services.edits.pending() == [])
  }

  @Test(arguments: [true, false])
  func `a copy that was removed by mistake and brought back is not added a second time`(
    isFoundMissing: Bool
  ) async throws {
    let (copy, item) = try await removeByMistake()
    // Shortly after an edit its list may be missing for a moment.
    if isFoundMissing {
      world.fail(FaultRule(.status(404), method: "GET", path: "/users/*/collection/releases/*", times: 1))
    }
    _ = try await services.edits.restore(try await services.edits.removed().map(\.id))
    try await sync.run(false)
    #expect(world.server.count("POST", "/users/*/collection/folders/*/releases/*") == 0)
    #expect(try await services.edits.pending() == [])
    try await sync.run(true)
    try await expectAgreement()
    #expect(try await copiesThere().filter { $0.release == copy.release }.map(\.instance) == [item.instance])
    #expect(try await copiesHere().first { $0.release == copy.release } == copy)
    #expect(try await playedHere() == [copy.id])
  }
}
