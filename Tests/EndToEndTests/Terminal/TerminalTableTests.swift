import Foundation
import TestSupport
import Testing

/// Terminals as people have them: what each is drawn with, and whether every letter can be read on its background.
@Suite(.limitedConcurrency)
struct TerminalTableTests {
  private static let answers: [Character: String] = [
    "p": "\u{1B}]4;255;rgb:eeee/eeee/eeee\u{1B}\\", "c": "\u{1B}P1+r436F=323536\u{1B}\\",
    "s": "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?63;1;2;4;6c",
    "k": "\u{1B}_Gi=16777215;OK\u{1B}\\\u{1B}P>|kitty(0.32.1)\u{1B}\\\u{1B}[?62c",
    "o": "\u{1B}_Gi=16777215;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[?62;c",
    "a": "\u{1B}[?1;2c",
    "B": "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "W": "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}",
  ]

  /// `TERM`, `COLORTERM`, what is answered, the most colours that letters have, and how a cover is shown. The background
  /// is white where the answer is `W`, and black and white in turn where nothing is said of it.
  private static let table = """
    xterm             -          -      0    blocks
    xterm             -          B      8    blocks
    xterm             -          Wpa    256  blocks
    xterm             -          Wps    256  sixel
    xterm             -          Bs     8    sixel
    xterm             -          Bco    24   old-kitty
    xterm             truecolor  Wp     24   blocks
    xterm             -          Bk     24   kitty
    xterm-16color     -          W      8    blocks
    xterm-16color     -          Bp     256  blocks
    xterm-256color    -          -      0    blocks
    xterm-256color    -          Wa     256  blocks
    xterm-256color    -          Bs     256  sixel
    xterm-256color    truecolor  Wk     24   kitty
    tmux-256color     -          W      256  blocks
    screen            -          -      0    blocks
    linux             -          -      0    none
    vt100             -          -      0    none
    xterm-kitty-0     -          Bk     24   kitty
    xterm-ghostty-0   -          W      24   blocks
    alacritty-0       -          B      24   blocks
    foot-0            -          Ws     24   sixel
    of-nobody         -          Bp     256  blocks
    """

  @Test(arguments: table.split(separator: "\n").map(String.init), [false, true])
  func `every letter can be read, and covers are shown as well as the terminal can`(
    row: String, isSplit: Bool
  ) async throws {
    let words = row.split(separator: " ").map(String.init)
    let program = try RunoutProgram()
    try program.home.write("", to: "config.toml")
    var changes = ["TERM": words[0]]
    if words[1] != "-" { changes["COLORTERM"] = words[1] }
    if words[0] == "xterm-16color" { changes.merge(try await program.sixteenColours()) { $1 } }
    let terminal = try await program.open(changes: changes)
    let first = terminal.current.output
    #expect(first.contains("Home"), "the first frame waits for nothing")
    let said = words[2] == "-" ? "" : words[2].compactMap { Self.answers[$0] }.joined()
    let bytes = Array(said.utf8)
    // In two pieces the second may come late.
    for piece in isSplit ? [bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...]] : [bytes[...]]
    where !piece.isEmpty {
      terminal.write(bytes: Array(piece))
      _ = await terminal.staysSilent(for: .milliseconds(isSplit ? 30 : 1))
    }
    try await terminal.settle(for: .seconds(60))
    for keys in ["1", "3", "2", "?", "<Esc>"] {
      try await terminal.press(keys, for: .seconds(60))
      for isLight in words[2].contains("W") ? [true] : words[2].contains("B") ? [false] : [true, false] {
        #expect(terminal.screen.unreadable(isLight: isLight) == [], "\(keys) on \(isLight ? "white" : "black")")
      }
    }
    let screen = terminal.screen
    #expect(screen.mostColours == Int(words[3]), "colours of letters")
    try await terminal.press("1", for: .seconds(60))
    let output = terminal.current.output
    let shown =
      if output.contains("\u{1B}P0;1;0q") { "sixel" } else if output.contains("\u{1B}_Ga=T,U=1,") {
        "kitty"
      } else if output.contains("\u{1B}_Ga=p,") {
        "old-kitty"
      } else if terminal.screen.text.contains(where: { "▀▌▐▘▝▖▞▛▗▚▜▙▟".contains($0) }) { "blocks" } else { "none" }
    #expect(shown == words[4])
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
  }
}

extension VTScreen {
  private static let blocks = Set("▘▝▀▖▌▞▛▗▚▐▜▄▙▟█▏▎▍▌▋▊▉░\u{10EEEE}\u{A0} ─│┃┌┐└┘")

  /// How many colours letters need: 24 stands for red, green and blue.
  fileprivate var mostColours: Int {
    var most = 0
    forEachLetter { _, look in
      for colour in [look.foreground, look.background] {
        switch colour {
        case .standard: break
        case .indexed(let index): most = max(most, index < 8 ? 8 : index < 16 ? 16 : 256)
        case .direct: most = .max
        }
      }
    }
    return most == .max ? 24 : most
  }

  /// The letters that stand out from what is behind them by less than 4.5 to 1.
  fileprivate func unreadable(isLight: Bool) -> [String] {
    let (text, back) = isLight ? ([0, 0, 0], [255, 255, 255]) : ([229, 229, 229], [0, 0, 0])
    var found: [String] = []
    forEachLetter { letter, look in
      var colours = (Self.parts(look.foreground) ?? text, Self.parts(look.background) ?? back)
      if look.reverse { colours = (colours.1, colours.0) }
      // Faint letters may be half of what is behind them.
      if look.dim { colours.0 = zip(colours.0, colours.1).map { ($0 + $1) / 2 } }
      let contrast = Self.contrast(colours.0, colours.1)
      let least = "─│".contains(letter) ? 3 : 4.5
      if contrast < least { found.append("\(letter) \(look.foreground) on \(look.background): \(contrast)") }
    }
    return Array(found.prefix(5))
  }

  private func forEachLetter(_ body: (String, Look) -> Void) {
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = cell(row, column)
        guard let letter = cell.text.unicodeScalars.first, !Self.blocks.contains(Character(letter)) else { continue }
        body(cell.text, cell.look)
      }
    }
  }

  private static func parts(_ colour: Color) -> [Int]? {
    switch colour {
    case .standard: return nil
    case .direct(let red, let green, let blue): return [red, green, blue]
    case .indexed(let index):
      let first16 = [
        [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
        [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255], [0, 255, 255],
        [255, 255, 255],
      ]
      if index < 16 { return first16[index] }
      if index >= 232 { return Array(repeating: 8 + 10 * (index - 232), count: 3) }
      let levels = [0, 95, 135, 175, 215, 255]
      let place = index - 16
      return [levels[place / 36], levels[place / 6 % 6], levels[place % 6]]
    }
  }

  private static func contrast(_ one: [Int], _ other: [Int]) -> Double {
    func luminance(_ parts: [Int]) -> Double {
      let light = parts.map { part -> Double in
        let part = Double(part) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    }
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
