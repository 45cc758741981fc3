public import Catalogue
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// How a server is set up.
public struct ServerOptions: Sendable {
  /// The address to listen at. On loopback, requests are answered only where their `Host` is a name of loopback, too;
  /// elsewhere by any name, as tokens are needed there.
  public var host: String
  /// 0 for any that is free.
  public var port: Int
  /// The owner of what is made without a user: the default for tokens without a name.
  public var owner: String
  /// Whose tokens are taken, by token. With none, any token is the owner's, and any key and secret an application's.
  public var tokens: [String: String]
  public var rate: RateLimit
  public var faults: FaultPlan
  /// Seconds since 1970.
  public var now: @Sendable () -> Double
  /// What is for sale.
  public var market: Market
  /// What faults wait by.
  public var clock: any Clock<Duration>
  /// Called after every answered request.
  public var observe: @Sendable (ServedRequest) -> Void

  public init(
    host: String = "127.0.0.1", port: Int = 0, owner: String = "collector", tokens: [String: String] = [:],
    rate: RateLimit = .off, faults: FaultPlan = .none, now: @escaping @Sendable () -> Double,
    market: Market = Market(), clock: any Clock<Duration> = ContinuousClock(),
    observe: @escaping @Sendable (ServedRequest) -> Void = { _ in }
  ) {
    self.host = host
    self.port = port
    self.owner = owner
    self.tokens = tokens
    self.rate = rate
    self.faults = faults
    self.now = now
    self.market = market
    self.clock = clock
    self.observe = observe
  }
}

/// A request that was answered, for logs and tests. Credentials are not in it.
public struct ServedRequest: Hashable, Sendable {
  public var method: String
  public var path: String
  /// Without tokens, keys, secrets and signatures, however they are spelt.
  public var query: String
  /// 0 where no answer was sent.
  public var status: Int
  /// Of the body as sent.
  public var bytes: Int
  public var duration: Duration
}

/// Discogs' API over a catalogue and the accounts of a local file.
///
///     let server = try await DiscogsServer(catalogue: store, accounts: accounts, options: options)
///     try await server.run { port in print("http://127.0.0.1:\(port)") }
///
/// Facts about the API are those of Discogs' documentation and of what it was seen to answer.
public final class DiscogsServer: Sendable {
  /// What is to go wrong; can be changed while the server runs.
  public let faults: FaultDesk
  private let options: ServerOptions
  private let front: Front
  private let server = Mutex<Server<HTTP1Channel>?>(nil)

  /// - Throws: `AccountError` when the accounts of the options' users cannot be made.
  public init(catalogue: CatalogueStore, accounts: AccountStore, options: ServerOptions) async throws(AccountError) {
    for user in Set(options.tokens.values).union([options.owner]).union(options.market.sellers).sorted() {
      try await accounts.makeAccount(named: user, at: Int(options.now()))
    }
    self.options = options
    faults = FaultDesk(options.faults)
    front = Front(
      backend: Backend(
        catalogue: catalogue, accounts: accounts, options: options,
        oauth: OAuthDesk(isOpen: options.tokens.isEmpty)),
      faults: faults)
  }

  /// Serves until `stop` is called.
  ///
  /// - Parameter whenReady: told the port as soon as connections are taken.
  /// - Throws: when the address cannot be listened at.
  public func run(whenReady: @escaping @Sendable (Int) async -> Void) async throws {
    var log = Logger(label: "server", factory: { _ in SwiftLogNoOpLogHandler() })
    log.logLevel = .critical
    let front = front
    let channel = HTTP1Channel(
      responder: { request, writer, channel in
        try await front.respond(to: request, with: writer, on: channel)
      },
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

  /// Takes no more connections, and returns when the requests in flight are answered.
  public func stop() async throws {
    front.stop()
    try await server.withLock { $0 }?.shutdownGracefully()
  }
}
