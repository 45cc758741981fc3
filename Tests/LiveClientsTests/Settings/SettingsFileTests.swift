import Clients
import Foundation
import LiveClients
import RunoutModel
import Testing

extension Settings {
  /// The defaults, changed.
  init(_ change: (inout Settings) -> Void) {
    self.init()
    change(&self)
  }
}

struct SettingsFileTests {
  private func problems(_ text: String) -> [String] {
    SettingsFile.parse(text, file: "config.toml").problems.map(\.description)
  }

  @Test func `a theme of one's own is its colours over those of another`() throws {
    let scratch = try LiveScratch()
    let path = scratch.file("config.toml")
    try FileManager.default.createDirectory(atPath: scratch.file("themes"), withIntermediateDirectories: true)
    try scratch.write("theme = \"attic\"\n", to: "config.toml")
    try scratch.write("base = \"paper\"\nlink = \"#005F87\"\n", to: "themes/attic.toml")
    try scratch.write("lnik = \"#005F87\"\nwant = \"red\"\nbase = \"moon\"\n", to: "themes/broken.toml")
    let file = SettingsFile.read(path)
    #expect(file.settings.theme == "attic")
    let attic = try #require(file.settings.ownThemes.first)
    #expect(attic.colours == ThemeColours.paper.colours.merging([.link: 0x005F87]) { $1 })
    #expect(
      file.problems.map(\.description) == [
        "\(scratch.file("themes/broken.toml")):1:1: No colour is called \"lnik\": did you mean link?",
        "\(scratch.file("themes/broken.toml")):2:8: want must be a colour such as \"#8FC7FF\"",
        "\(scratch.file("themes/broken.toml")):3:8: No theme moon to begin with: vinyl, midnight, contrast, gruvbox, nord, catppuccin, paper or daylight",
      ])
    #expect(
      problems("theme = \"attik\"") == [
        "config.toml:1:9: No theme “attik”: :theme lists them, and themes/attik.toml makes one"
      ])
  }

  @Test func `everything that can be set is read`() {
    let file = SettingsFile.parse(
      """
      # A comment.
      source = "catalogue"
      escape_time = 10
      ascii = true
      ambiguous_wide = true
      colours = 16
      copy_command = "tee /tmp/x"   # and another
      scroll_lines = 3
      auto_sync = false

      [keys]
      move-down = ["j", "<Down>"]
      "open" = '''<Enter>'''
      quit = []
      """, file: "config.toml")
    #expect(file.problems.isEmpty)
    #expect(
      file.settings
        == Settings {
          $0.source = .catalogue
          $0.escapeTime = 10
          $0.ascii = true
          $0.ambiguousIsWide = true
          $0.colours = .sixteen
          $0.scrollLines = 3
          $0.copyCommand = "tee /tmp/x"
          $0.syncsAutomatically = false
          $0.keys = ["move-down": ["j", "<Down>"], "open": ["<Enter>"], "quit": []]
        })
  }

  @Test func `every binding knows where it and its keys stand`() {
    let file = SettingsFile.parse(
      "ascii = false\n[keys]\nmove-down = \"j\"\n  open = [ \"<Enter>\",\n    'l' ]\nkeys2.x = 1\n", file: "c")
    #expect(file.keyBindings.map(\.command) == ["move-down", "open"])
    #expect(file.keyBindings.map(\.line) == [3, 4])
    #expect(file.keyBindings.map(\.column) == [1, 3])
    #expect(file.keyBindings[0].keys.map { [$0.line, $0.column] } == [[3, 13]])
    #expect(file.keyBindings[1].keys.map { [$0.line, $0.column] } == [[4, 12], [5, 5]])
  }

  @Test(arguments: [
    "keys = { quit = \"Q\", \"open\" = [\"l\"] }", "keys.quit = \"Q\"\nkeys.open = [\"l\"]",
    "[ keys ] # mine\nquit=\"Q\"\nopen=[\n# first\n\"l\",\n]",
  ])
  func `the table of keys can be written in any way TOML has`(text: String) {
    let file = SettingsFile.parse(text, file: "c")
    #expect(file.problems.isEmpty)
    #expect(file.settings.keys == ["quit": ["Q"], "open": ["l"]])
    #expect(file.keyBindings.map(\.command) == ["quit", "open"])
  }

  @Test func `an unknown setting suggests a similar one`() {
    #expect(
      problems("ascii = true\n  ascci = true\nnothing_like_it = 1\n[windows]\nwidth = 3") == [
        "config.toml:2:3: No setting \"ascci\": did you mean \"ascii\"?",
        "config.toml:3:1: No setting \"nothing_like_it\"",
        "config.toml:4:2: No setting \"windows\"",
      ])
  }

  @Test(arguments: [
    ("scroll_lines = 101", "1:16: \"scroll_lines\" is 101: it must be from 0 (half a screen) to 100"),
    ("ambiguous_wide = \"yes\"", "1:18: \"ambiguous_wide\" must be true or false, not text in quotes"),
    ("ascii = 1", "1:9: \"ascii\" must be true or false, not a whole number"),
    ("escape_time = 2.5", "1:15: \"escape_time\" must be a number of milliseconds, not a number"),
    ("escape_time = 0", "1:15: \"escape_time\" is 0: it must be from 1 to 1000 (milliseconds)"),
    ("escape_time = 1001", "1:15: \"escape_time\" is 1001: it must be from 1 to 1000 (milliseconds)"),
    ("source = \"cloud\"", "1:10: \"source\" is \"cloud\": it must be \"demo\", \"catalogue\", \"live\" or \"shelf\""),
    ("source = \"catalog\"", "1:10: \"source\" is \"catalog\": did you mean \"catalogue\"?"),
    ("colours = \"16m\"", "1:11: \"colours\" is \"16m\": did you mean \"16\"?"),
    ("colours = 8", "1:11: \"colours\" is 8: it must be \"auto\", \"none\", \"16\" or \"256\""),
    ("copy_command = [\"a\"]", "1:16: \"copy_command\" must be text in quotes, not a list"),
    ("environments = 1", "1:16: \"environments\" must be a table of environments and addresses, not a whole number"),
    ("currency = \"eur\"", "1:12: \"currency\" is \"eur\": did you mean \"EUR\"?"),
    ("keys = \"j\"", "1:8: \"keys\" must be a table of commands and keys, not text in quotes"),
    ("[keys]\nquit = 7", "2:8: \"quit\" must be a key in quotes, or a list of keys, not a whole number"),
    ("[keys]\nquit = [\"q\", 7]", "2:14: \"quit\" must be a key in quotes, not a whole number"),
    ("ambiguous_wide = 1979-05-27", "1:18: \"ambiguous_wide\" must be true or false, not a date"),
  ])
  func `an impossible value names its place`(text: String, problem: String) {
    #expect(problems(text) == ["config.toml:" + problem])
  }

  @Test func `a doubled key is an error, the first one counts and the rest works`() {
    let file = SettingsFile.parse(
      "ambiguous_wide = true\nascii = true\nambiguous_wide = false\nescape_time = 5\n", file: "c")
    #expect(file.problems.map(\.line) == [3])
    #expect(file.problems.first?.message.contains("ambiguous_wide") == true)
    #expect(file.settings == Settings { ($0.escapeTime, $0.ascii, $0.ambiguousIsWide) = (5, true, true) })
  }

  @Test(arguments: [
    "ascii = true\nambiguous_wide = \nescape_time = 5\n", "ascii = true\nambiguous_wide tru\nescape_time = 5\n",
    "ascii = true\nambiguous_wide = tru\nescape_time = 5\n", "ascii = true\nambiguous_wide = \"tr\nescape_time = 5\n",
    "ascii = true\nambiguous_wide = [1,\nescape_time = 5\n", "ascii = true\n= true\nescape_time = 5\n",
    "ascii = true\nambiguous_wide = { a = 1\nescape_time = 5\n",
    "ascii = true\nambiguous_wide = 1 2\nescape_time = 5\n",
    "ascii = true\ncopy_command = \"\"\"x\nescape_time = 5\n",
  ])
  func `a line that is not TOML is one error, and the rest works`(text: String) {
    let file = SettingsFile.parse(text, file: "c")
    #expect(file.problems.count == 1)
    #expect((2...4).contains(file.problems.first?.line ?? 0))
    #expect(file.settings == Settings { ($0.escapeTime, $0.ascii) = (5, true) })
  }

  @Test func `mistakes in several lines are all reported`() {
    let file = SettingsFile.parse(
      "ambiguous_wide = \nascii = true\nsource ! 1\nescape_time = 9999\nascci = 1\n", file: "c")
    #expect(file.problems.map(\.line) == [1, 3, 4, 5])
    #expect(file.settings == Settings { $0.ascii = true })
  }

  @Test func `a table whose header is broken does not spill its keys into the settings`() {
    let file = SettingsFile.parse("ascii = true\n[keys\nquit = \"Q\"\nopen = \"l\"\n", file: "c")
    #expect(file.problems.count == 1)
    #expect(file.problems.first?.line == 2)
    #expect(file.settings == Settings { $0.ascii = true })
  }

  @Test(arguments: ["", "\n\n", "# nothing\n", "\u{FEFF}", "\r\n\r\n"])
  func `an empty file sets nothing`(text: String) {
    #expect(SettingsFile.parse(text, file: "c") == SettingsFile())
  }

  @Test func `lines that end as on Windows are counted as others are`() {
    #expect(problems("ascii = true\r\nascci = 1\r\n").first?.hasPrefix("config.toml:2:1:") == true)
  }

  @Test func `columns are counted in characters`() {
    #expect(
      problems("keys = { \"é日👩‍👩‍👧\" = 7 }") == [
        "config.toml:1:18: \"é日👩‍👩‍👧\" must be a key in quotes, or a list of keys, not a whole number"
      ])
  }

  @Test func `a missing file is an error only if you named it`() throws {
    #expect(SettingsFile.read("/nowhere/config.toml") == SettingsFile())
    #expect(
      SettingsFile.read("/nowhere/config.toml", mustExist: true).problems.map(\.description) == [
        "/nowhere/config.toml: Cannot read the settings: No such file or directory"
      ])
  }

  @Test func `errors of a settings file name its path`() throws {
    let path = NSTemporaryDirectory() + "runout-config-\(UUID().uuidString).toml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("ascci = 1".utf8).write(to: URL(fileURLWithPath: path))
    #expect(
      SettingsFile.read(path).problems.map(\.description) == [
        "\(path):1:1: No setting \"ascci\": did you mean \"ascii\"?"
      ])
    try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: path))
    #expect(SettingsFile.read(path).problems.map(\.description) == ["\(path): The settings are not UTF-8 text"])
  }

  @Test(arguments: ["\\", "[", "[[", "\"", "'''", "{", "a = \"\\", "a.b.", "[a.", "=", "a = [[[", "\0", "a = {b = {c"])
  func `no text makes it fall over`(text: String) {
    let file = SettingsFile.parse(text, file: "c")
    #expect(file.settings == Settings())
    #expect(!file.problems.isEmpty)
  }

  @Test(arguments: [
    ("[/]", 2, 2), ("[.a]", 2, 2), ("[[[", 2, 3), ("n=[\"\",}", 2, 7), ("ascii = true, [", 2, 13),
    ("a = 2025-13-01", 2, 5), ("[keys", 2, 6),
  ])
  func `a slip of the finger names its place and costs nothing else`(slip: String, line: Int, column: Int) {
    let file = SettingsFile.parse("escape_time = 5\n\(slip)\n", file: "c")
    #expect(file.problems.map(\.line) == [line])
    #expect(file.problems.map(\.column) == [column])
    #expect(file.settings == Settings { $0.escapeTime = 5 })
  }

  @Test func `a file of mistakes is read to its hundredth`() {
    let unknown = (0..<5_000).map { "a\($0) = 1" }.joined(separator: "\n")
    #expect(SettingsFile.parse(unknown, file: "c").problems.count == 100)
    let broken = String(repeating: "[", count: 60_000) + "\n" + String(repeating: "= 1\n", count: 5_000)
    #expect(SettingsFile.parse(broken, file: "c").problems.count == 100)
  }

  @Test func `there are keys for a thousand commands, and a hundred for each`() {
    let commands = (0..<1_001).map { "a\($0) = 'x'" }.joined(separator: "\n")
    let file = SettingsFile.parse("[keys]\n\(commands)", file: "c")
    #expect(file.keyBindings.count == 1_000)
    #expect(file.problems.map(\.line) == [1_002])
    let keys = SettingsFile.parse("keys.quit = [\(String(repeating: "'q',", count: 101))]", file: "c")
    #expect(keys.keyBindings == [])
    #expect(keys.problems.map(\.message) == ["\"quit\" has 101 keys; the limit is 100"])
  }

  @Test func `a key or command of a million letters is rejected`() {
    let long = String(repeating: "a", count: 1_000_000)
    let file = SettingsFile.parse("[keys]\nquit = [\"q\", \"\(long)\"]\n\(long) = \"x\"\nopen = \"l\"", file: "c")
    #expect(file.settings.keys == ["open": ["l"]])
    #expect(file.problems.map { [$0.line, $0.column] } == [[2, 14], [3, 1]])
    #expect(file.problems.first?.message == "\"quit\" has a key of 1000000 bytes; the limit is 100")
  }

  @Test func `a long name is cut in its error`() {
    let file = SettingsFile.parse(String(repeating: "a", count: 10_000) + " = 1", file: "c")
    #expect(file.problems.map { $0.message.count < 120 } == [true])
  }
}
