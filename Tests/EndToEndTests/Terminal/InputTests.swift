import Foundation
import TestSupport
import Testing

/// Pasted text, replies of the terminal, and the Esc key.
@Suite(.limitedConcurrency)
struct InputTests {
  /// Ten thousand bytes as from a web page, with all that could do harm if any of it were taken for keys.
  static let hostilePaste: String = {
    let piece =
      "jazz\tfunk\r\nQ\nq\u{1B}[Adelete\u{1B}\u{3}\u{1A}\u{7F}\u{8}\u{7}:quit\r\u{1B}[201~Q\rj\u{1B}OA\u{9B}31m "
    return String(repeating: piece, count: 10_000 / piece.utf8.count + 1)
  }()

  /// A program that waits long enough for what comes in pieces, so that a machine that stands still for a moment between
  /// two of them does not make them two things.
  private func patientProgram() throws -> RunoutProgram {
    let program = try RunoutProgram()
    try program.home.write("escape_time = 500\ntheme = \"terminal\"\npictures = \"off\"\n", to: "config.toml")
    return program
  }

  // MARK: Pasting

  // breaks: Pasted text
  @Test func `ten kilobytes pasted into the search box are one insertion`() async throws {
    let program = try patientProgram()
    let terminal = try await program.open()
    try await terminal.press("s")
    let frames = terminal.frames
    terminal.write(bytes: Keystrokes.paste(Self.hostilePaste))
    try await terminal.settle()
    #expect(terminal.current.ending == nil)
    #expect(terminal.frames - frames <= 4)
    // The field has the keys still, and holds the beginning of it in view or scrolled.
    #expect(terminal.screen.isTypingSearch)
    #expect(terminal.screen.misdeeds == [])
    try await terminal.press("<C-a>")
    #expect(terminal.screen.line(2).hasPrefix("Search  jazz funk Q q"))

    // Nothing of it is cut in silence: it is too long for a query, and says so.
    try await terminal.press("<Enter>")
    #expect(terminal.screen.text.contains("A query has at most 1,000 characters"), "\(terminal.screen.text)")
    #expect(try await program.rememberedQueries().isEmpty)
    #expect(unprintable(in: terminal.screen.text) == [])
  }

  // breaks: Pasted text
  @Test func `a paste that comes in pieces is one paste`() async throws {
    let terminal = try await patientProgram().open()
    try await terminal.press("s")
    let bytes = Keystrokes.paste("so what\nfreddie\tfreeloader")
    for (start, end) in [(0, 3), (3, 5), (5, 9), (9, 20), (20, bytes.count - 4), (bytes.count - 4, bytes.count)] {
      terminal.write(bytes: Array(bytes[start..<end]))
      // Long enough to be read on its own, and too short to be given up.
      _ = await terminal.staysSilent(for: .milliseconds(40))
    }
    try await terminal.settle()
    #expect(terminal.screen.line(2).hasPrefix("Search  so what freddie freeloader"))
    #expect(terminal.screen.isTypingSearch)
  }

  // breaks: Pasted text
  @Test func `text pasted into a list never runs as keys`() async throws {
    let terminal = try await patientProgram().open()
    try await terminal.press("j", "j")
    let selection = terminal.screen.selection
    terminal.write(bytes: Keystrokes.paste(Self.hostilePaste))
    try await terminal.settle()
    #expect(terminal.current.ending == nil)
    #expect(terminal.screen.selection == selection)
    #expect(terminal.screen.line(23).contains("Paste into a prompt"))
    #expect(terminal.screen.misdeeds == [])
    // On a page of text and with a chord begun, too.
    for key in ["<Enter>", "g"] {
      try await terminal.press(key)
      let lines = terminal.screen.lines.prefix(20)
      terminal.write(bytes: Keystrokes.paste("jjjGQQ\rQ"))
      try await terminal.settle()
      #expect(terminal.current.ending == nil)
      #expect(terminal.screen.lines.prefix(10) == lines.prefix(10), "after \(key)")
    }
  }

  // breaks: Pasted text
  @Test func `every other prompt takes a paste as text`() async throws {
    let terminal = try await patientProgram().open()
    for key in ["f", "/", ":", "<C-r>"] {
      try await terminal.press(key)
      terminal.write(bytes: Keystrokes.paste("Qq\rkind\u{1B}[201~Q\n"))
      try await terminal.settle()
      #expect(terminal.current.ending == nil, "\(key)")
      #expect(terminal.screen.text.contains("Qq kind"), "\(key)\n\(terminal.screen.text)")
      try await terminal.press("<Esc>")
    }
    #expect(terminal.screen.selection != nil)
  }

