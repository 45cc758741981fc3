import Foundation
import TestSupport
import Testing

// breaks: Mistakes
/// Mistakes in queries, settings, commands and arguments.
@Suite(.limitedConcurrency)
struct MistakeTests {
  @Test(arguments: [
    ("year:", 6), ("miles year:19x9", 12), ("\"kind of", 1), ("artist:", 8), ("type:song", 6), ("nosuch:field", 1),
    ("a long query in front of the mistake year:x", 43), ("blue -", 0), ("year:1969..", 0),
  ])
  func `a half-typed field marks the column of the error and keeps the results`(
    _ query: String, _ column: Int
  ) async throws {
    // Wide enough for every message to stand where it belongs.
    let terminal = try await RunoutProgram().open(size: ScreenSize(columns: 160, rows: 24))
    try await terminal.press("s", "kraftwerk<Enter>", "j", "s", "trans")
    var last = terminal.screen.lines[5..<22]
    try await terminal.press("<C-u>")
    for letter in query {
      let before = terminal.screen.lines[5..<22]
      try await terminal.press(letter == "<" ? "<lt>" : String(letter))
      let error = terminal.screen.line(3)
      // While there is an error, the rows are those from before it; that there were none is not said again.
      if error.contains("↑"), !before.contains(where: { $0.contains("Nothing found") }) {
        #expect(terminal.screen.lines[5..<22] == before, "\(query)\n\(terminal.screen.text)")
      }
      last = terminal.screen.lines[5..<22]
    }
    let error = terminal.screen.line(3)
    if column > 0 {
      // The prompt's text begins in column 8 of the screen; the sign points up at the mistake.
      let sign = try #require(terminal.screen.column(of: "↑", row: 3), "\(terminal.screen.text)")
      #expect(sign == 8 + column - 1, "\(error)")
      #expect(error.count > 10)
    }
    // Enter does not run it, and Esc goes back to the search there was.
    try await terminal.press("<Enter>")
    if column > 0 { #expect(terminal.screen.lines[5..<22] == last) }
    try await terminal.press("<Esc>")
    #expect(terminal.current.ending == nil)
    #expect(terminal.screen.misdeeds == [])
  }

  @Test func `giving up a wrong query brings back the old search`() async throws {
    let terminal = try await RunoutProgram().open()
    try await terminal.press("s", "kraftwerk<Enter>")
    let before = terminal.screen.lines[2..<22]
    try await terminal.press("s", "year:", "<Enter>", "<Esc>")
    #expect(terminal.screen.lines[2..<22] == before)
  }

  @Test func `mistakes in config.toml name line and column, and the rest works`() async throws {
    let program = try RunoutProgram()
    let config = """
      escape_tme = 10
      ascii = true
      colours = "many"
      source = 7

      [keys]
      move-down = ["j", "<Down>", "e"]
      move-upp = "k"
      open-pasted = "<NoSuchKey>"
      refresh-view = "e"
      narrow = ["<C-n", 5]
      """
    try program.home.write(config, to: "config.toml")
    let terminal = try await program.open(size: ScreenSize(columns: 200, rows: 40))
    let path = program.home.path("config.toml")
    // At once the last one, in the log all of them.
    #expect(terminal.screen.line(39).hasPrefix(path), "\(terminal.screen.text)")
    let said = try jsonLines(program.log).compactMap { $0["message"] as? String }.filter { $0.hasPrefix(path) }
    for (place, about) in [
      ("1:1", "escape_tme"), ("3:11", "colours"), ("4:10", "source"), ("8:1", "move-upp"), ("9:15", "NoSuchKey"),
      ("10:16", "refresh-view"), ("11:19", "narrow"),
    ] {
      let line = said.first { $0.hasPrefix("\(path):\(place): ") }
      #expect(line != nil, "\(place) \(about)\n\(said.joined(separator: "\n"))")
    }
    #expect(said.count == 7, "\(said.joined(separator: "\n"))")
    try await terminal.press("9")
    for about in ["escape_tme", "colours", "move-upp", "NoSuchKey"] {
      #expect(terminal.screen.text.contains(about), "\(about)\n\(terminal.screen.text)")
    }
    // What is right in the same file is in force, and so is what a mistake would have changed.
    try await terminal.press("2", "e")
    #expect(terminal.screen.text.contains("row 2 of"))
    try await terminal.press("k")
    #expect(terminal.screen.text.contains("row 1 of"))
    #expect(terminal.current.bytes.allSatisfy { $0 < 0x80 }, "ascii is in force")
    try await terminal.press("f", "blue<Enter>")
    #expect(terminal.screen.text.contains("filtered by"))
  }

  @Test func `a config.toml that is not TOML names the line and keeps the rest`() async throws {
    let program = try RunoutProgram()
    try program.home.write("ascii = true\n<<<<<<< HEAD\n[keys\nmove-down = \"e\"\n", to: "config.toml")
    let terminal = try await program.open(size: ScreenSize(columns: 160, rows: 24))
    #expect(terminal.screen.line(23).contains("config.toml:"), "\(terminal.screen.line(23))")
    let places = try jsonLines(program.log).compactMap { $0["message"] as? String }
    #expect(places.contains { $0.contains("config.toml:2:") }, "\(places)")
    #expect(terminal.current.bytes.allSatisfy { $0 < 0x80 }, "ascii is in force")
    try await terminal.press("2", "j")
    #expect(terminal.screen.text.contains("row 2 of"))
  }

  @Test func `a missing configuration says so, and the screen opens`() async throws {
    let program = try RunoutProgram()
    try FileManager.default.removeItem(atPath: program.home.path("config.toml"))
    let terminal = try await program.open(size: ScreenSize(columns: 160, rows: 24))
    #expect(terminal.screen.line(23).contains("config.toml"))
    #expect(terminal.screen.line(23).contains("No such file"))
    try await terminal.press("2", "j")
    #expect(terminal.screen.text.contains("row 2 of"))
  }

  @Test(arguments: ["nosuch", "source", "source moon", "sort by-age", "type song", "0", "quit now"])
  func `a wrong command says why and can be corrected`(_ line: String) async throws {
    let terminal = try await RunoutProgram().open(size: ScreenSize(columns: 120, rows: 24))
    try await terminal.press(":", line, "<Enter>")
    #expect(terminal.screen.line(23).hasPrefix(":\(line)"), "\(terminal.screen.text)")
    let said = terminal.screen.lines[22...].joined(separator: " ")
    #expect(said.count > line.count + 12, "\(said)")
    try await terminal.press("<C-u>5<Enter>")
    #expect(terminal.screen.text.contains("row 5 of"))
  }

  @Test func `a wrong argument is one line and exit status 2`() async throws {
    let program = try RunoutProgram()
    let wrong: [[String]] = [
      ["--nosuch"], ["--size", "80x24"], ["--script", "x", "--size", "huge"], ["search"],
      ["search", "--limit", "0", "x"], ["search", "--limit", "many", "x"], ["search", "--type", "song", "x"],
      ["search", "--json", "--csv", "x"],
      ["release"],
      ["release", "abc"], ["release", "m123"], ["--source", "moon"], ["import"], ["history", "list", "--nosuch"],
      ["search", "year:"], ["collection", "list", "--nosuch"], ["--environment", "moon"],
    ]
    for arguments in wrong {
      let finished = try await run(
        program.executable, arguments + program.folders, environment: program.environment)
      #expect(finished.status == 2, "\(arguments): \(finished.ending)")
      #expect(finished.output == "", "\(arguments)")
      #expect(finished.errors.split(separator: "\n").count == 1, "\(arguments): \(finished.errors)")
      #expect(finished.errors.hasPrefix("runout: "), "\(arguments): \(finished.errors)")
    }
    for (name, value) in [("RUNOUT_LOG", "loud"), ("RUNOUT_SOURCE", "moon"), ("RUNOUT_ENVIRONMENT", "moon")] {
      let finished = try await program.run("search", "x", source: nil, changes: [name: value])
      #expect(finished.status == 2)
      #expect(finished.errors.contains(value), "\(finished.errors)")
    }
  }
}
