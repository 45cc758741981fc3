import TestSupport
import Testing

/// What the terminal is asked of its background, and what becomes of the answer.
@Suite(.limitedConcurrency)
struct BackgroundTests {
  private static let question = "\u{1B}]11;?\u{1B}\\"
  /// Behind the selected row on a light terminal.
  private static let lightSelection = "48;5;253"

  @Test func `the screen suits a light terminal, at the next start from the first frame on`() async throws {
    let program = try RunoutProgram()
    let terminal = try await program.open()
    let first = terminal.current.output
    #expect(first.contains(Self.question))
    // The frame does not wait for the answer.
    #expect(first.contains("Home"))
    #expect(!first.contains(Self.lightSelection))
    terminal.write(bytes: Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\".utf8))
    try await terminal.wait(for: "the colours of a light terminal") { $0.output.contains(Self.lightSelection) }
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    let second = try await program.open()
    let output = second.current.output
    #expect(output.contains(Self.lightSelection))
  }

  @Test(arguments: [
    ["TERM": "screen-256color"], ["COLORTERM": "truecolor"], ["TERM": "xterm"], ["NO_COLOR": "1"],
    ["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"], ["XTERM_VERSION": "XTerm(379)"],
  ])
  func `what one terminal has said of its background is not believed of another`(other: [String: String]) async throws {
    let program = try RunoutProgram()
    let terminal = try await program.open()
    terminal.write(bytes: Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\".utf8))
    try await terminal.wait(for: "the colours of a light terminal") { $0.output.contains(Self.lightSelection) }
    terminal.write("Q")
    try await terminal.ending()
    let second = try await program.open(changes: other)
    #expect(second.screen.colours == [.standard])
    #expect(try await program.open().current.output.contains(Self.lightSelection), "the first one is remembered still")
  }

  @Test(arguments: ["\u{1B}[?1;2c", ""])
  func `a background of an earlier run is not believed of a terminal that does not tell its own`(answer: String)
    async throws
  {
    let program = try RunoutProgram()
    let terminal = try await program.open()
    terminal.write(bytes: Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\".utf8))
    try await terminal.wait(for: "the colours of a light terminal") { $0.output.contains(Self.lightSelection) }
    terminal.write("Q")
    try await terminal.ending()
    let second = try await program.open()
    #expect(second.current.output.contains(Self.lightSelection))
    second.write(bytes: Array(answer.utf8))
    try await second.wait(for: "no colours") { $0.screen.colours == [.standard] }
  }

  // fails: background of the terminal | it cannot be written
  @Test func `an answer that cannot be kept still counts for this run`() async throws {
    let program = try RunoutProgram()
    try program.home.write("", to: "state/background/in-the-way")
    let terminal = try await program.open()
    terminal.write(bytes: Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}".utf8))
    try await terminal.wait(for: "the colours of a light terminal") { $0.output.contains(Self.lightSelection) }
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
  }

  @Test func `on a light terminal of 16 colours nothing is written in cyan or yellow, which cannot be read there`()
    async throws
  {
    let program = try RunoutProgram()
    let terminal = try await program.open(changes: try await program.sixteenColours())
    let unreadable: Set<VTScreen.Color> = [.indexed(3), .indexed(6), .indexed(11), .indexed(14)]
    #expect(terminal.screen.colours == [.standard], "before it has answered, any colour might be unreadable")
    terminal.write(bytes: Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\".utf8))
    try await terminal.wait(for: "the colours of a light terminal") { $0.output.contains("34m") }
    try await terminal.press("2")
    #expect(terminal.screen.colours.isDisjoint(with: unreadable))
  }

  @Test func `a terminal of few colours is not asked, and none where the theme is named`() async throws {
    let few = try await RunoutProgram().open(changes: ["TERM": "linux"])
    #expect(!few.current.output.contains(Self.question))
    let program = try RunoutProgram()
    try program.home.write("theme = \"midnight\"\n", to: "config.toml")
    let named = try await program.open()
    #expect(!named.current.output.contains(Self.question))
  }
}
