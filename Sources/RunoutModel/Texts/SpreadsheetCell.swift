/// Cells of comma-separated values that a spreadsheet would take for formulas.
///
/// A title such as `=HYPERLINK(…)` runs as a formula when the file is opened. An apostrophe in front makes text of it:
///
///     SpreadsheetCell.defused("=1+1")       // "'=1+1"
///     SpreadsheetCell.restored("'=1+1")     // "=1+1"
///
/// What begins with apostrophes and such a sign gets one more, so that restoring gives back every text as it was.
public enum SpreadsheetCell {
  /// The name of the column that marks a file whose cells were defused.
  public static let marker = "Spreadsheet-safe"

  /// The text with an apostrophe in front where a spreadsheet would read more than text in it.
  public static func defused(_ text: String) -> String {
    needsApostrophe(text) ? "'" + text : text
  }

  /// What `defused` was given.
  public static func restored(_ text: String) -> String {
    text.hasPrefix("'") && needsApostrophe(text) ? String(text.dropFirst()) : text
  }

  /// The signs that begin a formula, the wide ones included, whatever stands before them that some spreadsheets take off
  /// or do not see: apostrophes, white space, and signs that are not shown, such as a byte order mark. Tabs and line ends
  /// are enough by themselves.
  private static func needsApostrophe(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return true
      case "'": continue
      default: guard isPassedOver(scalar) else { return false }
      }
    }
    return false
  }

  private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      || properties.generalCategory == .control || properties.generalCategory == .format
  }
}
