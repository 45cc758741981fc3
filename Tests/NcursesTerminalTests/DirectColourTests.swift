import CNcurses
import Foundation
import Terminal
import TestSupport
import Testing

@testable import NcursesTerminal

/// The description of a terminal by which colours go out in 24 bits, as other programs of ncurses read it.
@Suite(.serialized)
struct DirectColourTests {
  private func tput(_ arguments: String..., description: String, name: String) async throws -> String {
    let done = try await run(
      "/usr/bin/env", ["tput", "-T", name] + arguments,
      environment: ["PATH": "/usr/bin:/bin", "TERMINFO": description])
    #expect(done.status == 0, "\(arguments): \(done.errors)")
    return done.output
  }

  private func describe(_ name: String) throws -> String {
    var status: Int32 = 0
    try #require(ncurses_look_up(name, &status) == 0)
    return DirectColour.description(of: name)
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "screen-256color"])
  func `small numbers are the palette's, large ones red, green and blue`(name: String) async throws {
    let description = try describe(name)
    for (colour, front, back) in [
      (Colour.palette(1), "31", "41"), (.palette(9), "38;5;9", "48;5;9"), (.palette(37), "38;5;37", "48;5;37"),
      (.rgb(18, 52, 86), "38;2;18;52;86", "48;2;18;52;86"),
      (.rgb(255, 255, 255), "38;2;255;255;255", "48;2;255;255;255"),
      // One step of green tells it from a number of the palette.
      (.rgb(0, 0, 37), "38;2;0;1;37", "48;2;0;1;37"),
    ] {
      let number = String(DirectColour.number(colour))
      #expect(try await tput("setaf", number, description: description, name: name) == "\u{1B}[\(front)m")
      #expect(try await tput("setab", number, description: description, name: name) == "\u{1B}[\(back)m")
    }
    #expect(DirectColour.number(.default) == -1)
    #expect(try await tput("colors", description: description, name: name).hasPrefix("16777216"))
  }

  @Test func `of eight colours bright ones are written in their own way`() async throws {
    let description = try describe("xterm")
    for (number, front) in [("1", "31"), ("9", "91"), ("37", "38;5;37")] {
      #expect(try await tput("setaf", number, description: description, name: "xterm") == "\u{1B}[\(front)m")
    }
  }

  @Test func `attributes are set at once where one cannot end without the others`() async throws {
    for (name, hasLook) in [("xterm-256color", false), ("tmux-256color", false), ("pcansi", true)] {
      let description = try describe(name)
      let done = try await run(
        "/usr/bin/env", ["tput", "-T", name, "sgr", "0", "1", "0", "0", "0", "0", "0", "0", "0"],
        environment: ["PATH": "/usr/bin:/bin", "TERMINFO": description])
      #expect(!done.output.isEmpty == hasLook, "\(name)")
    }
  }

  @Test func `other capabilities are unchanged, but for what another does as well`() async throws {
    let name = "xterm-256color"
    let description = try describe(name)
    var status: Int32 = 0
    try #require(ncurses_look_up(name, &status) == 0)
    for capability in [
      "smcup", "rmcup", "sgr0", "op", "civis", "cnorm", "rmkx", "kmous", "kf12", "kUP5", "kDC3", "kDN6", "Se",
    ] {
      let before = ncurses_capability(capability).map { String(cString: $0) }
      #expect(before != nil)
      #expect(try await tput(capability, description: description, name: name) == before, "\(capability)")
    }
    #expect(try await tput("cup", "4", "9", description: description, name: name) == "\u{1B}[5;10H")
    let ways = ["cub1", "cuf1", "cuu1", "cud1", "cub", "cuf", "cuu", "cud", "vpa", "ht", "cbt"]
    for gone in ["initc", "oc"] + ways {
      let done = try await run(
        "/usr/bin/env", ["tput", "-T", name, gone], environment: ["PATH": "/usr/bin:/bin", "TERMINFO": description])
      #expect(done.output.isEmpty, "the palette stays as it is, and there is one way to do each thing: \(gone)")
    }
  }

  @Test func `a terminal has 24 bits where it says so, and 256 colours besides`() throws {
    for (name, said, isThere) in [
      ("xterm-256color", nil, false), ("xterm-256color", "", false), ("xterm-256color", "yes", false),
      ("xterm-256color", "truecolor", true), ("xterm-256color", "24bit", true),
      // Eight colours: the variable is another terminal's, until this one answers.
      ("xterm", "truecolor", false),
    ] as [(String, String?, Bool)] {
      let found = try Lookup(name, colourTerm: said, isInTmux: false)
      #expect(!found.isStandIn)
      #expect((TerminalProfile(found.description, TerminalChoices()).colours == Colour.trueColour) == isThere)
    }
  }

  @Test(arguments: ["no-such-terminal", "xterm-kitty-of-2031", "a|b/c", String(repeating: "x", count: 5_000)])
  func `a terminal that the system does not know has a description of ours`(name: String) async throws {
    let found = try Lookup(name, colourTerm: nil, isInTmux: false)
    #expect(found.isStandIn)
    let description = DirectColour.description(of: "runout-xterm", from: .xterm)
    for (capability, value) in [
      ("smcup", "\u{1B}[?1049h"), ("rmcup", "\u{1B}[?1049l"), ("sgr0", "\u{1B}[m"), ("civis", "\u{1B}[?25l"),
      ("kmous", "\u{1B}[<"), ("bold", "\u{1B}[1m"),
    ] {
      #expect(try await tput(capability, description: description, name: "runout-xterm") == value)
    }
    #expect(try await tput("cup", "4", "9", description: description, name: "runout-xterm") == "\u{1B}[5;10H")
    #expect(try await tput("setaf", "1", description: description, name: "runout-xterm") == "\u{1B}[31m")
  }

  @Test(arguments: ["dumb", "dumb-emacs-ansi", "glasstty", "lpr", "printer", "unknown", "vanilla"])
  func `a name that says it cannot place the cursor is refused, whatever the system knows of it`(name: String) {
    #expect(TerminalProfile.isTooSimple(unknown: name))
    #expect(throws: TerminalError.terminalTooSimple(name)) {
      _ = try Lookup(name, colourTerm: nil, isInTmux: false)
    }
  }

  @Test func `what TERMINFO was is put back`() {
    setenv("TERMINFO", "/nowhere", 1)
    defer { unsetenv("TERMINFO") }
    let within = Lookup.with(description: "b64:AA==") { getenv("TERMINFO").map { String(cString: $0) } }
    #expect(within == "b64:AA==")
    #expect(getenv("TERMINFO").map { String(cString: $0) } == "/nowhere")
    unsetenv("TERMINFO")
    Lookup.with(description: "b64:AA==") {}
    #expect(getenv("TERMINFO") == nil)
  }

  @Test func `styles in 24 bits get pairs of their own, thousands of them`() {
    // Without a terminal there is none to give; with fewer colours nothing asks for one.
    var table = StyleTable(colours: 0, pairs: 65_536)
    #expect(table.look(.plain.colour(.rgb(1, 2, 3))).pair == 0)
    #expect(!table.hasRunOut)
  }
}
