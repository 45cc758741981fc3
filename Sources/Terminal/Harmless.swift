/// Makes text from elsewhere safe for a terminal.
///
/// Titles, notes and user names may hold escape sequences that recolour the screen or write the clipboard, bells, or
/// overrides that turn the line round. ``Canvas`` drops them by itself; this is for text that goes elsewhere:
/// command-line output, a window title, a text field.
///
/// Control characters, bidirectional controls, joiners, variation selectors and skin tones are left out; a character
/// keeps at most four combining marks; unassigned scalars become U+FFFD.
public enum Harmless {
  /// Returns the text on one line: each run of tabs and line breaks becomes one space.
  public static func text(_ text: String) -> String {
    if isPlain(text) { return text }
    return text.scan(ambiguous: .narrow) { scanner in
      var clean = String.UnicodeScalarView()
      while let piece = scanner.next() { clean.append(piece.unicode) }
      return String(clean)
    }
  }

  /// Returns one string for each line. Line feeds, carriage returns, form feeds, vertical tabs and Unicode's
  /// separators end a line; a break at the very end does not begin another.
  public static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var previous: Unicode.Scalar = "\0"
    for scalar in text.unicodeScalars {
      if scalar != "\t", ScalarClass(of: scalar.value) == .space {
        if !(scalar == "\n" && previous == "\r") {
          lines.append(self.text(String(line)))
          line = String.UnicodeScalarView()
        }
      } else {
        line.append(scalar)
      }
      previous = scalar
    }
    if !line.isEmpty { lines.append(self.text(String(line))) }
    return lines
  }

  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { utf8 in utf8.allSatisfy { $0 &- 0x20 < 0x5F } }
  }
}
