import Foundation
import TestSupport
import Testing

/// Wide, combined and missing characters, and colours.
@Suite(.limitedConcurrency)
struct CharacterTests {
  // MARK: Looks

  @Test(arguments: [("xterm-256color", "\u{1B}(B"), ("tmux-256color", "\u{F}"), ("linux", "\u{F}")])
  func `a look is changed without choosing the character set, but for a terminal that may have another`(
    name: String, choice: String
  ) async throws {
    let terminal = try await RunoutProgram().open(changes: ["TERM": name])
    let first = terminal.current.output.components(separatedBy: choice).count
    try await terminal.press("jjj<C-f>")
    let moved = terminal.current.output.components(separatedBy: choice).count
    #expect(moved == first)
    // Something else has written to the terminal, and C-l puts it right.
    try await terminal.press("<C-l>")
    #expect(terminal.current.output.components(separatedBy: choice).count == moved + 1)
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.screen.misdeeds == [])
  }

  // MARK: Widths

  static let wide = [
    (artist: "山下達郎", title: "シティ・ポップ全集 第一巻"), (artist: "李香蘭", title: "夜来香"),
    (artist: "나훈아", title: "고향역 그리고 다른 노래들"), (artist: "Ａｂｃ", title: "全角の題名でとても長いもの、切られるはずのもの"),
    (artist: "Plain", title: "A title of narrow letters"), (artist: "🎷 Trio", title: "🎺🎺🎺 live in 東京"),
  ]

  static let tangled = [
    (artist: "Cafe\u{301} Re\u{301}union", title: "E\u{301}tudes \u{300}\u{301}\u{302}\u{303}\u{304}\u{305}"),
    (artist: "Family", title: "👨‍👩‍👧‍👦 at home 👍🏽 ❤\u{FE0F} ☎\u{FE0E}"),
    (artist: "Zero\u{200B}Width\u{200D}Joiner\u{2060}s", title: "a\u{200C}b\u{FEFF}c\u{AD}d"),
    (artist: "אריק איינשטיין", title: "שירים \u{202B}מכאן\u{202C} ומשם"), (artist: "أم كلثوم", title: "إنت عمري"),
    (artist: "Plain", title: "A title of narrow letters"), (artist: "नुसरत", title: "क्षि त्रि ज्ञा"),
    (artist: "คาราบาว", title: "เมด อิน ไทยแลนด์"),
    (artist: "Zal\u{310}\u{311}\u{312}\u{313}\u{314}\u{315}go", title: "x"),
  ]

  private func catalogue(_ names: [(artist: String, title: String)]) async throws -> RunoutProgram {
    let program = try RunoutProgram()
    try await program.importDumps(
      Dump.releases(
        names.enumerated().map { Dump.release(100 + $0, title: $1.title, artist: $1.artist, artistID: 7000 + $0) }))
    return program
  }

  /// Every row of the list has its year in the same column, and nothing went wrong at the right edge.
  ///
  /// - Parameter room: the columns of the list; beside it the preview has the year of the selected row.
  private func expectAligned(_ screen: VTScreen, rows: Int, within room: Int, _ comment: Comment) {
    let columns = (0..<screen.size.rows).compactMap { screen.column(of: "1969", row: $0) }.filter { $0 < room }
    #expect(columns.count == rows, comment)
    #expect(Set(columns).count == 1, comment)
    #expect(screen.misdeeds == [], comment)
  }

  // breaks: Wide characters
  @Test func `wide characters stay in their columns at every width`() async throws {
    let terminal = try await catalogue(Self.wide).open(source: "catalogue")
    for columns in [40, 41, 42, 43, 57, 58, 80, 81, 99] {
      try await terminal.resizeAndSettle(columns, 24)
      expectAligned(
        terminal.screen, rows: Self.wide.count, within: columns, "at \(columns) columns\n\(terminal.screen.text)")
    }
    // With the preview beside the list, whose border must be straight.
    for columns in [100, 101, 121] {
      try await terminal.resizeAndSettle(columns, 24)
      let screen = terminal.screen
      expectAligned(screen, rows: Self.wide.count, within: columns / 2, "at \(columns) columns\n\(screen.text)")
      let borders = (4..<20).map { row in (0..<columns).filter { screen.cell(row, $0).text == "│" } }
      #expect(Set(borders).count == 1, "\(screen.text)")
    }
  }

  // breaks: Wide characters
  @Test func `a wide character that does not fit the last column becomes a space`() async throws {
    let terminal = try await catalogue(Self.wide).open(source: "catalogue")
    for columns in 40...47 {
      try await terminal.resizeAndSettle(columns, 12)
      try await terminal.press("s")
      // Longer than the line, so that the field scrolls.
      try await terminal.press(String(repeating: "漢", count: 30))
      let screen = terminal.screen
      #expect(screen.misdeeds == [], "at \(columns) columns")
      #expect(screen.line(1).contains("漢漢漢漢"))
      #expect(screen.cursorRow == 1)
      #expect(screen.cursorIsVisible)
      try await terminal.press("<Esc>")
    }
  }

  // breaks: Wide characters
  // breaks: Combined characters
  @Test func `tmux and the program agree about widths`() async throws {
    for names in [Self.wide, Self.tangled] {
      let program = try await catalogue(names)
      let tmux = try await program.openInTmux(source: "catalogue", size: ScreenSize(columns: 120, rows: 24))
      try await tmux.press("j", "j", "j", "k")
      let screen = try await tmux.screen()
      // The border and the column of years, by the widths that a terminal gives.
      for sign in ["│", "1969"] {
        let columns = screen.lines[4..<22].compactMap { line -> Int? in
          line.range(of: sign).map { range in
            line[..<range.lowerBound].unicodeScalars.reduce(0) { $0 + VTScreen.width(of: $1) }
          }
        }
        #expect(Set(columns).count == 1, "\(sign) in\n\(screen.text)")
        #expect(columns.count >= names.count)
      }
      await tmux.close()
    }
  }

  // breaks: Combined characters
  @Test func `marks, joiners and right-to-left text keep rows aligned`() async throws {
    let terminal = try await catalogue(Self.tangled).open(source: "catalogue")
    for columns in [40, 41, 63, 80] {
      try await terminal.resizeAndSettle(columns, 24)
      expectAligned(
        terminal.screen, rows: Self.tangled.count, within: columns,
        "at \(columns) columns\n\(terminal.screen.text)")
    }
    for _ in Self.tangled.indices {
      try await terminal.press("<Enter>", "G", "h", "j")
      #expect(terminal.screen.misdeeds == [])
    }
  }

  // breaks: Combined characters
  @Test(arguments: [
    "e\u{301}", "👨‍👩‍👧‍👦", "❤\u{FE0F}", "👍🏽", "🇩🇪", "漢", "क्षि", "ש", "o\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}",
  ])
  func `backspace deletes a whole cluster`(_ cluster: String) async throws {
    let terminal = try await RunoutProgram().open()
    try await terminal.press("s", "ab")
    let before = terminal.shown
    try await terminal.press(cluster)
    #expect(terminal.shown != before)
    try await terminal.press("c", "<Left>", "<Backspace>", "<Right>", "<Backspace>")
    #expect(terminal.shown.lines[2] == before.lines[2])
    #expect(terminal.shown.cursor == before.cursor)
    #expect(terminal.screen.misdeeds == [])
  }

  // breaks: Combined characters
  @Test func `a prompt takes combined characters in pieces and pasted`() async throws {
    let terminal = try await RunoutProgram().open()
    try await terminal.press("s")
    // A byte at a time, each read on its own.
    for byte in "é漢👨‍👩‍👧".utf8 {
      terminal.write(bytes: [byte])
      _ = await terminal.staysSilent(for: .milliseconds(20))
    }
    try await terminal.settle()
    #expect(terminal.screen.line(2).hasPrefix("Search  é漢👨"))
    try await terminal.press("<C-u>")
    terminal.write(bytes: Keystrokes.paste("שלום e\u{301} 👨‍👩‍👧‍👦 \u{202E}evil\u{202C} ok"))
    try await terminal.settle()
    let line = terminal.screen.line(2)
    #expect(line.hasPrefix("Search  שלום e\u{301} 👨"))
    #expect(line.contains("evil ok"))
    #expect(terminal.screen.misdeeds == [])
  }

  // MARK: Ambiguous widths

  // breaks: Ambiguous widths
  @Test func `the ascii setting draws the whole screen in ASCII`() async throws {
    let program = try RunoutProgram()
    try program.home.write("ascii = true\n", to: "config.toml")
    let terminal = try await program.open(size: ScreenSize(columns: 120, rows: 30))
    try await terminal.press(
      "s", "blue oyster<Enter>", "<Enter>", "h", "?", "<Esc>", ",", "<Esc>", "<C-r>", "<Esc>", "3")
    #expect(terminal.current.bytes.allSatisfy { $0 < 0x80 })
    #expect(terminal.current.output.contains("Blue Oyster Cult"))
    #expect(terminal.screen.text.contains("----------"))
    #expect(terminal.screen.selection != nil)
  }

  // breaks: Ambiguous widths
  @Test func `where ambiguous characters are wide, no line is drawn with them`() async throws {
    let program = try RunoutProgram()
    try program.home.write("ambiguous_wide = true\n", to: "config.toml")
    let terminal = try await program.open(size: ScreenSize(columns: 120, rows: 30))
    try await terminal.press("?", "<Esc>", ",", "<Esc>", "<C-r>", "<Esc>", "t", "t", "<Enter>")
    let drawn = terminal.current.output.unicodeScalars.filter { (0x2190..<0x2800).contains($0.value) }
    #expect(Set(drawn) == [])
    // Letters stay what they are, unlike in ASCII.
    try await terminal.press("s", "blue oyster<Enter>")
    #expect(terminal.screen.text.contains("Öyster"))
  }

  // MARK: Locales

  static let locales: [(name: String, changes: [String: String], without: Set<String>)] = [
    ("LC_ALL=C", ["LC_ALL": "C"], []),
    ("LANG unset", [:], ["LANG"]),
    ("a locale that does not exist", ["LC_ALL": "xx_YY.UTF-8"], []),
    ("LANG=POSIX", ["LANG": "POSIX"], []),
  ]

  // breaks: No UTF-8
  @Test(arguments: locales.indices)
  func `without UTF-8 it shows the nearest letters and says so once`(_ index: Int) async throws {
    let (name, changes, without) = Self.locales[index]
    let program = try RunoutProgram()
    let terminal = try await program.open(changes: changes, without: without)
    #expect(terminal.screen.line(23).hasPrefix("The locale is not UTF-8"), "\(name)")
    try await terminal.press("s", "blue oyster<Enter>")
    #expect(terminal.screen.text.contains("Blue Oyster Cult"), "\(name)")
    #expect(!terminal.screen.text.contains("locale"))
    #expect(terminal.current.bytes.allSatisfy { $0 < 0x80 }, "\(name)")
    #expect(terminal.screen.misdeeds == [])
    #expect(program.log.split(separator: "\n").count { $0.contains("locale is not UTF-8") } == 1)
  }

  // MARK: Colours

  /// How a row would look on a terminal without colour.
  private func weights(_ screen: VTScreen, row: Int) -> Set<VTScreen.Look> {
    Set(
      (2..<40).map { column in
        var look = screen.cell(row, column).look
        look.foreground = .standard
        return look
      })
  }

  private func expectSelectionVisible(_ terminal: PseudoTerminal, _ comment: Comment) async throws {
    for keys in ["j", "3", "2", "s", "blue<Enter>", "<C-r>"] {
      try await terminal.press(keys)
      let screen = terminal.screen
      if keys == "s" { continue }
      let row = try #require(screen.selectedRow, comment)
      // The marker alone would do; the weight makes it easy to find.
      let neighbour = row + 1 < screen.size.rows && screen.line(row + 1).count > 4 ? row + 1 : row - 1
      #expect(weights(screen, row: row) != weights(screen, row: neighbour), comment)
    }
    try await terminal.press("<Esc>")
  }

  // breaks: Few colours, or none
  @Test(arguments: [
    ("NO_COLOR", "", ["NO_COLOR": "1"]), ("colours = none", "colours = \"none\"\n", [:]),
    ("vt100", "", ["TERM": "vt100"]),
  ])
  func `without colours the selection is still visible`(
    _ name: String, _ settings: String, _ changes: [String: String]
  ) async throws {
    let program = try RunoutProgram()
    try program.home.write(settings, to: "config.toml")
    let terminal = try await program.open(changes: changes)
    #expect(terminal.screen.colours == [.standard], "\(name)")
    try await expectSelectionVisible(terminal, "\(name)")
    #expect(terminal.screen.colours == [.standard], "\(name)")
  }

  // breaks: Few colours, or none
  @Test func `an empty NO_COLOR leaves the colours on`() async throws {
    let terminal = try await RunoutProgram().open(changes: ["NO_COLOR": ""])
    terminal.write(bytes: PseudoTerminal.saysBlack)
    try await terminal.settle()
    #expect(terminal.screen.colours != [.standard])
  }

  // breaks: Few colours, or none
  @Test(arguments: ["xterm-256color", "tmux-256color"])
  func `a terminal with 24 bits shows the palette's colours as ever, and its keys are read`(_ name: String) async throws
  {
    let program = try RunoutProgram()
    try program.home.write("start = \"search\"\ntheme = \"terminal\"\n", to: "config.toml")
    let palette = try await program.open(changes: ["TERM": name])
    let direct = try await program.open(changes: ["TERM": name, "COLORTERM": "truecolor"])
    for keys in ["j", "<Enter>", "<C-Right>", "3", "<F1>", "<Down>"] {
      try await palette.press(keys)
      try await direct.press(keys)
      #expect(direct.shown == palette.shown, "\(keys)")
      #expect(direct.screen.colours == palette.screen.colours, "\(keys)")
    }
    #expect(direct.screen.colours.count > 1)
    #expect(direct.screen.misdeeds == [])
    #expect(!direct.current.output.contains(/\x1B\]4;\d+;r/))
    try await direct.press("<Esc>")
    #expect(!direct.screen.text.contains("Keys and commands"))
    direct.write("Q")
    #expect(try await direct.ending() == .exited(0))
  }

  // breaks: Few colours, or none
  @Test(arguments: [("xterm", 8), ("xterm-16color", 16), ("xterm-256color", 256), ("screen", 8)])
  func `no more colours than the terminal has`(_ name: String, _ count: Int) async throws {
    let program = try RunoutProgram()
    let changes = count == 16 ? try await program.sixteenColours() : ["TERM": name]
    let terminal = try await program.open(changes: changes)
    terminal.write(bytes: PseudoTerminal.saysBlack)
    try await terminal.settle()
    let used = terminal.screen.colours
    #expect(used.count > 1, "there are colours")
    for case .indexed(let index) in used { #expect(index < count) }
    #expect(!used.contains { if case .direct = $0 { true } else { false } })
    try await expectSelectionVisible(terminal, "\(name)")
    #expect(terminal.screen.misdeeds == [])
    // The user's palette stays what it is.
    #expect(!terminal.current.output.contains(/\x1B\]4;\d+;r/))
  }
}
