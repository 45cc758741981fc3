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

/// Assembles the live parts. The only place that reads the environment, the clock and the command line's paths.
@MainActor
struct Wiring {
  let paths: Paths
  let environment: AppEnvironment
  let settings: Settings
  /// Settings decided by the command line or the environment, which neither `:set` nor the file changes.
  let fixedSettings: [String: String]
  /// Problems with the settings, without those of keys, a sentence each: verbs have no use for keys.
  private let settingsProblems: [String]
  private let settingsFile: SettingsFile
  let crashFile: CrashFile
  let background: BackgroundMemory
  let firstStart: FirstStartMemory
  private let logFile: LogFile
  /// Whether the user named the log file: a failure to write it is then reported.
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

  /// - Throws: `Failure` if no folder for files can be found, or an argument or variable is invalid.
  init(_ options: CommonOptions) throws {
    variables = ProcessInfo.processInfo.environment
    environment = try Wiring.environment(named: options.environment ?? variables["RUNOUT_ENVIRONMENT"] ?? "")
    let overrides = Paths.Overrides(
      configFile: options.config, dataDirectory: options.dataDir, cacheDirectory: options.cacheDir,
      stateDirectory: options.stateDir, logFile: options.logFile)
    paths = try Failure.explaining { [variables] in try Paths(environment: variables, overrides: overrides) }
      .inFolder(environment.folder)
    let file = SettingsFile.read(paths.configFile, mustExist: options.config != nil)
    (settings, fixedSettings) = Wiring.settings(file.settings, options, variables)
    mustHaveConfig = options.config != nil
    settingsFile = file
    logFile = LogFile(path: paths.logFile) { SystemClock.now() }
    isLogNamed = options.logFile != nil
    let logTrouble = isLogNamed ? logFile.failure.map { VerbWords.notLogged("\($0)") } : nil
    settingsProblems = file.problems.map { $0.description } + [logTrouble].compactMap(\.self)
    logLevel = try variables.choice("RUNOUT_LOG") ?? Logger.Level(environment.logLevel)
    isReadOnly = options.readOnly
    crashFile = CrashFile(directory: paths.stateDirectory)
    background = BackgroundMemory(directory: paths.stateDirectory, variables: variables)
    firstStart = FirstStartMemory(directory: paths.stateDirectory, log: logFile.logger("start", level: logLevel))
    resources = options.resources ?? variables["RUNOUT_RESOURCES"]
    discogs = try Wiring.discogs(options, environment, file.settings, variables)
    let named: Source? = try variables.choice("RUNOUT_SOURCE", takes: "demo, catalogue, live or shelf")
    source = options.source ?? named ?? file.settings.source
    faultPoint = try FaultPoint(variables.filled("RUNOUT_FAULT_POINT"))
  }

  /// The file's settings, except those decided by the command line or the environment.
  private static func settings(
    _ file: Settings, _ options: CommonOptions, _ variables: [String: String]
  ) -> (Settings, fixed: [String: String]) {
    var settings = file
    var fixed: [String: String] = [:]
    if variables.filled("NO_COLOR") != nil {
      settings.colours = .none
      fixed["colours"] = VerbWords.noColorIsSet
    }
    if let source = options.source {
      settings.source = source
      fixed["source"] = VerbWords.startedWithSource(source.rawValue)
    }
    return (settings, fixed)
  }

  /// The user's editor, from `VISUAL` or `EDITOR`.
  private var editor: String {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { variables[$0] }
    return named.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
  }

  private static func environment(named name: String) throws -> AppEnvironment {
    if name.isEmpty { return .production }
    if let environment = AppEnvironment.all.first(where: { $0.name == name }) { return environment }
    throw Failure(VerbWords.noEnvironment(name, AppEnvironment.all.map(\.name).joined(separator: ", ")), .usage)
  }

  /// The address and profile for Discogs: from the command line, else the variable, the configuration, or the
  /// environment's default.
  private static func discogs(
    _ options: CommonOptions, _ environment: AppEnvironment, _ settings: Settings, _ variables: [String: String]
  ) throws -> DiscogsSettings {
    let own = settings.apiURLs[environment.name] ?? environment.apiURL
    let url = try address(options.apiURL ?? variables.filled("RUNOUT_API_URL") ?? own)
    // The address that a token from the environment or the configuration is meant for.
    let tokenFor = try address(variables.filled(environment.tokenVariable + "_FOR"))
    return DiscogsSettings(
      apiURL: url?.text, userAgent: UserAgent(name: "Runout", version: Version.number, remark: Version.system),
      environment: environment.name, tokenVariable: environment.tokenVariable, ownAddress: own,
      tokenVariableAddress: tokenFor?.text,
      profile: options.profile ?? variables.filled("RUNOUT_PROFILE") ?? "default",
      tokenCommand: settings.tokenCommand, timeout: environment.requestTimeout,
      reconnectPause: environment.reconnectPause)
  }

