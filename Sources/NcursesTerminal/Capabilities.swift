import CNcurses
import LibC
import Terminal

struct Capabilities {
  var flag: (String) -> Bool
  /// -1 if absent.
  var number: (String) -> Int32
  var string: (String) -> [UInt8]?

  /// The description that terminfo looked up last.
  static var lookedUp: Capabilities {
    Capabilities(
      flag: { tigetflag($0) > 0 }, number: { tigetnum($0) },
      string: { name in ncurses_capability(name).map { Array(String(cString: $0).utf8) } })
  }

  /// The capabilities of xterm and its kin, for a terminal that the system does not know, as over ssh. Keys are left
  /// out, because the parser knows their grammar.
  static var xterm: Capabilities {
    Capabilities(
      flag: { ["am", "mir", "msgr", "xenl", "AX"].contains($0) },
      number: { ["cols": 80, "lines": 24][$0] ?? -1 },
      string: { name in xtermStrings[name].map { Array($0.utf8) } })
  }

  /// Taken from ncurses' entry of xterm, without the alternate character set and capabilities that some relatives lack.
  private static let xtermStrings = [
    "bel": "\u{7}", "cr": "\r", "ind": "\n", "clear": "\u{1B}[H\u{1B}[2J", "home": "\u{1B}[H",
    "cup": "\u{1B}[%i%p1%d;%p2%dH", "hpa": "\u{1B}[%i%p1%dG", "ri": "\u{1B}M", "ed": "\u{1B}[J", "el": "\u{1B}[K",
    "el1": "\u{1B}[1K", "ich": "\u{1B}[%p1%d@", "dch": "\u{1B}[%p1%dP", "dch1": "\u{1B}[P", "ech": "\u{1B}[%p1%dX",
    "il": "\u{1B}[%p1%dL", "il1": "\u{1B}[L", "dl": "\u{1B}[%p1%dM", "dl1": "\u{1B}[M",
    "csr": "\u{1B}[%i%p1%d;%p2%dr", "sc": "\u{1B}7", "rc": "\u{1B}8",
    "smcup": "\u{1B}[?1049h", "rmcup": "\u{1B}[?1049l", "civis": "\u{1B}[?25l", "cnorm": "\u{1B}[?25h",
    "smkx": "\u{1B}[?1h\u{1B}=", "rmkx": "\u{1B}[?1l\u{1B}>", "smir": "\u{1B}[4h", "rmir": "\u{1B}[4l",
    "sgr0": "\u{1B}[m", "bold": "\u{1B}[1m", "dim": "\u{1B}[2m", "sitm": "\u{1B}[3m", "ritm": "\u{1B}[23m",
    "smul": "\u{1B}[4m", "rmul": "\u{1B}[24m", "rev": "\u{1B}[7m", "smso": "\u{1B}[7m", "rmso": "\u{1B}[27m",
    "op": "\u{1B}[39;49m", "kbs": "\u{7F}", "kmous": "\u{1B}[<",
  ]
}

struct Lookup {
  let description: TerminalProfile.Description
  let isStandIn: Bool
  private let name: String
  /// A generated description for ncurses to use instead of the system's.
  private let own: String?
  private let hasSize: Bool

  /// - Throws: ``TerminalError/terminalTooSimple(_:)`` if the description cannot place the cursor.
  init(_ name: String, colourTerm: String?, isInTmux: Bool) throws(TerminalError) {
    // Otherwise ncurses puts the window's size into the description.
    use_env(false)
    use_tioctl(false)
    var status: Int32 = 0
    isStandIn = ncurses_look_up(name, &status) != 0
    if isStandIn {
      guard !TerminalProfile.isTooSimple(unknown: name) else { throw .terminalTooSimple(name) }
      // A fixed name, because `TERM` may be anything.
      self.name = "runout-xterm"
      hasSize = true
      own = DirectColour.description(of: self.name, from: .xterm)
      let colours = TerminalProfile.colours(ofUnknown: name)
      description = TerminalProfile.Description(
        name: name, colours: colours, hasDirectColours: colours >= Colour.trueColour, colourTerm: colourTerm,
        isInTmux: isInTmux)
      return
    }
    guard ncurses_capability("cup") != nil else { throw .terminalTooSimple(name) }
    self.name = name
    hasSize = tigetnum("lines") > 0 && tigetnum("cols") > 0
    description = TerminalProfile.Description(
      name: name, colours: Int(tigetnum("colors")), hasDirectColours: DirectColour.isDescribed, colourTerm: colourTerm,
      isInTmux: isInTmux)
    // Also if the terminal may answer later that it has more colours than described.
    let isDirect = TerminalProfile(description, TerminalChoices()).colours >= Colour.trueColour
    let takesMore = description.isAnswering && ncurses_capability("setaf")?.pointee == 0x1B && description.colours >= 8
    own = isDirect || takesMore ? DirectColour.description(of: name) : nil
  }

  /// Opens the terminal in the size of its description, so that ncurses never allocates the cells of a window of
  /// millions. Nil if ncurses cannot open it.
  func open() -> OpaquePointer? {
    // The Linux console's description has no size, but its windows are small.
    use_env(!hasSize)
    use_tioctl(!hasSize)
    guard let own else { return ncurses_open(name) }
    if let screen = Lookup.with(description: own, { ncurses_open(name) }) { return screen }
    // This ncurses reads descriptions from files only.
    let nearest = isStandIn ? ["xterm-256color", "xterm", "screen", "vt100"] : [name]
    return nearest.lazy.compactMap { (name: String) in ncurses_open(name) }.first
  }

  /// Calls `body` with a description in the environment, the only way besides files to give ncurses one.
  ///
  /// The variable is read here only to be put back, before any child is started; nothing is decided by its value.
  static func with<Result>(description: String, _ body: () -> Result) -> Result {
    let before = getenv("TERMINFO").map { String(cString: $0) }
    setenv("TERMINFO", description, 1)
    defer { if let before { setenv("TERMINFO", before, 1) } else { unsetenv("TERMINFO") } }
    return body()
  }
}
