import Clients
import Features
import Screens
import Terminal
import TestSupport
import Testing

@MainActor struct ScreenSessionTests {
  @Test(.timeLimit(.minutes(1)))
  func `the program can be left while its first records are still on their way`() async {
    let gate = Gate()
    let keymap = Keymap()
    let store = AppStore(
      Crate.waiting(at: gate), tasks: TaskTracker(), environment: .testing, measure: .plain, keys: keymap.keys)
    let terminal = MemoryTerminal()
    let session = ScreenSession(store, driver: terminal, keymap: keymap)
    let running = Task { await session.run() }
    await gate.arrival()
    terminal.send([.key(Key("Q"))])
    #expect(await running.value == .quit)
    await gate.open()
    await store.tasks.settle()
  }

  @Test func `a change that comes after an unwatched key is painted`() async {
    let keymap = Keymap()
    let store = AppStore(
      Crate.services, tasks: TaskTracker(), environment: .testing, measure: .plain, keys: keymap.keys)
    let terminal = MemoryTerminal()
    let session = ScreenSession(store, driver: terminal, keymap: keymap, background: .default)
    terminal.events.deliver { session.take($0) }
    await store.tasks.settle()
    session.open()
    for key in ["j", "j", "o"] { terminal.events.sendAlone([.key(Key(Character(key)))]) }
    #expect(terminal.screen == Frame(store).compose(size: terminal.size, glyphs: terminal.glyphs))
    let frames = terminal.frames
    terminal.events.willRunOtherWork()
    #expect(terminal.frames == frames)
    store.warn("Something else")
    await session.settle()
    #expect(terminal.screen.lines.last?.hasPrefix("Something else") == true)
  }

  @Test func `the screen follows the background that the terminal names`() async {
    let app = await Harness(.fixture())
    #expect(app.canvas.base == .plain)
    let before = app.canvas
    await app.take([.background(.rgb(255, 255, 255))])
    #expect(app.canvas != before)
    #expect(app.canvas.lines == before.lines)
    await app.type(":theme")
    await app.press("<Enter>")
    let light = app.canvas
    // The next but one paints its own background, and Esc leaves all as it was.
    await app.press("<Down>", "<Down>")
    #expect(app.canvas.base.background != .default)
    await app.press("<Up>", "<Up>")
    #expect(app.canvas == light)
    await app.press("<Down>", "<Down>", "<Esc>")
    #expect(app.canvas.base == .plain)
    await app.type(":theme paper")
    await app.press("<Enter>")
    #expect(app.canvas.base.background == Colour(hex: 0xFBF6EA))
    #expect(app.screen.contains("theme = \"paper\" until you quit"))
  }

  @Test func `a background of an earlier run is forgotten once the terminal has answered without one`() async {
    func open(on background: Colour?) async -> (session: ScreenSession, terminal: MemoryTerminal) {
      let keymap = Keymap()
      let store = AppStore(
        Crate.services, tasks: TaskTracker(), environment: .testing, measure: .plain, keys: keymap.keys)
      let terminal = MemoryTerminal()
      let session = ScreenSession(store, driver: terminal, keymap: keymap, background: background)
      await store.tasks.settle()
      session.open()
      return (session, terminal)
    }
    let unknown = await open(on: nil).terminal.screen
    let white = Colour.rgb(255, 255, 255)
    let (session, terminal) = await open(on: white)
    let light = terminal.screen
    #expect(light != unknown)
    session.take([.answer(.attributes([1, 2]))])
    #expect(terminal.screen == unknown)
    // What this terminal itself reports is believed, late as well.
    session.take([.background(white)])
    #expect(terminal.screen == light)
    session.take([.answer(.attributes([1, 2]))])
    #expect(terminal.screen == light)
  }

  @Test func `set shows its effect at once, and new keys work`() async {
    let app = await Harness(.fixture())
    await app.type(":set ascii true")
    await app.press("<Enter>")
    #expect(app.terminal.choices == TerminalChoices(isASCII: true, asksBackground: true, pictures: nil))
    #expect(app.screen.contains("> ") && !app.screen.contains("▸"))
    app.store.onEffect(.bind(["move-down": ["Z"]]))
    await app.press("Z")
    #expect(app.screen.contains("row 2 of"))
    await app.press("j")
    #expect(app.screen.contains("j isn't a key here"))
    await app.press("?")
    await app.type("down a row")
    #expect(app.lines.contains { $0.contains("Z ") && $0.contains("Move down a row") })
  }

  @Test func `config without a terminal opens no editor`() async {
    var services = Services.fixture()
    services.settings.beginEditing = { EditorCall(name: "ed", command: ["/bin/ed"]) }
    let app = await Harness(services)
    await app.type(":config")
    await app.press("<Enter>")
    #expect(app.screen.contains("No terminal here for an editor"))
    app.terminal.onRun = { command in command == ["/bin/ed"] ? .exited(3) : .noTerminal }
    await app.type(":config")
    await app.press("<Enter>")
    #expect(app.screen.contains("“ed” failed with exit code 3"))
  }
}
