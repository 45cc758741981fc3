public import Catalogue
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// The address, users, clock and faults of a server.
public struct ServerOptions: Sendable {
  /// The address to listen at. On loopback, `Host` must be a name of loopback, too; elsewhere any name will do, as
  /// tokens are needed there.
  public var host: String
  /// 0 for any free port.
  public var port: Int
  /// The user of tokens without a name.
  public var owner: String
  /// The users by token. If empty, any token is the owner's, and any key and secret an application's.
  public var tokens: [String: String]
  public var rate: RateLimit
  public var faults: FaultPlan
  /// Seconds since 1970.
  public var now: @Sendable () -> Double
  /// The offers of the marketplace.
  public var market: Market
  /// The clock for the delays of faults.
  public var clock: any Clock<Duration>
  /// Called for every request, just before its answer is sent, or when none will be.
  public var observe: @Sendable (ServedRequest) -> Void

  public init(
    host: String = "127.0.0.1", port: Int = 0, owner: String = "collector", tokens: [String: String] = [:],
    rate: RateLimit = .off, faults: FaultPlan = .none, now: @escaping @Sendable () -> Double, market: Market = Market(),
    clock: any Clock<Duration> = ContinuousClock(), observe: @escaping @Sendable (ServedRequest) -> Void = { _ in }
  ) {
    (self.host, self.port, self.owner, self.tokens, self.rate) = (host, port, owner, tokens, rate)
    (self.faults, self.now, self.market, self.clock, self.observe) = (faults, now, market, clock, observe)
  }
}

/// A request and its outcome, for logs and tests, without credentials.
public struct ServedRequest: Hashable, Sendable {
  public var method: String
  public var path: String
  /// The query without tokens, keys, secrets and signatures, however their names are spelt.
  public var query: String
  /// 0 where no answer was sent.
  public var status: Int
  /// The size of the body as sent.
  public var bytes: Int
  public var duration: Duration
}

/// Discogs' API over a catalogue and the accounts of a local file.
///
///     let server = try await DiscogsServer(catalogue: store, accounts: accounts, options: options)
///     try await server.run { port in print("http://127.0.0.1:\(port)") }
///
/// Sources: Discogs' documentation, and its observed answers.
public final class DiscogsServer: Sendable {
  /// The faults in force; can be changed while the server runs.
  public let faults: FaultDesk
  private let options: ServerOptions
  private let front: Front
  private let server = Mutex<Server<HTTP1Channel>?>(nil)

  /// - Throws: `AccountError` when the accounts of the options' users cannot be made.
  public init(catalogue: CatalogueStore, accounts: AccountStore, options: ServerOptions) async throws {
    for user in Set(options.tokens.values).union([options.owner]).union(options.market.sellers).sorted() {
      try await accounts.makeAccount(named: user, at: Int(options.now()))
    }
    self.options = options
    faults = FaultDesk(options.faults)
    front = Front(backend: Backend(catalogue: catalogue, accounts: accounts, options: options), faults: faults)
  }

  /// Serves until `stop` is called.
  ///
  /// - Parameter whenReady: called with the port once connections are accepted.
  /// - Throws: when the server cannot listen at the address.
  public func run(whenReady: @escaping @Sendable (Int) async -> Void) async throws {
    var log = Logger(label: "server", factory: { _ in SwiftLogNoOpLogHandler() })
    log.logLevel = .critical
    let front = front
    let channel = HTTP1Channel(
      responder: { request, writer, channel in try await front.respond(to: request, with: writer, on: channel) },
      configuration: HTTP1Channel.Configuration(idleTimeout: .seconds(75)))
    let server = Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(
        address: .hostname(options.host, port: options.port), serverName: nil, backlog: 1024,
        availableConnectionsDelegate: DescriptorRoom()),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        front.listen(at: port)
        await whenReady(port)
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: log)
    self.server.withLock { $0 = server }
    try await server.run()
  }

  /// Stops accepting connections, and returns when the requests in flight are answered.
  public func stop() async throws {
    front.stop()
    try await server.withLock { $0 }?.shutdownGracefully()
  }
}
