internal import AnswerCache
internal import Clients
public import DiscogsAPI
internal import DiscogsModel
internal import Foundation
internal import Logging
internal import Platform
internal import Wording

/// The parts of the live source. Nothing opens or goes out before the first request.
struct LiveParts: Sendable {
  let source: DiscogsSource
  let accounts: Accounts
  let network: NetworkBoard
  let images: Pictures
  /// The cache file, opened on first use.
  let cache: Shared<CacheStore>
  private let configuration: LiveConfiguration
  private let transport: any HTTPTransport

  init(
    _ configuration: LiveConfiguration, _ sdk: Configuration, _ transport: any HTTPTransport, _ accounts: Accounts,
    _ sources: SourceSwitch, _ shelves: Shelves, work: BackgroundWork, _ translate: ErrorTranslator
  ) {
    (self.configuration, self.transport, self.accounts) = (configuration, transport, accounts)
    let network = NetworkBoard(clock: configuration.headerClock, work: work)
    let reconnection = Reconnection(clock: configuration.clock, pause: configuration.discogs.reconnectPause, work: work)
    let cache = Shared(translate) {
      await Blocking.run {
        CacheStore.open(at: configuration.paths.cache) {
          translate.log.warning("The cache failed", metadata: ["cause": "\($0)"])
        }
      }
    }
    (self.cache, self.network) = (cache, network)
    let parts = Shared(translate) {
      let store = try await cache.get()
      let responses = StoredResponses(store: store, server: configuration.serverName)
      let layers = LayeredResponseCache(MemoryResponseCache(), over: responses)
      let client = DiscogsClient(sdk, transport: transport, cache: layers) { await accounts.current() }
      network.watch(client)
      accounts.watch(client)
      reconnection.watch(client, accounts.board)
      return DiscogsSource.Opened(client: client, cache: store, server: configuration.serverName)
    }
    source = DiscogsSource(configuration, parts, accounts, reconnection, sources, shelves, work: work, translate)
    images = Pictures(
      source: source, directory: configuration.paths.images, now: configuration.now, translate: translate,
      helper: configuration.pictureHelper, server: configuration.discogs.apiURL ?? "")
  }

  /// Deletes the stored token and the cached answers about its account.
  ///
  /// - Returns: whether a token was stored.
  func signOut() async throws(ClientError) -> Bool {
    let (hadAny, scope) = try await accounts.signOut()
    guard let scope else { return hadAny }
    if let opened = await source.made() {
      await opened.client.forgetAccount(scope)
    } else if FileSystem.isFile(configuration.paths.cache) {
      let responses = StoredResponses(store: try await cache.get(), server: configuration.serverName)
      await responses.remove(CacheKind.personal, scope: scope)
    }
    return hadAny
  }

  func close() async {
    source.reconnection.close()
    network.board.finish()
    accounts.board.finish()
    await transport.shutdown()
    await source.close()
    if await source.made() == nil { await cache.made()?.close() }
  }
}

extension LiveConfiguration {
  /// The tokens of a profile that are for the address in use.
  func binding(of profile: String) -> TokenBinding {
    TokenBinding(discogs, environment, profile: profile, profiles: paths.profiles)
  }

  /// Finding the host and connecting to it may take ten seconds.
  func transport() -> any HTTPTransport { network(.seconds(10), proxies) }

  /// The cache's name for the server in use: the address without its scheme.
  fileprivate var serverName: String { (discogs.apiURL ?? "").components(separatedBy: "://").last ?? "" }

  func sdk(_ inUse: LiveSettings) -> Configuration {
    let now = now
    var sdk = Configuration(userAgent: discogs.userAgent) { Date(timeIntervalSince1970: now()) }
    sdk.baseURL = discogs.apiURL ?? ""
    sdk.currency = { inUse.currency }
    sdk.timeout = discogs.timeout
    // After a time-out the user decides: a retry would double the wait.
    sdk.retry.reasons.remove(.timeout)
    sdk.clock = clock
    sdk.logger = logFile.logger("discogs", level: logLevel)
    return sdk
  }
}

/// The address, identity and limits of requests to Discogs.
public struct DiscogsSettings: Sendable {
  public static let production = "https://api.discogs.com"

  /// Without a slash at its end; nil where none is set, and live is refused.
  public var apiURL: String?
  public var userAgent: UserAgent
  /// The environment's name, and the variable that may hold its token.
  public var environment: String
  public var tokenVariable: String
  /// The environment's own address, whichever this run uses; nil where it has none. Tokens from the variable and the
  /// command are for it.
  public var ownAddress: String?
  /// The address that the variable's token is for, where the user named another than `ownAddress`.
  public var tokenVariableAddress: String?
  public var profile: String
  /// A command that prints a token; empty for none.
  public var tokenCommand: String
  /// The time from sending a request to the last byte of its answer.
  public var timeout: Duration
  /// The pause before the first retry while offline, doubled each time up to twelvefold; nil for no retries.
  public var reconnectPause: Duration?

  public init(
    apiURL: String? = DiscogsSettings.production, userAgent: UserAgent, environment: String = "production",
    tokenVariable: String = "DISCOGS_TOKEN", ownAddress: String? = DiscogsSettings.production,
    tokenVariableAddress: String? = nil, profile: String = "default", tokenCommand: String = "",
    timeout: Duration = .seconds(20), reconnectPause: Duration? = .seconds(5)
  ) {
    (self.apiURL, self.ownAddress, self.userAgent) = (apiURL, ownAddress, userAgent)
    (self.environment, self.profile) = (environment, profile)
    (self.tokenVariable, self.tokenVariableAddress) = (tokenVariable, tokenVariableAddress)
    self.tokenCommand = tokenCommand
    (self.timeout, self.reconnectPause) = (timeout, reconnectPause)
  }

  /// The message that the environment has no address; nil where it has one.
  var refusal: String? { apiURL == nil ? SourceWords.noAddress(environment) : nil }
}
