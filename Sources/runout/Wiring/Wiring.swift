import Clients
import DiscogsAPI
import DiscogsModel
import DiscogsTransport
import Features
import Foundation
import LibC
import LiveClients
import Logging
import Platform
import RunoutModel
import Screens
import Wording

/// Puts the live parts together. The only place that reads the environment, the clock and the command line's places.
@MainActor
struct Wiring {
  let paths: Paths
  let environment: AppEnvironment
  let settings: Settings
  /// What this run was started with, by the name of the setting, so that neither `:set` nor the file changes it.
  let fixedSettings: [String: String]
  /// What is wrong with the settings, a sentence each: what a verb tells, which has no use for keys.
  private let settingsProblems: [String]
  private let settingsFile: SettingsFile
  let crashFile: CrashFile
  let background: BackgroundMemory
  let firstStart: FirstStartMemory
  private let logFile: LogFile
  /// Whether the log was asked for: a failure to write it is then reported.
  private let isLogNamed: Bool
  private let logLevel: Logger.Level
  let variables: [String: String]
  private let resources: String?
  let source: Source?
  let discogs: DiscogsSettings
  private let isReadOnly: Bool
  private let mustHaveConfig: Bool
  private let live = LiveHolder()
  private let faultPoint: FaultPoint?

  /// - Throws: `Failure` if there is no place for files, or an argument is invalid.
  init(_ options: CommonOptions) throws {
    variables = ProcessInfo.processInfo.environment
    environment = try Wiring.environment(named: options.environment ?? variables["RUNOUT_ENVIRONMENT"])
    do throws(PathsError) {
      paths = try Paths(
        environment: variables,
        overrides: Paths.Overrides(
          configFile: options.config, dataDirectory: options.dataDir, cacheDirectory: options.cacheDir,
          stateDirectory: options.stateDir, logFile: options.logFile)
      ).inFolder(environment.folder)
    } catch {
      throw Failure(error.description)
    }
    let file = SettingsFile.read(paths.configFile, mustExist: options.config != nil)
    (settings, fixedSettings) = Wiring.settings(file.settings, options, variables)
    mustHaveConfig = options.config != nil
    settingsFile = file
    logFile = LogFile(path: paths.logFile) { SystemClock.now() }
    isLogNamed = options.logFile != nil
    let logTrouble = isLogNamed ? logFile.failure.map { VerbWords.notLogged("\($0)") } : nil
    settingsProblems = file.problems.map { $0.description } + [logTrouble].compactMap(\.self)
    logLevel = try Wiring.logLevel(variables["RUNOUT_LOG"]) ?? Logger.Level(environment.logLevel)
    isReadOnly = options.readOnly
    crashFile = CrashFile(directory: paths.stateDirectory)
    background = BackgroundMemory(directory: paths.stateDirectory, variables: variables)
    firstStart = FirstStartMemory(directory: paths.stateDirectory, log: logFile.logger("start", level: logLevel))
    resources = options.resources ?? variables["RUNOUT_RESOURCES"]
    discogs = try Wiring.discogs(options, environment, file.settings, variables)
    source = try options.source ?? Wiring.source(variables["RUNOUT_SOURCE"]) ?? file.settings.source
    faultPoint = try FaultPoint(variables["RUNOUT_FAULT_POINT"])
  }

  /// The settings of the file, but for those that the command line or the environment decide.
  private static func settings(
    _ file: Settings, _ options: CommonOptions, _ variables: [String: String]
  ) -> (Settings, fixed: [String: String]) {
    var settings = file
    var fixed: [String: String] = [:]
    if variables["NO_COLOR"]?.isEmpty == false {
      settings.colours = .none
      fixed["colours"] = VerbWords.noColorIsSet
    }
    if let source = options.source {
      settings.source = source
      fixed["source"] = VerbWords.startedWithSource(source.rawValue)
    }
    return (settings, fixed)
  }

  /// The user's editor, as other programs choose it.
  private var editor: String {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { variables[$0] }
    return named.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
  }

  private static func environment(named name: String?) throws -> AppEnvironment {
    guard let name, !name.isEmpty else { return .production }
    guard let environment = AppEnvironment.all.first(where: { $0.name == name }) else {
      let names = AppEnvironment.all.map(\.name).joined(separator: ", ")
      throw Failure(VerbWords.noEnvironment(name, names), .usage)
    }
    return environment
  }

