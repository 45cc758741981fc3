import Foundation
import TestSupport
import Testing

// breaks: Hidden cursor
/// Screen readers and braille displays follow the hardware cursor.
@Suite(.limitedConcurrency)
struct CursorTests {
  private func expectCursorOnSelection(_ terminal: PseudoTerminal, _ comment: Comment) throws {
    let screen = terminal.screen
    #expect(screen.cursorIsVisible, comment)
    let selected = try #require(screen.selectedRow, comment)
    #expect(screen.cursorRow == selected, comment)
    #expect(screen.cursorColumn <= 2, comment)
  }

  @Test func `the cursor sits on the selected row after every move`() async throws {
    let terminal = try await RunoutProgram(hasDemo: false).open()
    try expectCursorOnSelection(terminal, "at the start")
    let moves = [
      "j", "<Down>", "k", "<C-d>", "<C-f>", "<C-u>", "G", "k", "gg", "zz", "/blue<Enter>", "n", "N", "<Esc>",
      ":find blue<Enter>", "n",
      ":20<Enter>", "zt", "zb", ",y", ",t", "fdavis<Enter>", "<Esc>", "t", "T", "3", "j", "4", "j", "9", "2",
    ]
    for move in moves {
      try await terminal.press(move)
      try expectCursorOnSelection(terminal, "after \(move)\n\(terminal.screen.framed)")
    }
    // The versions of a master, and back.
    try await terminal.press("gg", "sblue train<Enter>", "<Enter>", "j")
    try expectCursorOnSelection(terminal, "in the versions")
    try await terminal.resizeAndSettle(120, 40)
    try expectCursorOnSelection(terminal, "beside a preview")
  }

  @Test func `in a text the cursor sits on the line being read`() async throws {
    let terminal = try await RunoutProgram().open()
    try await terminal.press("t", "t", "<Enter>")
    var rows: [Int] = []
    for key in ["j", "j", "<C-d>", "G", "gg"] {
      try await terminal.press(key)
      let screen = terminal.screen
      #expect(screen.cursorIsVisible)
      #expect((4..<22).contains(screen.cursorRow))
      // In the margin, in the column beside the cover, or in front of a link or a line.
      let (line, column) = (Array(screen.line(screen.cursorRow)), screen.cursorColumn)
      let here = line.dropFirst(column).prefix(2)
      let isBefore = here.count == 2 && [" ", "▸"].contains(here.first) && here.last != " "
      #expect([0, 24].contains(column) || isBefore, "\(column) in \(String(line))")
      rows.append(screen.cursorRow)
    }
    #expect(rows[1] == rows[0] + 1)
    #expect(rows[4] == 4)
  }

  @Test func `in a prompt the cursor stands where the next letter goes`() async throws {
    let terminal = try await RunoutProgram().open()
    for (key, row, column) in [("s", 2, 8), ("f", 23, 8), ("/", 23, 8), (":", 23, 1), ("<C-r>", 4, 2), ("?", 5, 4)] {
      try await terminal.press(key)
      #expect(terminal.screen.cursorIsVisible)
      #expect(terminal.screen.cursorRow == row, "\(key)")
      #expect(terminal.screen.cursorColumn == column, "\(key)")
      try await terminal.press("abc", "<C-a>", "<Right>")
      #expect(terminal.screen.cursorColumn == column + 1, "\(key)")
      try await terminal.press("<Esc>")
    }
  }

  @Test func `nothing spins, blinks or is drawn in braille`() async throws {
    let terminal = try await RunoutProgram().open(size: ScreenSize(columns: 120, rows: 40))
    try await terminal.press(
      "j", "s", "jazz<Enter>", "<Enter>", "G", "h", "?", "<Esc>", ",", "<Esc>", "3", "9", "<C-r>")
    let braille = terminal.current.output.unicodeScalars.filter { (0x2800...0x28FF).contains($0.value) }
    #expect(braille.isEmpty)
    let screen = terminal.screen
    let blinks = (0..<40).contains { row in (0..<120).contains { screen.cell(row, $0).look.blink } }
    #expect(!blinks)
    #expect(await terminal.staysSilent(for: .milliseconds(400)))
  }
}
