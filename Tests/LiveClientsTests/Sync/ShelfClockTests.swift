import Clients
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing
import UserLibrary

// breaks: Wrong clock
/// The shelf while the clock of the computer jumps.
@Suite(.limitedConcurrency)
struct ShelfClockTests {
  private static let year = 365.0 * 86_400
  private let world: LiveWorld
  private let owner: ServerAccount.ID

  init() async throws {
    world = try await LiveWorld(hasTime: true)
    owner = try #require(try await world.server.accounts.account(named: TestServer.owner)).id
  }

  private var services: Services { world.live.services }

  private func there(_ release: Release.ID) async throws -> [AccountItem] {
    try await world.server.accounts.items(of: owner, release: release, AccountPageRequest(limit: 100)).rows
  }

  @Test(arguments: [-year, year])
  func `a change made before the clock jumped is sent afterwards, once`(_ jump: Double) async throws {
    try await services.sync.run(true)
    let copy = try #require(try await services.shelf.copies(CollectionRequest(), nil, 1).rows.first)
    let owned = try await there(copy.release).count
    world.fail(FaultRule(.resetBefore, method: "POST"))
    let facts = ShelfFacts(release: copy.release, artist: "A", title: "T")
    _ = try await services.edits.perform([.add(facts, folder: ShelfEdit.uncategorised)])
    await world.live.close()
    world.day.move(by: jump)
    world.heal()
    let next = try world.nextRun()
    let before = world.server.count("POST")
    try await next.services.sync.run(false)
    #expect(try await next.services.edits.pending() == [])
    #expect(world.server.count("POST") == before + 1)
    #expect(try await there(copy.release).count == owned + 1)
    #expect(next.services.sync.status().difference == nil)
    // And the next sync finds it all as it should be.
    try await next.services.sync.run(true)
    #expect(world.server.count("POST") == before + 1)
    await next.close()
  }

  @Test func `with the clock set back, changes are undone in their order`() async throws {
    try await services.sync.run(true)
    let copies = try await services.shelf.copies(CollectionRequest(), nil, 2).rows
    _ = try await services.edits.perform([.setField(copy: copies[0].id, name: "Notes", value: "one")])
    world.day.move(by: -Self.year)
    _ = try await services.edits.perform([.setField(copy: copies[1].id, name: "Notes", value: "two")])
    #expect(try await services.edits.undo()?.contains(copies[1].title) == true)
    #expect(try await services.edits.undo()?.contains(copies[0].title) == true)
    #expect(try await services.edits.undo() == nil)
    #expect(try await services.shelf.copies(CollectionRequest(), nil, 2).rows == copies)
    try await services.sync.run(true)
    #expect(try await services.edits.pending() == [])
    #expect(try await services.shelf.copies(CollectionRequest(), nil, 2).rows == copies)
  }

  @Test func `a year ahead, nothing can be undone and no waiting change is lost`()
    async throws
  {
    try await services.sync.run(true)
    let copy = try #require(try await services.shelf.copies(CollectionRequest(), nil, 1).rows.first)
    world.fail(FaultRule(.resetBefore, method: "POST"))
    _ = try await services.edits.perform([.setField(copy: copy.id, name: "Notes", value: "one")])
    world.day.move(by: Self.year)
    #expect(try await services.edits.undo() == nil)
    // A new change is what forgets old ones.
    _ = try await services.edits.perform([.setField(copy: copy.id, name: "Notes", value: "two")])
    #expect(try await services.edits.pending().count == 2)
    #expect(try await services.edits.undo() != nil)
    world.heal()
    try await services.sync.run(false)
    #expect(try await services.edits.pending() == [])
    #expect(try await there(copy.release).contains { $0.notes[3] == "one" })
  }

  @Test(arguments: [nil, Duration.milliseconds(100)])
  func `what failed without a network is sent as soon as there is one, however long it still had to wait`(
    _ probe: Duration?
  ) async throws {
    let clock = PatientClock()
    let world = try await LiveWorld { configuration in
      configuration.clock = clock
      configuration.discogs.reconnectPause = probe
    }
    let services = world.live.services
    try await services.sync.run(true)
    let copy = try #require(try await services.shelf.copies(CollectionRequest(), nil, 1).rows.first)
    world.fail(FaultRule(.resetBefore))
    let changes = services.edits.changes()
    _ = try await services.edits.perform([.rate(copy: copy.id, stars: 2)])
    await clock.untilSomebodyWaits()
    #expect(try await services.edits.pending().count == 1)
    world.heal()
    // A page that is read finds the network again; where nothing is read, the change itself does.
    if probe == nil { _ = try await services.catalogue.release(try await world.release()) }
    for await _ in changes {
      if try await services.edits.pending().isEmpty { break }
    }
    let there = try await world.server.accounts.items(
      of: try #require(try await world.server.accounts.account(named: TestServer.owner)).id, release: copy.release,
      AccountPageRequest(limit: 100))
    #expect(there.rows.contains { $0.rating == 2 })
    await world.live.close()
  }

  @Test func `a change whose sending the program's end cuts short is pending, not being sent`() async throws {
    // What is never answered is under way as long as no time limit ends it.
    let clock = PatientClock()
    let world = try await LiveWorld { $0.clock = clock }
    let services = world.live.services
    try await services.sync.run(false)
    let copy = try #require(try await services.shelf.copies(CollectionRequest(), nil, 1).rows.first)
    world.server.faults = FaultPlan([FaultRule(.silence)])
    _ = try await services.edits.perform([.rate(copy: copy.id, stars: 2)])
    while try await services.edits.pending().first?.state != .sending { await Task.yield() }
    await world.live.close()
    world.server.faults = .none
    let next = try world.nextRun()
    #expect(try await next.services.edits.pending().map(\.state) == [.waiting])
    try await next.services.sync.run(false)
    #expect(try await next.services.edits.pending() == [])
    await next.close()
  }
}

/// A clock on which short waits are over at once, and long ones never.
private final class PatientClock: Clock, Sendable {
  typealias Instant = ManualClock.Instant

  private let short = WarpClock()
  private let long = ManualClock()

  var now: Instant { short.now }
  var minimumResolution: Duration { short.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let wait = now.duration(to: deadline)
    if wait < .seconds(5) { return try await short.sleep(until: deadline, tolerance: tolerance) }
    try await long.sleep(for: wait)
  }

  func untilSomebodyWaits() async { await long.untilAsleep() }
}
