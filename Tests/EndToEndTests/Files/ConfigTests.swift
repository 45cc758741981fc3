import Foundation
import TestSupport
import Testing

/// `:config` and `:set` in a real terminal, and a `config.toml` that another program changes.
@Suite(.limitedConcurrency)
struct ConfigTests {
  /// Writes an editor: a script that has the file as `$1`.
  private func editor(_ program: RunoutProgram, _ script: String) throws -> String {
    "sh " + (try program.home.write(script, to: "editor"))
  }

  private func expectOnScreen(_ terminal: PseudoTerminal) {
    let screen = terminal.screen
    #expect(screen.isAlternate)
    #expect(screen.keypadIsApplication)
    #expect(screen.privateModes.contains(2004))
    #expect(!terminal.lineModes.isCanonical)
    #expect(screen.misdeeds == [])
  }

  /// How many colours letters and backgrounds have.
  @Test func `the editor has the terminal as the shell left it, and what it saves counts at once`() async throws {
    let program = try RunoutProgram()
    try FileManager.default.removeItem(atPath: program.home.path("config.toml"))
    let editor = try editor(
      program,
      """
      stty -a >\(program.home.path("modes"))
      cp "$1" \(program.home.path("template"))
      trap 'echo interrupted' INT
      echo the-editor-has-it
      until read line; do :; done
      echo "it-reads-$line"
      printf 'ascii = true\\n' >"$1"
      """)
    let terminal = try await program.open(changes: ["EDITOR": "nosuch-editor", "VISUAL": editor])
    #expect(terminal.screen.text.contains("▸"))
    terminal.write(":config<Enter>")
    try await terminal.waitForText("the-editor-has-it")
    #expect(!terminal.screen.isAlternate)
    #expect(terminal.screen.privateModes == [])
    #expect(!terminal.screen.keypadIsApplication)
    #expect(terminal.lineModes.isSane)
    // What is typed is the editor's, an interrupt, too.
    terminal.write("<C-c>")
    terminal.write("hello<Enter>")
    try await terminal.wait(for: "the screen again") {
      $0.screen.isAlternate && $0.screen.text.contains("config.toml read: ascii")
    }
    #expect(terminal.current.output.contains("it-reads-"))
    #expect(!terminal.screen.text.contains("▸"))
    expectOnScreen(terminal)
    let modes = (program.home.read("modes") ?? "").split { " ;\n".contains($0) }
    for mode in ["icanon", "echo", "isig"] { #expect(modes.contains { $0 == mode }, "\(modes)") }
    #expect(program.home.read("template")?.contains("# ascii = false") == true)
    #expect(program.home.read("config.toml") == "ascii = true\n")

    terminal.write("2")
    try await terminal.waitForText("row 1 of")
    terminal.write("j")
    try await terminal.waitForText("row 2 of")
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    #expect(program.names(in: "state") == ["runout.log"])
  }

  @Test(arguments: [
    ("nosuch-editor", "Cannot run “nosuch-editor”: set VISUAL or EDITOR to your editor"),
    ("false", "“false” failed with exit code 1"), ("kill -9 $$; true", "was killed by signal 9"),
  ])
  func `an editor that fails costs a line, and leaves no file behind`(_ editor: String, _ line: String) async throws {
    let program = try RunoutProgram()
    try FileManager.default.removeItem(atPath: program.home.path("config.toml"))
    let terminal = try await program.open(changes: ["EDITOR": editor])
    terminal.write(":config<Enter>")
    try await terminal.waitForText(line)
    expectOnScreen(terminal)
    #expect(program.home.read("config.toml") == nil)
    try await terminal.press("2", "j")
    #expect(terminal.screen.text.contains("row 2 of"))
  }

  @Test func `an editor can be suspended, and brought back with the program`() async throws {
    let program = try RunoutProgram()
    let idle = IdleFile(path: program.home.path("idle-in-shell"))
    let editor = try editor(program, "echo the-editor-has-it; read line; echo 'ascii = true' >\"$1\"")
    let tmux = try await TmuxSession(
      ["bash", "--norc", "--noprofile", "-i"],
      environment: ["HOME": program.home.path, "LANG": "C.UTF-8", "PS1": "shell> ", "HISTFILE": "", "EDITOR": editor],
      directory: program.home.path)
    try await tmux.waitForText("shell>")
    try program.home.write(
      "exec " + ([program.executable] + program.arguments([], "demo", idle)).joined(separator: " "), to: "start")
    try await tmux.send("sh \(program.home.path("start"))<Enter>")
    try await tmux.wait(for: "the first screen", within: .seconds(30)) {
      $0.isAlternate && $0.text.contains("row 1 of")
    }
    try await tmux.send(":config<Enter>")
    try await tmux.waitForText("the-editor-has-it")
    try await tmux.send("<C-z>")
    try await tmux.waitForText("Stopped")
    try await tmux.send("echo still-a-$((1+1))-shell<Enter>")
    try await tmux.waitForText("still-a-2-shell")
    try await tmux.send("fg<Enter>")
    // The shell names what it brings back; a key before that is one of its own.
    try await tmux.wait(for: "the editor again") { $0.text.contains(#/fg *\nsh /#) }
    try await tmux.send("<Enter>")
    try await tmux.wait(for: "the screen again") { $0.isAlternate && $0.text.contains("config.toml read: ascii") }
    try await tmux.send("j")
    try await tmux.waitForText("row 2 of")
    try await tmux.send("Q")
    try await tmux.wait(for: "the shell again") { !$0.isAlternate }
    await tmux.close()
  }

  @Test func `a file that another program changes is read again, and a mistake in it changes nothing`() async throws {
    let program = try RunoutProgram()
    // Where the program looks often.
    let terminal = try await program.open(changes: ["RUNOUT_ENVIRONMENT": "testing"])
    try program.home.write("ascii = true\nsource = \"catalogue\"\n", to: "config.toml")
    try await terminal.waitForText("config.toml read: ascii")
    // What was given on the command line counts before the file.
    #expect(terminal.screen.line(0).contains("demo"))
    #expect(!terminal.screen.text.contains("source needs"))
    #expect(!terminal.screen.text.contains("▸"))

    try program.home.write("ascii = false\nscroll_lines = 101\n", to: "config.toml")
    try await terminal.waitForText("config.toml:2:16: \"scroll_lines\" is 101: it must be from 0")
    #expect(!terminal.screen.text.contains("▸"))
    try program.home.write("[keys]\nquit = \"X\"\nopen-search = \"s\"\n", to: "config.toml")
    try await terminal.waitForText("config.toml:3:1: no command ")
    try program.home.write("[keys]\nquit = \"X\"\n", to: "config.toml")
    try await terminal.waitForText("config.toml read: ascii, keys")
    try await terminal.press("Q")
    #expect(terminal.screen.text.contains("Q isn't a key here"))
    #expect(terminal.screen.text.contains("▸"))
    terminal.write("X")
    #expect(try await terminal.ending() == .exited(0))
  }

  @Test func `colours and signs change while the program runs`() async throws {
    let program = try RunoutProgram()
    try program.home.write("colours = \"none\"\n", to: "config.toml")
    let terminal = try await program.open()
    #expect(terminal.screen.colours.count == 1)
    try await terminal.press(":set colours auto<Enter>")
    #expect(terminal.screen.text.contains("colours = \"auto\" until you quit"))
    #expect(terminal.screen.colours.count > 2)
    try await terminal.press(":set ascii true<Enter>")
    #expect(!terminal.screen.text.contains("▸"))
    try await terminal.press(":set ascii false<Enter>", ":set colours none<Enter>")
    #expect(terminal.screen.colours.count == 1)
    #expect(terminal.screen.text.contains("▸"))
    #expect(terminal.screen.misdeeds == [])
    #expect(program.home.read("config.toml") == "colours = \"none\"\n")

    let colourless = try await program.open(changes: ["NO_COLOR": "1"])
    try await colourless.press(":set colours auto<Enter>")
    #expect(colourless.screen.text.contains("colours stays \"none\": NO_COLOR is set"))
    #expect(colourless.screen.colours.count == 1)
  }
}