  private static func address(_ text: String?) throws -> ApiURL? {
    try Failure.explaining(.usage) { try text.map { try ApiURL($0) } }
  }

  /// Only the screen needs the keys.
  nonisolated func makeKeymap() -> Keymap { Keymap(overrides: settings.keys) }

  /// Problems with the configuration, its keys included, a sentence each.
  func problems(_ keymap: Keymap) -> [String] {
    settingsProblems + keyProblems(keymap, in: settingsFile, path: paths.configFile)
  }

  /// Mistakes in `[keys]`, each with its place in the file.
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

  /// - Parameter adapt: changes the configuration, which is that of a verb that only reads.
  func liveServices(_ adapt: (inout LiveConfiguration) -> Void = { _ in }) throws -> LiveServices {
    var configuration = liveConfiguration()
    adapt(&configuration)
    do {
      let services = try LiveServices(configuration)
      live.services = services
      return services
    } catch {
      throw Failure(error)
    }
  }

  func liveConfiguration() -> LiveConfiguration {
    let (resources, executable) = (resources, ResourceLocator.executablePath())
    var configuration = LiveConfiguration(
      paths: paths,
      resources: { () throws(ResourcesNotFound) in
        try ResourceLocator.find(explicit: resources, executable: executable)
      },
      environment: variables, source: source, discogs: discogs, isReadOnly: isReadOnly,
      waitsForFresh: true,
      network: { AsyncHTTPTransport(connectTimeout: $0, proxies: $1) }, logFile: logFile, logLevel: logLevel,
      now: { SystemClock.now() },
      pollingInterval: environment.sourcePollInterval)
    configuration.settingsAtStart = settings
    configuration.secondsFromUTC = { LocalZone.secondsFromUTC(at: $0) }
    configuration.proxies = ProxyRules(environment: variables)
    configuration.pictureHelper = PictureHelper(beside: executable)
    configuration.settings = SettingsOrigin(
      path: paths.configFile, file: settingsFile, mustExist: mustHaveConfig, editor: editor
    ) { @MainActor [self] file, name in
      keyProblems(Keymap(overrides: file.settings.keys), in: file, path: name)
    }
    configuration.faultPoint = passFaultPoint
    return configuration
  }

  /// For verbs that only Discogs itself can answer.
  ///
  /// - Throws: `Failure` if another source was chosen.
  func discogsServices(for what: String) throws -> LiveServices {
    if let source, !source.can(.people) { throw Failure(VerbWords.needsLive(what, source: source.rawValue), .usage) }
    return try liveServices { $0.source = .live }
  }

  /// For prices and sellers, from Discogs, or made up in the demo.
  ///
  /// - Throws: `Failure` if another source was chosen.
  func marketServices(for what: String) throws -> LiveServices {
    try source?.can(.market) == true ? liveServices() : discogsServices(for: what)
  }

  /// The variable or command that overrides a stored token; nil if neither is set.
  var outranking: String? { discogs.outranking(in: variables) }

  /// Why the available tokens are not sent to this address; nil if none is withheld.
  var withheldToken: String? { live.services?.withheldToken }

  func services() throws -> Services { try liveServices().services }

  /// Seconds since 1970.
  var now: Double { SystemClock.now() }

  var passFaultPoint: @Sendable () -> Void { { [faultPoint] in faultPoint?.pass() } }

  /// The folder where systemd finds this user's units, or launchd the agents.
  func schedulesFolder() throws -> String {
    if isApple, let home = variables["HOME"] { return "\(home)/Library/LaunchAgents" }
    let home = variables["HOME"].map { "\($0)/.config" }
    guard let base = variables["XDG_CONFIG_HOME"].flatMap({ $0.hasPrefix("/") ? $0 : nil }) ?? home else {
      throw Failure(UpdateWords.noHome)
    }
    return "\(base)/systemd/user"
  }

  func logger(_ area: String) -> Logger { logFile.logger(area, level: logLevel) }

