internal import AnswerCache
internal import Clients
public import DiscogsAPI
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
  let cache: Shared<CacheStore, ClientError>
  private let cacheFile: String
  /// The cache's name for the server in use.
  private let server: String
  private let transport: any HTTPTransport

  init(
    _ configuration: LiveConfiguration, _ inUse: LiveSettings, sources: SourceSwitch, work: BackgroundWork,
    _ translate: ErrorTranslator
  ) {
    let transport = configuration.network(Self.patience, configuration.proxies)
    self.transport = transport
    let settings = Self.settings(configuration, inUse)
    let server = Self.server(configuration.discogs.apiURL ?? "")
    let network = NetworkBoard(clock: configuration.headerClock, work: work)
    let accounts = Self.accounts(configuration, settings, transport, work, translate)
    let paths = configuration.paths
    let log = translate.log
    let reconnection = Reconnection(
      clock: configuration.clock, pause: configuration.discogs.reconnectPause, work: work)
    let cache = Shared<CacheStore, ClientError> {
      .success(
        await Blocking.run {
          CacheStore.open(at: paths.cache) { trouble in
            log.warning("The cache failed", metadata: ["cause": "\(trouble)"])
          }
        })
    }
    self.cache = cache
    cacheFile = paths.cache
    self.server = server
    self.accounts = accounts
    self.network = network
    source = DiscogsSource(
      parts: Shared {
        do throws(ClientError) {
          let store = try await cache.get()
          let responses = LayeredResponseCache(
            MemoryResponseCache(), over: StoredResponses(store: store, server: server))
          let client = DiscogsClient(settings, transport: transport, cache: responses) { await accounts.current() }
          network.watch(client)
          accounts.watch(client)
          reconnection.watch(client, accounts.board)
          return .success(
            DiscogsSource.Opened(client: client, cache: store, server: server))
        } catch {
          return .failure(error)
        }
      },
      substitute: { await sources.catalogueIfAny() }, waitsForFresh: configuration.waitsForFresh, accounts: accounts,
      reconnection: reconnection, now: configuration.now, work: work, translate: translate)
    images = Pictures(
      source: source, directory: paths.images, now: configuration.now, translate: translate,
      helper: configuration.pictureHelper, server: configuration.discogs.apiURL ?? "")
  }

  /// The time limit for finding the host and connecting to it.
  private static let patience = Duration.seconds(10)

  private static func settings(_ configuration: LiveConfiguration, _ inUse: LiveSettings) -> Configuration {
    let discogs = configuration.discogs
    let now = configuration.now
    var settings = Configuration(userAgent: discogs.userAgent) { Date(timeIntervalSince1970: now()) }
    settings.baseURL = discogs.apiURL ?? ""
    settings.currency = { inUse.currency }
    settings.timeout = discogs.timeout
    // After a time-out the user decides: a retry would double the wait.
    settings.retry.reasons.remove(.timeout)
    settings.clock = configuration.clock
    settings.logger = configuration.logFile.logger("discogs", level: configuration.logLevel)
    return settings
  }

  private static func accounts(
    _ configuration: LiveConfiguration, _ settings: Configuration, _ transport: any HTTPTransport,
    _ work: BackgroundWork, _ translate: ErrorTranslator
  ) -> Accounts {
    let discogs = configuration.discogs
    return Accounts(
      Accounts.Settings(environment: discogs.environment, profile: discogs.profile) { profile in
        TokenBinding(discogs, configuration.environment, profile: profile, profiles: configuration.paths.profiles)
      },
      store: SecretStore(
        directory: configuration.paths.secrets, environment: configuration.environment),
      profiles: ProfileList(path: configuration.paths.profiles, translate: translate),
      client: { account in DiscogsClient(settings, transport: transport) { account } },
      flow: { consumer in
        OAuthFlow(settings, consumer: consumer, site: Self.site(discogs.apiURL ?? ""), transport: transport)
      },
      work: work, translate: translate, hide: { configuration.logFile.hide($0) })
  }

  /// The site where users authorise the program: Discogs' own, or the server that stands in for it.
  private static func site(_ apiURL: String) -> String {
    apiURL == DiscogsSettings.production ? "https://www.discogs.com" : apiURL
  }

  /// The address without its scheme: the cache's name for a server.
  private static func server(_ apiURL: String) -> String {
    apiURL.components(separatedBy: "://").last ?? apiURL
  }

  /// Deletes the stored token and the cached answers about its account.
  ///
  /// - Returns: whether a token was stored.
  func signOut() async throws(ClientError) -> Bool {
    let (hadAny, scope) = try await accounts.signOut()
    guard let scope else { return hadAny }
    if let opened = await source.made() {
      await opened.client.forgetAccount(scope)
    } else if FileSystem.isFile(cacheFile) {
      await StoredResponses(store: try await cache.get(), server: server).remove(CacheKind.personal, scope: scope)
    }
    return hadAny
  }

  func close() async {
    source.reconnection.close()
    network.close()
    accounts.board.close()
    await transport.shutdown()
    await source.close()
    if await source.made() == nil { await cache.made()?.close() }
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
  /// The currency of prices, such as `EUR`; empty for the account's own.
  public var currency: String
  /// The time from sending a request to the last byte of its answer.
  public var timeout: Duration
  /// The pause before the first retry while offline, doubled each time up to twelvefold; nil for no retries.
  public var reconnectPause: Duration?

  public init(
    apiURL: String? = DiscogsSettings.production, userAgent: UserAgent, environment: String = "production",
    tokenVariable: String = "DISCOGS_TOKEN", ownAddress: String? = DiscogsSettings.production,
    tokenVariableAddress: String? = nil, profile: String = "default", tokenCommand: String = "",
    currency: String = "", timeout: Duration = .seconds(20), reconnectPause: Duration? = .seconds(5)
  ) {
    self.apiURL = apiURL
    self.userAgent = userAgent
    self.environment = environment
    self.tokenVariable = tokenVariable
    self.ownAddress = ownAddress
    self.tokenVariableAddress = tokenVariableAddress
    self.profile = profile
    self.tokenCommand = tokenCommand
    self.currency = currency
    self.timeout = timeout
    self.reconnectPause = reconnectPause
  }

  /// The message that the environment has no address; nil where it has one.
  var refusal: String? {
    guard apiURL == nil else { return nil }
    return
      SourceWords.noAddress(environment)
  }
}
