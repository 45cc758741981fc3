/// Cells of comma-separated values that a spreadsheet would take for formulas.
///
/// A title such as `=HYPERLINK(…)` runs as a formula when the file is opened. A leading apostrophe makes it text:
///
///     SpreadsheetCell.defused("=1+1")       // "'=1+1"
///     SpreadsheetCell.restored("'=1+1")     // "=1+1"
///
/// Texts that already begin with apostrophes and such a sign get one more, so restoring returns every text unchanged.
public enum SpreadsheetCell {
  /// The column that marks a file with defused cells.
  public static let marker = "Spreadsheet-safe"

  /// The text, with a leading apostrophe where a spreadsheet would run it.
  public static func defused(_ text: String) -> String { needsApostrophe(text) ? "'" + text : text }

  /// Undoes ``defused(_:)``.
  public static func restored(_ text: String) -> String {
    // A combining sign behind the apostrophe makes one character with it.
    text.unicodeScalars.first == "'" && needsApostrophe(text) ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// Whether a formula sign, wide ones included, stands first but for characters that some spreadsheets skip:
  /// apostrophes, white space, and invisible characters such as a byte order mark. Tabs and line ends are enough by
  /// themselves.
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
