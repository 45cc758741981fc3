import ArgumentParser
import Clients
import DiscogsModel
import Features
import Foundation
import LibC
import LiveClients
import NcursesTerminal
import Platform
import Screens
import Terminal
import Wording

/// Opens the screen, or plays a script on it.
struct Browse: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Open the screen (the default without a verb).")

  @OptionGroup var common: CommonOptions

  @Option(help: ArgumentHelp("Play the keys in this file instead of opening a screen.", valueName: "file"))
  var script: String?

  @Option(help: ArgumentHelp("The screen size for a script.", valueName: "columns x rows")) var size: String?

  @Option(
    help: ArgumentHelp(
      "Append a line to this file whenever Runout is idle: input bytes, frames, size.", valueName: "file"))
  var idleFile: String?

  @Flag(help: .hidden) var dumpKeys = false
  @Flag(help: .hidden) var dumpSettings = false
  @Argument(help: "A search, or the URL or id to open.") var query: [String] = []

  func validate() throws {
    if size != nil, script == nil { throw ValidationError(VerbWords.sizeNeedsScript) }
    if let size, Size(size) == nil { throw ValidationError(VerbWords.notASize(size)) }
  }

  @MainActor func run() async throws {
    if dumpKeys { return Reference.writeKeys() }
    if dumpSettings { return Reference.writeSettings() }
    // The screen ends by it as by any other signal, with the terminal given back.
    signal(SIGXFSZ, SIG_DFL)
    let wiring = try Wiring(common)
    if let script { try await play(script, wiring) } else { try await open(wiring) }
  }

  // MARK: On a terminal

  /// How long the end waits for what still writes.
  private static var patience: Duration { .milliseconds(700) }

  @MainActor private func open(_ wiring: Wiring) async throws {
    let overflow: StackOverflow? = try wiring.variables.choice("RUNOUT_OVERFLOW")
    let clipboard = TerminalClipboard()
    // They are bound while all else is opened.
    async let keys = wiring.makeKeymap()
    let live = try wiring.liveServices {
      $0.waitsForFresh = false
      $0.copyByTerminal = clipboard.copy
    }
    // What the first page needs is opened while the terminal is set up.
    live.openEarly()
    let terminal: NcursesTerminal
    do { terminal = try openTerminal(wiring) } catch {
      // What has been opened early is closed, a demo's files among it.
      await wiring.finish(within: Self.patience)
      throw error
    }
    clipboard.terminal = terminal
    let keymap = await keys
    let store = makeStore(live.services, wiring, keymap)
    // The task that asks for the first page's records is queued. Waiting for one behind it lets that run, and they come
    // while the session is set up; in another order nothing but time is lost.
    await Task {}.value
    let colours = terminal.colours
    let session = ScreenSession(
      store, driver: terminal, keymap: keymap, settings: wiring.settings,
      background: wiring.background.read(colours: colours))
    // At its end the program waits for tasks that still write.
    session.onBackground = { [background = wiring.background, tasks = store.tasks] colour in
      tasks.run { await background.remember(colour, colours: colours) }
    }
    if let idleFile {
      let idle: IdleFile
      do { idle = try IdleFile(path: idleFile) } catch {
        terminal.close()
        throw error
      }
      session.onIdle = { [weak session] in
        guard let session, terminal.isInputSettled else { return }
        idle.note(bytes: terminal.bytesRead, frames: session.framesPainted, size: terminal.size)
      }
      terminal.onInput = { [weak session] in session?.settleIfQuiet() }
    }
    var fetchesCatalogue = false
    if query.isEmpty, LiveServices.hasNothing(wiring.liveConfiguration()), !wiring.firstStart.isAnswered {
      store.offerStart(
        onAnswer: { [first = wiring.firstStart, tasks = store.tasks] in tasks.run { await first.noteAnswer() } },
        fetch: { fetchesCatalogue = true })
    }
    start(store, wiring, keymap, notice: terminal.hasUTF8 ? nil : TerminalWords.nearestLetters)
    if terminal.isStandIn { store.warn(TerminalWords.standIn(wiring.variables["TERM"] ?? "")) }
    let overflowing = overflow?.onSignal()
    defer { overflowing?.cancel() }
    let ending = await session.run()
    terminal.close()
    await wiring.finish(store.tasks, within: Self.patience)
    switch ending {
    case .quit where fetchesCatalogue: try await fetchCatalogue()
    case .quit: break
    case .endOfInput: LibC.exit(ExitStatus.failed.rawValue)
    case .signal(let signal): LibC.exit(signal.exitCode)
    }
  }

  /// Runs `runout catalogue update`, which states its needs and asks before it begins.
  @MainActor private func fetchCatalogue() async throws {
    // The screen's way of taking them ended with it: the verb is stopped like one that was typed.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    var update = try CatalogueUpdateVerb.parse([])
    update.common = common
    try await update.run()
  }

  @MainActor private func openTerminal(_ wiring: Wiring) throws -> NcursesTerminal {
    var options = NcursesTerminal.Options()
    options.name = wiring.variables["TERM"]
    options.colourTerm = wiring.variables["COLORTERM"]
    options.choices = TerminalChoices(wiring.settings)
    options.isInTmux = wiring.variables["TMUX"] != nil
    options.ambiguousWidth = wiring.settings.ambiguousIsWide ? .wide : .narrow
    options.crashFile = wiring.crashFile.path
    options.crashMessage = TerminalWords.crashed(report: options.crashFile)
    do {
      return try NcursesTerminal(options)
    } catch {
      throw Failure(VerbWords.verbsWork(error.sentence, meant: Runout.subcommand(near: query.first)), .usage)
    }
  }

  @MainActor private func makeStore(_ services: Services, _ wiring: Wiring, _ keymap: Keymap) -> AppStore {
    let glyphs: Glyphs = wiring.settings.ambiguousIsWide ? .ambiguousWide : .unicode
    return AppStore(
      services, tasks: TaskTracker(), environment: wiring.environment,
      measure: TextMeasure { TextWidth.columns($0, glyphs: glyphs) }, keys: keymap.keys,
      settings: SettingsInForce(wiring.settings, fixed: wiring.fixedSettings),
      // A query from the command line opens on Search, or on top of it.
      start: query.isEmpty ? RootPage(wiring.settings.start) : .search, pause: Pause(until: MainLoop.sleep))
  }

  @MainActor private func start(_ store: AppStore, _ wiring: Wiring, _ keymap: Keymap, notice: String?) {
    if let withheld = wiring.withheldToken { store.warn(withheld) }
    if !query.isEmpty { store.open(query.joined(separator: " ")) }
    for problem in wiring.problems(keymap) { store.warn(problem) }
    if let notice { store.warn(notice) }
    if let crash = wiring.crashFile.leftOver() { store.warn(crash) }
  }

  // MARK: By a script

  @MainActor private func play(_ path: String, _ wiring: Wiring) async throws {
    let script: Script
    do {
      script = try Script(parsing: String(decoding: try FileSystem.read(path), as: UTF8.self))
    } catch let error as ScriptError {
      throw Failure(VerbWords.scriptFailed(path, error.description), .usage)
    } catch {
      throw Failure("\(error)")
    }
    let services = try wiring.liveServices { $0.waitsForFresh = false }.services
    let keymap = wiring.makeKeymap()
    let store = makeStore(services, wiring, keymap)
    let runner = ScriptRunner(
      store, keymap: keymap, size: size.flatMap(Size.init) ?? Size(columns: 80, rows: 24),
      glyphs: wiring.settings.ascii ? .ascii : .unicode)
    start(store, wiring, keymap, notice: nil)
    store.start()
    await runner.open()
    var lastLine = 0
    for (line, step) in script.steps {
      switch await runner.play(step) {
      case .done: break
      case .save(let file, let text): try Output.save(Array(text.utf8), to: file)
      case .missing(let text):
        throw Failure(VerbWords.notOnScreen(path, line: line, text, runner.screenText))
      case .ended:
        throw Failure(VerbWords.scriptEnded(path, line: line, at: lastLine), .usage)
      }
      lastLine = line
    }
    store.stop()
    await wiring.finish(store.tasks, within: .seconds(5))
  }
}

/// Writes a line each time the program is idle, for the process that started it.
final class IdleFile {
  private let descriptor: Int32

  /// - Throws: `Failure` if the file cannot be opened for writing.
  init(path: String) throws {
    descriptor = LibC.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(FileError(.write, path, code: errno).description) }
  }

  func note(bytes: Int, frames: Int, size: Size) {
    var line = "idle \(bytes) \(frames) \(size.columns)x\(size.rows)\n"
    line.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}

/// The clipboard of the terminal that is open, by OSC 52, which works over ssh too.
private final class TerminalClipboard {
  weak var terminal: NcursesTerminal?

  /// - Returns: whether a terminal is open to take it.
  func copy(_ text: String) async -> Bool {
    terminal?.writeRaw(Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}".utf8))
    return terminal != nil
  }
}
