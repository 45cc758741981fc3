import Clients
import DiscogsAPI
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing
import UserLibrary

/// Every way in which the server or the way to it can fail, while every kind of change of a shelf is on its way and while
/// the shelf is fetched: in the end both sides agree, and every change was made exactly once.
@Suite(.limitedConcurrency)
struct EditFaultTests {
  private struct Shelf {
    let world: LiveWorld
    let owner: ServerAccount.ID

    init() async throws {
      world = try await LiveWorld(hasTime: true)
      owner = try #require(try await world.server.accounts.account(named: TestServer.owner)).id
    }

    var services: Services { world.live.services }

    func there(_ release: Release.ID? = nil) async throws -> [AccountItem] {
      try await world.server.accounts.items(
        of: owner, folder: nil, release: release, AccountPageRequest(limit: 10_000)
      ).rows
    }

    func here(_ narrowing: String = "") async throws -> [CollectionCopy] {
      try await services.shelf.copies(CollectionRequest(narrowing: narrowing), nil, 10_000).rows
    }

    func wantsThere() async throws -> [AccountWant] {
      try await world.server.accounts.wants(of: owner, AccountPageRequest(limit: 10_000)).rows
    }

    /// Syncs as often as it takes, a day after day.
    func syncUntilSettled(_ isFull: Bool = false) async throws {
      for _ in 1...24 {
        try await world.clock.sleep(for: .seconds(86_400))
        do throws(ClientError) {
          try await services.sync.run(isFull)
        } catch {
          continue
        }
        if try await services.edits.pending().isEmpty { return }
      }
    }

    /// What is the same on both sides.
    func expectAgreement(_ comment: Comment) async throws {
      let (here, there) = (try await here(), try await there())
      #expect(
        here.map { "\($0.release) \($0.mediaCondition)" }.sorted()
          == there.map { "\($0.release) \($0.notes[1] ?? "")" }.sorted(), comment)
      let folders = try await world.server.accounts.folders(of: owner).filter { $0.id != 0 }
      let counted = try await services.shelf.folders()
      for folder in folders { #expect(counted.first { $0.name == folder.name }?.copies ?? 0 == folder.copies, comment) }
      #expect(try await services.shelf.wantCount(CollectionRequest()) == (try await wantsThere()).count, comment)
    }
  }

