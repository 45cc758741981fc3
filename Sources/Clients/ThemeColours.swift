/// The role of a colour in a theme.
public enum ThemeRole: String, CaseIterable, Hashable, Sendable {
  case background, text, quiet, heading, accent, link
  /// Marks: on the shelf, on the shelf in another pressing, on the want list.
  case own
  case otherPressing = "other-pressing"
  case want
  case price
  /// Conditions, from Mint to Poor.
  case good, fair, poor
  case rating, warning, error, border
  /// The background of the selected row, in the pane with the focus and in others.
  case selection
  case selectionElsewhere = "selection-elsewhere"
}

/// The colours of a theme by their roles, each in 24 bits of red, green and blue.
///
/// Every colour of letters has a contrast of at least 4.5 to 1 with the background and both selections, that of lines, which
/// only divide, of 3 to 1 with the background; in the high-contrast theme both have 7 to 1, by WCAG 2.2; also in the 256
/// colours of most terminals.
public struct ThemeColours: Hashable, Sendable {
  public var name: String
  public var colours: [ThemeRole: UInt32]

  public init(_ name: String, _ colours: [ThemeRole: UInt32]) { (self.name, self.colours) = (name, colours) }

  /// The themes with a background of their own, in the order of lists.
  public static let painted = [vinyl, midnight, contrast, gruvbox, nord, catppuccin, paper, daylight]

  /// Follows the terminal's background.
  public static let automatic = "auto"
  /// The terminal's own 16 colours.
  public static let terminal = "terminal"

  /// The values of `theme`, besides the user's own.
  public static let names = [automatic, terminal] + painted.map(\.name)

  /// For a dark terminal, whose background stays: from black to a dark grey.
  public static let dark = ThemeColours(
    "dark",
    [
      .background: 0x000000, .text: 0xE4E4E4, .quiet: 0xB8B8B8, .heading: 0x6FDCCB, .accent: 0x6FDCCB,
      .link: 0x9CCCFF, .own: 0x87D787, .otherPressing: 0xD7D787, .want: 0xFFAFD7, .price: 0xECC96A, .good: 0x87D787,
      .fair: 0xE6D36A, .poor: 0xFFAF9F, .rating: 0xFFD75F, .warning: 0xFFBF69, .error: 0xFFAF9F, .border: 0x808080,
      .selection: 0x2A4B47, .selectionElsewhere: 0x3A3A3A,
    ])

  /// For a light terminal, whose background stays: from white to a light grey.
  public static let light = ThemeColours(
    "light",
    [
      .background: 0xFFFFFF, .text: 0x1C1C1C, .quiet: 0x585858, .heading: 0x005F5F, .accent: 0x005F5F,
      .link: 0x005FAF, .own: 0x005F00, .otherPressing: 0x5F5F00, .want: 0xAF005F, .price: 0x6F4E00, .good: 0x005F00,
      .fair: 0x5F5F00, .poor: 0xAF0000, .rating: 0x6F4E00, .warning: 0x7A2E00, .error: 0xAF0000, .border: 0x878787,
      .selection: 0xCFDFEA, .selectionElsewhere: 0xE4E4E4,
    ])

  /// Warm, on a black like that of a record.
  public static let vinyl = ThemeColours(
    "vinyl",
    [
      .background: 0x141216, .text: 0xE8E2D9, .quiet: 0xA39C93, .heading: 0xF2B36B, .accent: 0xF2B36B,
      .link: 0x8FC7FF, .own: 0x8FD694, .otherPressing: 0xD8CF7E, .want: 0xFF9EC4, .price: 0xEAC76B, .good: 0x8FD694,
      .fair: 0xE3D574, .poor: 0xFF9B8A, .rating: 0xFFD166, .warning: 0xFFB86B, .error: 0xFF9B8A, .border: 0x746D66,
      .selection: 0x3A3026, .selectionElsewhere: 0x241F22,
    ])

  /// Cool, on a dark blue.
  public static let midnight = ThemeColours(
    "midnight",
    [
      .background: 0x11182B, .text: 0xD8E0F2, .quiet: 0x97A3C0, .heading: 0x7FE0D0, .accent: 0x7FE0D0,
      .link: 0x82CFFF, .own: 0x8BE28B, .otherPressing: 0xDCD98A, .want: 0xFF9FCE, .price: 0xF0CF7A, .good: 0x8BE28B,
      .fair: 0xE8DC7C, .poor: 0xFF9F96, .rating: 0xFFD76E, .warning: 0xFFBD75, .error: 0xFF9F96, .border: 0x66749A,
      .selection: 0x26365E, .selectionElsewhere: 0x1B2440,
    ])

