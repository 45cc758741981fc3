import Foundation
import LibC
import TestSupport
import Testing

/// The program while its window changes.
@Suite(.limitedConcurrency)
struct WindowSizeTests {
  /// What lies over the page, and the keys that bring it up.
  static let states: [(name: String, keys: [String])] = [
    ("a list", ["j", "j"]),
    ("a prompt", ["s", "blue"]),
    ("the narrowing prompt", ["f", "davis"]),
    ("a chord's pop-up", [","]),
    ("the history", ["s", "blue<Enter>", "<C-r>"]),
    ("the help", ["?", "<Down>"]),
    ("a release page", ["t", "t", "<Enter>", "<C-d>"]),
  ]

  // breaks: Window too small
  @Test(arguments: states.indices)
  func `shrinking to nothing and back keeps what is open`(_ index: Int) async throws {
    let (name, keys) = Self.states[index]
    let terminal = try await RunoutProgram().open()
    for key in keys { try await terminal.press(key) }
    let before = terminal.shown
    for (columns, rows) in [(1, 1), (2, 2), (14, 24), (80, 2), (39, 7), (1, 24), (80, 1)] {
      try await terminal.resizeAndSettle(columns, rows)
      if columns >= 14, rows >= 2 {
        #expect(terminal.screen.text.contains("Too small"), "\(name) at \(columns)×\(rows)")
      }
      try await terminal.resizeAndSettle(80, 24)
      #expect(terminal.shown == before, "\(name) after \(columns)×\(rows)")
    }
    #expect(terminal.screen.misdeeds == [])
    #expect(terminal.current.ending == nil)
  }

  // breaks: Window too small
  @Test func `started at 1 by 1, it works once the window grows`() async throws {
    let terminal = try await RunoutProgram().open(size: ScreenSize(columns: 1, rows: 1))
    try await terminal.press("j", "<Enter>", "h")
    try await terminal.resizeAndSettle(80, 24)
    #expect(terminal.screen.selectedRow == 6)
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
  }

  // breaks: Window too small
  @Test func `the smallest usable size works`() async throws {
    let terminal = try await RunoutProgram().open(size: ScreenSize(columns: 40, rows: 8))
    #expect(!terminal.screen.text.contains("Too small"))
    try await terminal.press("G")
    #expect(terminal.screen.selection != nil)
    try await terminal.press("s", "kind of blue<Enter>", "<Enter>")
    #expect(terminal.screen.text.contains("Kind Of Bl"))
    #expect(terminal.screen.misdeeds == [])
  }

  // breaks: Huge window
  @Test func `a huge window is filled`() async throws {
    let terminal = try await RunoutProgram().open(size: ScreenSize(columns: 1000, rows: 300))
    let screen = terminal.screen
    #expect(screen.line(0).hasPrefix("Runout"))
    #expect(screen.line(0).count > 900)
    #expect(screen.line(299).contains("row 1 of"))
    // Sorted, a search has rows at any size, and not a wall of covers.
    try await terminal.press(",y", "G")
    let selected = try #require(terminal.screen.selectedRow)
    #expect(selected > 100)
    try await terminal.press("?", "<Esc>", "3", "2")
    #expect(terminal.screen.selectedRow == selected)
    try await terminal.resizeAndSettle(80, 24)
    #expect(terminal.screen.selection != nil)
    #expect(terminal.screen.misdeeds == [])
  }

  // breaks: Huge window
  @Test(arguments: [(65_535, 65_535), (65_535, 1), (1, 65_535), (65_535, 24), (1_001, 501)])
  func `of a window larger than any screen as much is drawn as there may be`(_ columns: Int, _ rows: Int) async throws {
    let program = try RunoutProgram()
    let given = ScreenSize(columns: columns, rows: rows)
    let drawn = ScreenSize(columns: min(columns, 1_000), rows: min(rows, 500))
    // From the start, and as a window grows and shrinks.
    let terminal = try await program.open(size: given)
    #expect(terminal.idleFile?.latest()?.size == drawn)
    for size in [.standard, given, ScreenSize(columns: 1, rows: 1)] {
      terminal.resize(size.columns, size.rows)
      let expected = size == given ? drawn : size
      let isThere = try await poll(for: .seconds(20), every: .milliseconds(5)) {
        terminal.idleFile?.latest()?.size == expected ? true : nil
      }
      #expect(isThere == true, "\(size)")
    }
    try await terminal.resizeAndSettle(80, 24)
    try await terminal.press("j")
    #expect(terminal.screen.selection != nil)
    #expect(try #require(terminal.peakMemory) < 300 << 20)
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
  }

