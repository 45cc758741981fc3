import Foundation
import TestSupport
import Testing

// breaks: Very long text
/// Text that is very long.
@Suite(.limitedConcurrency)
struct LongTextTests {
  @Test func `very long titles are cut with an ellipsis`() async throws {
    let program = try RunoutProgram()
    let long = (1...800).map { "word\($0)" }.joined(separator: " ")
    try await program.importDumps(
      Dump.releases([
        Dump.release(
          1, title: long, artist: long, label: long, catalogueNumber: long, tracks: [("A1", long, "3:00")]),
        Dump.release(2, title: String(repeating: "漢字", count: 900), artist: String(repeating: "x", count: 3_000)),
        Dump.release(3, title: "Short"),
      ]))
    let terminal = try await program.open(source: "catalogue")
    for (columns, rows) in [(40, 12), (131, 30), (80, 24)] {
      try await terminal.resizeAndSettle(columns, rows)
      let screen = terminal.screen
      #expect(screen.lines.count { $0.contains("…") } >= 2, "\(screen.text)")
      #expect(screen.misdeeds == [])
      let years = (0..<rows).compactMap { screen.column(of: "1969", row: $0) }
      #expect(years.count == 3 && Set(years).count == 1, "\(screen.text)")
    }
    // The page has all of it, over as many lines as it takes.
    try await terminal.press("gg", "s", "[r1]<Enter>")
    #expect(terminal.screen.text.contains("…"))
    var seen = ""
    for _ in 1...200 {
      seen += terminal.screen.lines[4..<terminal.screen.size.rows - 2].joined(separator: " ")
      let before = terminal.shown
      try await terminal.press("<C-f>")
      if terminal.shown == before { break }
    }
    #expect(seen.contains("word800"))
    #expect(terminal.screen.misdeeds == [])
    let cut = try await program.run("search", "word1", source: "catalogue")
    #expect(cut.output.contains("word800\t"))
  }

  @Test(arguments: [40, 80, 131])
  func `a text of any length leaves its neighbours in the row`(columns: Int) async throws {
    let program = try RunoutProgram()
    let long = String(repeating: "9:", count: 150)
    let huge = String(repeating: "title ", count: 10_667)
    try await program.importDumps(
      Dump.releases([
        Dump.release(
          1, title: "Short", artist: "Somebody", label: "Columbia", catalogueNumber: long,
          tracks: [("A1", "First Track", long), (long, "Second Track", "3:00")]),
        Dump.release(2, title: huge, artist: "Somebody"), Dump.release(3, title: "Short", artist: huge),
      ]))
    let terminal = try await program.open(source: "catalogue", size: ScreenSize(columns: columns, rows: 30))
    let years = (4..<8).compactMap { terminal.screen.column(of: "1969", row: $0) }
    #expect(years.count >= 3 && Set(years).count == 1, "\(terminal.screen.text)")
    try await terminal.press("s", "[r1]<Enter>", "<C-d>")
    for title in ["First", "Second"] {
      let row = terminal.screen.lines.first { $0.contains(title) }
      #expect(row != nil, "\(terminal.screen.text)")
    }
    let first = try #require(terminal.screen.lines.first { $0.contains("First") })
    #expect(first.contains("A1") && first.contains("9:9:"), "\(first)")
    let second = try #require(terminal.screen.lines.first { $0.contains("Second") })
    #expect(second.contains("9:9:") && second.contains("3:00"), "\(second)")
    #expect(terminal.screen.misdeeds == [])
    // As text and as a table, too.
    for arguments in [["release", "1"], ["search", "somebody"]] {
      let verb = try PseudoTerminal(
        program.executable, arguments + ["--source", "catalogue"] + program.folders,
        size: ScreenSize(columns: columns, rows: 400), environment: program.environment, home: program.home)
      #expect(try await verb.ending(for: .seconds(20)) == .exited(0))
      if arguments[0] == "release" {
        let row = try #require(verb.screen.lines.first { $0.contains("First") }, "\(verb.screen.text)")
        // Pages as text are 100 columns wide.
        #expect(row.contains("A1") && (columns < 60 || row.contains("9:9:")), "\(row)")
      } else {
        #expect(verb.screen.lines.filter { $0.contains("Short") }.count == 1)
        // Three rows and their heading, each on one line.
        #expect(verb.screen.lines.filter { !$0.isEmpty }.count == 4, "\(verb.screen.text.prefix(2_000))")
      }
    }
  }

