import Clients
import Features
import RunoutModel
import Synchronization
import TestSupport
import Testing

/// `:set`, `:config`, and a `config.toml` that changes.
@MainActor struct SettingsTests {
  /// What the client was asked, and what it answers.
  private final class File: Sendable {
    private let state = Mutex<(used: [Settings], readings: [SettingsReading])>(([], []))
    let news: AsyncStream<SettingsReading>.Continuation
    private let stream: AsyncStream<SettingsReading>

    init() { (stream, news) = AsyncStream.makeStream(of: SettingsReading.self) }

    var used: [Settings] { state.withLock { $0.used } }

    /// What the next editor saves.
    func willSave(_ reading: SettingsReading) { state.withLock { $0.readings.append(reading) } }

    var client: SettingsClient {
      SettingsClient {
        $0.changes = { [stream] in stream }
        $0.use = { [self] settings in state.withLock { $0.used.append(settings) } }
        $0.beginEditing = { EditorCall(name: "ed", command: ["/bin/ed", "config.toml"]) }
        $0.endEditing = { [self] in state.withLock { $0.readings.isEmpty ? nil : $0.readings.removeFirst() } }
      }
    }
  }

  private let file = File()

  private func app(_ settings: SettingsInForce? = nil) async -> StoreFixture {
    var services = Services.fixture()
    services.settings = file.client
    return await StoreFixture(services, settings: settings)
  }

  private func changed(_ change: (inout Settings) -> Void) -> Settings {
    var settings = Settings()
    change(&settings)
    return settings
  }

  // MARK: The line

  @Test(
    arguments: [
      ("set ascii", .show("ascii")), ("set ascii true", .put("ascii", .flag(true))),
      ("set ascii = true", .put("ascii", .flag(true))), ("set ascii=true", .put("ascii", .flag(true))),
      ("set copy_command wl-copy --primary", .put("copy_command", .text("wl-copy --primary"))),
      ("set copy_command \"\"", .put("copy_command", .text(""))),
      ("set colours 16", .put("colours", .text("16"))), ("set scroll_lines 3", .put("scroll_lines", .number(3))),
    ] as [(String, SettingChange)])
  func `a line sets, shows or asks`(line: String, meaning: SettingChange) throws {
    #expect(try TypedLine(parsing: line) == TypedLine(.set, .setting(meaning)))
  }

  @Test(arguments: [
    ("set asci true", "No setting \"asci\": did you mean \"ascii\"?"),
    ("set ascii =", "\"ascii\" must be true or false, not \"\""),
    ("set escape_time 0", "\"escape_time\" is 0: it must be from 1 to 1000 (milliseconds)"),
  ])
  func `a wrong line says what would be right`(line: String, message: String) async {
    let app = await app()
    await app.commandLine(line)
    #expect(app.store.prompt?.error == message)
    #expect(file.used == [])
  }

  @Test func `names and choices complete from the table`() {
    #expect(TypedLine.completions(of: "set ") == Setting.all.map { "set \($0.name)" })
    #expect(TypedLine.completions(of: "set a") == ["set auto_sync", "set ascii", "set ambiguous_wide"])
    #expect(TypedLine.completions(of: "set colours ").first == "set colours auto")
    #expect(TypedLine.completions(of: "set ascii t") == ["set ascii true"])
    #expect(TypedLine.completions(of: "set ascii true ") == [])
    #expect(TypedLine.completions(of: "set scroll_lines ") == [])
    #expect(TypedLine.completions(of: "se").contains("set"))
  }

  // MARK: For this run

  @Test func `a setting is changed for this run, and everything goes by it`() async {
    let app = await app()
    await app.commandLine("set scroll_lines 7")
    #expect(app.said == "scroll_lines = 7 until you quit")
    #expect(file.used.map(\.scrollLines) == [7])
    #expect(app.effects == [.use(changed { $0.scrollLines = 7 })])
    await app.commandLine("set scroll_lines 7")
    #expect(app.effects.count == 1)
    await app.commandLine("set scroll_lines")
    #expect(app.said == "scroll_lines = 7 · rows to scroll at a list's edge, 0 (half a screen) to 100")
  }

  @Test func `each theme is seen while it is selected, and the chosen one stays`() async {
    let app = await app()
    await app.commandLine("theme")
    await app.perform(.newerEntry)
    #expect(app.effects == [.use(changed { $0.theme = "terminal" })])
    await app.perform(.cancel)
    #expect(app.effects.last == .use(Settings()))
    await app.commandLine("theme")
    await app.perform(.newerEntry, .newerEntry, .submit)
    #expect(app.effects.last == .use(changed { $0.theme = "vinyl" }))
    #expect(app.said == "theme = \"vinyl\" until you quit")
    #expect(file.used.map(\.theme) == ["vinyl"])
  }

