import Foundation
import GRDB
import TestSupport
import Testing

// breaks: Empty or shrinking lists
/// Lists that are empty, shrink or hold a damaged record.
@Suite(.limitedConcurrency)
struct EmptyListTests {
  /// Every key that does something to the selected row, or moves it.
  static let keys = [
    "j", "k", "G", "gg", "<C-d>", "<C-u>", "<C-f>", "<C-b>", "zz", "zt", "zb", "<Enter>", "<Space>", "v", "v", "<C-a>",
    "yy", "yu", "yi", "yc", "yb", "yj", "o", "ga", "gl", "gm", "gv", "n", "N", ",y", ",Y", ",,", "J", "K",
    "r", "R", ":find x<Enter>", ":120<Enter>", "t", "T",
  ]

  @Test(arguments: [80, 120])
  func `with nothing found every key is harmless`(_ columns: Int) async throws {
    let program = try RunoutProgram()
    try program.home.write("copy_command = \"cat >/dev/null\"\n", to: "config.toml")
    let terminal = try await program.open(size: ScreenSize(columns: columns, rows: 24))
    try await terminal.press("s", "zzzqqq<Enter>")
    #expect(terminal.screen.text.contains("Nothing found for “zzzqqq”"))
    for key in Self.keys + ["i", "i", "<Tab>", "<S-Tab>", "<Esc>"] {
      try await terminal.press(key)
      // The preview, which has the whole of a narrow screen, and leaving the search.
      if ["i", "<Tab>", "<S-Tab>", "<Esc>"].contains(key) { continue }
      #expect(terminal.screen.text.contains("Nothing found for “zzzqqq”"), "after \(key)\n\(terminal.screen.text)")
      #expect(terminal.screen.misdeeds == [])
    }
    // The way back is a key or two.
    try await terminal.press("<Esc>", "<Esc>")
    #expect(terminal.screen.text.contains("Kind Of Blue"))
  }

  @Test func `empty pages say so and take every key`() async throws {
    let program = try RunoutProgram()
    try program.home.write("copy_command = \"cat >/dev/null\"\n", to: "config.toml")
    try await program.importDumps(
      Dump.artists([Dump.artist(1, name: "Lonely")]), Dump.labels([Dump.label(2, name: "Silent")]),
      Dump.masters([Dump.master(3, title: "Unpressed")]))
    for query in ["[a1]", "[l2]", "[m3]"] {
      let terminal = try await program.open([query], source: "catalogue")
      let text = terminal.screen.text
      #expect(["Lonely", "Silent", "Unpressed"].contains { text.contains($0) }, "\(text)")
      for key in Self.keys + ["f", "x", "<Enter>", "<Esc>"] {
        try await terminal.press(key)
        #expect(terminal.current.ending == nil, "after \(key)")
      }
      #expect(terminal.screen.misdeeds == [])
    }
    // An empty shelf, an empty history and an empty log say so.
    let terminal = try await program.open(source: "catalogue")
    for (key, said) in [("3", "import"), ("4", "import"), ("<C-r>", "No searches yet")] {
      try await terminal.press(key)
      #expect(terminal.screen.text.contains(said), "\(terminal.screen.text)")
      for key in ["<Down>", "<Up>", "<Enter>", "<C-x>", "<Tab>", "<Esc>"] { try await terminal.press(key) }
    }
    #expect(terminal.current.ending == nil)
  }

  @Test func `a catalogue of artists alone works`() async throws {
    let program = try RunoutProgram()
    try await program.importDumps(Dump.artists([Dump.artist(1, name: "Lonely")]))
    let terminal = try await program.open(source: "catalogue")
    #expect(!terminal.screen.text.contains("holds no records"))
    try await terminal.press("s", "lone<Enter>")
    #expect(terminal.screen.selection?.contains("Lonely") == true)
  }

  @Test func `the cursor keeps a row while the list shrinks and grows`() async throws {
    let terminal = try await RunoutProgram().open()
    try await terminal.press("G", "k", "k")
    #expect(terminal.screen.selection != nil)
    try await terminal.press("f")
    // Letter by letter: fewer rows each time, none in the end.
    for letter in "autobahn" {
      try await terminal.press(String(letter))
      #expect(terminal.screen.selectedRow != nil)
    }
    #expect(terminal.screen.selection?.contains("Autobahn") == true)
    try await terminal.press("zzz")
    #expect(terminal.screen.selectedRow == nil)
    try await terminal.press("<Backspace><Backspace><Backspace><Enter>", "G", "j")
    #expect(terminal.screen.selection?.contains("Autobahn") == true)
    let position = terminal.screen.line(23)
    // Of the records that an empty search lists, and no others.
    #expect(position.contains("row 1 of 1"), "\(position)")
    try await terminal.press("<Esc>")
    #expect(terminal.screen.selection != nil)
    #expect(terminal.screen.text.contains("of 166"))
  }

