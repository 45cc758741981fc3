import Clients
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing

/// Wants of any pressing are rules of this machine: no account hears of them, and no sync takes them away.
@Suite(.limitedConcurrency)
struct AnyPressingSyncTests {
  private static let master = ShelfFacts(master: 5460, artist: "Miles Davis", title: "Kind Of Blue", year: 1959)
  private let world: LiveWorld

  init() async throws { world = try await LiveWorld() }

  private var services: Services { world.live.services }

  private func wants() async throws -> [WantListEntry] {
    try await services.shelf.wants(CollectionRequest(), nil, 1_000).rows
  }

  private func want() async throws {
    #expect(try await services.edits.perform([.want(Self.master, notes: "clean", rating: 5)]) == [.done])
  }

  @Test func `nothing is sent for it, whatever is changed of it`() async throws {
    try await services.sync.run(true)
    let count = try await wants().count
    try await want()
    _ = try await services.edits.perform([.noteWant(.master(5460), notes: "mono")])
    #expect(try await services.edits.undo() == "Edit the notes of Miles Davis – Kind Of Blue")
    #expect(try await services.edits.pending() == [])
    for isFull in [false, true] { try await services.sync.run(isFull) }
    #expect(world.server.requests.allSatisfy { $0.method == "GET" })
    #expect(try await wants().count == count + 1)
    #expect(try await wants().first(where: \.isAnyPressing)?.notes == "clean")
    #expect(services.sync.status().difference == nil)
  }

  @Test func `it outlasts the wants of an account that has emptied its list`() async throws {
    try await services.sync.run(true)
    try await want()
    let owner = try #require(try await world.server.accounts.account(named: TestServer.owner)).id
    for want in try await wants() where !want.isAnyPressing {
      _ = try await world.server.accounts.deleteWant(of: want.release, of: owner)
    }
    try await services.sync.run(true)
    if let asked = services.sync.status().removals.first {
      #expect(try await asked.rows == wants().count - 1, "it is none of the account's")
      _ = try await services.sync.answer(.wantList, true)
    }
    try await services.sync.run(true)
    #expect(try await wants().map(\.wanted) == [.master(5460)])
    #expect(try await services.edits.removed().allSatisfy { $0.facts.master != 5460 || $0.facts.release != 0 })
    #expect(services.sync.status().difference == nil)
  }

  @Test func `made before the first sync, it is there after it, and hinders none`() async throws {
    try await want()
    #expect(try await services.sync.bringUpToDate(.zero))
    #expect(try await wants().contains { $0.wanted == .master(5460) })
    #expect(try await wants().count > 1)
    #expect(services.sync.status().difference == nil)
  }
}
