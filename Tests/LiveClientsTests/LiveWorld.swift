import Catalogue
import Clients
import DiscogsAPI
import DiscogsModel
import DiscogsServer
import DiscogsTransport
import Foundation
import LiveClients
import RunoutModel
import Synchronization
import TestSupport
import Testing

/// The live source over the tests' own server, with a day that can be moved and waits that take no time.
final class LiveWorld: Sendable {
  let scratch: LiveScratch
  let server: TestServer
  let live: LiveServices
  let day: Day
  /// By which everything waits but the header.
  let clock: WarpClock
  private let transport: ImpatientTransport
  private let change: @Sendable (inout LiveConfiguration) -> Void

  /// Seconds since 1970, moved by the test.
  final class Day: Sendable {
    private let seconds = Mutex(1_772_366_400.0)

    var now: Double { seconds.withLock { $0 } }
    func move(by seconds: Double) { self.seconds.withLock { $0 += seconds } }
  }

  /// - Parameters:
  ///   - token: of the account that asks; nil for none.
  ///   - stock: what is on the owner's shelf; nil for the demo's.
  ///   - hasTime: whether a wait that is over at once moves the day on by as much.
  ///   - change: of the configuration, for every run over the same files.
  init(
    token: String? = TestServer.token, stock: AccountStock? = nil, rate: RateLimit = .off, hasTime: Bool = false,
    _ change: @escaping @Sendable (inout LiveConfiguration) -> Void = { _ in }
  ) async throws {
    let (scratch, server, day) = (try LiveScratch(), try await TestServer.start(stock: stock, rate: rate), Day())
    let transport = ImpatientTransport(server)
    let clock = WarpClock { if hasTime { day.move(by: $0 / .seconds(1)) } }
    self.clock = clock
    let url = server.url
    let configure = { @Sendable (configuration: inout LiveConfiguration) in
      configuration.discogs.apiURL = url
      configuration.discogs.ownAddress = url
      // What is asked by itself is of the tests that are about it.
      configuration.discogs.reconnectPause = nil
      // What never comes is given up as soon as the server has the question; what comes may take its time.
      configuration.discogs.timeout = .seconds(120)
      configuration.environment["DISCOGS_TOKEN"] = token
      configuration.network = { _, _ in transport }
      configuration.clock = clock
      configuration.now = { day.now }
      change(&configuration)
    }
    (self.scratch, self.server, self.day, self.transport, self.change) = (scratch, server, day, transport, configure)
    live = try scratch.live(.live, configure)
  }

  // What tries again by itself would go on doing so, in no time, as long as the process lives.
  deinit { Task { [live] in await live.close() } }

  var catalogue: CatalogueClient { live.services.catalogue }
  var community: CommunityClient { live.services.community }
  var freshness: FreshnessClient { live.services.freshness }

  /// Another run of the program over the same files.
  func nextRun() throws -> LiveServices { try scratch.live(.live, change) }

  /// The SDK alone, over the same network, with no memory of what failed before.
  func sdk(token: String) -> DiscogsClient {
    let day = day
    var configuration = DiscogsAPI.Configuration(
      userAgent: UserAgent(name: "RunoutTests", version: "1.0", contact: "https://runout.example"),
      now: { Date(timeIntervalSince1970: day.now) })
    configuration.baseURL = server.url
    configuration.clock = WarpClock()
    return DiscogsClient(configuration, transport: transport) {
      DiscogsAPI.Account(.token(Secret(token)), scope: "tests")
    }
  }

  /// A release that the server has.
  func release() async throws -> Release.ID {
    let found = try await server.catalogue.search(SearchRequest(kind: .release), limit: 1).rows.first
    return Release.ID(try #require(found).reference.number)
  }

  /// What goes wrong from now on.
  func fail(_ rules: FaultRule...) {
    server.faults = FaultPlan(rules)
    transport.hopeless = rules.filter(\.isEndless)
  }

  func heal() {
    server.faults = .none
    transport.hopeless = []
  }

  /// Waits until it stands so with the answer to something.
  func freshness(
    of shown: Shown, _ live: LiveServices? = nil, until isMet: (Freshness) -> Bool
  ) async -> Freshness? {
    let client = (live ?? self.live).services.freshness
    // Heard from here on; what was before is looked at once.
    let changes = client.changes()
    if let state = client.of(shown), isMet(state) { return state }
    for await changed in changes where changed == shown {
      if let state = client.of(shown), isMet(state) { return state }
    }
    return nil
  }
}

/// The network, which waits long for what will come, however busy the machine is; for what never will come, until the
/// server has the question.
private final class ImpatientTransport: HTTPTransport {
  private let network = AsyncHTTPTransport(connectTimeout: .seconds(120))
  private let server: TestServer
  private let rules = Mutex<[FaultRule]>([])
  /// How many requests each of them has met.
  private let met = Mutex<[Int: Int]>([:])

  init(_ server: TestServer) {
    self.server = server
  }

  var hopeless: [FaultRule] {
    get { rules.withLock { $0 } }
    set {
      met.withLock { $0 = [:] }
      rules.withLock { $0 = newValue }
    }
  }

  func send(_ request: HTTP.Request) async throws(TransportFailure) -> HTTP.Response {
    let (method, parts) = (request.method.rawValue, URLComponents(string: request.url))
    let (path, query) = (parts?.path ?? "", parts?.query ?? "")
    guard isHopeless(method: method, path: path, query: query) else { return try await network.send(request) }
    let before = server.count(method, path)
    let sending = Task { [network] in
      do throws(TransportFailure) { _ = try await network.send(request) } catch { return }
    }
    defer { sending.cancel() }
    do {
      _ = try await poll(for: request.timeout) { server.count(method, path) > before ? true : nil }
    } catch {
      throw .cancelled
    }
    throw .timedOut
  }

  /// As the server counts, which sees the same requests in the same order.
  private func isHopeless(method: String, path: String, query: String) -> Bool {
    for (index, rule) in hopeless.enumerated() where rule.fits(method: method, path: path, query: query) {
      let count = met.withLock { met in
        met[index, default: 0] += 1
        return met[index, default: 0]
      }
      if count <= rule.times ?? .max { return true }
    }
    return false
  }
}

extension FaultRule {
  /// Nothing comes, or not within any time that a test could wait.
  fileprivate var isEndless: Bool {
    switch fault {
    case .silence, .trickle: true
    default: false
    }
  }
}

/// A clock on which every wait is over at once: it jumps to the end of it.
final class WarpClock: Clock, Sendable {
  typealias Instant = ManualClock.Instant

  private let state = Mutex(Instant(offset: .zero))
  private let onSleep: @Sendable (Duration) -> Void

  /// - Parameter onSleep: told of every wait, before it is over.
  init(onSleep: @escaping @Sendable (Duration) -> Void = { _ in }) {
    self.onSleep = onSleep
  }

  var now: Instant { state.withLock { $0 } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    onSleep(now.duration(to: deadline))
    await Task.yield()
    try Task.checkCancellation()
    state.withLock { $0 = max($0, deadline) }
  }
}

extension SearchRequest {
  /// Every release there is.
  static let releases = SearchRequest(query: SearchQuery(terms: [.init(field: .type, value: .kind(.release))]))
}
