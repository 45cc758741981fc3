public import Clients
public import Terminal

/// Styles by meaning. Each meaning also has a sign or a weight of its own, so that nothing is lost without colour.
nonisolated public struct Theme: Hashable, Sendable {
  /// The look of a selected row.
  enum Selection: Hashable, Sendable {
    /// A background behind the row, whose letters keep their colours.
    case tint(Colour)
    /// The whole row as plain text in reverse.
    case reversed
    case bold

    func applied(to style: CellStyle) -> CellStyle {
      switch self {
      case .tint(let colour): style.on(colour)
      case .reversed: CellStyle.plain.reversed.with(style.attributes.intersection(.underline))
      case .bold: style.bold
      }
    }
  }

  /// The style of cells without colours of their own; `plain` leaves the terminal's.
  public var base = CellStyle.plain
  var text = CellStyle.plain
  var strong = CellStyle.plain.bold
  var quiet = CellStyle.plain.dim
  /// Of rows that belong to the row above; `quiet` where no colour between that and the background can be read.
  var faint: CellStyle { shadeOfQuiet ?? quiet }
  private var shadeOfQuiet: CellStyle?
  /// Behind a row that others belong to; the default colour for none.
  private(set) var band = Colour.default
  var accent = CellStyle.plain.colour(.palette(37))
  var caption = CellStyle.plain.colour(.palette(37)).bold
  var link = CellStyle.plain
  var rule = CellStyle.plain.dim
  /// The border of the pane or pop-up that has the keys.
  var frame = CellStyle.plain.colour(.palette(37))
  var own = CellStyle.plain.colour(.palette(71))
  var otherPressing = CellStyle.plain.colour(.palette(71))
  var want = CellStyle.plain.colour(.palette(169))
  var price = CellStyle.plain.colour(.palette(136))
  var rating = CellStyle.plain.colour(.palette(136))
  /// The bars of charts, which like all that is solid `selected(_:hasFocus:)` does not reverse.
  var bar = CellStyle.plain.colour(.palette(38))
  /// Shades of bars from the least to the most, by the role of the last; empty where all of a role are one.
  private var shadesOfBar: [ThemeRole: [CellStyle]] = [:]
  /// Whether a format's medium has a colour.
  private var coloursMedia = false
  /// Conditions, from Mint to Poor.
  var good = CellStyle.plain.colour(.palette(71))
  var fair = CellStyle.plain.colour(.palette(136))
  var poor = CellStyle.plain.colour(.palette(160))
  var warning = CellStyle.plain.colour(.palette(172)).bold
  var error = CellStyle.plain.colour(.palette(160)).bold
  /// The selected row of the pane that has the keys, and of any other pane.
  private var selection = Selection.reversed
  private var selectionElsewhere = Selection.bold

  /// A theme for a screen with an unknown background: readable on dark and light alike.
  public init() {}

  var hasColourOfLinks: Bool { link.foreground != text.foreground }

  /// - Parameter grade: a short name, as in `Condition.shortName(_:)`.
  func style(ofGrade grade: Substring) -> CellStyle {
    switch grade {
    case "M", "NM", "M-": good
    case "VG+", "VG": fair
    case "G+", "G", "F", "P": poor
    default: quiet
    }
  }

  /// The medium that a format begins with, as in `2×CD, Album`, and its style; nil for a record, as most are.
  func medium(_ format: String) -> (name: String, style: CellStyle)? {
    guard coloursMedia, let first = format.utf8.first, first != UInt8(ascii: "L") else { return nil }
    // By bytes, as each row of a page asks.
    let medium = format.utf8.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: " ") }
    // Behind `×`, which is 0xC3 0x97.
    let start = medium.firstIndex(of: 0xC3).map { medium.index($0, offsetBy: 2) } ?? medium.startIndex
    let name = Substring(medium)
    switch name[start...] {
    case "CD", "CDr", "SACD", "Minidisc": return (String(name), link)
    case "Cass", "8-Trk", "Reel": return (String(name), rating)
    case "File", "DVD", "DVDr", "Blu-ray": return (String(name), accent)
    default: return nil
    }
  }

  /// Marks a match of a search in a colour; underlined where there is none, or where the selected row is in reverse.
  func matched(_ style: CellStyle) -> CellStyle {
    let matched = style.without(.dim).colour(accent.foreground)
    if case .tint = selection { return matched }
    return matched.underlined
  }

  /// - Parameters:
  ///   - share: of the longest bar.
  ///   - role: one of accent, price and link.
  func bar(ofShare share: Double, _ role: ThemeRole = .accent) -> CellStyle {
    guard let shades = shadesOfBar[role] else {
      // In reverse a bar would be a hole.
      return role == .accent ? bar : (role == .price ? price : link).with(.solid)
    }
    let place = Int((share * Double(shades.count)).rounded(.up)) - 1
    return shades[min(max(0, place), shades.count - 1)]
  }

  /// Whether it is of quiet letters, on a band or not.
  private func isQuiet(_ style: CellStyle) -> Bool {
    let letters = style.on(.default)
    return letters == quiet || letters == faint
  }

  func selected(_ style: CellStyle, hasFocus: Bool = true) -> CellStyle {
    let selection = hasFocus ? selection : selectionElsewhere
    // On a tint what is quiet elsewhere would be the weakest of the row that counts.
    if case .tint = selection, isQuiet(style) {
      return selection.applied(to: hasFocus ? text : quiet)
    }
    guard selection == .reversed else { return selection.applied(to: style) }
    // In reverse a bar would be a hole.
    let isBar = style == bar || shadesOfBar.values.contains { $0.contains(style) }
    return isBar || style.attributes.contains(.solid) ? style : selection.applied(to: style)
  }
}

