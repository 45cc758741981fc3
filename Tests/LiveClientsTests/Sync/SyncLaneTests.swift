import Clients
import DiscogsAPI
import Foundation
import LiveClients
import Synchronization
import Testing

/// In which lane a sync asks: what somebody waits for goes first, and finds out at once whether Discogs is there again.
struct SyncLaneTests {
  @Test(arguments: [true, false])
  func `the first page of a sync that was asked for is the user's, all else is fetched behind`(
    isAsked: Bool
  ) async throws {
    let watch = LaneWatch()
    let world = try await LiveWorld { configuration in
      configuration.network = { [network = configuration.network] in watch.before(network($0, $1)) }
    }
    let services = world.live.services
    watch.network = services.network
    if isAsked {
      try await services.sync.run(false)
    } else {
      #expect(try await services.sync.bringUpToDate(.seconds(600)))
    }
    #expect(watch.lanes["/collection/folders/0/releases"] == !isAsked)
    #expect(watch.lanes["/wants"] == true)
    await world.live.close()
  }
}

/// Notes whether a request is said to be in the background, before it is sent.
private final class LaneWatch: Sendable {
  private struct State {
    var network: NetworkClient?
    var lanes: [String: Bool] = [:]
  }

  private let state = Mutex(State())

  /// By the end of the path: whether it runs in the background.
  var lanes: [String: Bool] { state.withLock { $0.lanes } }

  var network: NetworkClient? {
    get { state.withLock { $0.network } }
    set { state.withLock { $0.network = newValue } }
  }

  func before(_ transport: any HTTPTransport) -> any HTTPTransport { Watched(transport: transport, watch: self) }

  private struct Watched: HTTPTransport {
    let transport: any HTTPTransport
    let watch: LaneWatch

    func send(_ request: HTTP.Request) async throws(TransportFailure) -> HTTP.Response {
      let path = URLComponents(string: request.url)?.path ?? ""
      if let end = ["/collection/folders/0/releases", "/wants"].first(where: path.hasSuffix) {
        await watch.note(end)
      }
      return try await transport.send(request)
    }
  }

  /// Only one request of a sync is under way at a time.
  private func note(_ path: String) async {
    guard let network else { return }
    for await status in network.changes() {
      guard let activity = status.activities.first(where: { $0.state == .loading }) else { continue }
      state.withLock { $0.lanes[path] = activity.isBackground }
      return
    }
  }
}
