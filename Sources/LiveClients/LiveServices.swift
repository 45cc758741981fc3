internal import Catalogue
public import Clients
public import DiscogsAPI
import DiscogsModel
public import Logging
public import Platform
public import RunoutModel
internal import UserLibrary
internal import Wording

/// The paths, settings, clocks and hooks that the live clients are made with.
public struct LiveConfiguration: Sendable {
  public var paths: Paths
  /// The resources directory, looked for when the demo is first needed.
  public var resources: @Sendable () throws(ResourcesNotFound) -> String
  /// The environment for programs that are started, and for finding them.
  public var environment: [String: String]
  /// The source to begin with; nil to choose by what the user has (`LiveServices.usual`).
  public var source: Source?
  /// The settings that the program starts with.
  public var settingsAtStart = Settings()
  /// Copies text through the terminal (OSC 52); nil where there is no screen. Returns false when the terminal cannot.
  public var copyByTerminal: (@Sendable (String) async -> Bool)?
  /// How Discogs is reached, and as whom.
  public var discogs: DiscogsSettings
  /// Whether changes of the shelf are refused.
  public var isReadOnly: Bool
  /// Whether the shelf will be changed: the source to begin with is then the user's shelf, even an empty one, rather
  /// than the demo.
  public var changesShelf = false
  /// Whether old answers are refreshed before they are returned: verbs end too soon for a refresh in the background.
  public var waitsForFresh: Bool
  /// Makes the transport that carries requests.
  public var network: @Sendable (_ connectTimeout: Duration, _ proxies: ProxyRules) -> any HTTPTransport
  /// Which requests to the network go through which proxy.
  public var proxies = ProxyRules.none
  public var logFile: LogFile
  public var logLevel: Logger.Level
  /// Seconds since 1970.
  public var now: @Sendable () -> Double
  /// How far local clocks are ahead of UTC at a moment, in seconds since 1970.
  public var secondsFromUTC: @Sendable (Double) -> Int = { _ in 0 }
  /// The clock for pauses and deadlines.
  public var clock: any Clock<Duration>
  /// The clock for the header's countdown and for polling other programs' changes of the shelf. Nothing waits for
  /// either, so a test whose clock never waits can leave it out.
  public var headerClock: any Clock<Duration> = ContinuousClock()
  /// The program that decodes pictures; nil for none.
  public var pictureHelper: PictureHelper?
  /// The file that settings are read from again when it changes; nil where they are not.
  public var settings: SettingsOrigin?
  /// Called before a change of the shelf is written, and after each request and each write of changing and syncing it:
  /// tests end the program there and check what is left.
  public var faultPoint: @Sendable () -> Void = {}
  /// How often to look whether another program has imported a catalogue.
  public var pollingInterval: Duration

  public init(
    paths: Paths, resources: @escaping @Sendable () throws(ResourcesNotFound) -> String,
    environment: [String: String], source: Source? = nil,
    copyByTerminal: (@Sendable (String) async -> Bool)? = nil, discogs: DiscogsSettings,
    isReadOnly: Bool = false, waitsForFresh: Bool = false,
    network: @escaping @Sendable (_ connectTimeout: Duration, _ proxies: ProxyRules) -> any HTTPTransport,
    logFile: LogFile, logLevel: Logger.Level = .notice,
    now: @escaping @Sendable () -> Double, clock: any Clock<Duration> = ContinuousClock(),
    pollingInterval: Duration = .seconds(3)
  ) {
    (self.paths, self.resources, self.environment, self.source) = (paths, resources, environment, source)
    (self.copyByTerminal, self.discogs, self.network) = (copyByTerminal, discogs, network)
    (self.isReadOnly, self.waitsForFresh) = (isReadOnly, waitsForFresh)
    (self.logFile, self.logLevel) = (logFile, logLevel)
    (self.now, self.clock, self.pollingInterval) = (now, clock, pollingInterval)
  }
}

/// The clients that read and write real files, and the functions that only the command line's verbs use.
///
/// Making one opens nothing and costs a `stat` or two: databases open when they are first asked, off the main actor.
///
///     let live = try LiveServices(configuration)
///     let page = try await live.services.catalogue.search(request, nil, 50)
///     await live.close()
public final class LiveServices: Sendable {
  public let services: Services

  let sources: SourceSwitch
  let records: RecordSources
  let shelves: Shelves
  let live: LiveParts
  let sync: ShelfSync
  public let editor: ShelfEditor
  let translate: ErrorTranslator
  private let watch: SettingsWatch?
  private let work: BackgroundWork

  /// The background work, by name; none once `close()` has returned.
  public var underWay: [String] { work.underWay }