nonisolated extension Theme {
  init(_ settings: Settings, background: Colour?, colours: Int) {
    self.init(settings.theme, own: settings.ownThemes, background: background, colours: colours)
  }

  /// The theme called `name`; where the terminal cannot show it, or there is none of that name, its own colours.
  ///
  /// - Parameters:
  ///   - own: the user's own themes.
  ///   - background: the terminal's, as reported; nil where unknown, and no colour is sure to be readable;
  ///     `.default` for a screen that is on no terminal.
  ///   - colours: the number of colours the terminal shows. Only with 256 or more has a theme colours of its own.
  public init(_ name: String, own: [ThemeColours] = [], background: Colour?, colours: Int) {
    let isLight = background?.rgb != nil && background?.isLight == true
    if name == ThemeColours.terminal {
      self = isLight ? .terminalOnLight : .terminal
    } else if colours >= 256, let painted = (ThemeColours.painted + own).first(where: { $0.name == name }) {
      self.init(painted, paintsBackground: true)
    } else if let background, background.rgb != nil, colours >= 8 {
      if colours >= 256 {
        self.init(isLight ? .light : .dark, paintsBackground: false)
      } else {
        self = isLight ? .terminalOnLight : .terminalOnDark(colours: colours)
      }
      self = readable(on: background, colours: colours)
    } else {
      self = background == nil || colours < 8 ? .uncoloured : colours < 256 ? .terminal : Theme()
    }
    // The terminal shows its own background as it is.
    let ground = base.background == .default ? background ?? .default : base.background.reduced(to: colours)
    band = band(on: ground, colours: colours)
    if shadeOfQuiet.map({ Self.canBeRead($0, on: ground, colours: colours) }) == false { shadeOfQuiet = nil }
    // A palette has no shades of one hue: green, grey and blue would look like categories.
    if colours < Colour.trueColour { self = withoutShades }
  }

  /// The theme with the terminal's own text colour wherever one of the theme's has too little contrast to the
  /// background, and then with a selection in reverse.
  private func readable(on background: Colour, colours: Int) -> Theme {
    var theme = self
    var isWhole = true
    for role in [\.text, \.strong] + Self.ofLetters.map(\.style) {
      guard let contrast = self[keyPath: role].foreground.reduced(to: colours).contrast(with: background),
        contrast < (role == \.rule ? Self.leastContrastOfLines : Self.leastContrast)
      else { continue }
      theme[keyPath: role] = theme[keyPath: role].colour(.default)
      isWhole = false
    }
    if !isWhole { (theme.selection, theme.selectionElsewhere) = (.reversed, .bold) }
    return theme
  }

  /// The least contrasts at which letters can be read, and lines be seen. Source: WCAG 2.2, 1.4.3 and 1.4.11.
  private static let (leastContrast, leastContrastOfLines) = (4.5, 3.0)

  /// Returns a colour next to the background; the default where it would be as strong as a selection, or where not all
  /// letters could be read on it.
  private func band(on ground: Colour, colours: Int) -> Colour {
    guard case .tint(let selection) = selection, case .tint(let elsewhere) = selectionElsewhere, ground.rgb != nil
    else { return .default }
    let letters = Self.ofLetters.filter { $0.style != \.rule }.map { self[keyPath: $0.style] }
    func isWeak(_ band: Colour, _ colours: Int) -> Bool {
      func strength(_ colour: Colour) -> Double { colour.reduced(to: colours).contrast(with: ground) ?? 0 }
      return [selection, elsewhere].allSatisfy { strength($0) >= 1.09 * strength(band) }
    }
    func isUnderLetters(_ band: Colour) -> Bool {
      letters.allSatisfy {
        $0.foreground == .default || Self.canBeRead($0, on: band.reduced(to: colours), colours: colours)
      }
    }
    let end = ground.isLight ? Colour.rgb(0, 0, 0) : .rgb(0xFF, 0xFF, 0xFF)
    return [0.08, 0.05].map { ground.mixed(with: end, share: $0) }
      .first { isWeak($0, colours) && isWeak($0, Colour.trueColour) && isUnderLetters($0) } ?? .default
  }

  private static func canBeRead(_ style: CellStyle, on background: Colour, colours: Int) -> Bool {
    style.foreground.reduced(to: colours).contrast(with: background) ?? 0 >= leastContrast
  }

  /// The styles of letters and lines, with the role of a theme that colours each.
  private static var ofLetters: [(style: WritableKeyPath<Theme, CellStyle>, role: ThemeRole)] {
    [
      (\.quiet, .quiet), (\.accent, .accent), (\.caption, .heading), (\.link, .link), (\.rule, .border),
      (\.frame, .accent), (\.own, .own), (\.otherPressing, .otherPressing), (\.want, .want), (\.price, .price),
      (\.rating, .rating), (\.good, .good), (\.fair, .fair), (\.poor, .poor), (\.warning, .warning), (\.error, .error),
    ]
  }

  /// - Parameter paintsBackground: if false, the background and plain text keep the terminal's colours.
  init(_ theme: ThemeColours, paintsBackground: Bool) {
    func colour(_ role: ThemeRole) -> Colour { theme.colours[role].map(Colour.init(hex:)) ?? .default }
    func style(_ role: ThemeRole) -> CellStyle { CellStyle.plain.colour(colour(role)) }
    if paintsBackground { base = style(.text).on(colour(.background)) }
    for letters in Self.ofLetters { self[keyPath: letters.style] = style(letters.role) }
    shadeOfQuiet = [0.75, 0.85]
      .map { style(.quiet).colour(colour(.background).mixed(with: colour(.quiet), share: $0)) }
      .first { Self.canBeRead($0, on: colour(.background), colours: Colour.trueColour) }
    selection = .tint(colour(.selection))
    selectionElsewhere = .tint(colour(.selectionElsewhere))
    band = band(on: colour(.background), colours: Colour.trueColour)
    (caption, warning, error) = (caption.bold, warning.bold, error.bold)
    bar = style(.accent)
    coloursMedia = true
    for role in [ThemeRole.accent, .price, .link] {
      shadesOfBar[role] = [0.5, 0.6, 0.7, 0.8, 0.9, 1].map { share in
        CellStyle.plain.colour(colour(.background).mixed(with: colour(role), share: share))
      }
    }
  }

  /// The theme with one shade of bars.
  var withoutShades: Theme {
    var theme = self
    theme.shadesOfBar = [:]
    return theme
  }

  private func with(_ style: CellStyle, _ roles: WritableKeyPath<Theme, CellStyle>...) -> Theme {
    roles.reduce(into: self) { $0[keyPath: $1] = style }
  }

  /// A colour of the terminal's own: 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan; from 9 on the same, bright.
  private static func palette(_ index: UInt8) -> CellStyle { CellStyle.plain.colour(.palette(index)) }

  /// No colours, for a terminal that has none or has not reported its background: weight and reversal carry the
  /// meaning. Nothing is faint, which could be unreadable there.
  static let uncoloured = Theme()
    .with(.plain, \.quiet, \.rule, \.own, \.otherPressing, \.want, \.price, \.rating, \.good, \.fair, \.poor)
    .with(.plain.bold, \.accent, \.caption, \.frame, \.warning, \.error)
    .with(.plain.with(.solid), \.bar)

  /// The terminal's own palette, as the user has set it up.
  static let terminal = Theme()
    .with(palette(6), \.accent, \.frame).with(palette(6).bold, \.caption).with(palette(14), \.bar)
    .with(palette(2), \.own, \.otherPressing, \.good).with(palette(5), \.want)
    .with(palette(3), \.price, \.rating, \.fair).with(palette(3).bold, \.warning)
    .with(palette(1), \.poor).with(palette(1).bold, \.error)

  /// The terminal's own colours that are readable on black: of 8, red and magenta are not, and faint letters not
  /// everywhere.
  static func terminalOnDark(colours: Int) -> Theme {
    let hasBright = colours >= 16
    let red = hasBright ? palette(9) : .plain
    return terminal.with(.plain, \.quiet, \.rule).with(hasBright ? palette(13) : .plain.bold, \.want)
      .with(red, \.poor).with(red.bold, \.error)
  }

  /// The terminal's own colours that are readable on white: faint letters, cyan, green and yellow are not.
  static let terminalOnLight = Theme.terminal
    .with(.plain, \.quiet, \.rule, \.price, \.rating, \.good, \.fair)
    .with(palette(4), \.accent, \.frame, \.own, \.otherPressing).with(palette(4).bold, \.caption)
    .with(palette(12), \.bar).with(palette(5).bold, \.warning)
}
