import TestSupport
import Testing

// breaks: Captured mouse
/// Selecting text by mouse, which a program breaks by taking the mouse for itself.
@Suite(.limitedConcurrency)
struct MouseTests {
  /// Clicks, motion with and without a button, and the ways of telling where: xterm's modes, and rxvt's.
  private static let modes: Set<Int> = [9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016]

  @Test func `the mouse stays with the terminal on every page`() async throws {
    let terminal = try await RunoutProgram().open()
    for keys in ["s", "blue<Enter>", "<Enter>", "h", "i", "?", "q", "<C-r>", "<Esc>", ":", "<Esc>", "3", "4", "8", "9"]
    {
      try await terminal.press(keys)
      #expect(terminal.screen.privateModes.isDisjoint(with: Self.modes), "\(keys)")
    }
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    // Not even for a moment.
    for mode in Self.modes { #expect(!terminal.current.output.contains("[?\(mode)h")) }
  }

  @Test(.enabled(if: TmuxSession.executable != nil))
  func `tmux keeps the mouse`() async throws {
    let tmux = try await RunoutProgram().openInTmux()
    try await tmux.press("s", "blue<Enter>")
    #expect(try await tmux.run(["display-message", "-p", "#{mouse_any_flag}"]).hasPrefix("0"))
    await tmux.close()
  }

  @Test func `mouse reports that come anyway do nothing`() async throws {
    let terminal = try await RunoutProgram().open()
    let before = terminal.shown
    // A click and a wheel, as SGR and as three bytes.
    terminal.write(bytes: Array("\u{1B}[<0;10;10M\u{1B}[<0;10;10m\u{1B}[<64;10;10M".utf8))
    terminal.write(bytes: Array("\u{1B}[M !!\u{1B}[M`!!".utf8))
    try await terminal.settle()
    #expect(terminal.shown == before)
  }
}
