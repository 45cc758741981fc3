import Clients
import Terminal
import Testing

@testable import Screens

/// What comes of what a terminal is called, what it answers, and what its background is: one table, and what holds for
/// all that could stand in it.
struct TerminalTableTests {
  /// What terminfo has; unknown terminals are what ssh brings along.
  private static let described: [String: Int] = [
    "xterm": 8, "xterm-256color": 256, "xterm-16color": 16, "tmux-256color": 256, "screen": 8, "screen-256color": 256,
    "linux": 8, "vt100": 0, "rxvt": 8, "xterm-mono": 0,
  ]
  private static let unknown = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "st-256color", "some-terminal"]

  /// What terminals send when they are asked, by what they are or know.
  private static let answers: [String: String] = [
    "nothing": "", "attributes": "\u{1B}[?1;2c", "palette": "\u{1B}]4;255;rgb:eeee/eeee/eeee\u{1B}\\",
    "count": "\u{1B}P1+r436F=323536\u{1B}\\", "no-capability": "\u{1B}P0+r\u{1B}\\",
    "direct": "\u{1B}P1+r524742=38\u{1B}\\", "kept-colour": "\u{1B}P1$r0;38:2::1:2:3m\u{1B}\\",
    "colour-kept": "\u{1B}P1$r38;2;1;2;3m\u{1B}\\", "nearest-colour": "\u{1B}P1$r0;38:5:16m\u{1B}\\",
    "no-style": "\u{1B}P0$r\u{1B}\\",
    "sixel": "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?63;1;2;4;6c", "sixel-of-no-size": "\u{1B}[?62;4c",
    "kitty": "\u{1B}_Gi=16777215;OK\u{1B}\\\u{1B}P>|kitty(0.32.1)\u{1B}\\\u{1B}[?62c",
    "old-kitty": "\u{1B}_Gi=16777215;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[?62;c",
    "ghostty": "\u{1B}_Gi=16777215;OK\u{1B}\\\u{1B}P>|ghostty 1.1.0\u{1B}\\\u{1B}[?62;22c",
    "konsole": "\u{1B}_Gi=16777215;OK\u{1B}\\\u{1B}P>|Konsole 24\u{1B}\\\u{1B}[?62;1;4c",
    "wezterm": "\u{1B}P>|WezTerm 20240203\u{1B}\\\u{1B}[?65;4;6c", "tmux": "\u{1B}P>|tmux 3.4\u{1B}\\\u{1B}[?1;2;4c",
  ]

  private static let table = """
    xterm            -          nothing              8    symbols
    xterm            -          attributes           8    symbols
    xterm            -          palette              256  symbols
    xterm            -          count                256  symbols
    xterm            -          direct               24   symbols
    xterm            -          no-capability        8    symbols
    xterm            -          kept-colour          24   symbols
    xterm            -          no-style             8    symbols
    xterm-256color   -          kept-colour          24   symbols
    xterm-256color   -          colour-kept          24   symbols
    xterm-256color   -          nearest-colour       256  symbols
    xterm-256color   -          no-style             256  symbols
    xterm            -          sixel                8    sixel
    xterm            -          sixel+palette        256  sixel
    xterm            -          sixel-of-no-size     8    symbols
    xterm            -          old-kitty            24   kitty-overlay
    xterm            -          kitty                24   kitty
    xterm            -          wezterm              24   iterm2
    xterm            -          konsole              24   kitty-overlay
    xterm            truecolor  nothing              8    symbols
    xterm            truecolor  palette              24   symbols
    xterm-16color    -          nothing              16   symbols
    xterm-16color    -          palette              256  symbols
    xterm-16color    truecolor  nothing              16   symbols
    xterm-256color   -          nothing              256  symbols
    xterm-256color   -          attributes           256  symbols
    xterm-256color   -          sixel                256  sixel
    xterm-256color   -          direct               24   symbols
    xterm-256color   -          old-kitty            24   kitty-overlay
    xterm-256color   -          kitty                24   kitty
    xterm-256color   truecolor  nothing              24   symbols
    xterm-256color   24bit      sixel                24   sixel
    tmux-256color    -          tmux                 256  sixel-in-tmux
    tmux-256color    truecolor  nothing              24   symbols
    screen           -          nothing              8    symbols
    screen-256color  truecolor  nothing              24   symbols
    rxvt             -          nothing              8    symbols
    linux            -          nothing              8    symbols
    linux            truecolor  nothing              8    symbols
    vt100            -          nothing              0    none
    vt100            truecolor  palette              0    none
    xterm-mono       truecolor  palette+direct       0    none
    xterm-mono       -          sixel                0    sixel
    xterm-kitty      -          nothing              24   symbols
    xterm-kitty      -          old-kitty            24   kitty-overlay
    xterm-kitty      -          kitty                24   kitty
    xterm-ghostty    -          ghostty              24   kitty
    alacritty        -          nothing              24   symbols
    alacritty        truecolor  attributes           24   symbols
    foot             -          sixel                24   sixel
    st-256color      -          nothing              256  symbols
    rio              -          nothing              24   symbols
    mario            -          nothing              8    symbols
    some-terminal    -          nothing              8    symbols
    some-terminal    -          palette              256  symbols
    """

  private static func description(_ name: String, _ colourTerm: String?) -> TerminalProfile.Description {
    let colours = described[name] ?? TerminalProfile.colours(ofUnknown: name)
    return TerminalProfile.Description(
      name: name, colours: colours, hasDirectColours: colours >= Colour.trueColour, colourTerm: colourTerm)
  }

  /// What is understood of what was sent, in pieces of some bytes, with keys before and behind.
  private static func answers(_ names: some Sequence<String>, pieces: Int) throws -> TerminalAnswers {
    var parser = KeyParser()
    var answers = TerminalAnswers()
    let bytes = Array(try names.map { try #require(Self.answers[$0], "\($0)") }.joined().utf8)
    var keys: [Key] = []
    let start = ContinuousClock.now
    for place in stride(from: 0, to: bytes.count, by: pieces) {
      for event in parser.feed(bytes[place..<min(place + pieces, bytes.count)], at: start) {
        if case .answer(let answer) = event { answers.take(answer) }
        if case .key(let key) = event { keys.append(key) }
      }
    }
    #expect(keys.isEmpty, "an answer is no key")
    return answers
  }

  @Test(arguments: table.split(separator: "\n").map(String.init), [Int.max, 7, 1])
  func `colours and pictures are the best that the terminal is known to have`(row: String, pieces: Int) throws {
    let words = row.split(separator: " ").map(String.init)
    let description = Self.description(words[0], words[1] == "-" ? nil : words[1])
    let names = words[2].split(separator: "+").map(String.init)
    let answers = try Self.answers(names, pieces: min(pieces, 10_000))
    let profile = TerminalProfile(
      description, TerminalChoices(pictures: nil), answers: answers, isCellKnown: answers.cell != nil)
    let colours = words[3] == "24" ? Colour.trueColour : try #require(Int(words[3]))
    #expect(profile.colours == colours)
    // tmux shows sixel where it was built with it, and says so; without the size of a cell they are not used.
    let mode = words[4] == "sixel-in-tmux" ? "symbols" : words[4]
    #expect(profile.pictures == (try #require(PictureMode(rawValue: mode))))
  }

  @Test(arguments: Array(described.keys) + unknown, [nil, "", "truecolor", "24bit"] as [String?])
  func `whatever is answered, nothing gets worse, and nothing is believed that was not said`(
    name: String, colourTerm: String?
  ) throws {
    let description = Self.description(name, colourTerm)
    let before = TerminalProfile(description, TerminalChoices(pictures: nil))
    let known = Self.answers.keys.sorted()
    for first in known {
      for second in known {
        let answers = try Self.answers([first, second], pieces: 10_000)
        let profile = TerminalProfile(description, TerminalChoices(pictures: nil), answers: answers)
        #expect(profile.colours >= before.colours, "\(first) \(second)")
        #expect((profile.colours > 0) == (description.colours > 0), "\(first) \(second)")
        #expect(profile.pictures != .kitty || profile.colours == Colour.trueColour)
        if profile.pictures.isOverlay { #expect(answers.mode != nil && answers.mode != .symbols) }
        // What the user wants less of is less.
        for most in [0, 8, 16, 256] {
          let choices = TerminalChoices(mostColours: most, pictures: nil)
          let few = TerminalProfile(description, choices, answers: answers)
          #expect(few.colours == min(most, profile.colours))
          if most == 0 { #expect(few.pictures == .none) }
        }
      }
    }
  }

  @Test(arguments: ["linux", "vt100", "vt220", "screen", "dumb", "eterm-color"])
  func `what would print a question is not asked, but within tmux`(name: String) {
    #expect(!TerminalProfile.Description(name: name, colours: 8).isAnswering)
    #expect(TerminalProfile.Description(name: name, colours: 8, isInTmux: true).isAnswering)
  }

  @Test(arguments: [0, 8, 16, 256, Colour.trueColour])
  func `the theme follows from colours and background`(colours: Int) {
    let (black, white) = (Colour.rgb(0, 0, 0), Colour.rgb(255, 255, 255))
    let onBlack: Theme =
      switch colours {
      case 0: .uncoloured
      case 8, 16: .terminalOnDark(colours: colours)
      case 256: Theme(.dark, paintsBackground: false).withoutShades
      default: Theme(.dark, paintsBackground: false)
      }
    let onWhite: Theme =
      switch colours {
      case 0: .uncoloured
      case 8, 16: .terminalOnLight
      case 256: Theme(.light, paintsBackground: false).withoutShades
      default: Theme(.light, paintsBackground: false)
      }
    #expect(Theme("auto", background: black, colours: colours) == onBlack)
    #expect(Theme("auto", background: white, colours: colours) == onWhite)
    #expect(Theme("auto", background: nil, colours: colours) == .uncoloured)
  }
}
