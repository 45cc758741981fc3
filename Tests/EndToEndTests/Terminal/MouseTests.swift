import Foundation
import LibC
import TestSupport
import Testing

// breaks: Captured mouse
/// Clicking, and selecting text by mouse, which a program breaks by taking the mouse for itself.
@Suite(.limitedConcurrency)
struct MouseTests {
  /// Clicks, motion with and without a button, and the ways of telling where: xterm's modes, and rxvt's.
  private static let modes: Set<Int> = [9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016]
  /// Those of buttons, of motion while one is down, and of the wheel, told as SGR. Other motion is the terminal's.
  private static let taken: Set<Int> = [1002, 1006]

  /// What the terminal sends for the left button, pressed and let go over a cell, both from 0.
  private func click(_ column: Int, _ row: Int, _ terminal: PseudoTerminal) async throws {
    terminal.write(bytes: Array("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m".utf8))
    try await terminal.settle()
  }

  @Test func `rows, tabs and hints are clicked, and the wheel scrolls`() async throws {
    let terminal = try await RunoutProgram().open()
    #expect(terminal.screen.privateModes.intersection(Self.modes) == Self.taken)
    try await click(10, 8, terminal)
    #expect(terminal.screen.selectedRow == 8)
    #expect(terminal.screen.text.contains("row 4 of"))
    try await click(30, 8, terminal)
    #expect(!terminal.screen.text.contains("row 4 of"), "it has opened")
    let tab = try #require(terminal.screen.column(of: "3", row: 0))
    try await click(tab, 0, terminal)
    #expect(terminal.screen.line(2).hasPrefix("Collection"))
    let search = try #require(terminal.screen.column(of: "2", row: 0))
    try await click(search, 0, terminal)
    try await terminal.press("h")
    terminal.write(bytes: Array("\u{1B}[<65;10;10M".utf8))
    try await terminal.settle()
    #expect(terminal.screen.text.contains("row 4 of"))
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.screen.privateModes.isDisjoint(with: Self.modes))
  }

  @Test func `the line beside the preview is dragged, and a mouse that is dragged elsewhere writes nothing`()
    async throws
  {
    let terminal = try await RunoutProgram().open(size: ScreenSize(columns: 120, rows: 30))
    let line = try #require(terminal.screen.column(of: "│", row: 10))
    let written = terminal.current.output.count
    terminal.write(bytes: Array("\u{1B}[<32;5;9M\u{1B}[<32;6;9M\u{1B}[<0;6;9m".utf8))
    try await terminal.settle()
    #expect(terminal.current.output.count == written)
    let place = "\(line + 1);11"
    terminal.write(bytes: Array("\u{1B}[<0;\(place)M\u{1B}[<32;\(line - 9);12M\u{1B}[<0;\(line - 9);12m".utf8))
    try await terminal.settle()
    #expect(terminal.screen.column(of: "│", row: 10) == line - 10)
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
  }

  @Test func `a key leaves the mouse to the terminal, and takes it again`() async throws {
    let terminal = try await RunoutProgram().open()
    try await terminal.press("<A-m>")
    #expect(terminal.screen.privateModes.isDisjoint(with: Self.modes))
    try await terminal.press(":mouse<Enter>")
    #expect(terminal.screen.privateModes.isSuperset(of: Self.taken))
    try await terminal.press(":set mouse false<Enter>")
    #expect(terminal.screen.privateModes.isDisjoint(with: Self.modes))
    let before = terminal.shown
    try await click(10, 8, terminal)
    #expect(terminal.shown == before)
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
  }

  @Test func `mouse = false leaves the mouse to the terminal`() async throws {
    let program = try RunoutProgram()
    try program.home.write("mouse = false\n", to: "config.toml")
    let terminal = try await program.open()
    for keys in [
      "s", "blue<Enter>", "<Enter>", "h", "i", "?", "<Esc>", "<C-r>", "<Esc>", ":", "<Esc>", "3", "4", "8", "9",
    ] {
      try await terminal.press(keys)
      #expect(terminal.screen.privateModes.isDisjoint(with: Self.modes), "\(keys)")
    }
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    // Not even for a moment.
    for mode in Self.modes { #expect(!terminal.current.output.contains("[?\(mode)h")) }
  }

  @Test func `stopped hard and continued, it takes the mouse again`() async throws {
    let terminal = try await RunoutProgram().open()
    terminal.signal(SIGSTOP)
    try await terminal.wait(for: "the stop") { $0.stoppedBy == SIGSTOP }
    terminal.signal(SIGCONT)
    try await terminal.wait(for: "going on") { $0.stoppedBy == nil }
    try await terminal.press("j", "k")
    #expect(terminal.screen.privateModes.isSuperset(of: Self.taken))
    terminal.signal(SIGTERM)
    #expect(try await terminal.ending() == .exited(128 + SIGTERM))
    #expect(terminal.screen.privateModes.isDisjoint(with: Self.modes))
  }

  @Test(.enabled(if: TmuxSession.executable != nil))
  func `tmux passes the mouse on, and keeps it where it is left to the terminal`() async throws {
    let tmux = try await RunoutProgram().openInTmux()
    try await tmux.press("s", "blue<Enter>")
    #expect(try await tmux.run(["display-message", "-p", "#{mouse_button_flag}#{mouse_all_flag}"]).hasPrefix("10"))
    try await tmux.press(":mouse<Enter>")
    // tmux may read what the program wrote a moment after the program is idle.
    var flag = ""
    for _ in 1...100 where !flag.hasPrefix("0") {
      flag = try await tmux.run(["display-message", "-p", "#{mouse_any_flag}"])
    }
    #expect(flag.hasPrefix("0"))
    await tmux.close()
  }

  @Test func `reports of another kind do nothing`() async throws {
    let terminal = try await RunoutProgram().open()
    let before = terminal.shown
    // Other buttons, motion, places that are nowhere, and clicks as three bytes and as rxvt tells them.
    terminal.write(
      bytes: Array("\u{1B}[<2;10;10M\u{1B}[<35;10;10M\u{1B}[<0;9999;9999M\u{1B}[<0;0;0M\u{1B}[32;10;10M".utf8))
    terminal.write(bytes: Array("\u{1B}[M !!\u{1B}[M`!!".utf8))
    try await terminal.settle()
    #expect(terminal.shown == before)
  }
}
