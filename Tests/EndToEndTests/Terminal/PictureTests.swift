import Foundation
import TestSupport
import Testing

// breaks: Pictures
/// Pictures in a real terminal: how they are asked for, sent, and taken away again.
@Suite(.limitedConcurrency)
struct PictureTests {
  private static let kitty = "\u{1B}_Gi=16777215;OK\u{1B}\\\u{1B}P>|kitty(0.32.1)\u{1B}\\\u{1B}[?62c"
  private static let oldKitty = "\u{1B}_Gi=16777215;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[?62;c"
  private static let sixel = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?63;1;2;4;6c"
  private static let wezterm = "\u{1B}P>|WezTerm 20240203\u{1B}\\\u{1B}[?65;4;6c"

  /// A release page in a terminal that has answered what it can do.
  private func page(_ answer: String, config: String = "") async throws -> PseudoTerminal {
    let program = try RunoutProgram()
    try program.home.write(config, to: "config.toml")
    let terminal = try await program.open(changes: ["COLORTERM": "truecolor"])
    terminal.write(bytes: Array(answer.utf8))
    try await terminal.press("s", "kind of blue<Enter>", "j", "<Enter>")
    return terminal
  }

  private func blocks(_ terminal: PseudoTerminal) -> Int { Self.blocks(terminal.screen) }

  /// How many cells are a part of a picture in blocks: a block, or blank in a colour, as its neighbour is.
  private static func blocks(_ screen: VTScreen) -> Int {
    (0..<screen.size.rows).reduce(0) { sum, row in
      let cells = (0..<screen.size.columns).map { screen.cell(row, $0) }
      let isFlat = cells.map { $0.text == " " && $0.look.background != .standard }
      return sum
        + cells.indices.count { column in
          "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".contains(cells[column].text) || column > 0 && isFlat[column] && isFlat[column - 1]
        }
    }
  }

  @Test func `a terminal that says nothing has blocks`() async throws {
    let terminal = try await page("")
    #expect(blocks(terminal) > 60)
    #expect(terminal.screen.misdeeds == [])
    #expect(!terminal.current.output.contains("\u{1B}_Ga=T"))
  }

  @Test func `the rows beside blocks are written again once these are gone`() async throws {
    let terminal = try await RunoutProgram().open(size: ScreenSize(columns: 120, rows: 24))
    // Its sleeve has hills.
    try await terminal.press("3")
    func rows() -> Set<Int> {
      let lines = terminal.screen.lines
      return Set(lines.indices.filter { lines[$0].contains { "▘▝▀▖▌▞▛▗▚▐▜▄▙▟".contains($0) } })
    }
    let covered = rows()
    let before = terminal.current.output.utf8.count
    try await terminal.press("J", "J", "J")
    let since = String(decoding: terminal.current.output.utf8.dropFirst(before), as: UTF8.self)
    let uncovered = covered.subtracting(rows())
    try #require(!uncovered.isEmpty)
    for row in uncovered {
      // Of the title: an artist stands once.
      let title = terminal.screen.line(row).dropFirst(21)
      let word = try #require(title.split(separator: " ").first)
      #expect(since.contains(word), "some fonts' blocks are wider than a cell, and leave their edges there")
    }
  }

  @Test func `whole cells of a chart are filled by their background, which has no gap at its foot`() async throws {
    let terminal = try await RunoutProgram().open(size: ScreenSize(columns: 110, rows: 40))
    try await terminal.press("7")
    let screen = terminal.screen
    let caption = try #require(screen.lines.firstIndex { $0.contains("Copies over time") })
    let cells = (caption + 1..<caption + 6).flatMap { row in (0..<108).map { screen.cell(row, $0) } }
    #expect(!screen.text.contains("█"))
    #expect(cells.contains { $0.text == " " && $0.look.reverse })
  }

