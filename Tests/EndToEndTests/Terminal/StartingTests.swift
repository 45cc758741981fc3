import Foundation
import TestSupport
import Testing

/// Starts without a terminal, or in one that the system does not know.
@Suite(.limitedConcurrency)
struct StartingTests {
  static let terminals: [(name: String, changes: [String: String], without: Set<String>, said: String)] = [
    ("unset", [:], ["TERM"], "TERM is not set"),
    ("empty", ["TERM": ""], [], "TERM is not set"),
    ("dumb", ["TERM": "dumb"], [], "“dumb”"), ("unknown", ["TERM": "unknown"], [], "“unknown”"),
  ]

  // breaks: Unknown terminal
  @Test(arguments: ["xterm-ghostty-of-2031", "xterm-kitty-of-2031", "alacritty-of-2031", "of/nobody|at all"])
  func `a terminal that the system does not know is drawn on as on xterm, and a line says so`(name: String) async throws
  {
    let program = try RunoutProgram()
    let terminal = try await program.open(size: ScreenSize(columns: 120, rows: 24), changes: ["TERM": name])
    #expect(terminal.screen.text.contains("“\(name)” (TERM)"), "\(terminal.screen.text)")
    try await terminal.press("s", "kind of blue<Enter>", "<Down>", "<Enter>", "<Esc>")
    #expect(terminal.screen.text.contains("Kind Of Blue"))
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.screen.misdeeds == [])
    #expect(!terminal.screen.isAlternate && terminal.screen.privateModes == [])
    #expect(terminal.lineModes.isSane)
  }

  // breaks: Unknown terminal
  @Test(arguments: terminals.indices)
  func `an unusable TERM is one line that names the fix`(_ index: Int) async throws {
    let (name, changes, without, said) = Self.terminals[index]
    let program = try RunoutProgram()
    let terminal = try await program.open(
      size: ScreenSize(columns: 200, rows: 24), changes: changes, without: without, settled: false)
    #expect(try await terminal.ending() == .exited(2), "TERM \(name)")
    let lines = terminal.screen.lines.filter { !$0.isEmpty }
    #expect(lines.count == 1, "\(lines)")
    #expect(lines.first?.hasPrefix("runout: ") == true)
    #expect(lines.first?.contains(said) == true)
    #expect(lines.first?.contains("try TERM=xterm-256color") == true)
    // Nothing but that line was sent, and the terminal is as it was.
    #expect(!terminal.current.bytes.contains(0x1B))
    #expect(terminal.lineModes.isSane)
  }

  // breaks: Unknown terminal
  @Test(arguments: terminals.indices)
  func `verbs work whatever TERM says`(_ index: Int) async throws {
    let (_, changes, without, _) = Self.terminals[index]
    let program = try RunoutProgram()
    var environment = program.environment.merging(changes) { $1 }
    for variable in without { environment[variable] = nil }
    let found = try await run(
      program.executable, ["search", "kind of blue", "--source", "demo"] + program.folders, environment: environment)
    #expect(found.status == 0, "\(found.errors)")
    #expect(found.lines.first?.contains("Kind Of Blue") == true)
    // On a terminal, too.
    let terminal = try PseudoTerminal(
      program.executable, ["search", "kind of blue", "--source", "demo"] + program.folders, environment: environment)
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.screen.text.contains("930000005"))
    #expect(!terminal.current.bytes.contains(0x1B))
  }

  // breaks: No terminal
  @Test func `a pipe as standard input is refused in one line`() async throws {
    let program = try RunoutProgram()
    let keys = try program.home.write("jjjQ", to: "keys")
    let terminal = try await program.open(size: ScreenSize(columns: 200, rows: 24), input: keys, settled: false)
    #expect(try await terminal.ending() == .exited(2))
    let lines = terminal.screen.lines.filter { !$0.isEmpty }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("standard input is not one") == true)
    #expect(!terminal.current.bytes.contains(0x1B))
    #expect(terminal.lineModes.isSane)
  }

  // breaks: No terminal
  @Test func `a file as standard output is refused in one line`() async throws {
    let program = try RunoutProgram()
    let output = program.home.path("output")
    let terminal = try await program.open(size: ScreenSize(columns: 200, rows: 24), output: output, settled: false)
    #expect(try await terminal.ending() == .exited(2))
    #expect(program.home.read("output") == "")
    // Standard error is the terminal still.
    let lines = terminal.screen.lines.filter { !$0.isEmpty }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("standard output is not one") == true)
    #expect(terminal.lineModes.isSane)
  }

  // breaks: No terminal
  @Test func `under cron the screen asks for a terminal, and verbs work`() async throws {
    let program = try RunoutProgram()
    let environment = ["PATH": "/usr/bin:/bin", "HOME": program.home.path, "SHELL": "/bin/sh", "LOGNAME": "me"]
    let screen = try await run(program.executable, program.folders, environment: environment)
    #expect(screen.status == 2)
    #expect(screen.output == "")
    #expect(screen.errors.split(separator: "\n").count == 1)
    #expect(screen.errors.contains("needs a terminal"))

    let found = try await run(
      program.executable, ["search", "miles davis", "--source", "demo"] + program.folders, environment: environment)
    #expect(found.status == 0, "\(found.errors)")
    #expect(found.errors == "")
    #expect(found.lines.first?.contains("Miles Davis") == true)
    let release = try await run(
      program.executable, ["release", "930000005", "--source", "demo"] + program.folders, environment: environment)
    #expect(release.status == 0, "\(release.errors)")
    #expect(release.output.contains("Kind Of Blue"))
  }

  // breaks: No terminal
  @Test func `without a home the error is one line`() async throws {
    let program = try RunoutProgram()
    let found = try await run(program.executable, ["search", "x"], environment: ["PATH": "/usr/bin:/bin"])
    #expect(found.status != 0)
    #expect(found.errors.split(separator: "\n").count == 1)
  }

  @Test func `the program opens on Home, and what was looked at is there at the next start`() async throws {
    let program = try RunoutProgram()
    try program.home.write("pictures = \"off\"\n", to: "config.toml")
    let size = ScreenSize(columns: 160, rows: 50)
    let first = try await program.open(size: size)
    #expect(first.screen.text.contains("Good ") && first.screen.text.contains(" records"), "\(first.screen.text)")
    for caption in ["Latest additions", "pick", "Wants"] {
      #expect(first.screen.text.contains(caption), "\(caption)")
    }
    #expect(first.screen.text.contains("from €"), "prices of wants")
    try await first.press("O", "r930000020<Enter>")
    try await first.waitForText("A Love Supreme")
    first.write("Q")
    #expect(try await first.ending() == .exited(0))
    let second = try await program.open(size: size)
    #expect(second.screen.text.contains("John Coltrane – A Love S"), "\(second.screen.text)")
  }

  @Test(arguments: [("wants", "Want list"), ("stats", "Your collection"), ("market", "at your price")])
  func `the first page is that of the settings`(_ start: String, _ text: String) async throws {
    let program = try RunoutProgram()
    try program.home.write("start = \"\(start)\"\npictures = \"off\"\n", to: "config.toml")
    let terminal = try await program.open(size: ScreenSize(columns: 120, rows: 40))
    #expect(terminal.screen.text.contains(text), "\(terminal.screen.text)")
    let searched = try await program.open(["kind", "of", "blue"], size: ScreenSize(columns: 120, rows: 40))
    #expect(searched.screen.text.contains("Search  kind of blue"), "a search is asked for: \(searched.screen.text)")
  }

  @Test(arguments: ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
  func `no page of the demo is a dead end`(_ key: String) async throws {
    let program = try RunoutProgram()
    let terminal = try await program.open(size: ScreenSize(columns: 120, rows: 40))
    try await terminal.press(key)
    let text = terminal.screen.text
    for needless in ["need Discogs", "on Discogs", "sign", "login"] {
      #expect(!text.contains(needless), "\(needless): \(text)")
    }
    // Tasks and log are about what goes on; all others have something to open.
    guard key != "8", key != "9" else { return }
    try await terminal.press("<Enter>")
    #expect(terminal.screen.text != text, "Enter leads on: \(text)")
  }
}
