/// The answers of a terminal about itself, from which follows what can be drawn with (``TerminalProfile``).
public struct TerminalAnswers: Hashable, Sendable {
  /// A part of it, as it comes.
  public enum Answer: Hashable, Sendable {
    /// kitty's protocol is understood.
    case kittyGraphics
    /// Its name and version in its own words: `kitty(0.26.5)`, `tmux 3.4`.
    case name(String)
    /// How large a cell is, in pixels.
    case cell(width: Int, height: Int)
    /// How many colours it shows, at least.
    case colours(Int)
    /// The device attributes, which are asked for last: sixel is number 4.
    case attributes([Int])
  }

  public private(set) var hasKittyGraphics = false
  public private(set) var name = ""
  public private(set) var cell: (width: Int, height: Int)? {
    get { cellWidth > 0 && cellHeight > 0 ? (cellWidth, cellHeight) : nil }
    set { (cellWidth, cellHeight) = newValue ?? (0, 0) }
  }
  private var cellWidth = 0
  private var cellHeight = 0
  /// How many colours it said that it has; 0 where it said nothing.
  private var toldColours = 0
  public private(set) var attributes: [Int]?

  public init() {}

  /// What asks for all of it. Terminals answer in order, and what they do not know they leave out.
  ///
  /// - Parameter isInTmux: whether tmux is between; it takes kitty's question for the title of its pane.
  public static func question(isInTmux: Bool) -> [UInt8] {
    (isInTmux ? [] : KittyGraphics.question) + Array("\u{1B}[>0q\u{1B}[16t".utf8) + paletteQuestion
      + Array("\u{1B}[c".utf8)
  }

  /// Asks what the last of 256 colours is, how many there are (`Co`), and whether they have 24 bits (`RGB`). Nearly all
  /// know the first, and not all of them the others.
  private static let paletteQuestion = Array("\u{1B}]4;255;?\u{1B}\\\u{1B}P+q436F\u{1B}\\\u{1B}P+q524742\u{1B}\\".utf8)

  public mutating func take(_ answer: Answer) {
    switch answer {
    case .kittyGraphics: hasKittyGraphics = true
    case .name(let name): self.name = name
    case .cell(let width, let height): cell = (width, height)
    case .colours(let number): toldColours = max(toldColours, number)
    case .attributes(let attributes): self.attributes = attributes
    }
  }

  /// How many colours the terminal is known to have; 0 where that is not known.
  public var colours: Int {
    if TerminalProfile.hasTrueColour(name) { return Colour.trueColour }
    // It makes the best of what it is given.
    return name.hasPrefix("tmux") ? max(256, toldColours) : toldColours
  }

  /// The best mode the terminal is known to have; nil until all it was asked is answered.
  public var mode: PictureMode? {
    guard let attributes else { return nil }
    // Its own pictures come first: a terminal that has placeholders keeps them in place by itself.
    if hasKittyGraphics { return hasPlaceholders ? .kitty : .kittyOverlay }
    if name.hasPrefix("iTerm2") || name.hasPrefix("WezTerm") || name.hasPrefix("mintty") { return .iTerm2 }
    return attributes.contains(4) ? .sixel : .symbols
  }

  /// Whether it says that it shows kitty's pictures, and is known not to have placeholders for them.
  public var lacksPlaceholders: Bool { hasKittyGraphics && !name.isEmpty && !hasPlaceholders }

  /// kitty has placeholders since 0.28; Ghostty has always had them.
  private var hasPlaceholders: Bool {
    if name.hasPrefix("ghostty") { return true }
    guard name.hasPrefix("kitty(") else { return false }
    let parts = name.dropFirst("kitty(".count).split { !$0.isNumber }.compactMap { Int($0) }
    return parts.count >= 2 && (parts[0], parts[1]) >= (0, 28)
  }
}