  /// Where Discogs is and as whom it is asked: the command line first, then the variable, the configuration and the
  /// environment.
  private static func discogs(
    _ options: CommonOptions, _ environment: AppEnvironment, _ settings: Settings, _ variables: [String: String]
  ) throws -> DiscogsSettings {
    let variable = variables["RUNOUT_API_URL"].flatMap { $0.isEmpty ? nil : $0 }
    let own = settings.apiURLs[environment.name] ?? environment.apiURL
    let url = try address(options.apiURL ?? variable ?? own)
    // What a token in the environment or in the configuration is for, unless this run says otherwise.
    let tokenFor = try address(variables[environment.tokenVariable + "_FOR"].flatMap { $0.isEmpty ? nil : $0 })
    return DiscogsSettings(
      apiURL: url?.text, userAgent: UserAgent(name: "Runout", version: Version.number, remark: Version.system),
      environment: environment.name, tokenVariable: environment.tokenVariable, ownAddress: own,
      tokenVariableAddress: tokenFor?.text,
      profile: options.profile ?? variables["RUNOUT_PROFILE"].flatMap { $0.isEmpty ? nil : $0 } ?? "default",
      tokenCommand: settings.tokenCommand, currency: settings.currency, timeout: environment.requestTimeout,
      reconnectPause: environment.reconnectPause)
  }

  private static func address(_ text: String?) throws -> ApiURL? {
    do throws(InputError) { return try text.map { text throws(InputError) in try ApiURL(text) } } catch {
      throw Failure(error.description, .usage)
    }
  }

  private static func logLevel(_ name: String?) throws -> Logger.Level? {
    guard let name, !name.isEmpty else { return nil }
    guard let level = Logger.Level(rawValue: name) else {
      let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(VerbWords.variable("RUNOUT_LOG", name, takes: names), .usage)
    }
    return level
  }

  private static func source(_ name: String?) throws -> Source? {
    guard let name, !name.isEmpty else { return nil }
    guard let source = Source(rawValue: name) else {
      throw Failure(VerbWords.variable("RUNOUT_SOURCE", name, takes: "demo, catalogue, live or shelf"), .usage)
    }
    return source
  }

  /// The keys, which only the screen has a use for.
  func makeKeymap() -> Keymap { Keymap(overrides: settings.keys) }

  /// What is wrong with the configuration, its keys included, a sentence each.
  func problems(_ keymap: Keymap) -> [String] {
    settingsProblems + keyProblems(keymap, in: settingsFile, path: paths.configFile)
  }

  /// A mistake in `[keys]` with the place in the file where it stands.
  private func keyProblems(_ keymap: Keymap, in file: SettingsFile, path: String) -> [String] {
    keymap.problems.map { problem in
      guard let binding = file.keyBindings.first(where: { $0.command == problem.name }) else {
        return "\(path): \(problem.message)"
      }
      let key = binding.keys.first { problem.message.contains("“\($0.text)”") }
      return "\(path):\(key?.line ?? binding.line):\(key?.column ?? binding.column): \(problem.message)"
    }
  }

  // MARK: Parts

  /// - Parameters:
  ///   - copyByTerminal: asks the terminal to take text to the clipboard; nil where there is no screen.
  ///   - source: for a verb that makes sense with one source only; nil for the one that was chosen.
  ///   - isVerb: whether there is no screen to update when a later answer comes.
  ///   - changesShelf: whether it is about the user's own shelf, never the demo's unless that is named.
  func liveServices(
    from source: Source? = nil, isVerb: Bool = true, changesShelf: Bool = false,
    copyByTerminal: (@Sendable (String) async -> Bool)? = nil
  ) throws -> LiveServices {
    var configuration = liveConfiguration(from: source, isVerb: isVerb, copyByTerminal: copyByTerminal)
    configuration.changesShelf = changesShelf
    do throws(ClientError) {
      let services = try LiveServices(configuration)
      live.services = services
      return services
    } catch {
      throw Failure(error)
    }
  }

