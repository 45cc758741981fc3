internal import Clients
internal import DiscogsModel
internal import Platform
internal import Synchronization
internal import Wording

/// Where the settings of a run come from.
public struct SettingsOrigin: Sendable {
  public var path: String
  /// What it said at the start.
  public var file: SettingsFile
  /// Whether the user has named the file, so that one that is missing is a mistake.
  public var mustExist: Bool
  /// The user's editor: a line for `sh`, to which the path is added.
  public var editor: String
  /// Finds what is wrong with the keys of a file that is given a name, a line each.
  public var keyProblems: @Sendable (SettingsFile, _ name: String) async -> [String]

  public init(
    path: String, file: SettingsFile, mustExist: Bool, editor: String,
    keyProblems: @escaping @Sendable (SettingsFile, _ name: String) async -> [String]
  ) {
    self.path = path
    self.file = file
    self.mustExist = mustExist
    self.editor = editor
    self.keyProblems = keyProblems
  }
}

/// What the live clients go by of the settings, which `:set` and a changed file change under them.
final class LiveSettings: Sendable {
  private let state: Mutex<(currency: String, copyCommand: String)>

  init(currency: String, copyCommand: String) {
    state = Mutex((currency, copyCommand))
  }

  /// Nil where the account's own is meant.
  var currency: String? { state.withLock { $0.currency.isEmpty ? nil : $0.currency } }
  var copyCommand: String { state.withLock { $0.copyCommand } }

  func use(_ settings: Settings) { state.withLock { $0 = (settings.currency, settings.copyCommand) } }
}

/// Reads `config.toml` again when it has changed, by any program.
///
/// A look is one `stat`, made when the program looks for other programs' work anyway (``SourceSwitch``): nothing wakes
/// for it, the file may be a link or lie on a network, and it may be replaced as editors do. The kernel's own news
/// (inotify, kqueue) would come at once, but know neither links nor networks, and need one way a system.
final class SettingsWatch: Sendable {
  /// How long a file that has just changed must stay as it is before it is read: editors write it in several steps.
  static let rest: Duration = .milliseconds(50)

  private let origin: SettingsOrigin
  private let clock: any Clock<Duration>
  private let translate: ErrorTranslator
  private let state: Mutex<State>
  private let broadcast = Broadcast<SettingsReading>()

  private struct State {
    /// The file as it was when it was last read.
    var facts: FileSystem.Facts?
    /// The file that was made for the editor, before the editor had it.
    var template: FileSystem.Facts?
  }

  init(_ origin: SettingsOrigin, clock: any Clock<Duration>, _ translate: ErrorTranslator) {
    self.origin = origin
    self.clock = clock
    self.translate = translate
    state = Mutex(State(facts: origin.file.facts))
  }

  func changes() -> AsyncStream<SettingsReading> { broadcast.stream() }

  /// Looks whether the file has changed, and tells those who listen what it says then.
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

  /// Nil where the file is the one that was read last.
  private func read() async -> SettingsReading? {
    let (path, mustExist) = (origin.path, origin.mustExist)
    let file = await Blocking.run { SettingsFile.read(path, mustExist: mustExist) }
    let isNews = state.withLock { state in
      defer { state.facts = file.facts }
      return state.facts != file.facts
    }
    guard isNews else { return nil }
    // A whole path would leave no room for what is wrong.
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let problems = file.problems.map { problem in
      var problem = problem
      problem.file = name
      return problem.description
    }
    return SettingsReading(settings: file.settings, problems: problems + (await origin.keyProblems(file, name)))
  }

  // MARK: Editing

  func beginEditing() async throws(ClientError) -> EditorCall {
    let path = origin.path
    do {
      let template = try await Blocking.run { () throws(FileError) in
        try FileSystem.createPrivately(path, Setting.document(isTemplate: true).utf8)
          ? FileSystem.facts(of: path) : nil
      }
      if let template { state.withLock { $0.template = template } }
    } catch {
      throw translate(error)
    }
    // The shell outlives an interrupt that is meant for the editor.
    let line = "trap : INT QUIT; \(origin.editor) \"$@\""
    return EditorCall(name: origin.editor, command: ["/bin/sh", "-c", line, origin.editor, path])
  }

  func endEditing() async throws(ClientError) -> SettingsReading? {
    let path = origin.path
    if let template = state.withLock({ $0.template.take() }) {
      do {
        try await Blocking.run { () throws(FileError) in
          if FileSystem.facts(of: path) == template { try FileSystem.remove(path) }
        }
      } catch {
        throw translate(error)
      }
    }
    return await read()
  }

  func close() { broadcast.finish() }
}

extension SettingsClient {
  /// - Parameter watch: nil where nothing is read again.
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
