/// Turns text into ASCII, column for column: `Motörhead – “Bomber”` becomes `Motorhead - "Bomber"`. Characters without
/// a counterpart become question marks.
public enum Transliteration {
  /// Returns the text on one line, as safe as from ``Harmless``. A wide character becomes a letter and a space, so that
  /// columns stay aligned.
  public static func ascii(_ text: String) -> String {
    text.scan(ambiguous: .narrow) { scanner in
      var result: [UInt8] = []
      while let piece = scanner.next() {
        if piece.columns == 0 { continue }
        result.append(ascii(piece.scalar))
        if piece.columns == 2 { result.append(UInt8(ascii: " ")) }
      }
      return String(decoding: result, as: UTF8.self)
    }
  }

  public static func ascii(_ scalar: UInt32) -> UInt8 {
    if scalar < 0x80 { return UInt8(scalar) }
    guard let row = rows[scalar / 64] else { return UInt8(ascii: "?") }
    return row.utf8Start[Int(scalar % 64)]
  }
}