  /// As much contrast as there can be, on black.
  public static let contrast = ThemeColours(
    "contrast",
    [
      .background: 0x000000, .text: 0xFFFFFF, .quiet: 0xD0D0D0, .heading: 0xFFFF5F, .accent: 0xFFFF5F,
      .link: 0x87D7FF, .own: 0x87FF87, .otherPressing: 0xFFFFAF, .want: 0xFFAFFF, .price: 0xFFD75F, .good: 0x87FF87,
      .fair: 0xFFFF87, .poor: 0xFFAFAF, .rating: 0xFFD75F, .warning: 0xFFD787, .error: 0xFFAFAF, .border: 0xD0D0D0,
      .selection: 0x00005F, .selectionElsewhere: 0x262626,
    ])

  /// The palette of gruvbox, a little lighter where its letters are too dark on its background.
  public static let gruvbox = ThemeColours(
    "gruvbox",
    [
      .background: 0x282828, .text: 0xEBDBB2, .quiet: 0xB0A28F, .heading: 0xFABD2F, .accent: 0xFABD2F, .link: 0x8AAA9E,
      .own: 0xB8BB26, .otherPressing: 0xD5C4A1, .want: 0xDB9CAD, .price: 0xFE8019, .good: 0xB8BB26, .fair: 0xFABD2F,
      .poor: 0xFC8071, .rating: 0xFABD2F, .warning: 0xFE8019, .error: 0xFC8071, .border: 0x928374,
      .selection: 0x3C3836, .selectionElsewhere: 0x32302F,
    ])

  /// The palette of Nord, lighter where its letters are too dark on its background.
  public static let nord = ThemeColours(
    "nord",
    [
      .background: 0x2E3440, .text: 0xECEFF4, .quiet: 0xD8DEE9, .heading: 0x8FC4D3, .accent: 0x8FC4D3, .link: 0x9FB8D0,
      .own: 0xABC496, .otherPressing: 0xEBCB8B, .want: 0xC4A6BE, .price: 0xEBCB8B, .good: 0xABC496, .fair: 0xEBCB8B,
      .poor: 0xD89FA4, .rating: 0xEBCB8B, .warning: 0xDAA08E, .error: 0xD89FA4, .border: 0x7B88A1,
      .selection: 0x3B4252, .selectionElsewhere: 0x394050,
    ])

  /// The palette of Catppuccin Mocha.
  public static let catppuccin = ThemeColours(
    "catppuccin",
    [
      .background: 0x1E1E2E, .text: 0xCDD6F4, .quiet: 0xA6ADC8, .heading: 0xCBA6F7, .accent: 0xCBA6F7, .link: 0x89B4FA,
      .own: 0xA6E3A1, .otherPressing: 0xF9E2AF, .want: 0xF5C2E7, .price: 0xFAB387, .good: 0xA6E3A1, .fair: 0xF9E2AF,
      .poor: 0xF38BA8, .rating: 0xF9E2AF, .warning: 0xFAB387, .error: 0xF38BA8, .border: 0x7F849C,
      .selection: 0x313244, .selectionElsewhere: 0x292938,
    ])

  /// Brown ink on the paper of an inner sleeve.
  public static let paper = ThemeColours(
    "paper",
    [
      .background: 0xFBF6EA, .text: 0x2B2620, .quiet: 0x5C5449, .heading: 0x8C2F12, .accent: 0x8C2F12,
      .link: 0x1B4F86, .own: 0x2D6A2D, .otherPressing: 0x6A5C00, .want: 0xA8205F, .price: 0x624400, .good: 0x2D6A2D,
      .fair: 0x6A5C00, .poor: 0xA82A1A, .rating: 0x624400, .warning: 0x7D2F00, .error: 0xA82A1A, .border: 0x90887A,
      .selection: 0xECDFC4, .selectionElsewhere: 0xECE2CD,
    ])

  /// Dark on white.
  public static let daylight = ThemeColours(
    "daylight",
    [
      .background: 0xFFFFFF, .text: 0x16202C, .quiet: 0x4D5966, .heading: 0x00626B, .accent: 0x00626B,
      .link: 0x0A5CAD, .own: 0x1A6B33, .otherPressing: 0x665C00, .want: 0xB01766, .price: 0x5F4A00, .good: 0x1A6B33,
      .fair: 0x665C00, .poor: 0xB3261E, .rating: 0x5F4A00, .warning: 0x7A2E00, .error: 0xB3261E, .border: 0x85909C,
      .selection: 0xD4E5F4, .selectionElsewhere: 0xEAF1F7,
    ])
}