  /// - Throws: `ClientError.refused` for the catalogue where none was imported, for Discogs where its settings rule it
  ///   out, and for an invalid profile name.
  public init(_ configuration: LiveConfiguration) throws(ClientError) {
    let log = configuration.logFile.logger("services", level: configuration.logLevel)
    let translate = ErrorTranslator(log: log)
    let work = BackgroundWork()
    let hasCatalogue = FileSystem.isFile(configuration.paths.catalogue)
    _ = try ProfileList.checked(configuration.discogs.profile)
    switch configuration.source {
    case .catalogue: if !hasCatalogue { throw .refused(SourceWords.noCatalogue) }
    case .live: if let refusal = configuration.discogs.refusal { throw .refused(refusal) }
    case .demo, .shelf, nil: break
    }

    let leftovers = Leftovers(
      cacheDirectory: configuration.paths.cacheDirectory,
      temporaryDirectory: configuration.environment.temporaryDirectory,
      catalogueFile: configuration.paths.catalogue, log: log)
    @Sendable func demoFiles() throws -> DemoFiles {
      let resources: String
      do { resources = try configuration.resources() } catch {
        log.error("Resources are missing", metadata: ["cause": "\(error)"])
        throw ClientError.refused(error.description)
      }
      return DemoFiles(
        resources: resources.appending(path: "Demo"), leftovers: leftovers, now: configuration.now, log: log)
    }
    let watch = configuration.settings.map { SettingsWatch($0, clock: configuration.clock, translate) }
    let inUse = LiveSettings(configuration.settingsAtStart)
    let sources = SourceSwitch(
      configuration, source: configuration.source ?? Self.usual(configuration, hasCatalogue: hasCatalogue),
      demoFiles: demoFiles, leftovers: leftovers, alsoLook: { await watch?.look() }, work: work, translate: translate)
    let (sdk, transport) = (configuration.sdk(inUse), configuration.transport())
    let accounts = Accounts(configuration, sdk, transport, work: work, translate)
    let shelves = Shelves(configuration, sources, accounts, demoFiles: demoFiles, work: work, translate: translate)
    let live = LiveParts(configuration, sdk, transport, accounts, sources, shelves, work: work, translate)
    let sync = ShelfSync(
      configuration, shelves: shelves, discogs: live.source, accounts: accounts, work: work, translate: translate)
    let records = RecordSources(live.source, inUse, demoFiles, now: configuration.now)
    let listens = ListenBrainz(
      shelves: shelves, records: records, transport: transport, userAgent: configuration.discogs.userAgent,
      isReadOnly: configuration.isReadOnly, now: configuration.now, log: log)
    if !configuration.waitsForFresh { work.start("plays") { await listens.follow() } }
    let editor = ShelfEditor(configuration: configuration, shelves: shelves, records: records, sync: sync)
    (self.sources, self.records, self.shelves, self.live) = (sources, records, shelves, live)
    (self.sync, self.editor, self.watch) = (sync, editor, watch)
    (self.work, self.translate) = (work, translate)
    services = Services {
      $0.catalogue = .live(records, shelves)
      $0.digging = .live(records).withPlays(shelves, secondsFromUTC: configuration.secondsFromUTC)
      $0.shelf = .live(shelves, records)
      $0.edits = .live(editor)
      $0.sync = .live(sync)
      $0.reports = .live(shelves, records, listens, now: configuration.now)
      $0.news = .live(NewsService(shelves: shelves, records: records, discogs: live.source, now: configuration.now))
      $0.lists = .live(shelves, sources, live.source)
      $0.crates = .live(shelves)
      $0.layout = .live(shelves)
      $0.filing = .live(shelves)
      $0.bookmarks = .live(shelves)
      $0.intake = .live(records, shelves)
      $0.history = .live(shelves, sources, now: configuration.now)
      $0.source = .live(sources)
      $0.desktop = .live(configuration, inUse, translate)
      $0.log = .live(configuration.logFile, level: configuration.logLevel, translate)
      $0.network = .live(sources, live.network, live.source, work)
      $0.freshness = .live(sources, live.source)
      $0.account = .live(live, sync, shelves)
      $0.community = .live(records, live.source, isReadOnly: configuration.isReadOnly, now: configuration.now)
      $0.market = .live(MarketService(shelves: shelves, records: records, settings: inUse, now: configuration.now))
      $0.selling = .live(
        SellingService(records: records, discogs: live.source, isReadOnly: configuration.isReadOnly))
      $0.settings = .live(watch, inUse)
      $0.images = .live(live.images)
    }
  }

  /// The source to begin with where none is named: Discogs for a user with a token, else the imported catalogue, else
  /// the user's own shelf where something is on it, else the demo.
  static func usual(_ configuration: LiveConfiguration, hasCatalogue: Bool) -> Source {
    if configuration.discogs.refusal == nil, hasToken(configuration) { return .live }
    if hasCatalogue { return .catalogue }
    // The file alone proves nothing: it also keeps searches.
    let file = configuration.paths.library(ofProfile: configuration.discogs.profile)
    return configuration.changesShelf || Library.hasShelf(at: file) ? .shelf : .demo
  }

  /// Returns whether only the demo can be shown: there is neither token nor catalogue nor shelf.
  public static func hasNothing(_ configuration: LiveConfiguration) -> Bool {
    configuration.source == nil
      && usual(configuration, hasCatalogue: FileSystem.isFile(configuration.paths.catalogue)) == .demo
  }

  private static func hasToken(_ configuration: LiveConfiguration) -> Bool {
    let profile = configuration.discogs.profile
    let binding = configuration.binding(of: profile)
    let stored = ProfileList.origins(of: profile, in: configuration.paths.profiles)
    // A user with a token for another address, only, goes without it in this run, which says so.
    return binding.hasToken || stored.contains(binding.origin) || (binding.withheld != nil && !binding.isOwn)
  }

  /// Opens the catalogue in use, if it is one, before the first page asks for it; the page reports a failure.
  public func openEarly() { work.start("opening") { [sources] in await sources.openEarly() } }

  /// One line on why the user's tokens are not sent to the address in use, and how to sign in there; nil where none is
  /// withheld.
  public var withheldToken: String? { sources.can(.refresh) ? live.accounts.binding.withheld?.sentence : nil }

  /// Deletes the whole search history.
  ///
  /// - Returns: the number of deleted searches.
  public func clearHistory() async throws(ClientError) -> Int {
    try await translate.errors { try await shelves.library().clearHistory() }
  }

  /// Finishes writes, ends background work, and closes the files, which everything else may use, last.
  public func close() async {
    await sync.close()
    await work.close()
    await live.close()
    await shelves.close()
    await sources.close()
    watch?.close()
  }
}
