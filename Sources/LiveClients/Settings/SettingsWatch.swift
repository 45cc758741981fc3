internal import Clients
internal import DiscogsModel
internal import Platform
internal import Synchronization
internal import Wording

/// The source of a run's settings.
public struct SettingsOrigin: Sendable {
  public var path: String
  /// The file as read at the start.
  public var file: SettingsFile
  /// Whether the user named the file, so that a missing one is a mistake.
  public var mustExist: Bool
  /// The user's editor: a line for `sh`, to which the path is added.
  public var editor: String
  /// The problems of a file's key bindings, a line each; `name` is the file's in these lines.
  public var keyProblems: @Sendable (SettingsFile, _ name: String) async -> [String]

  public init(
    path: String, file: SettingsFile, mustExist: Bool, editor: String,
    keyProblems: @escaping @Sendable (SettingsFile, _ name: String) async -> [String]
  ) {
    (self.path, self.file, self.mustExist, self.editor, self.keyProblems) = (path, file, mustExist, editor, keyProblems)
  }
}

/// The settings that the live clients read at each use, since `:set` and a changed file change them in a run.
final class LiveSettings: Sendable {
  private let state: Mutex<Settings>

  init(_ settings: Settings) { state = Mutex(settings) }

  /// Nil for the account's own.
  var currency: String? { state.withLock { $0.currency.isEmpty ? nil : $0.currency } }
  var copyCommand: String { state.withLock(\.copyCommand) }
  var player: String { state.withLock(\.player) }
  var paidField: String { state.withLock(\.paidField) }
  var listenBrainzTokenFile: String { state.withLock(\.listenBrainzTokenFile) }
  var listenBrainzURL: String { state.withLock(\.listenBrainzURL) }

  func use(_ settings: Settings) { state.withLock { $0 = settings } }
}

/// Reads `config.toml` again when any program has changed it.
///
/// A look is one `stat`, made when the program polls for other programs' work anyway (``SourceSwitch``): it costs no
/// wake-up, and works for links, network file systems and files that editors replace. Notifications of the kernel
/// (inotify, kqueue) would be quicker, but miss links and networks and differ from system to system.
final class SettingsWatch: Sendable {
  /// How long a changed file must stay the same before it is read: editors write in several steps.
  static let rest: Duration = .milliseconds(50)

  private let origin: SettingsOrigin
  private let clock: any Clock<Duration>
  private let translate: ErrorTranslator
  private let state: Mutex<State>
  private let broadcast = Broadcast<SettingsReading>()

  private struct State {
    /// The file's facts at the last reading.
    var facts: FileSystem.Facts?
    /// The facts of a file created for the editor; if they are the same after editing, it is removed.
    var template: FileSystem.Facts?
  }

  init(_ origin: SettingsOrigin, clock: any Clock<Duration>, _ translate: ErrorTranslator) {
    (self.origin, self.clock, self.translate) = (origin, clock, translate)
    state = Mutex(State(facts: origin.file.facts))
  }

  func changes() -> AsyncStream<SettingsReading> { broadcast.stream() }

  /// Reads the file if it has changed, and reports it to `changes`. Called by the polling of `SourceSwitch`.
  func look() async {
    var facts = FileSystem.facts(of: origin.path)
    guard facts != state.withLock({ $0.facts }) else { return }
    var before: FileSystem.Facts?
    repeat {
      before = facts
      do { try await clock.sleep(for: Self.rest) } catch { return }
      facts = FileSystem.facts(of: origin.path)
    } while facts != before
    guard let reading = await read() else { return }
    broadcast.tell(reading)
  }

  /// Nil where the file has not changed since the last reading.
  private func read() async -> SettingsReading? {
    let (path, mustExist) = (origin.path, origin.mustExist)
    let file = await Blocking.run { SettingsFile.read(path, mustExist: mustExist) }
    let isNews = state.withLock { state in
      defer { state.facts = file.facts }
      return state.facts != file.facts
    }
    guard isNews else { return nil }
    // A whole path would leave no room for the problem.
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let problems = file.problems.map { problem in
      var problem = problem
      problem.file = name
      return problem.description
    }
    return SettingsReading(settings: file.settings, problems: problems + (await origin.keyProblems(file, name)))
  }

  func beginEditing() async throws(ClientError) -> EditorCall {
    let path = origin.path
    let template = try await translate.errors {
      try await Blocking.run {
        try FileSystem.createPrivately(path, Setting.document(isTemplate: true).utf8) ? FileSystem.facts(of: path) : nil
      }
    }
    if let template { state.withLock { $0.template = template } }
    // The shell must survive an interrupt that is meant for the editor.
    let line = "trap : INT QUIT; \(origin.editor) \"$@\""
    return EditorCall(name: origin.editor, command: ["/bin/sh", "-c", line, origin.editor, path])
  }

  func endEditing() async throws(ClientError) -> SettingsReading? {
    let path = origin.path
    if let template = state.withLock({ $0.template.take() }) {
      try await translate.errors {
        try await Blocking.run { if FileSystem.facts(of: path) == template { try FileSystem.remove(path) } }
      }
    }
    return await read()
  }

  func close() { broadcast.finish() }
}

extension SettingsClient {
  /// - Parameter watch: nil where the settings have no file.
  static func live(_ watch: SettingsWatch?, _ inUse: LiveSettings) -> SettingsClient {
    SettingsClient {
      $0.changes = { watch?.changes() ?? AsyncStream { $0.finish() } }
      $0.use = { inUse.use($0) }
      $0.beginEditing = answering {
        guard let watch else { throw ClientError.refused(SourceWords.noConfiguration) }
        return try await watch.beginEditing()
      }
      $0.endEditing = answering { try await watch?.endEditing() }
    }
  }
}
