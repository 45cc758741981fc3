/// Text from elsewhere, made fit for a terminal.
///
/// Titles, notes and user names may hold anything: escape sequences that recolour the screen or write the clipboard,
/// bells, overrides that turn the line round. What comes out of here holds printable characters only. ``Canvas`` does
/// the same on its own; this is for what goes elsewhere: command-line output, a window title, a text field.
///
/// Control characters, bidirectional controls, joiners, variation selectors and skin tones are left out, a sign keeps
/// four combining marks at most, and what Unicode has not assigned is shown as U+FFFD.
public enum Harmless {
  /// One line: each tab, line break or run of them becomes one space.
  public static func text(_ text: String) -> String {
    if isPlain(text) { return text }
    return text.scan(ambiguous: .narrow) { scanner in
      var clean = String.UnicodeScalarView()
      while let piece = scanner.next() {
        clean.append(Unicode.Scalar(piece.scalar)!)  // the scanner reads scalars and makes up none but U+FFFD
      }
      return String(clean)
    }
  }

  /// One string for each line of the text. Line feeds, carriage returns, form feeds, vertical tabs and Unicode's
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
