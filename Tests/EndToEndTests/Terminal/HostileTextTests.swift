import Foundation
import TestSupport
import Testing

// breaks: Hostile text
/// Titles, notes and names may hold anything. Nothing but printable text of theirs may reach a terminal.
@Suite(.limitedConcurrency)
struct HostileTextTests {
  /// Every way of telling a terminal something: clipboard, link, title, colour, clearing, reset, C1, bell, direction.
  static let hostile =
    "evil\u{1B}]52;c;ZXZpbA==\u{7}\u{1B}]8;;http://evil.example\u{1B}\\link\u{1B}]8;;\u{1B}\\\u{9B}31m\u{9D}0;title\u{9C}"
    + "\u{90}q\u{9C}\u{202E}desrever\u{202C}\u{2066}\u{200F}\u{7}\u{8}\u{1B}[2J\u{1B}c\u{1B}P>|x\u{1B}\\\u{7F}"
    + "\u{E000}\u{FFF9}\u{1B}[6n\u{E}\u{F}end"

  private static let note = "line one \(hostile)\nline two \(hostile)\r\u{85}\u{2028}line three\u{2029}\u{B}\u{C}last"

  /// A catalogue, a collection and a want list of nothing but such text.
  private func program() async throws -> RunoutProgram {
    let program = try RunoutProgram()
    // Copying says what was copied, and must not ask this terminal for its clipboard.
    try program.home.write("copy_command = \"cat >/dev/null\"\n", to: "config.toml")
    let text = Self.hostile
    let dumps = [
      Dump.releases(
        (1...3).map {
          Dump.release(
            $0, title: "\(text) \($0)", artist: text, label: text, catalogueNumber: text, notes: Self.note,
            tracks: [(text, text, text), ("A2", "Two", "1:00")])
        }), Dump.artists([Dump.artist(7001, name: text, profile: Self.note + " [url=http://x/\(text)]\(text)[/url]")]),
      Dump.masters([Dump.master(5, title: text, artist: text)]),
      Dump.labels([Dump.label(8001, name: text, profile: Self.note)]),
    ]
    try await program.importDumps(dumps[0], dumps[1], dumps[2], dumps[3])
    let row = [
      "Artist": text, "Title": text, "Catalog#": text, "Label": text, "Format": text, "CollectionFolder": text,
      "Collection Notes": Self.note, "Notes": Self.note, "Collection Media Condition": text, "Date Added": text,
    ]
    let rows = (1...3).map { row.merging(["release_id": "\($0)"]) { $1 } }
    for (verb, file) in [
      ("collection", try program.home.write(Export.collection(rows), to: "collection.csv")),
      ("wantlist", try program.home.write(Export.wantList(rows), to: "wantlist.csv")),
    ] {
      let finished = try await program.run(verb, "import", file, source: nil)
      try #require(finished.status == 0, "\(finished.errors)")
      #expect(unprintable(in: finished.output + finished.errors) == [])
    }
    return program
  }

  @Test(arguments: [80, 130])
  func `hostile text is plain text on every page`(_ columns: Int) async throws {
    let program = try await program()
    let terminal = try await program.open(
      source: "catalogue", size: ScreenSize(columns: columns, rows: 30), changes: ["RUNOUT_LOG": "debug"])
    var texts: [String] = []
    func visit(_ keys: String..., showing: String = "evil") async throws {
      for key in keys { try await terminal.press(key) }
      texts.append(terminal.screen.text)
      #expect(terminal.screen.text.contains(showing), "after \(keys)\n\(terminal.screen.text)")
      #expect(terminal.screen.misdeeds == [], "after \(keys)")
      // What the program itself asks: the background, how pictures are shown, and how many colours there are.
      #expect(
        terminal.screen.questions == ["]11;?", "[>0q", "[16t", "]4;255;?", "P+q436F", "P+q524742", "P$qm", "[c"],
        "after \(keys)")
    }
    try await visit("j")
    try await visit("k", "yy", showing: "Copied")
    try await visit("yc")
    try await visit("s", "[r1]<Enter>", "<C-d>")
    try await visit("G")
    try await visit("h", "s", "[a7001]<Enter>")
    try await visit("<Tab>", "G")
    try await visit("h", "s", "[l8001]<Enter>")
    try await visit("h", "s", "[m5]<Enter>")
    try await visit("3", "j")
    try await visit("<Enter>")
    try await visit("4", "j")
    try await visit("2", "f", "evil<Enter>")
    try await visit("<Esc>", "s")
    terminal.write(bytes: Keystrokes.paste(Self.hostile))
    try await visit("<Enter>")
    try await visit("<C-r>")
    try await visit("<Esc>", ":nosuchevil<Enter>")
    try await visit("<Esc>", "9", showing: "Log")
    for text in texts { #expect(unprintable(in: text) == []) }
  }

