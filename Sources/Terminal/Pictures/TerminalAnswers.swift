/// A terminal's answers about itself, from which its ``TerminalProfile`` follows.
public struct TerminalAnswers: Sendable {
  public enum Answer: Hashable, Sendable {
    case kittyGraphics
    /// Name and version as the terminal writes them: `kitty(0.26.5)`, `tmux 3.4`.
    case name(String)
    /// The size of a cell in pixels.
    case cell(width: Int, height: Int)
    /// The least number of colours that it shows.
    case colours(Int)
    /// The device attributes, asked for last, so that they end the answers; 4 is sixel.
    case attributes([Int])
  }

  public private(set) var hasKittyGraphics = false
  public private(set) var name = ""
  public private(set) var cell: (width: Int, height: Int)?
  /// The colours that it reported; 0 if it did not.
  private var toldColours = 0
  public private(set) var attributes: [Int]?

  public init() {}

  /// The bytes that ask for all of it. Terminals answer in order and skip questions they do not know.
  ///
  /// - Parameter isInTmux: whether to leave out kitty's question, which tmux takes for the title of its pane.
  public static func question(isInTmux: Bool) -> [UInt8] {
    (isInTmux ? [] : KittyGraphics.question) + "\u{1B}[>0q\u{1B}[16t".utf8 + paletteQuestion + "\u{1B}[c".utf8
  }

  /// Asks for the last of 256 colours, the number of colours (`Co`), 24-bit colour (`RGB`), and whether a 24-bit colour
  /// that was set is still one (`DECRQSS`). Nearly all terminals answer the first; Debian's xterm, which has them all,
  /// the last only. All of the style is set back: where such a colour is unknown, its numbers are bold and faint.
  private static let paletteQuestion = Array(
    ("\u{1B}]4;255;?\u{1B}\\\u{1B}P+q436F\u{1B}\\\u{1B}P+q524742\u{1B}\\"
      + "\u{1B}[38;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[m").utf8)

  public mutating func take(_ answer: Answer) {
    switch answer {
    case .kittyGraphics: hasKittyGraphics = true
    case .name(let name): self.name = name
    case .cell(let width, let height): cell = (width, height)
    case .colours(let number): toldColours = max(toldColours, number)
    case .attributes(let attributes): self.attributes = attributes
    }
  }

  /// The colours that the terminal is known to have; 0 if unknown.
  public var colours: Int {
    if TerminalProfile.hasColoursAndShapes(name) { return Colour.trueColour }
    // tmux reduces colours for the terminal it runs in.
    return name.hasPrefix("tmux") ? max(256, toldColours) : toldColours
  }

  /// The best mode that the terminal is known to have; nil until its last answer.
  public var mode: PictureMode? {
    guard let attributes else { return nil }
    // Kitty's pictures first: with placeholders the terminal itself keeps them in place.
    if hasKittyGraphics { return hasPlaceholders ? .kitty : .kittyOverlay }
    if name.hasPrefix("iTerm2") || name.hasPrefix("WezTerm") || name.hasPrefix("mintty") { return .iTerm2 }
    return attributes.contains(4) ? .sixel : .symbols
  }

  /// Whether it shows kitty's pictures, but by its name is known to lack placeholders.
  public var lacksPlaceholders: Bool { hasKittyGraphics && !name.isEmpty && !hasPlaceholders }

  /// kitty has placeholders since 0.28; Ghostty has always had them.
  private var hasPlaceholders: Bool {
    if name.hasPrefix("ghostty") { return true }
    guard name.hasPrefix("kitty(") else { return false }
    let parts = name.dropFirst("kitty(".count).split { !$0.isNumber }.compactMap { Int($0) }
    return parts.count >= 2 && (parts[0], parts[1]) >= (0, 28)
  }
}
