import Clients
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing

/// The end of a program: whatever it does by itself has ended before its files are closed.
@Suite(.limitedConcurrency)
struct ClosingTests {
  @Test(.timeLimit(.minutes(5)))
  func `nothing runs in the background after closing`() async throws {
    let world = try await LiveWorld { configuration in
      // A header that counts seconds, and waits that do not pass by themselves.
      configuration.clock = ContinuousClock()
      configuration.discogs.reconnectPause = .seconds(600)
      configuration.discogs.timeout = .seconds(600)
    }
    let live = world.live
    let release = try await world.release()
    _ = try await live.services.catalogue.release(release)
    try await live.services.sync.run(true)
    let (sources, networks) = (live.services.source.changes(), live.services.network.changes())
    // A page that is old is asked for behind, a change waits to be tried again: of neither comes an answer.
    world.fail(FaultRule(.silence))
    world.day.move(by: 400 * 86_400)
    _ = try await live.services.catalogue.release(release)
    let copy = try #require(try await live.services.shelf.copies(CollectionRequest(), nil, 1).rows.first)
    _ = try await live.services.edits.perform([.rate(copy: copy.id, stars: 2)])
    // Each part of the live services has begun something that has no end of its own.
    let begun: Set = [
      "refreshing in the background", "budget", "changes of a shelf", "header", "other programs", "reasons to send",
      "requests under way", "return of the account", "return of the network", "sending", "sign-in",
      "state of the network",
    ]
    #expect(begun.isSubset(of: live.underWay), "\(live.underWay)")
    await live.close()
    #expect(live.underWay == [])
    // Later calls begin no work and get `cancelled`.
    await #expect(throws: ClientError.cancelled) { try await live.services.shelf.copies(CollectionRequest(), nil, 1) }
    await #expect(throws: ClientError.cancelled) { try await live.services.sync.run(false) }
    for await _ in live.services.network.changes() {}
    #expect(live.underWay == [])
    _ = (sources, networks)
  }

  @Test(.timeLimit(.minutes(5)))
  func `closing while the shelf is being opened and watched waits for it`() async throws {
    let scratch = try LiveScratch()
    for _ in 1...40 {
      let live = try scratch.live(.demo)
      let asking = Task { try await live.services.shelf.copies(CollectionRequest(), nil, 10) }
      await Task.yield()
      await live.close()
      #expect(live.underWay == [])
      do { _ = try await asking.value } catch { #expect(error as? ClientError == .cancelled) }
    }
  }
}