  @Test func `verbs print hostile text as plain text`() async throws {
    let program = try await program()
    let commands: [[String]] = [
      ["search", "evil"], ["search", "evil", "--csv"], ["release", "1"], ["artist", "7001"], ["label", "8001"],
      ["master", "5"], ["collection", "list"], ["collection", "list", "--csv"], ["wantlist"], ["wantlist", "--csv"],
      ["search", Self.hostile + " nothing"], ["release", Self.hostile],
      ["collection", "list", "--folder", Self.hostile],
      ["search", "year:\(Self.hostile)"], ["nosuch", "--\(Self.hostile)"], ["search", "--type", Self.hostile, "x"],
      ["collection", "import", "/nowhere/\(Self.hostile)"], ["--script", "/nowhere/\(Self.hostile)"],
      ["--source", Self.hostile], ["--environment", Self.hostile],
    ]
    for command in commands {
      let arguments = command + program.folders + (command.contains("--source") ? [] : ["--source", "catalogue"])
      let piped = try await run(program.executable, arguments, environment: program.environment)
      #expect(unprintable(in: piped.output, allowing: ["\n", "\t"]) == [], "\(command)\n\(piped.output)")
      #expect(unprintable(in: piped.errors) == [], "\(command)\n\(piped.errors)")
      #expect(!(piped.output + piped.errors).isEmpty, "\(command)")

      let terminal = try PseudoTerminal(
        program.executable, arguments, size: ScreenSize(columns: 150, rows: 60), environment: program.environment)
      try await terminal.ending()
      #expect(terminal.screen.misdeeds == [], "\(command)")
      #expect(!terminal.current.bytes.contains(0x1B), "\(command)")
    }
    // JSON keeps the text, with everything that is not printable escaped.
    for verb in [["search", "evil"], ["collection", "list"], ["release", "1"]] {
      let finished = try await run(
        program.executable, verb + ["--json", "--source", "catalogue"] + program.folders,
        environment: program.environment)
      #expect(finished.status == 0)
      #expect(try !jsonLines(finished.output).isEmpty)
      let controls = finished.output.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
      #expect(controls.isEmpty)
    }
  }

  @Test func `messages print hostile file names as plain text`() async throws {
    let program = try RunoutProgram()
    // A name can hold anything but a slash.
    let name = Self.hostile.replacingOccurrences(of: "/", with: "_")
    let good = try program.home.write(Dump.releases([Dump.release(1, title: "Good")]), to: "good\(name.prefix(60)).xml")
    let broken = try program.home.write("<releases><release id=\"1\">", to: "bad\(name.prefix(60)).xml")
    let csv = try program.home.write("nothing,of,it\n1,2,3\n", to: "shelf\(name.prefix(60)).csv")
    let script = try program.home.write("expect nonsense\n", to: "script\(name.prefix(60))")
    let config = try program.home.write("nonsense = 1\n", to: "config\(name.prefix(60)).toml")
    let folder = program.home.path("data\(name.prefix(60))")
    let commands: [[String]] = [
      ["import", good], ["import", broken], ["import", "/nowhere/\(name.prefix(60))"], ["collection", "import", csv],
      ["--script", script], ["import", good, "--data-dir", folder], ["--config", config, "--script", script],
      ["search", "x", "--resources", "/nowhere/\(name.prefix(60))", "--source", "demo", "--cache-dir", "\(folder)/c"],
    ]
    for command in commands {
      var arguments = command
      for (option, value) in zip(program.folders, program.folders.dropFirst())
      where option.hasPrefix("--") && !command.contains(option) {
        arguments += [option, value]
      }
      let piped = try await run(program.executable, arguments, environment: program.environment)
      #expect(unprintable(in: piped.output) == [], "\(command)\n\(piped.output)")
      #expect(unprintable(in: piped.errors) == [], "\(command)\n\(piped.errors)")
      #expect(!(piped.output + piped.errors).isEmpty, "\(command)")
    }
    // The progress bar on a terminal shows the name, too.
    let terminal = try PseudoTerminal(
      program.executable, ["import", good] + program.folders, size: ScreenSize(columns: 200, rows: 24),
      environment: program.environment)
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.screen.misdeeds == [])
    #expect(terminal.screen.clears == 0)
    // And the screen the mistake in the configuration.
    let screen = try PseudoTerminal(
      program.executable, ["--source", "demo", "--config", config] + program.folders.dropLast(2),
      size: ScreenSize(columns: 200, rows: 24), environment: program.environment)
    try await screen.waitForText("No setting", within: .seconds(30))
    #expect(screen.screen.misdeeds == [])
  }

  @Test func `a hostile query on the command line is plain text`() async throws {
    let program = try await program()
    let terminal = try await program.open([Self.hostile], source: "catalogue")
    #expect(terminal.screen.misdeeds == [])
    #expect(terminal.screen.line(2).contains("6nend"))
    let remembered = try await program.run("history")
    #expect(unprintable(in: remembered.output, allowing: ["\n", "\t"]) == [])
  }
}