  func liveConfiguration(
    from source: Source? = nil, isVerb: Bool = true, copyByTerminal: (@Sendable (String) async -> Bool)? = nil
  ) -> LiveConfiguration {
    let (resources, executable) = (resources, ResourceLocator.executablePath())
    var configuration = LiveConfiguration(
      paths: paths,
      resources: { () throws(ResourcesNotFound) in
        try ResourceLocator.find(explicit: resources, executable: executable)
      },
      environment: variables, source: source ?? self.source, copyCommand: settings.copyCommand,
      copyByTerminal: copyByTerminal, discogs: discogs, isReadOnly: isReadOnly, waitsForFresh: isVerb,
      network: { AsyncHTTPTransport(connectTimeout: $0, proxies: $1) }, logFile: logFile, logLevel: logLevel,
      now: { SystemClock.now() },
      pollingInterval: environment.sourcePollInterval)
    configuration.secondsFromUTC = { LocalZone.secondsFromUTC(at: $0) }
    configuration.proxies = ProxyRules(environment: variables)
    configuration.pictureHelper = PictureHelper(beside: executable)
    configuration.settings = SettingsOrigin(
      path: paths.configFile, file: settingsFile, mustExist: mustHaveConfig, editor: editor
    ) { @MainActor [self] file, name in
      keyProblems(Keymap(overrides: file.settings.keys), in: file, path: name)
    }
    if let faultPoint { configuration.faultPoint = { faultPoint.pass() } }
    return configuration
  }

  /// For what only Discogs itself can answer.
  ///
  /// - Throws: `Failure` when another source was asked for.
  func discogsServices(for what: String) throws -> LiveServices {
    if let source, source != .live {
      throw Failure(VerbWords.needsLive(what, source: source.rawValue), .usage)
    }
    return try liveServices(from: .live)
  }

  /// For prices and sellers, which Discogs knows, and of which the demo has some that are made up.
  ///
  /// - Throws: `Failure` when another source was asked for.
  func marketServices(for what: String) throws -> LiveServices {
    try source == .demo ? liveServices() : discogsServices(for: what)
  }

  /// What goes before a stored token: the variable or the command that is set; nil where neither is.
  var outranking: String? { discogs.outranking(in: variables) }

  /// Why the tokens at hand are not sent to the address that is asked; nil where there is nothing to say.
  var withheldToken: String? { live.services?.withheldToken }

  func services() throws -> Services { try liveServices().services }

  /// Seconds since 1970.
  var now: Double { SystemClock.now() }

  /// Where a test may end the program, for work that does not go through the services.
  var passFaultPoint: @Sendable () -> Void {
    guard let faultPoint else { return {} }
    return { faultPoint.pass() }
  }

  /// Where systemd looks for the units of this user, and launchd for the agents.
  func schedulesFolder() throws -> String {
    if isApple, let home = variables["HOME"] { return "\(home)/Library/LaunchAgents" }
    let home = variables["HOME"].map { "\($0)/.config" }
    guard let base = variables["XDG_CONFIG_HOME"].flatMap({ $0.hasPrefix("/") ? $0 : nil }) ?? home else {
      throw Failure(UpdateWords.noHome)
    }
    return "\(base)/systemd/user"
  }

  func logger(_ area: String) -> Logger { logFile.logger(area, level: logLevel) }

  /// Where an import goes; the folder is made.
  func catalogueForWriting() throws -> String {
    do throws(FileError) {
      try FileSystem.makeDirectory(paths.dataDirectory)
    } catch {
      throw Failure(error.description)
    }
    return paths.catalogue
  }

  /// Asks a client the one thing a verb wants to know, its error turned into the verb's line and exit code. The files
  /// are closed afterwards: what was deleted is then gone from the disk, too, and nothing temporary is left.
  func ask<Value: Sendable>(_ question: () async throws -> Value) async throws -> Value {
    let pauses = beginAsking()
    do {
      let value = try await question()
      if let withheld = await endAsking(pauses) { Output.errorLine(withheld) }
      return value
    } catch {
      let withheld = await endAsking(pauses)
      if let failure = error as? Failure { throw failure }
      let error = ClientError(error)
      // The line that says who is signed in where says all of it.
      if error == .signInRequired(.signedOut), let withheld { throw Failure(withheld, .signInNeeded) }
      throw Failure(error, in: live.services?.services.source.current().source)
    }
  }

  private func beginAsking() -> Task<Void, Never>? {
    for problem in settingsProblems { Output.errorLine(problem) }
    guard let services = live.services?.services, services.source.current().source == .live else { return nil }
    return reportPauses(of: services.network)
  }

  /// Closes what was opened: it has answered, there is nothing under way that could hold this up, so nothing to time.
  ///
  /// - Returns: why the tokens at hand were not sent.
  private func endAsking(_ pauses: Task<Void, Never>?) async -> String? {
    let withheld = live.services?.withheldToken
    await live.services?.close()
    pauses?.cancel()
    await pauses?.value
    // A full disk shows only once something is written.
    if isLogNamed, let failure = logFile.failure {
      let trouble = VerbWords.notLogged("\(failure)")
      if !settingsProblems.contains(trouble) { Output.errorLine(trouble) }
    }
    return withheld
  }

