/// A terminal's means of drawing: the number of colours, and the way to show pictures.
///
/// It follows from the terminal's description, `COLORTERM`, and its answers so far; an answer never makes it worse.
public struct TerminalProfile: Hashable, Sendable {
  /// The facts known before the terminal is asked.
  public struct Description: Hashable, Sendable {
    /// `TERM`, whether or not the system knows it.
    public var name: String
    /// The colours of the description; 0 for none.
    public var colours: Int
    public var hasDirectColours: Bool
    public var colourTerm: String?
    public var isInTmux: Bool

    public init(
      name: String, colours: Int, hasDirectColours: Bool = false, colourTerm: String? = nil, isInTmux: Bool = false
    ) {
      (self.name, self.colours, self.hasDirectColours) = (name, max(0, colours), hasDirectColours)
      (self.colourTerm, self.isInTmux) = (colourTerm, isInTmux)
    }

    /// Whether it answers questions, or at least swallows them: the Linux console, GNU screen and hardware terminals
    /// print questions they do not understand.
    public var isAnswering: Bool {
      isInTmux || !["linux", "screen", "vt", "dumb", "cons", "eterm", "ansi", "sun"].contains { name.hasPrefix($0) }
    }
  }

  /// The number of colours to use; 0 for none.
  public var colours: Int
  public var pictures: PictureMode

  /// - Parameters:
  ///   - isCellKnown: whether the size of a cell in pixels is known, which sixel needs.
  ///   - hasBlocks: whether font and character set have blocks, and spaces that are not cleared away.
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
    // A placeholder's colour is the picture's number, which a palette cannot express.
    if mode == .kitty, colours < Colour.trueColour || answers.lacksPlaceholders { mode = .kittyOverlay }
    // Pictures over the cells need no colours; blocks need at least 8.
    pictures = mode == .symbols && colours < 8 ? .none : mode
  }

  private static func colours(_ description: Description, _ answers: TerminalAnswers) -> Int {
    // A description without colours is meant that way.
    guard description.colours > 0 else { return 0 }
    let known = max(description.colours, answers.colours)
    // With fewer than 256, `COLORTERM` was set for another terminal.
    guard known >= 256 else { return known }
    let isDirect = description.hasDirectColours || ["truecolor", "24bit"].contains(description.colourTerm ?? "")
    return isDirect ? Colour.trueColour : known
  }

  /// The colours of a terminal that the system does not know: over ssh, most terminals that people use today.
  public static func colours(ofUnknown name: String) -> Int {
    if name.hasSuffix("-direct") { return Colour.trueColour }
    if name.contains("256color") { return 256 }
    if name.contains("16color") { return 16 }
    return hasColoursAndShapes(name) ? Colour.trueColour : 8
  }

  /// Whether the name of a terminal that the system does not know says that it cannot place the cursor.
  ///
  /// - Note: Source: terminfo.src of ncurses, “ordinary terminals”. It calls some of them generic, and looks none up.
  public static func isTooSimple(unknown name: String) -> Bool {
    ["dumb", "dumb-emacs-ansi", "glasstty", "lpr", "printer", "unknown", "vanilla"].contains(name)
  }

  /// Whether a terminal of this name, from `TERM` or its own answer, is one of those that have 24-bit colours and several
  /// shapes of the cursor, whatever they are described with.
  public static func hasColoursAndShapes(_ name: String) -> Bool {
    let name = name.lowercased()
    let own = name.hasPrefix("xterm-") ? name.dropFirst("xterm-".count) : name[...]
    return names.contains { own.hasPrefix($0) }
  }

  private static let names = [
    "alacritty", "contour", "foot", "ghostty", "iterm2", "kitty", "konsole", "mintty", "rio", "vte", "wezterm",
  ]
}
