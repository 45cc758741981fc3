/// Text measured in terminal columns. A Swift `Character` may take none, one or two.
///
/// As on a ``Canvas``, control characters take no column and a run of tabs or line breaks one. Every function takes the
/// width of ambiguous characters from `glyphs`.
public enum TextWidth {
  public static func columns(_ text: String, glyphs: Glyphs = .unicode) -> Int {
    text.scan(ambiguous: glyphs.ambiguousWidth) { scanner in
      var columns = scanner.takeASCII(limit: .max).count
      while let piece = scanner.next() {
        columns += piece.columns + scanner.takeASCII(limit: .max).count
      }
      return columns
    }
  }

  /// Returns the text cut to `columns`, ending in an ellipsis if it was cut and `ellipsis` is true.
  ///
  /// The result is one column narrower where a wide character would have been split.
  public static func cut(_ text: String, to columns: Int, ellipsis: Bool = true, glyphs: Glyphs = .unicode) -> String {
    text.scan(ambiguous: glyphs.ambiguousWidth) { scanner in
      let room = ellipsis ? columns - glyphs.ellipsisColumns : columns
      var used = 0
      var kept = String.UnicodeScalarView()
      var whole = String.UnicodeScalarView()
      var isWithinRoom = true
      while let piece = scanner.next() {
        guard used + piece.columns <= columns else {
          if ellipsis, room >= 0 { kept.append(glyphs.ellipsis) }
          return String(kept)
        }
        used += piece.columns
        isWithinRoom = isWithinRoom && used <= room
        whole.append(piece.unicode)
        if isWithinRoom { kept.append(piece.unicode) }
      }
      return String(whole)
    }
  }

  public static func pad(
    _ text: String, to columns: Int, alignment: TextAlignment = .leading, glyphs: Glyphs = .unicode
  ) -> String {
    let text = cut(text, to: columns, glyphs: glyphs)
    let space = String(repeating: " ", count: max(0, columns - self.columns(text, glyphs: glyphs)))
    return alignment == .leading ? text + space : space + text
  }

  /// Returns the text in lines of at most `columns`, broken at spaces, between wide characters, or anywhere in a word
  /// that is too long for a line. The text's own line breaks and empty lines are kept.
  ///
  /// The lines hold only what ``Harmless`` lets through. A character wider than `columns` gets a line of its own.
  public static func wrap(_ text: String, columns: Int, glyphs: Glyphs = .unicode) -> [String] {
    Harmless.lines(text).flatMap { line in
      self.columns(line, glyphs: glyphs) <= columns ? [line] : wrapLine(line, columns: max(1, columns), glyphs: glyphs)
    }
  }

  private static func wrapLine(_ text: String, columns: Int, glyphs: Glyphs) -> [String] {
    let pieces = text.scan(ambiguous: glyphs.ambiguousWidth) { scanner in
      var pieces: [TextScanner.Piece] = []
      while let piece = scanner.next() { pieces.append(piece) }
      return pieces
    }
    var lines: [String] = []
    var start = 0
    while start < pieces.count {
      var end = start
      var used = 0
      /// The last place to break the line without splitting a word.
      var breakBefore: Int?
      var previous: TextScanner.Piece?
      while end < pieces.count, used + pieces[end].columns <= columns || end == start {
        let piece = pieces[end]
        if let previous, piece.columns > 0, piece.scalar != 0x20,
          previous.scalar == 0x20 || previous.columns == 2 || piece.columns == 2
        {
          breakBefore = end
        }
        if piece.columns > 0 { previous = piece }
        used += piece.columns
        end += 1
      }
      while end < pieces.count, pieces[end].columns == 0 { end += 1 }
      if end < pieces.count, pieces[end].scalar != 0x20 {
        let needsNoSplit = previous.map { $0.scalar == 0x20 || $0.columns == 2 || pieces[end].columns == 2 } ?? false
        if !needsNoSplit, let breakBefore { end = breakBefore }
      }
      lines.append(string(of: pieces[start..<end]))
      start = end
      while start < pieces.count, pieces[start].scalar == 0x20 { start += 1 }
    }
    return lines
  }

  /// The pieces as text, without trailing spaces.
  private static func string(of pieces: ArraySlice<TextScanner.Piece>) -> String {
    let end = (pieces.lastIndex { $0.scalar != 0x20 } ?? pieces.startIndex - 1) + 1
    return String(String.UnicodeScalarView(pieces[..<end].map(\.unicode)))
  }
}

public enum TextAlignment: Hashable, Sendable {
  case leading, trailing
}