  /// Says on standard error why nothing happens while Discogs allows no more requests.
  private func reportPauses(of network: NetworkClient) -> Task<Void, Never> {
    let changes = network.changes()
    return Task {
      var wasHeld = false
      for await status in changes {
        // A longer pause is not waited for: the verb ends with it.
        let longest = RetryPolicy.default.longestPause.components.seconds
        if let seconds = status.heldSeconds, (3...longest).contains(Int64(seconds)), !wasHeld {
          Output.errorLine(VerbWords.held(seconds: seconds))
        }
        wasHeld = status.heldSeconds != nil
      }
    }
  }

  /// Says on standard error when what a verb shows is older than it should be, or stands in for something else.
  func reportAge(of shown: Shown, from services: Services) {
    guard let freshness = services.freshness.of(shown), let hindrance = freshness.hindrance else { return }
    let trouble = Wording.sentence(hindrance)
    let age = ago(freshness.answeredAt, services)
    let sentence =
      switch freshness.substitute {
      case .catalogue: VerbWords.fromCatalogue(trouble)
      case .shelf: VerbWords.fromShelf(trouble)
      case .seenBefore: VerbWords.seenBefore(trouble, age)
      case nil: VerbWords.cached(trouble, age)
      }
    Output.errorLine(sentence)
  }

  /// Nil where it is not known how long ago.
  private func ago(_ time: Double?, _ services: Services) -> String? {
    guard let time else { return nil }
    let age = Wording.age(services.desktop.now() - time)
    return age == "now" ? VerbWords.momentAgo : VerbWords.ago(age)
  }

  /// Finishes what is being written, for so long at the most: a database that is still being built is not waited for.
  ///
  /// - Parameter tasks: the store's work, which may have something to write yet, such as the latest search.
  func finish(_ tasks: TaskTracker? = nil, within patience: Duration) async {
    guard let services = live.services else { return }
    let (ends, ending) = AsyncStream.makeStream(of: Void.self)
    Task.detached {
      await tasks?.settle()
      await services.close()
      ending.finish()
    }
    let impatience = Task {
      do { try await Task.sleep(for: patience) } catch { return }
      ending.finish()
    }
    for await _ in ends {}
    impatience.cancel()
  }
}

/// The clock of this machine.
nonisolated enum SystemClock {
  /// Seconds since 1970. A clock may be set to anything; times beyond the years 1970 to 9999 are drawn back to them.
  static func now() -> Double { min(max(0, Date().timeIntervalSince1970), 253_402_300_799) }
}

/// The live services, once they are made, so that they can be closed at the end.
private final class LiveHolder {
  var services: LiveServices?
}

/// The file that takes the last words of a crash while the screen is up.
@MainActor
struct CrashFile {
  let path: String?
  private let files: CrashFiles

  init(directory: String) {
    files = CrashFiles(directory: directory)
    do throws(FileError) {
      try FileSystem.makeDirectory(directory)
      path = files.path(time: SystemClock.now(), process: getpid())
    } catch {
      // Without a place for it a crash is reported on the terminal only.
      path = nil
    }
  }

  /// What a former run left behind when it crashed, said once.
  func leftOver() -> String? {
    do throws(FileError) {
      guard let last = try files.leftOver().first else { return nil }
      return VerbWords.crashed(try files.markReported(last))
    } catch {
      return error.description
    }
  }
}

extension Failure {
  /// What a client could not do, with the exit code that scripts tell it by.
  ///
  /// - Parameter source: which was asked: a shelf alone says what finds more.
  @MainActor init(_ error: ClientError, in source: Source? = nil) {
    let code: ExitStatus =
      switch error {
      case .notFound, .noSuchUser: .notFound
      case .query: .usage
      case .signInRequired: .signInNeeded
      case .offline, .notDiscogs, .proxy, .timedOut, .server, .unreadable: .network
      case .rateLimited: .rateLimited
      case .refused, .storage, .forbidden, .cancelled: .failed
      }
    var sentence = Wording.sentence(error)
    if source == .shelf, case .notFound(let reference) = error {
      sentence = SourceWords.notOnShelf(reference.kind.rawValue, reference.number)
    }
    self.init(code == .signInNeeded ? VerbWords.signInNeeded(sentence) : sentence, code)
  }
}