  @Test func `a filter that hides the selected row selects another`() async throws {
    let terminal = try await RunoutProgram().open()
    try await terminal.press("3", "G")
    let last = try #require(terminal.screen.selection)
    try await terminal.press("f", "davis<Enter>")
    let narrowed = try #require(terminal.screen.selection)
    #expect(narrowed != last)
    #expect(narrowed.contains("Davis"))
    try await terminal.press("<Enter>", "h")
    #expect(terminal.screen.selection == narrowed)
    try await terminal.press("<Esc>", "G")
    #expect(terminal.screen.selection == last)
  }

  @Test func `a search that grows narrower keeps a row selected`() async throws {
    let terminal = try await RunoutProgram().open()
    try await terminal.press("s", "b", "<PgDn>", "<PgDn>")
    for letter in ["l", "u", "e", " ", "t", "r"] {
      try await terminal.press(letter)
      #expect(terminal.screen.selectedRow != nil, "after \(letter)")
    }
    try await terminal.press("<Enter>", "<Enter>")
    #expect(terminal.screen.text.contains("Blue Train"))
  }

  @Test func `going back from a pasted id shows the list as it was`() async throws {
    let terminal = try await RunoutProgram().open()
    let before = terminal.shown.lines.prefix(22)
    try await terminal.press("s", "[r930000005]<Enter>", "h")
    #expect(terminal.shown.lines.prefix(22) == before)
    try await terminal.press("s", "blue<Enter>", "j")
    let found = terminal.shown.lines.prefix(22)
    try await terminal.press("s", "m920000002<Enter>")
    #expect(terminal.screen.text.contains("10 versions"))
    try await terminal.press("h")
    #expect(terminal.screen.line(2) == found[2])
    #expect(terminal.screen.text.contains("Joni Mitchell"))
  }

  @Test func `Enter on a heading opens nothing and says so`() async throws {
    let program = try RunoutProgram()
    try await program.importDumps(
      Dump.releases([
        Dump.release(
          1, title: "Box",
          tracks: [("", "First disc", ""), ("1", "One", "3:00"), ("", "Second disc", ""), ("2", "Two", "")])
      ]))
    let terminal = try await program.open(["[r1]"], source: "catalogue")
    let heading = try #require(terminal.screen.row(of: "First disc"))
    for _ in 0..<30 where terminal.screen.cursorRow != heading { try await terminal.press("j") }
    #expect(terminal.screen.cursorRow == heading)
    let before = terminal.screen.lines.prefix(22)
    try await terminal.press("<Enter>")
    #expect(terminal.screen.lines.prefix(22) == before)
    #expect(terminal.screen.line(23).contains("No link on this line"))
  }

  @Test func `a damaged record says so, and the others open`() async throws {
    let program = try RunoutProgram()
    try await program.importDumps(
      Dump.releases((1...9).map { Dump.release($0, title: "Record \($0)", catalogueNumber: "C \($0)") }))
    // What is stored of the fifth ends after three bytes.
    let queue = try DatabaseQueue(path: program.home.path("data/catalogue.sqlite"))
    try await queue.writeWithoutTransaction { database in
      try database.execute(sql: "INSERT INTO single(key, detail) VALUES(5, x'010104')")
    }
    try queue.close()
    let terminal = try await program.open(["record"], source: "catalogue", size: ScreenSize(columns: 120, rows: 24))
    #expect(terminal.screen.text.contains("Record 5") && terminal.screen.text.contains("Record 9"))
    // Its preview and its page say so; all others are as they should be.
    for number in 1...9 {
      let row = try #require(terminal.screen.selection)
      let isBroken = row.contains("Record 5")
      let preview = (4..<22).map { String(terminal.screen.line($0).suffix(40)) }.joined(separator: "\n")
      #expect(preview.contains("damaged") == isBroken, "row \(number)\n\(terminal.screen.text)")
      try await terminal.press("<Enter>")
      #expect(terminal.screen.text.contains("damaged") == isBroken, "row \(number)\n\(terminal.screen.text)")
      #expect(terminal.screen.text.contains("Tracklist") != isBroken, "row \(number)\n\(terminal.screen.text)")
      // The banner stays behind with its page.
      try await terminal.press("h")
      #expect(!terminal.screen.text.contains("could not be loaded"), "row \(number)\n\(terminal.screen.text)")
      try await terminal.press("j")
    }
    let verb = try await program.run("release", "5", source: "catalogue")
    #expect(verb.status == 1)
    #expect(verb.errors.split(separator: "\n").count == 1)
    #expect(try await program.run("release", "6", source: "catalogue").status == 0)
    #expect(try await program.run("search", "record", source: "catalogue").lines.count == 9)
  }
}
