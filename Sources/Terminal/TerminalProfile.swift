/// The means of drawing in a terminal: how many colours, and pictures in which way.
///
/// It follows from what its description says, from `COLORTERM`, and from what the terminal has answered of itself so far;
/// every answer makes it better or leaves it.
public struct TerminalProfile: Hashable, Sendable {
  /// The facts that are known before the terminal is asked.
  public struct Description: Hashable, Sendable {
    /// `TERM`, whether or not the system knows a terminal of this name.
    public var name: String
    /// How many colours the description has; 0 for none.
    public var colours: Int
    /// Whether it says that the terminal takes red, green and blue.
    public var hasDirectColours: Bool
    /// `COLORTERM`.
    public var colourTerm: String?
    /// Whether tmux is between the program and the terminal.
    public var isInTmux: Bool

    public init(
      name: String, colours: Int, hasDirectColours: Bool = false, colourTerm: String? = nil, isInTmux: Bool = false
    ) {
      self.name = name
      self.colours = max(0, colours)
      self.hasDirectColours = hasDirectColours
      self.colourTerm = colourTerm
      self.isInTmux = isInTmux
    }

    /// Whether it answers questions, or at least swallows them: the Linux console, GNU screen and terminals of hardware
    /// print what they do not understand.
    public var isAnswering: Bool {
      isInTmux || !["linux", "screen", "vt", "dumb", "cons", "eterm", "ansi", "sun"].contains { name.hasPrefix($0) }
    }
  }

  /// How many colours there are to use; 0 for none.
  public var colours: Int
  public var pictures: PictureMode

  /// - Parameters:
  ///   - isCellKnown: whether the pixels of a cell are known; sixel takes as many cells as its pixels need.
  ///   - hasBlocks: whether the font and the character set have blocks, and spaces that are not cleared away.
  public init(
    _ description: Description, _ choices: TerminalChoices, answers: TerminalAnswers = TerminalAnswers(),
    isCellKnown: Bool = true, hasBlocks: Bool = true
  ) {
    colours = min(choices.mostColours, TerminalProfile.colours(description, answers))
    guard hasBlocks, choices.mostColours > 0 else {
      pictures = .none
      return
    }
    let known = answers.mode == .sixel && !isCellKnown ? .symbols : answers.mode
    var mode = choices.pictures ?? known ?? .symbols
    // A placeholder's colour is the picture's number, which is not to be had from a palette.
    if mode == .kitty, colours < Colour.trueColour || answers.lacksPlaceholders { mode = .kittyOverlay }
    // Pictures that lie over the cells need no colours of theirs; blocks have no others, and 8 of them at least.
    pictures = mode == .symbols && colours < 8 ? .none : mode
  }

  private static func colours(_ description: Description, _ answers: TerminalAnswers) -> Int {
    // A terminal that is described without colours is meant to have none.
    guard description.colours > 0 else { return 0 }
    let known = max(description.colours, answers.colours)
    // With fewer than 256 the variable is another terminal's.
    guard known >= 256 else { return known }
    let isDirect = description.hasDirectColours || ["truecolor", "24bit"].contains(description.colourTerm ?? "")
    return isDirect ? Colour.trueColour : known
  }

  /// How many colours a terminal has that the system does not know: over ssh, most that people use today.
  public static func colours(ofUnknown name: String) -> Int {
    if name.hasSuffix("-direct") { return Colour.trueColour }
    if name.contains("256color") { return 256 }
    if name.contains("16color") { return 16 }
    return hasTrueColour(name) ? Colour.trueColour : 8
  }

  /// Whether a terminal of this name, as `TERM` or the terminal itself says it, has colours of 24 bits.
  static func hasTrueColour(_ name: String) -> Bool {
    let name = name.lowercased()
    let own = name.hasPrefix("xterm-") ? name.dropFirst("xterm-".count) : name[...]
    return trueColourNames.contains { own.hasPrefix($0) }
  }

  /// How the names begin of terminals that have colours of 24 bits.
  private static let trueColourNames = [
    "alacritty", "contour", "foot", "ghostty", "iterm2", "kitty", "konsole", "mintty", "rio", "vte", "wezterm",
  ]
}
