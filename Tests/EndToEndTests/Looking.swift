import Foundation
import TestSupport
import Testing

extension RunoutProgram {
  /// Imports dumps into the catalogue, each in a file of its own.
  func importDumps(_ dumps: String..., file: StaticString = #fileID, line: UInt = #line) async throws {
    var paths: [String] = []
    for (number, dump) in dumps.enumerated() {
      paths.append(try home.write(dump, to: "dump-\(number)-\(UInt32.random(in: 0...UInt32.max)).xml"))
    }
    let finished = try await TestSupport.run(
      executable, ["import"] + folders + paths, environment: environment, directory: home.path, file: file, line: line)
    try #require(finished.status == 0, "\(finished.errors)")
  }

  /// The queries in the history, latest first, as another program sees them.
  func rememberedQueries() async throws -> [String] {
    let listed = try await run("history", "list", "--json", "--limit", "10000")
    #expect(listed.status == 0, "\(listed.errors)")
    return try jsonLines(listed.output).map { try #require($0["query"] as? String) }
  }

  /// Everything the log says, as text.
  var log: String { home.read("state/runout.log") ?? "" }

  /// The names of the files in one of the program's folders.
  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: home.path(folder))) ?? []).sorted()
  }

  /// The environment of an xterm with 16 colours, of which not every system has a description.
  func sixteenColours() async throws -> [String: String] {
    let entry = """
      xterm-16color|xterm with 16 colours,
      \tcolors#16, pairs#256,
      \tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e10%p1%{8}%-%d%;m, setaf=\\E[%?%p1%{8}%<%t3%p1%d%e9%p1%{8}%-%d%;m,
      \tuse=xterm,

      """
    let file = try home.write(entry, to: "entry")
    let made = try await TestSupport.run(
      "/usr/bin/env", ["tic", "-x", "-o", home.path("terminfo"), file], environment: environment)
    try #require(made.status == 0, "\(made.errors)")
    return ["TERM": "xterm-16color", "TERMINFO": home.path("terminfo")]
  }

  /// The demo catalogue in the cache, once the program has built it.
  var demoCatalogue: String? {
    names(in: "cache").first { $0.hasPrefix("demo-") && $0.hasSuffix(".sqlite") && !$0.contains("shelf") }
      .map { home.path("cache/" + $0) }
  }
}

/// One JSON object a line.
func jsonLines(_ text: String) throws -> [[String: Any]] {
  try text.split(separator: "\n").map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
  }
}

extension VTScreen {
  /// The marker before the selected row of a list.
  static let marker = "▸"

  /// The row of the screen that the selection is on, told by its marker.
  var selectedRow: Int? { lines.indices.first { cell($0, 0).text == Self.marker || cell($0, 0).text == ">" } }

  /// All that are on the screen, of letters and behind them.
  var colours: Set<Color> {
    var colours: Set<Color> = []
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let look = cell(row, column).look
        colours.formUnion([look.foreground, look.background])
      }
    }
    return colours
  }

  /// Whether the search prompt has the keys, on a screen with room for everything.
  var isTypingSearch: Bool { line(2).hasPrefix("Search") && cursorRow == 2 && cursorIsVisible }

  /// The text of the selected row, without its marker.
  var selection: String? {
    selectedRow.map { row in
      var text = Substring(line(row)).dropFirst()
      while text.first == " " { text.removeFirst() }
      return String(text)
    }
  }

  /// The column in which a text begins on a row, counted in cells.
  func column(of text: String, row: Int) -> Int? {
    let wanted = text.unicodeScalars.count
    return (0..<size.columns).first { start in
      var found = ""
      var column = start
      while column < size.columns, found.unicodeScalars.count < wanted {
        found += cell(row, column).text
        column += max(1, cell(row, column).width)
      }
      return found == text
    }
  }

  /// What is wrong with how the program has treated the terminal: unknown controls, bells, titles, clipboards, links.
  var misdeeds: [String] {
    // What the background and the last of 256 colours are may be asked.
    oddities + operatingSystemCommands.filter { $0 != "11;?" && $0 != "4;255;?" }.map { "OSC \($0)" }
      // How pictures are shown and how many colours there are may be asked, too.
      + controlStrings.filter { !$0.hasPrefix("_Ga=q,") && !$0.hasPrefix("P+q") && $0 != "P$qm" }.map { "string \($0)" }
      + (bells > 0 ? ["\(bells) bells"] : [])
  }
}

extension PseudoTerminal {
  /// A screen to compare: its rows and where the cursor stands.
  struct Shown: Hashable, CustomStringConvertible {
    var lines: [String]
    var cursor: [Int]

    var description: String { (lines + ["cursor \(cursor)"]).joined(separator: "\n") }
  }

  var shown: Shown {
    let screen = screen
    return Shown(lines: screen.lines, cursor: [screen.cursorRow, screen.cursorColumn])
  }

  /// What a terminal with a black background answers when it is asked for it.
  static let saysBlack = Array("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\".utf8)

  /// The most memory that the program has had, in bytes; nil where the system does not say.
  var peakMemory: Int? {
    let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
    return status?.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.output.1) }.map { $0 * 1024 }
  }

  /// Frames painted so far.
  var frames: Int { idleFile?.latest()?.frames ?? 0 }
}

/// The characters of a text that a terminal would act on instead of printing them: controls, C1, bidi, joiners.
func unprintable(in text: String, allowing allowed: Set<Unicode.Scalar> = ["\n"]) -> [String] {
  text.unicodeScalars.filter { scalar in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: !allowed.contains(scalar)
    default: false
    }
  }.map { "U+" + String($0.value, radix: 16, uppercase: true) }
}