  @Test func `set alone asks which, with the names to choose from`() async {
    let app = await app()
    await app.commandLine("set")
    #expect(app.store.prompt?.field.text == "set ")
    #expect(app.store.prompt?.completions.count == Setting.all.count)
    await app.perform(.cancel, .set)
    #expect(app.store.prompt?.field.text == "set ")
  }

  @Test func `settings that need a restart say so, and arguments win`() async {
    let app = await app(
      SettingsInForce(changed { $0.source = .demo }, fixed: ["source": "Runout was started with --source demo"]))
    await app.commandLine("set ambiguous_wide true")
    #expect(app.said == "ambiguous_wide needs a restart: set it in config.toml with :config")
    await app.commandLine("set source live")
    #expect(app.said == "source stays \"demo\": Runout was started with --source demo")
    #expect(app.effects == [])
  }

  // MARK: The file

  private func settled(_ app: StoreFixture, _ reading: SettingsReading) async {
    file.willSave(reading)
    await app.perform(.editSettings)
    app.store.editorEnded(.exited(0))
    await app.tasks.settle()
  }

  @Test func `the editor gets the terminal, and what it saves counts`() async {
    let app = await app()
    await app.commandLine("config")
    #expect(app.effects == [.edit(EditorCall(name: "ed", command: ["/bin/ed", "config.toml"]))])
    let saved = changed { ($0.ascii, $0.currency, $0.source) = (true, "EUR", .live) }
    file.willSave(SettingsReading(settings: saved))
    app.store.editorEnded(.exited(0))
    await app.tasks.settle()
    #expect(app.said == "config.toml read: currency, ascii · source needs a restart")
    let inForce = changed { ($0.ascii, $0.currency) = (true, "EUR") }
    #expect(app.effects.last == .use(inForce))
    #expect(file.used == [inForce])
  }

  @Test(
    arguments: [
      (.exited(127), "Cannot run “ed”: set VISUAL or EDITOR to your editor"),
      (.exited(1), "“ed” failed with exit code 1"), (.killed(signal: 9), "“ed” was killed by signal 9"),
      (.notStarted("Out of memory"), "Cannot run “ed”: Out of memory"),
      (.noTerminal, "No terminal here for an editor"),
    ] as [(AppStore.EditorEnding, String)])
  func `an editor that fails is one line`(ending: AppStore.EditorEnding, line: String) async {
    let app = await app()
    await app.perform(.editSettings)
    app.store.editorEnded(ending)
    await app.tasks.settle()
    #expect(app.said == line)
  }

  @Test func `an editor that changes nothing is not spoken of`() async {
    let app = await app()
    await app.perform(.editSettings)
    app.store.editorEnded(.exited(0))
    await app.tasks.settle()
    #expect(app.said == "")
  }

  @Test func `a mistake in the file keeps the old settings`() async {
    let app = await app()
    let problem = "config.toml:1:9: \"ascii\" must be true or false, not a text."
    await settled(app, SettingsReading(settings: changed { $0.scrollLines = 3 }, problems: [problem]))
    #expect(app.said == problem)
    await settled(app, SettingsReading(settings: Settings(), problems: [problem, "config.toml:2:1: …"]))
    #expect(app.said == "\(problem) (1 more)")
    #expect(file.used == [])
    await settled(app, SettingsReading(settings: Settings()))
    #expect(app.said == "config.toml read: mistakes fixed")
    await settled(app, SettingsReading(settings: changed { $0.scrollLines = 3 }))
    #expect(app.said == "config.toml read: scroll_lines")
  }

  @Test func `a set value holds until the file changes it`() async {
    let app = await app()
    await app.commandLine("set scroll_lines 7")
    await settled(app, SettingsReading(settings: changed { $0.ascii = true }))
    #expect(file.used.last == changed { ($0.ascii, $0.scrollLines) = (true, 7) })
    await settled(app, SettingsReading(settings: changed { ($0.ascii, $0.scrollLines) = (true, 2) }))
    #expect(file.used.last == changed { ($0.ascii, $0.scrollLines) = (true, 2) })
  }

  @Test func `what the program was started with wins over a file that changes`() async {
    let app = await app(
      SettingsInForce(changed { $0.colours = .none }, fixed: ["colours": "NO_COLOR is set", "source": "--source demo"]))
    await settled(app, SettingsReading(settings: changed { ($0.colours, $0.source) = (.all, .live) }))
    #expect(app.said == "")
    #expect(app.effects.count == 1 && file.used == [])
  }

  @Test func `keys that change are bound again`() async {
    let app = await app()
    await settled(app, SettingsReading(settings: changed { $0.keys = ["quit": ["X"]] }))
    #expect(app.said == "config.toml read: keys")
    #expect(app.effects.last == .bind(["quit": ["X"]]))
  }

  @Test func `a file that another program changes is taken in`() async {
    let app = await app()
    app.store.start()
    file.news.yield(SettingsReading(settings: changed { $0.ascii = true }))
    await until { app.store.notice != nil }
    #expect(app.said == "config.toml read: ascii")
    app.store.stop()
  }
}