  /// The path of the catalogue to import into; its folder is created.
  func catalogueForWriting() throws -> String {
    try Failure.explaining { try FileSystem.makeDirectory(paths.dataDirectory) }
    return paths.catalogue
  }

  /// Makes the services, and asks as below.
  ///
  /// - Parameter source: for a verb that works with one source only; nil for the chosen one.
  func ask<Value: Sendable>(
    from source: Source? = nil, _ question: (LiveServices) async throws -> Value
  ) async throws -> Value {
    let live = try liveServices { $0.source = source ?? $0.source }
    return try await ask { try await question(live) }
  }

  /// Runs a verb's one request to the clients, and turns an error into its line and exit code. Afterwards the files
  /// are closed: deleted data is then gone from the disk, and no temporary file is left. So a verb calls this once,
  /// for everything it needs.
  func ask<Value: Sendable>(_ question: () async throws -> Value) async throws -> Value {
    // A closed shelf answers "Cancelled", a catalogue still works: only some sources would show the mistake.
    precondition(!live.wasAsked, "A verb asks once: the files are closed afterwards")
    live.wasAsked = true
    let pauses = beginAsking()
    do {
      let value = try await question()
      if let withheld = await endAsking(pauses) { Output.errorLine(withheld) }
      return value
    } catch {
      let withheld = await endAsking(pauses)
      if let failure = error as? Failure {
        if let withheld { Output.errorLine(withheld) }
        throw failure
      }
      let error = ClientError(error)
      // This line covers the sign-in error as well.
      if error == .signInRequired(.signedOut), let withheld { throw Failure(withheld, .signInNeeded) }
      throw Failure(error, in: live.services?.services.source.current().source)
    }
  }

  /// Asks as ``ask(_:)``, and shows how far it is if standard error is a terminal.
  func ask<Value: Sendable>(
    showing what: String, _ question: (@escaping MarketReport) async throws -> Value
  ) async throws -> Value {
    let progress = VerbProgress(what)
    defer { progress.end() }
    return try await ask { try await question(progress.report) }
  }

  private func beginAsking() -> Task<Void, Never>? {
    for problem in settingsProblems { Output.errorLine(problem) }
    guard let services = live.services?.services, services.source.current().source.can(.refresh) else { return nil }
    return reportPauses(of: services.network)
  }

  /// Closes the files. Nothing is under way that could delay it, so there is no time limit.
  ///
  /// - Returns: `withheldToken`, read before closing.
  private func endAsking(_ pauses: Task<Void, Never>?) async -> String? {
    let withheld = live.services?.withheldToken
    await live.services?.close()
    pauses?.cancel()
    await pauses?.value
    // A full disk shows only after a write.
    if isLogNamed, let failure = logFile.failure {
      let trouble = VerbWords.notLogged("\(failure)")
      if !settingsProblems.contains(trouble) { Output.errorLine(trouble) }
    }
    return withheld
  }

  /// Explains on standard error that Discogs allows no more requests for a while.
  private func reportPauses(of network: NetworkClient) -> Task<Void, Never> {
    let changes = network.changes()
    return Task {
      var wasHeld = false
      for await status in changes {
        // The verb fails on a longer pause instead of waiting.
        let longest = RetryPolicy.default.longestPause.components.seconds
        if let seconds = status.heldSeconds, (3...longest).contains(Int64(seconds)), !wasHeld {
          Output.errorLine(VerbWords.held(seconds: seconds))
        }
        wasHeld = status.heldSeconds != nil
      }
    }
  }

  /// Warns on standard error if a verb shows old data or a substitute.
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

  /// Nil if the time is unknown.
  private func ago(_ time: Double?, _ services: Services) -> String? {
    guard let time else { return nil }
    let age = Wording.age(services.desktop.now() - time)
    return age == "now" ? VerbWords.momentAgo : VerbWords.ago(age)
  }

  /// Finishes pending writes within a time limit: a database that is still being built is not waited for.
  ///
  /// - Parameter tasks: the store's tasks, which may still write, such as the latest search.
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

nonisolated enum SystemClock {
  /// Seconds since 1970, clamped to the years from 1970 to 9999, as a clock may be set to anything.
  static func now() -> Double { min(max(0, Date().timeIntervalSince1970), 253_402_300_799) }
}

/// Holds the live services once they are made, so that they can be closed at the end.
private final class LiveHolder {
  var services: LiveServices?
  /// Whether `ask` was called, which closes them.
  var wasAsked = false
}