  // breaks: Sudden resize
  @Test func `a sudden resize repaints every row and keeps the selection`() async throws {
    let program = try RunoutProgram()
    let terminal = try await program.open()
    // Sorted, a search has rows at any size, and not a wall of covers.
    let keys = [",y", "j", "j", "j", "j", "j"]
    for key in keys { try await terminal.press(key) }
    let selection = try #require(terminal.screen.selection?.prefix(12))
    for (columns, rows) in [(160, 50), (60, 15), (132, 43), (80, 24)] {
      try await terminal.resizeAndSettle(columns, rows)
      #expect(terminal.screen.selection?.hasPrefix(selection) == true, "at \(columns)×\(rows)")
      // Row by row what a program shows that never knew another size.
      let fresh = try await program.open(size: ScreenSize(columns: columns, rows: rows))
      for key in keys { try await fresh.press(key) }
      #expect(terminal.shown == fresh.shown, "at \(columns)×\(rows)")
    }
  }

  // breaks: Sudden resize
  @Test func `keys typed around a resize while a search runs all arrive`() async throws {
    let terminal = try await RunoutProgram().open()
    terminal.write("s")
    terminal.write("mil")
    terminal.resize(120, 40)
    terminal.write("es da")
    terminal.resize(60, 20)
    terminal.write("vis")
    try await terminal.resizeAndSettle(100, 30)
    #expect(terminal.screen.line(2).contains("miles davis"))
    #expect(terminal.screen.text.contains("Miles Davis"))
    try await terminal.press("<Enter>")
    #expect(terminal.screen.selection?.contains("Miles Davis") == true)
  }

  // breaks: Sudden resize
  @Test func `zooming a tmux pane and back keeps the screen`() async throws {
    let tmux = try await RunoutProgram().openInTmux()
    try await tmux.press("j", "j", "j")
    let whole = try await tmux.screen()
    try await tmux.run(["split-window", "-d", "-h", "cat"])
    try await tmux.wait(for: "half the width") { $0.size.columns < 50 && $0.lines.last?.contains("row 4 of") == true }
    try await tmux.run(["resize-pane", "-Z"])
    let zoomed = try await tmux.wait(for: "the whole width") { $0.lines == whole.lines }
    #expect(zoomed.cursorRow == whole.cursorRow)
    await tmux.close()
  }

  // breaks: Storm of resizes
  @Test func `a storm of resizes costs one layout per frame and no flicker`() async throws {
    let terminal = try await RunoutProgram().open()
    try await terminal.press("j")
    // What a higher window asks for is there before it begins.
    try await terminal.resizeAndSettle(100, 33)
    try await terminal.resizeAndSettle(80, 24)
    let (frames, clears) = (terminal.frames, terminal.screen.clears)
    let start = ContinuousClock.now
    for step in 0..<150 {
      terminal.resize(60 + step % 40, 20 + step % 13)
      // As fast as a hand drags; the program's own output is no reason to hurry.
      _ = await terminal.staysSilent(for: .milliseconds(2))
    }
    try await terminal.resizeAndSettle(80, 24)
    let elapsed = ContinuousClock.now - start
    let painted = terminal.frames - frames
    #expect(painted >= 1)
    // However many signals come, layouts begin 16 ms after one another at the earliest: n of them take n - 1 pauses.
    #expect(Duration.milliseconds(16) * (painted - 1) <= elapsed, "\(painted) frames in \(elapsed)")
    #expect(terminal.screen.clears == clears)
    #expect(terminal.screen.selectedRow == 6)
  }

  // breaks: Storm of resizes
  @Test func `nothing is sent when nothing has changed`() async throws {
    let terminal = try await RunoutProgram().open(size: ScreenSize(columns: 120, rows: 30))
    try await terminal.press("j")
    let (bytes, frames) = (terminal.current.bytes.count, terminal.frames)
    for _ in 0..<20 { terminal.signal(SIGWINCH) }
    let cpu = terminal.cpuTime
    #expect(await terminal.staysSilent(for: .milliseconds(600)))
    #expect(terminal.current.bytes.count == bytes)
    #expect(terminal.frames == frames)
    // At rest: no timer that ticks, no loop that spins.
    #expect(terminal.cpuTime - cpu <= .milliseconds(60))
  }
}
