/// The width of characters that Unicode calls ambiguous (`—`, `…`, `─`, Greek, Cyrillic): one column or two.
///
/// Terminals draw them narrow unless set up otherwise, as some are in East Asia.
public enum AmbiguousWidth: Hashable, Sendable {
  case narrow
  case wide
}

/// The signs that screens draw with; pages never spell one out.
///
///     canvas.write("\(canvas.glyphs.marker) \(title)", at: point)
public struct Glyphs: Hashable, Sendable {
  public var horizontal: Unicode.Scalar
  public var vertical: Unicode.Scalar
  /// The line beside the pane that has the keys.
  public var heavyVertical: Unicode.Scalar
  public var topLeft: Unicode.Scalar
  public var topRight: Unicode.Scalar
  public var bottomLeft: Unicode.Scalar
  public var bottomRight: Unicode.Scalar
  /// Before each of several rows that belong to the one above them, but the last, which has `bottomLeft`.
  public var branch: Unicode.Scalar

  public var up: Unicode.Scalar
  public var down: Unicode.Scalar
  public var left: Unicode.Scalar
  public var right: Unicode.Scalar

  /// Before the selected row.
  public var marker: Unicode.Scalar
  /// Before a marked row.
  public var tick: Unicode.Scalar
  public var bullet: Unicode.Scalar
  /// Between two facts on one line.
  public var separator: Unicode.Scalar
  /// At the end of text that was cut.
  public var ellipsis: Unicode.Scalar
  /// A part of a bar, in the middle of its row and lower than it: bars one below the other do not touch.
  public var bar: Unicode.Scalar
  public var star: Unicode.Scalar
  public var noStar: Unicode.Scalar
  /// Owned: this pressing, or another one of the same master.
  public var own: Unicode.Scalar
  public var otherPressing: Unicode.Scalar
  /// Wanted: this pressing, or another one of the same master.
  public var want: Unicode.Scalar
  public var otherWant: Unicode.Scalar
  public var warning: Unicode.Scalar
  /// After the caption of the column that a list is sorted by.
  public var ascending: Unicode.Scalar
  public var descending: Unicode.Scalar
  /// Whether keys with a well-known sign are shown by it rather than by name.
  public var hasKeySigns: Bool
  /// Whether there are blocks to make pictures of: a font with signs for keys has them.
  public var hasBlocks: Bool { hasKeySigns }

  public var ambiguousWidth: AmbiguousWidth

  var ellipsisColumns: Int { max(1, ScalarClass(of: ellipsis.value).columns(ambiguousWidth)) }

  public static let unicode = Glyphs(
    horizontal: "─", vertical: "│", heavyVertical: "┃", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘",
    branch: "├",
    up: "↑", down: "↓", left: "←", right: "→", marker: "▸", tick: "✓", bullet: "•", separator: "·", ellipsis: "…",
    bar: "■", star: "★", noStar: "☆",
    own: "●", otherPressing: "◐", want: "♥", otherWant: "♡", warning: "!", ascending: "▲", descending: "▼",
    hasKeySigns: true, ambiguousWidth: .narrow)

  public static let ascii = Glyphs(
    horizontal: "-", vertical: "|", heavyVertical: "#", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+",
    branch: "+",
    up: "^", down: "v", left: "<", right: ">", marker: ">", tick: "*", bullet: "*", separator: "-", ellipsis: "~",
    bar: "#", star: "*", noStar: ".",
    own: "O", otherPressing: "o", want: "W", otherWant: "w", warning: "!", ascending: "^", descending: "v",
    hasKeySigns: false, ambiguousWidth: .narrow)

  /// ASCII for terminals that draw ambiguous characters wide, among them lines, arrows and the ellipsis.
  public static let ambiguousWide: Glyphs = {
    var glyphs = ascii
    glyphs.ambiguousWidth = .wide
    return glyphs
  }()
}