  // breaks: Pasted text
  @Test func `a pasted address opens its page`() async throws {
    let terminal = try await patientProgram().open()
    terminal.write(bytes: Keystrokes.paste("https://www.discogs.com/master/920000002-Kind-Of-Blue\n"))
    try await terminal.settle()
    #expect(terminal.screen.text.contains("Kind Of Blue"))
    #expect(terminal.screen.text.contains("versions"))
  }

  // MARK: Late replies

  /// What a terminal answers, in pieces as a slow line delivers them.
  static let replies: [(name: String, pieces: [String])] = [
    ("primary device attributes", ["\u{1B}[?64;1;2", ";6;9;15;22c"]),
    ("secondary device attributes", ["\u{1B}[", ">41;354", ";0c"]),
    ("tertiary device attributes", ["\u{1B}P!|7E56", "4552\u{1B}", "\\"]),
    ("cursor position", ["\u{1B}[1", "2;40", "R"]),
    ("device status", ["\u{1B}[0", "n"]),
    ("background colour", ["\u{1B}]11;rgb:00", "00/0000/0000", "\u{1B}", "\\"]),
    ("foreground colour, ended by BEL", ["\u{1B}]10;rgb:ffff/ff", "ff/ffff", "\u{7}"]),
    ("palette", ["\u{1B}]4;1;rgb:c", "dcd/0000/0000\u{1B}\\"]),
    ("clipboard", ["\u{1B}]52;c;UXVp", "dFFRUQ==\u{7}"]),
    ("name and version", ["\u{1B}P>|tmux ", "3.3a\u{1B}", "\\"]),
    ("terminfo", ["\u{1B}P1+r4", "32=32", "3536\u{1B}\\"]),
    ("setting", ["\u{1B}P1$r0", " q\u{1B}\\"]),
    ("mode", ["\u{1B}[?2026", ";2$y"]),
    ("keyboard", ["\u{1B}[?1", "u"]),
    ("window size", ["\u{1B}[8;2", "4;80t"]),
    ("kitty graphics", ["\u{1B}_Gi=3", "1;OK\u{1B}\\"]),
    ("mouse motion", ["\u{1B}[<35;1", "2;3M", "\u{1B}[<0;12;3m"]),
    ("focus", ["\u{1B}[", "I", "\u{1B}[O"]),
    ("old mouse", ["\u{1B}[M", " !!"]),
  ]

  private func send(_ pieces: [String], to terminal: PseudoTerminal) async throws {
    for piece in pieces {
      terminal.write(bytes: Array(piece.utf8))
      // A line so slow that every piece is read on its own; an Escape alone would rightly be a key by then.
      _ = await terminal.staysSilent(for: .milliseconds(piece == "\u{1B}" ? 4 : 45))
    }
    try await terminal.settle()
  }

  private func open(_ keys: [String]) async throws -> PseudoTerminal {
    let terminal = try await patientProgram().open()
    for key in keys { try await terminal.press(key) }
    return terminal
  }

  // breaks: Late replies
  @Test(arguments: [[String](), ["s", "blue"], ["?"], ["<C-r>"]])
  func `late replies are swallowed`(_ keys: [String]) async throws {
    var terminal = try await open(keys)
    for (name, pieces) in Self.replies {
      // A machine with other things to do may hold a piece back for longer than the program waits for it, but not three
      // times.
      for round in 1...3 {
        let (before, bytes) = (terminal.shown, terminal.current.bytes.count)
        let began = ContinuousClock.now
        try await send(pieces, to: terminal)
        let isInTime = ContinuousClock.now - began < .milliseconds(500)
        let isSwallowed = terminal.shown == before && terminal.current.bytes.count == bytes
        guard isInTime || round == 3 || isSwallowed else {
          terminal = try await open(keys)
          continue
        }
        #expect(terminal.shown == before, "\(name)")
        #expect(terminal.current.bytes.count == bytes, "\(name)")
        break
      }
    }
    let before = terminal.shown
    // Keys right behind a reply count.
    terminal.write(bytes: Array("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62c".utf8))
    try await terminal.press(keys.isEmpty ? "j" : "<Down>x")
    #expect(terminal.shown != before)
  }

