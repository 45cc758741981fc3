internal import Catalogue
public import Clients
public import DiscogsAPI
import DiscogsModel
public import Logging
public import Platform
public import RunoutModel
public import UserLibrary
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
  /// The user's own command for copying; empty for none.
  public var copyCommand: String
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
    environment: [String: String], source: Source? = nil, copyCommand: String = "",
    copyByTerminal: (@Sendable (String) async -> Bool)? = nil, discogs: DiscogsSettings,
    isReadOnly: Bool = false, waitsForFresh: Bool = false,
    network: @escaping @Sendable (_ connectTimeout: Duration, _ proxies: ProxyRules) -> any HTTPTransport,
    logFile: LogFile, logLevel: Logger.Level = .notice,
    now: @escaping @Sendable () -> Double, clock: any Clock<Duration> = ContinuousClock(),
    pollingInterval: Duration = .seconds(3)
  ) {
    self.paths = paths
    self.resources = resources
    self.environment = environment
    self.source = source
    self.copyCommand = copyCommand
    self.copyByTerminal = copyByTerminal
    self.discogs = discogs
    self.isReadOnly = isReadOnly
    self.waitsForFresh = waitsForFresh
    self.network = network
    self.logFile = logFile
    self.logLevel = logLevel
    self.now = now
    self.clock = clock
    self.pollingInterval = pollingInterval
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
  let shelves: Shelves
  let live: LiveParts
  let sync: ShelfSync
  let editor: ShelfEditor
  let translate: ErrorTranslator
  private let watch: SettingsWatch?
  private let work = BackgroundWork()

  /// The background work, by name; none once `close()` has returned.
  public var underWay: [String] { work.underWay }

  /// - Throws: `ClientError.refused` for the catalogue where none was imported, for Discogs where its settings rule it
  ///   out, and for an invalid profile name.
  public init(_ configuration: LiveConfiguration) throws(ClientError) {
    let log = configuration.logFile.logger("services", level: configuration.logLevel)
    let translate = ErrorTranslator(log: log)
    let hasCatalogue = FileSystem.isFile(configuration.paths.catalogue)
    if configuration.source == .catalogue, !hasCatalogue { throw .refused(ErrorTranslator.noCatalogue) }
    _ = try ProfileList.checked(configuration.discogs.profile)
    if configuration.source == .live, let refusal = configuration.discogs.refusal { throw .refused(refusal) }

    let temporary = configuration.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let leftovers = Leftovers(
      cacheDirectory: configuration.paths.cacheDirectory, temporaryDirectory: temporary,
      catalogueFile: configuration.paths.catalogue, log: log)
    let demoFiles = { @Sendable () throws(ClientError) -> DemoFiles in
      let resources: String
      do throws(ResourcesNotFound) { resources = try configuration.resources() } catch {
        log.error("Resources are missing", metadata: ["cause": "\(error)"])
        throw .refused(error.description)
      }
      return DemoFiles(
        resources: resources, cacheDirectory: configuration.paths.cacheDirectory, temporaryDirectory: temporary,
        leftovers: leftovers, now: configuration.now, log: log)
    }
    let watch = configuration.settings.map { SettingsWatch($0, clock: configuration.clock, translate) }
    let inUse = LiveSettings(
      currency: configuration.discogs.currency, copyCommand: configuration.copyCommand)
    let sources = SourceSwitch(
      source: configuration.source ?? Self.usual(configuration, hasCatalogue: hasCatalogue),
      catalogueFile: configuration.paths.catalogue, demoFiles: demoFiles, leftovers: leftovers,
      liveRefusal: configuration.discogs.refusal, clock: configuration.clock,
      interval: configuration.pollingInterval, alsoLook: { await watch?.look() }, work: work, translate: translate)
    let live = LiveParts(configuration, inUse, sources: sources, work: work, translate)
    let shelves = Shelves(
      libraryFile: configuration.paths.library,
      shelfFile: { [paths = configuration.paths, accounts = live.accounts] in
        paths.library(ofProfile: accounts.profile)
      }, sources: sources, discogs: live.source,
      isSignedIn: { [accounts = live.accounts] () throws(ClientError) in try await accounts.isSignedIn() },
      now: configuration.now, demoFiles: demoFiles, clock: configuration.headerClock,
      interval: configuration.pollingInterval, work: work, translate: translate)
    live.source.fall(backOn: { [weak shelves] request in await shelves?.rows(of: request) ?? [] })
    let sync = ShelfSync(
      shelves: shelves, discogs: live.source, accounts: live.accounts, clock: configuration.clock,
      now: configuration.now, isReadOnly: configuration.isReadOnly,
      lane: configuration.waitsForFresh ? .user : .background, faultPoint: configuration.faultPoint,
      work: work, translate: translate)
    self.sources = sources
    self.shelves = shelves
    self.live = live
    self.sync = sync
    self.watch = watch
    self.translate = translate
    editor = ShelfEditor(
      shelves: shelves, isReadOnly: configuration.isReadOnly, faultPoint: configuration.faultPoint,
      now: configuration.now,
      complete: { await sources.completed($0, from: live.source) }, send: { sync.wake() })
    var services = Services()
    let reading = ShelfReading(shelves)
    let records = RecordSources(
      discogs: .discogs(live.source), local: .local(sources), shelf: .shelfAlone(shelves))
    services.catalogue = .following(sources, records).withOwnLists(shelves)
      .withOwnReleases(shelves, sources, live.source.board).withShelf(reading, sources)
    services.digging = .live(sources, reading)
    services.shelf = .live(shelves)
    services.edits = .live(editor)
    services.edits.importFile = { [editor, home = configuration.environment["HOME"]] path throws(ClientError) in
      let whole = path.hasPrefix("~/") ? (home ?? "~") + path.dropFirst() : path
      let report = try await editor.importShelf(.collection, from: whole)
      guard report.questions.isEmpty else { throw .refused(StartWords.asksMore) }
      return ImportedFile(rows: report.rows, skipped: report.skipped.count, unread: report.unreadCount)
    }
    services.sync = .live(sync)
    services.reports = .live(shelves, now: configuration.now)
    services.lists = .live(shelves, sources, live.source)
    services.crates = .live(shelves)
    services.layout = .live(shelves)
    services.filing = .live(shelves)
    services.bookmarks = .live(shelves)
    services.history = .live(shelves, sources, now: configuration.now, translate)
    services.source = .live(sources)
    services.desktop = .live(configuration, inUse, translate)
    services.log = .live(configuration.logFile, level: configuration.logLevel, translate)
    services.network = .live(sources, live.network, live.source, work)
    services.freshness = .live(sources, live.source)
    services.account = .live(live, sync, shelves)
    let demoMarket = DemoMarket.shared(sources, demoFiles, translate)
    services.community = .live(sources, live.source, demoMarket, isReadOnly: configuration.isReadOnly)
    services.market = .live(
      MarketService(
        shelves, sources, live.source, demo: demoMarket,
        currency: { inUse.currency.map { Currency($0) } }, now: configuration.now, translate))
    services.settings = .live(watch, inUse)
    services.images.image = answering { url in try await live.images.image(url) }
    services.images.picture = answering { url, side in try await live.images.picture(url, side: side) }
    self.services = services
  }

  /// The source to begin with where none is named: Discogs for a user with a token, else the imported catalogue, else
  /// the user's own shelf where something is on it, else the demo.
  static func usual(_ configuration: LiveConfiguration, hasCatalogue: Bool) -> Source {
    if configuration.discogs.refusal == nil, hasToken(configuration) { return .live }
    if hasCatalogue { return .catalogue }
    // The file alone proves nothing: it also keeps searches.
    let isShelf =
      configuration.changesShelf
      || Library.hasShelf(
        at: configuration.paths.library(ofProfile: configuration.discogs.profile))
    return isShelf ? .shelf : .demo
  }

  /// Returns whether only the demo can be shown: there is neither token nor catalogue nor shelf.
  public static func hasNothing(_ configuration: LiveConfiguration) -> Bool {
    configuration.source == nil
      && usual(configuration, hasCatalogue: FileSystem.isFile(configuration.paths.catalogue)) == .demo
  }

  private static func hasToken(_ configuration: LiveConfiguration) -> Bool {
    let discogs = configuration.discogs
    let binding = TokenBinding(
      discogs, configuration.environment, profile: discogs.profile, profiles: configuration.paths.profiles)
    if binding.hasToken { return true }
    if ProfileList.origins(of: discogs.profile, in: configuration.paths.profiles).contains(binding.origin) {
      return true
    }
    // The user has a token for another address: this run goes without it, and says so.
    return binding.withheld != nil && !binding.isOwn
  }

  /// One line on why the user's tokens are not sent to the address in use, and how to sign in there; nil where none is
  /// withheld.
  public var withheldToken: String? {
    guard sources.current.source == .live else { return nil }
    return live.accounts.binding.withheld?.sentence
  }

  /// Imports an export of the collection or the want list into the user's own shelf, whichever source is on.
  ///
  /// - Parameters:
  ///   - isRehearsal: whether to change nothing, and only report what would happen.
  ///   - answer: answers the questions of a report, before anything is imported; nil imports nothing.
  public func importShelf(
    _ list: ShelfList, from path: String, terms: ShelfImportTerms = ShelfImportTerms(), isRehearsal: Bool = false,
    answer: @MainActor (ShelfImportReport) -> ShelfImportTerms? = { _ in nil }
  ) async throws(ClientError) -> ShelfImportReport {
    try await editor.importShelf(list, from: path, terms: terms, isRehearsal: isRehearsal, answer: answer)
  }

  /// Deletes the whole search history.
  ///
  /// - Returns: the number of deleted searches.
  public func clearHistory() async throws(ClientError) -> Int {
    let library = try await shelves.library()
    do { return try await library.clearHistory() } catch { throw translate(error) }
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

extension SourceSwitch {
  /// Adds what the cache or the catalogue in use knows of a release or master; the network is not asked.
  fileprivate func completed(_ facts: ShelfFacts, from discogs: DiscogsSource) async -> ShelfFacts {
    if case .master(let master) = facts.wanted { return await completed(facts, of: master, from: discogs) }
    let release: Release?
    switch current.source {
    case .live: release = await discogs.kept(facts.release)
    case .shelf: return facts
    case .catalogue, .demo:
      // Opening the catalogue reports its errors; the change is made with the facts at hand.
      do throws(ClientError) {
        let store = try await open(current.source)
        do throws(CatalogueError) { release = try await store.release(facts.release) } catch { return facts }
      } catch {
        return facts
      }
    }
    guard let release else {
      // Discogs lists a master's versions without artist, genres and styles: they are the master's.
      guard facts.genres.isEmpty, facts.styles.isEmpty, current.source == .live, let master = facts.master,
        let kept = await discogs.kept(master)?.master
      else { return facts }
      var known = facts
      if known.artist.isEmpty { known.artist = kept.artists.displayName }
      known.genres = kept.genres
      known.styles = kept.styles
      return known
    }
    var known = ShelfFacts(release)
    known.master = known.master ?? facts.master
    return known
  }

  private func completed(
    _ facts: ShelfFacts, of master: Master.ID, from discogs: DiscogsSource
  ) async -> ShelfFacts {
    if current.source == .shelf { return facts }
    guard current.source != .live else {
      guard let kept = await discogs.kept(master) else { return facts }
      return ShelfFacts(kept.master, versions: kept.versions ?? facts.versions)
    }
    do throws(ClientError) {
      let store = try await open(current.source)
      do throws(CatalogueError) {
        let versions = try await store.count(of: CatalogueList(.versions(master))).number
        return ShelfFacts(try await store.master(master), versions: versions)
      } catch {
        return facts
      }
    } catch {
      return facts
    }
  }
}
