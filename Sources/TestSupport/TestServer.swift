public import Catalogue
public import DiscogsServer
internal import Foundation
internal import Synchronization
internal import UserLibrary

/// Stands in for Discogs: the real `DiscogsServer` with the demo catalogue, in this process, on a free port of the
/// loopback interface.
///
///     let server = try await TestServer.start(faults: FaultPlan([FaultRule(.resetBefore, method: "PUT", times: 1)]))
///     … talk to server.url as `TestServer.token` …
///     #expect(server.count("PUT", "/users/*/wants/*") == 2)
///
/// `collector` owns the demo's shelf; `guest` owns nothing. Each server has its own accounts, in memory. It stops with
/// the last reference.
public final class TestServer: Sendable {
  /// `http://127.0.0.1:40123`, without a trailing slash.
  public let url: String
  public let port: Int
  public let accounts: AccountStore
  public let catalogue: CatalogueStore
  /// The listings: none until a test adds them.
  public let market: Market
  private let server: DiscogsServer
  private let served: Recorder<ServedRequest>
  private let running: Task<Void, any Error>

  public static let owner = "collector"
  public static let token = "test-token"
  public static let guest = "guest"
  public static let guestToken = "guest-token"

  /// - Parameters:
  ///   - stocked: whether the owner has the demo's collection and want list, or nothing.
  ///   - stock: the owner's stock instead of the demo's.
  ///   - other: a server to copy the accounts of.
  ///   - rate: the rate limit; off by default.
  ///   - now: seconds since 1970; by default always the same moment.
  ///   - clock: the clock for delays by faults.
  public static func start(
    stocked: Bool = true, stock: AccountStock? = nil, like other: TestServer? = nil, rate: RateLimit = .off,
    faults: FaultPlan = .none,
    now: @escaping @Sendable () -> Double = { 1_794_000_000 }, clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> TestServer {
    let demo = try DemoCatalogue.shared.get()
    let catalogue = try CatalogueStore(path: demo.path)
    let accounts: AccountStore
    if let other {
      accounts = try .inMemory(like: other.accounts)
    } else if let stock {
      accounts = try .inMemory()
      try await accounts.makeAccount(named: owner, at: Int(now()), stock: stock)
    } else {
      accounts = try .inMemory(like: try await demo.accounts(stocked: stocked, at: Int(now())))
    }
    let served = Recorder<ServedRequest>()
    let market = Market()
    let server = try await DiscogsServer(
      catalogue: catalogue, accounts: accounts,
      options: ServerOptions(
        owner: owner, tokens: [token: owner, guestToken: guest], rate: rate, faults: faults, now: now, market: market,
        clock: clock,
        observe: { served.append($0) }))
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let running = Task {
      defer { found.finish() }
      try await server.run { found.yield($0) }
    }
    for await port in ports {
      return TestServer(port, accounts, catalogue, market, server, served, running)
    }
    try await running.value
    throw CancellationError()
  }

  private init(
    _ port: Int, _ accounts: AccountStore, _ catalogue: CatalogueStore, _ market: Market, _ server: DiscogsServer,
    _ served: Recorder<ServedRequest>, _ running: Task<Void, any Error>
  ) {
    self.port = port
    self.accounts = accounts
    self.catalogue = catalogue
    self.market = market
    self.server = server
    self.served = served
    self.running = running
    url = "http://127.0.0.1:\(port)"
  }

  deinit {
    Task { [server] in try await server.stop() }
  }

  /// Stops, and returns once requests in flight have been answered and the port is free.
  public func stop() async throws {
    try await server.stop()
    try await running.value
  }

  /// The faults from now on; setting them restarts the counts of all rules.
  public var faults: FaultPlan {
    get { server.faults.plan }
    set { server.faults.plan = newValue }
  }

  /// All requests so far, in the order they were answered.
  public var requests: [ServedRequest] { served.values }

  /// The number of matching requests so far.
  ///
  /// - Parameter path: as in `FaultRule`: `*` for one part, a final `**` for any number.
  public func count(_ method: String? = nil, _ path: String? = nil) -> Int {
    let rule = FaultRule(.silence, method: method, path: path)
    return requests.count { rule.fits(method: $0.method, path: $0.path, query: $0.query) }
  }
}

/// The program's demo catalogue, imported once for all tests of a process.
final class DemoCatalogue: Sendable {
  let path: String
  private let resources: String
  /// The initial accounts of servers.
  private let accounts = Mutex<[Beginning: AccountStore]>([:])

  private struct Beginning: Hashable {
    var isStocked: Bool
    var time: Int
  }

  /// Made on first use; if that fails, every test that needs it reports the error.
  static let shared = Result { try DemoCatalogue() }

  private init() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    resources = sources.deletingLastPathComponent().path + "/Resources/Demo"
    path = NSTemporaryDirectory() + "runout-test-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    _ = try CatalogueImporter.import(
      files: ["artists", "labels", "masters", "releases"].map { "\(resources)/\($0).xml" }, into: path,
      now: 1_794_000_000)
    atexit { if case .success(let catalogue) = DemoCatalogue.shared { unlink(catalogue.path) } }
  }

  /// The owner's account, made once for all servers that begin at this time; each copies it.
  func accounts(stocked: Bool, at time: Int) async throws -> AccountStore {
    let beginning = Beginning(isStocked: stocked, time: time)
    if let made = accounts.withLock({ $0[beginning] }) { return made }
    let store = try AccountStore.inMemory()
    let stock = stocked ? try await AccountStock(shelf: shelf().wholeShelf()) : AccountStock()
    try await store.makeAccount(named: TestServer.owner, at: time, stock: stock)
    return accounts.withLock { accounts in
      let first = accounts[beginning] ?? store
      accounts[beginning] = first
      return first
    }
  }

  private func shelf() async throws -> Library {
    let library = try Library.inMemory()
    _ = try await library.importCollection(from: "\(resources)/collection.csv")
    _ = try await library.importWantList(from: "\(resources)/wantlist.csv")
    return library
  }
}