  @Test(.enabled(if: TmuxSession.executable != nil))
  func `tmux has blocks, and its pane keeps its title`() async throws {
    let program = try RunoutProgram()
    try program.home.write("pictures = \"auto\"\n", to: "config.toml")
    let tmux = try await program.openInTmux(size: ScreenSize(columns: 120, rows: 40))
    try await tmux.wait(for: "a cover") { $0.text.contains { "▘▝▀▖▌▞▛▗▚▐▜▄▙▟".contains($0) } }
    #expect(try await !tmux.run(["display-message", "-p", "#{pane_title}"]).contains("a=q"))
    await tmux.close()
  }

  @Test func `kitty gets the picture once, and cells that stand for it`() async throws {
    let terminal = try await page(Self.kitty)
    try await terminal.wait(for: "the picture") { $0.output.contains("\u{1B}_Ga=T,U=1,") }
    let sent = terminal.current.output.components(separatedBy: "\u{1B}_Ga=T,U=1,").count
    #expect(terminal.current.output.contains("\u{10EEEE}\u{305}\u{305}"))
    #expect(blocks(terminal) == 0)
    // Scrolling and a pop-up send no picture again.
    try await terminal.press("j", "j", "?", "<Esc>", "k")
    #expect(terminal.current.output.components(separatedBy: "\u{1B}_Ga=T,U=1,").count == sent)
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.current.output.contains("\u{1B}_Ga=d,d=A,q=2\u{1B}\\"), "the terminal is told to forget them")
  }

  @Test(arguments: ["", "pictures = \"kitty\"\n"])
  func `older kitty has pictures over cells, and they are taken away with the page`(config: String) async throws {
    let terminal = try await page(Self.oldKitty, config: config)
    try await terminal.wait(for: "the picture") { $0.output.contains("\u{1B}_Ga=p,") }
    let before = terminal.current.output.components(separatedBy: "\u{1B}_Ga=d,d=I,").count
    try await terminal.press("h")
    #expect(terminal.current.output.components(separatedBy: "\u{1B}_Ga=d,d=I,").count > before)
    #expect(!terminal.current.output.contains("\u{10EEEE}"))
  }

  @Test func `sixel is laid over cells, which are written again when the picture goes`() async throws {
    let terminal = try await page(Self.sixel)
    try await terminal.wait(for: "the picture") { $0.output.contains("\u{1B}P0;1;0q\"1;1;") }
    #expect(terminal.screen.text.contains("\u{A0}"), "hard spaces keep its place")
    try await terminal.press("?")
    #expect(!terminal.screen.text.contains("\u{A0}") || terminal.screen.text.contains("Keys and commands"))
    try await terminal.press("<Esc>", "9")
    #expect(!terminal.screen.text.contains("\u{A0}"), "nothing of it is left")
  }

  @Test(arguments: [sixel, oldKitty])
  func `lines in which pictures stand are written again and never scrolled`(answer: String) async throws {
    let terminal = try await RunoutProgram().open(
      size: ScreenSize(columns: 120, rows: 40), changes: ["COLORTERM": "truecolor"])
    terminal.write(bytes: Array(answer.utf8))
    try await terminal.settle()
    try await terminal.press("s", "genre:jazz<Enter>", for: .seconds(60))
    let before = terminal.current.output.utf8.count
    // The text of the preview moves, and beside it is nothing but covers.
    try await terminal.press("J", "J", for: .seconds(60))
    let since = String(decoding: terminal.current.output.utf8.dropFirst(before), as: UTF8.self)
    #expect(since.contains("Flamenco Sketches") || since.contains("So What"), "it has moved")
    #expect(since.firstMatch(of: /\x1B\[\d+;\d+r/) == nil, "covers would move with the lines")
  }

  @Test(arguments: [sixel, oldKitty])
  func `a pop-up leaves what it does not cover of the pictures`(answer: String) async throws {
    let program = try RunoutProgram()
    try program.home.write("start = \"collection\"\n", to: "config.toml")
    let terminal = try await program.open(size: ScreenSize(columns: 100, rows: 30), changes: ["TERM": "xterm"])
    terminal.write(bytes: Array(answer.utf8))
    try await terminal.settle()
    try await terminal.press("V", for: .seconds(60))
    func parts() -> [String] {
      let output = terminal.current.output
      let start = answer == Self.sixel ? /\x1B\[(\d+;\d+)H\x1BP0;1;0q/ : /\x1B\[(\d+;\d+)H\x1B_Ga=p,/
      return output.matches(of: start).map { String($0.output.1) }
    }
    let before = parts()
    #expect(before.count >= 6, "\(before)")
    let isWide: (VTScreen) -> Int = { $0.lines.joined().count { $0 == "\u{A0}" } }
    let whole = isWide(terminal.screen)
    try await terminal.press("a", for: .seconds(60))
    let around = parts().dropFirst(before.count)
    // Above, beside and below the box, and those whose rows were written again.
    #expect(around.count >= 4, "\(around)")
    let left = isWide(terminal.screen)
    #expect(left > whole / 3 && left < whole, "the cells around the box are kept for them")
    try await terminal.press("<Esc>", for: .seconds(60))
    #expect(isWide(terminal.screen) == whole)
    #expect(parts().count > before.count + around.count, "they are whole again")
  }

  @Test func `sixel is not used where nothing says how large a cell is`() async throws {
    let terminal = try await page("\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?63;1;2;4;6c")
    #expect(blocks(terminal) > 60)
    #expect(!terminal.current.output.contains("\u{1B}P0;1;0q"))
  }

  @Test func `WezTerm gets a file`() async throws {
    let terminal = try await page(Self.wezterm)
    try await terminal.wait(for: "the picture") { $0.output.contains("\u{1B}]1337;File=inline=1;size=") }
  }

  @Test func `a picture is drawn again after a resize and after a suspension`() async throws {
    let terminal = try await page(Self.sixel)
    try await terminal.wait(for: "the picture") { $0.output.contains("\u{1B}P0;1;0q") }
    func count() -> Int { terminal.current.output.components(separatedBy: "\u{1B}P0;1;0q").count }
    let before = count()
    try await terminal.resizeAndSettle(90, 30)
    #expect(count() > before)
    let resized = count()
    try await terminal.press("<C-l>")
    #expect(count() > resized)
  }

  @Test func `live, the photograph comes from the server, once`() async throws {
    let live = try await LiveProgram()
    try live.program.home.write("pictures = \"symbols\"\n", to: "config.toml")
    let terminal = try await live.open(changes: ["COLORTERM": "truecolor"])
    try await terminal.press("s", "r930000005<Enter>")
    try await terminal.wait(for: "a cover") { Self.blocks($0.screen) > 60 }
    #expect(live.server.count("GET", "/images/releases/930000005/600") == 1)
    try await terminal.press("c")
    #expect(live.server.count("GET", "/images/releases/930000005/600") == 1)
  }

  @Test(arguments: ["off", "symbols"])
  func `what is set by name is not asked for better`(mode: String) async throws {
    let terminal = try await page(Self.kitty, config: "pictures = \"\(mode)\"\n")
    #expect(!terminal.current.output.contains("\u{1B}_Ga=T"))
    #expect((blocks(terminal) > 0) == (mode == "symbols"))
  }

  @Test func `no colours, ASCII and the font of the Linux console have no pictures`() async throws {
    for changes in [["TERM": "linux"], ["TERM": "vt100"], ["NO_COLOR": "1"], ["LANG": "C", "LC_ALL": "C"]] {
      let terminal = try await RunoutProgram().open(changes: changes)
      try await terminal.press("s", "kind of blue<Enter>", "j", "<Enter>")
      #expect(blocks(terminal) == 0, "\(changes)")
      #expect(terminal.screen.misdeeds == [])
    }
  }
}