  @Test func `a box set of 500 tracks scrolls to its end and back`() async throws {
    let program = try RunoutProgram()
    let tracks = (1...500).map { ("\($0 / 50 + 1)-\($0 % 50 + 1)", "Take \($0)", "2:0\($0 % 10)") }
    try await program.importDumps(Dump.releases([Dump.release(1, title: "Everything", tracks: tracks)]))
    let terminal = try await program.open(["[r1]"], source: "catalogue")
    #expect(terminal.screen.text.contains("Take 1 ") || terminal.screen.text.contains("Take 2 "))
    try await terminal.press("G")
    let end = terminal.shown
    #expect(terminal.screen.text.contains("Take 500"))
    try await terminal.press("j", "<C-f>", "<C-d>", "G")
    #expect(terminal.shown == end)
    try await terminal.press("gg")
    let top = terminal.shown
    try await terminal.press("k", "<C-b>", "<C-u>")
    #expect(terminal.shown == top)
    // Every track is passed on the way.
    var seen: Set<Int> = []
    for _ in 1...60 {
      for line in terminal.screen.lines {
        if let match = line.firstMatch(of: /Take (\d+)/), let number = Int(match.1) { seen.insert(number) }
      }
      let before = terminal.shown
      try await terminal.press("<C-f>")
      if terminal.shown == before { break }
    }
    #expect(seen == Set(1...500))
    try await terminal.press("/take 321<Enter>")
    #expect(terminal.screen.line(terminal.screen.cursorRow).contains("Take 321"))
  }

  @Test func `fifty kilobytes of notes can be read to the end`() async throws {
    let program = try RunoutProgram()
    let notes = (1...5_000).map { "n\($0) \($0 % 90 == 0 ? "\n" : "words")" }.joined(separator: " ") + " the-very-end"
    #expect(notes.utf8.count > 50_000)
    try await program.importDumps(Dump.releases([Dump.release(1, title: "Annotated", notes: notes)]))
    let terminal = try await program.open(["[r1]"], source: "catalogue")
    try await terminal.press("G")
    #expect(terminal.screen.text.contains("the-very-end"))
    // Laid out again at other widths, keeping the place.
    for columns in [41, 200, 80] {
      try await terminal.resizeAndSettle(columns, 24)
      try await terminal.press("G")
      #expect(terminal.screen.text.contains("the-very-end"))
    }
    // One word longer than any line.
    #expect(terminal.screen.misdeeds == [])
    let verb = try await program.run("release", "1", source: "catalogue")
    #expect(verb.output.contains("the-very-end"))
  }

  @Test func `a word longer than the screen is broken, not lost`() async throws {
    let program = try RunoutProgram()
    let word = (0..<400).map { "w\($0)" }.joined()
    try await program.importDumps(Dump.releases([Dump.release(1, title: "Annotated", notes: word)]))
    let terminal = try await program.open(["[r1]"], source: "catalogue", size: ScreenSize(columns: 60, rows: 60))
    let text = terminal.screen.lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined()
    #expect(text.contains(word))
  }

  @Test func `tabs and line breaks in a title become spaces`() async throws {
    let program = try RunoutProgram()
    try await program.importDumps(
      Dump.releases([
        Dump.release(
          1, title: "One\tTwo\nThree\r\nFour", artist: "Tab\tBand\nName",
          tracks: [("A\t1", "First\nhalf\tsecond", "3:00\n"), ("A2", "Next", "1:00")])
      ]))
    let terminal = try await program.open(source: "catalogue")
    #expect(terminal.screen.selection?.contains("Tab Band Name – One Two Three Four") == true)
    try await terminal.press("<Enter>")
    #expect(terminal.screen.text.contains("First half second"))
    #expect(terminal.screen.misdeeds == [])
    let piped = try await program.run("search", "one", source: "catalogue")
    #expect(piped.lines.count == 1)
    #expect(piped.lines.first?.split(separator: "\t", omittingEmptySubsequences: false).count == 9)
    #expect(piped.lines.first?.contains("\tOne Two Three Four\t") == true)
    let csv = try await program.run("search", "one", "--csv", source: "catalogue")
    #expect(csv.lines.count == 2)
  }

  @Test func `numbers in text sort in natural order`() async throws {
    let program = try RunoutProgram()
    let order = ["CAT 1", "CAT 2", "CAT 9", "CAT 10", "CAT 11", "CAT 100"]
    let numbers = order.indices.shuffled()
    try await program.importDumps(
      Dump.releases(
        numbers.enumerated().map { index, number in
          Dump.release(index + 1, title: "Volume \(order[number].dropFirst(4))", catalogueNumber: order[number])
        }))
    let terminal = try await program.open(source: "catalogue", size: ScreenSize(columns: 160, rows: 24))
    for keys in [",t", ",c"] {
      try await terminal.press(keys)
      let shown = terminal.screen.lines[5..<11].compactMap { line in
        line.firstMatch(of: /Volume (\d+)/).map { String($0.1) }
      }
      #expect(shown == order.map { String($0.dropFirst(4)) }, "\(keys)\n\(terminal.screen.text)")
    }
    // A tracklist is as the record has it: A1 to A10, then B1.
    let positions = (1...12).map { "A\($0)" } + ["B1", "B2"]
    try await program.importDumps(
      Dump.releases([Dump.release(50, title: "Long side", tracks: positions.map { ($0, "Track \($0)", "1:00") })]))
    let page = try await program.open(["[r50]"], source: "catalogue", size: ScreenSize(columns: 80, rows: 40))
    let tracks = page.screen.lines.compactMap { line in
      line.firstMatch(of: /Track ([AB]\d+)/).map { String($0.1) }
    }
    #expect(tracks == positions)
  }
}