  // fails: sync | 23 kinds of unexpected response, or none, while changes are sent
  @Test(arguments: LiveFaultTests.cases)
  func `every change is made once, whatever fails`(_ item: LiveFaultTests.Case) async throws {
    let shelf = try await Shelf()
    try await shelf.services.sync.run(true)
    let before = (copies: try await shelf.there(), wants: try await shelf.wantsThere())
    let rows = try await shelf.here()
    let (moved, graded, removed) = (rows[0], rows[1], rows[2])
    let added = ShelfFacts(release: rows[3].release, artist: "A", title: "T")
    let wanted = ShelfFacts(release: rows[4].release, artist: "A", title: "T")
    let unwanted = before.wants[0].release
    let noted = before.wants[1].release
    // Every write fails more often than it is tried again at once.
    shelf.world.fail(
      FaultRule(item.fault, method: "POST", path: "/users/*/collection/folders", times: 1),
      FaultRule(item.fault, method: "POST", path: "/users/*/collection/folders/*/releases/*", times: 1),
      FaultRule(item.fault, method: "POST", path: "/users/*/collection/folders/*/releases/*/instances/*", times: 1),
      FaultRule(
        item.fault, method: "POST", path: "/users/*/collection/folders/*/releases/*/instances/*/fields/*", times: 1),
      FaultRule(item.fault, method: "DELETE", path: "/users/*/collection/**", times: 1),
      FaultRule(item.fault, method: "PUT", path: "/users/*/wants/*", times: 1),
      FaultRule(item.fault, method: "POST", path: "/users/*/wants/*", times: 1),
      FaultRule(item.fault, method: "DELETE", path: "/users/*/wants/*", times: 1))
    let outcomes = try await shelf.services.edits.perform([
      .makeFolder("New"), .add(added, folder: "New"), .move(copy: moved.id, folder: "New"),
      .setField(copy: graded.id, name: ShelfEdit.mediaCondition, value: "Fair (F)"), .remove(copy: removed.id),
      .want(wanted, notes: "", rating: nil), .unwant(.release(unwanted)),
      .noteWant(.release(noted), notes: "mint only"),
    ])
    #expect(outcomes.allSatisfy { $0 == .done })
    try await shelf.syncUntilSettled()
    shelf.world.heal()
    try await shelf.syncUntilSettled(true)
    let pending = try await shelf.services.edits.pending().map { "\($0.title): \($0.state)" }
    #expect(pending == [], "\(item)")
    try await shelf.expectAgreement("\(item)")
    // Who answers that it was done and did not do it is believed, until the next look shows the truth.
    guard !item.lies else { return }
    let folders = try await shelf.world.server.accounts.folders(of: shelf.owner)
    #expect(folders.count { $0.name == "New" } == 1)
    #expect(folders.first { $0.name == "New" }?.copies == 2)
    let after = try await shelf.there()
    #expect(after.count == before.copies.count)
    #expect(
      after.count { $0.release == added.release }
        == before.copies.count { $0.release == added.release } + 1)
    #expect(after.contains { $0.release == graded.release && $0.notes[1] == "Fair (F)" })
    let wants = try await shelf.wantsThere()
    #expect(wants.contains { $0.release == wanted.release })
    #expect(!wants.contains { $0.release == unwanted })
    #expect(wants.first { $0.release == noted }?.notes == "mint only")
  }

  // fails: sync | the same, while the shelf is fetched
  @Test(arguments: LiveFaultTests.cases)
  func `the shelf is complete in the end, whatever fails while fetching`(_ item: LiveFaultTests.Case) async throws {
    let shelf = try await Shelf()
    shelf.world.fail(
      FaultRule(item.fault, method: "GET", path: "/users/*/collection/folders/0/releases", times: 1),
      FaultRule(item.fault, method: "GET", path: "/users/*/collection/folders", times: 1),
      FaultRule(item.fault, method: "GET", path: "/users/*/collection/fields", times: 1),
      FaultRule(item.fault, method: "GET", path: "/users/*/wants", times: 1))
    try await shelf.syncUntilSettled()
    shelf.world.heal()
    try await shelf.syncUntilSettled()
    try await shelf.expectAgreement("\(item)")
    #expect(shelf.services.sync.status().difference == nil)
  }

  @Test(arguments: [0, 1, nil])
  func `a new folder that has the number of another one is not believed`(_ number: Int?) async throws {
    let shelf = try await Shelf()
    try await shelf.services.sync.run(true)
    let known = try #require(try await shelf.world.server.accounts.folders(of: shelf.owner).last).id.number
    shelf.world.fail(
      FaultRule(
        .body("{\"id\": \(number ?? known), \"name\": \"New\"}", status: 201), method: "POST",
        path: "/users/*/collection/folders", times: 1))
    #expect(try await shelf.services.edits.perform([.makeFolder("New")]) == [.done])
    try await shelf.syncUntilSettled()
    shelf.world.heal()
    try await shelf.syncUntilSettled(true)
    #expect(try await shelf.services.edits.pending().isEmpty)
    let there = try await shelf.world.server.accounts.folders(of: shelf.owner).filter { $0.id != 0 }.map(\.name)
    #expect(there.count { $0 == "New" } == 1)
    #expect(Set(try await shelf.services.shelf.folders().map(\.name)).isSuperset(of: there))
    try await shelf.expectAgreement("id \(number ?? known)")
  }

  @Test func `a list of one release that never ends is given up, and the copy waits`() async throws {
    let shelf = try await Shelf()
    try await shelf.services.sync.run(true)
    let release = try #require(try await shelf.here().first).release
    let path = "/users/*/collection/releases/*"
    let before = shelf.world.server.count("GET", path)
    let endless =
      #"{"pagination": {"page": 1000000, "pages": 2000000, "per_page": 1, "items": 9000000}, "releases": []}"#
    shelf.world.fail(FaultRule(.body(endless, status: 200), method: "GET", path: path))
    let facts = ShelfFacts(release: release, artist: "A", title: "T")
    _ = try await shelf.services.edits.perform([.add(facts, folder: ShelfEdit.uncategorised)])
    var (reason, attempts, asked) = ("", 0, 0)
    for _ in 1...10_000 where reason.isEmpty {
      asked = shelf.world.server.count("GET", path) - before
      if case .retrying(let number, let words)? = try await shelf.services.edits.pending().first?.state {
        (attempts, reason) = (number, words)
      }
      await Task.yield()
    }
    #expect(reason.contains("at pagination"), "\(reason)")
    #expect(asked <= 20 * attempts, "\(asked) for \(attempts)")
    shelf.world.heal()
    try await shelf.syncUntilSettled()
    #expect(try await shelf.services.edits.pending().isEmpty)
  }
}