  // breaks: Late replies
  @Test func `an endless reply is dropped`() async throws {
    let terminal = try await patientProgram().open()
    let before = terminal.shown
    terminal.write(bytes: Array("\u{1B}]11;rgb:0000/00QQQ".utf8))
    try await terminal.settle()
    #expect(terminal.shown == before)
    try await terminal.press("2", "j")
    #expect(terminal.screen.text.contains("row 2 of"))
  }

  // breaks: Late replies
  @Test func `the terminal is asked for its background, its colours and its pictures, and nothing else`() async throws {
    let terminal = try await patientProgram().open()
    try await terminal.press("j", "s", "blue<Enter>", "<Enter>", "?", "<Esc>")
    #expect(terminal.screen.questions == [])
    let asking = try await RunoutProgram().open()
    try await asking.press("j", "s", "blue<Enter>", "<Enter>", "?", "<Esc>")
    #expect(asking.screen.questions == ["]11;?", "[>0q", "[16t", "]4;255;?", "P+q436F", "P+q524742", "P$qm", "[c"])
  }

  // MARK: The escape key

  // breaks: Slow Esc
  @Test func `Esc acts within 50 ms`() async throws {
    let terminal = try await RunoutProgram().open()
    // A machine with other things to do may spoil a round, but not three.
    var medians: [Duration] = []
    for _ in 1...3 {
      var waits: [Duration] = []
      for _ in 1...10 {
        try await terminal.press("<C-r>")
        let before = terminal.current.bytes.count
        let start = ContinuousClock.now
        terminal.write("<Esc>")
        try await terminal.wait(for: "the answer to Esc") { $0.bytes.count > before }
        let arrival = try #require(terminal.current.arrivals.first { $0.total > before })
        waits.append(arrival.at - start)
        try await terminal.settle()
        #expect(!terminal.screen.text.contains("Search history"))
      }
      medians.append(waits.sorted()[5])
      if waits.sorted()[5] <= .milliseconds(50) { break }
    }
    #expect(medians.contains { $0 <= .milliseconds(50) }, "medians of ten: \(medians)")
  }

  // breaks: Slow Esc
  @Test func `the time Esc waits can be set`() async throws {
    let program = try RunoutProgram()
    try program.home.write("escape_time = 1\n", to: "config.toml")
    let terminal = try await program.open()
    var waits: [Duration] = []
    for _ in 1...15 {
      try await terminal.press("<C-r>")
      let before = terminal.current.bytes.count
      let start = ContinuousClock.now
      terminal.write("<Esc>")
      try await terminal.wait(for: "the answer to Esc") { $0.bytes.count > before }
      waits.append(try #require(terminal.current.arrivals.first { $0.total > before }).at - start)
      try await terminal.settle()
    }
    // The usual 25 ms were not waited for.
    #expect(try #require(waits.min()) < .milliseconds(25))
  }

  // breaks: Slow Esc
  @Test func `Esc and a letter later are two keys, at once they are Alt`() async throws {
    let terminal = try await RunoutProgram().open()
    // In the prompt Alt-b goes a word back; Esc leaves the prompt, and b means nothing then.
    try await terminal.press("s", "kind of")
    try await terminal.press("<A-b>")
    #expect(terminal.screen.line(2).hasPrefix("Search  kind of"))
    #expect(terminal.screen.cursorColumn == 13)
    try await terminal.press("<Esc>", "b")
    #expect(!terminal.screen.line(2).contains("kind of"))
    #expect(terminal.screen.line(23).contains("b isn't a key here"))

    // The letter is written as soon as Esc has been answered.
    try await terminal.press("<C-r>")
    let before = terminal.current.bytes.count
    terminal.write("<Esc>")
    try await terminal.wait(for: "the answer to Esc") { $0.bytes.count > before }
    try await terminal.press("j")
    #expect(terminal.screen.text.contains("row 2 of"))
  }

  // breaks: Slow Esc
  @Test func `arrow keys are never torn into Esc and letters`() async throws {
    let terminal = try await RunoutProgram().open()
    try await terminal.press("<Down>", "<Down>", "<Up>")
    #expect(terminal.screen.text.contains("row 2 of"))
    // Split after the bracket, as over a slow line.
    terminal.write(bytes: Array("\u{1B}[".utf8))
    _ = await terminal.staysSilent(for: .milliseconds(100))
    terminal.write(bytes: Array("B".utf8))
    try await terminal.settle()
    #expect(terminal.screen.text.contains("row 3 of"))
  }
}
