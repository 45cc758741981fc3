internal import AnswerCache
internal import Clients
public import DiscogsAPI
internal import Foundation
internal import Logging
internal import Platform
internal import Wording

/// Everything that stands behind the live source, made from the configuration. Nothing is opened or asked before the
/// first question.
struct LiveParts: Sendable {
  let source: DiscogsSource
  let accounts: Accounts
  let network: NetworkBoard
  let images: Pictures
  /// Opens the cache file, for looking at it and for clearing it.
  let cache: Shared<CacheStore, ClientError>
  private let cacheFile: String
  /// Whose answers are asked for, as the cache calls it.
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

  /// How long finding the host and connecting to it may take.
  private static let patience = Duration.seconds(10)

  private static func settings(_ configuration: LiveConfiguration, _ inUse: LiveSettings) -> Configuration {
    let discogs = configuration.discogs
    let now = configuration.now
    var settings = Configuration(userAgent: discogs.userAgent) { Date(timeIntervalSince1970: now()) }
    settings.baseURL = discogs.apiURL ?? ""
    settings.currency = { inUse.currency }
    settings.timeout = discogs.timeout
    // After so long without success the user decides: asking again doubles the wait.
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

  /// Where people consent: Discogs' own site, or the server that stands in for both.
  private static func site(_ apiURL: String) -> String {
    apiURL == DiscogsSettings.production ? "https://www.discogs.com" : apiURL
  }

  /// The address without its scheme, which tells the records of one server from those of another.
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

/// How Discogs is reached, and as whom.
public struct DiscogsSettings: Sendable {
  public static let production = "https://api.discogs.com"

  /// Without a slash at its end; nil where none is set, and live is refused.
  public var apiURL: String?
  public var userAgent: UserAgent
  /// The environment's name, and the variable that may hold its token.
  public var environment: String
  public var tokenVariable: String
  /// The environment's own address, whatever this run asks; nil where it has none. Tokens that were not stored are for
  /// it.
  public var ownAddress: String?
  /// The address that the variable's token is for where the user has named one.
  public var tokenVariableAddress: String?
  public var profile: String
  /// A command that prints a token; empty for none.
  public var tokenCommand: String
  /// Of prices, such as `EUR`; empty for the account's own.
  public var currency: String
  /// From the sending of a request to the last byte of its answer.
  public var timeout: Duration
  /// How long after the network went away it is tried again for the first time, and then after pauses twice as long
  /// each; nil for never by itself.
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

  /// Why live is refused where no server is known; nil where one is.
  var refusal: String? {
    guard apiURL == nil else { return nil }
    return
      SourceWords.noAddress(environment)
  }
}
