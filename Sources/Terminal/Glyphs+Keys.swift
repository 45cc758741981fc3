extension Glyphs {
  /// A key as hints show it: `<Enter>` as `⏎`, or as `Enter` without ``hasKeySigns``; letters and chords unchanged.
  ///
  /// - Parameter notation: the key in the notation of the help page.
  public func key(_ notation: String) -> String {
    guard notation.utf8.first == UInt8(ascii: "<"), notation.utf8.last == UInt8(ascii: ">"), notation.utf8.count > 2
    else { return notation }
    let name = String(notation.dropFirst().dropLast())
    // A chord of several such keys.
    guard !name.contains(">") else { return notation }
    return hasKeySigns ? Self.keySigns[name] ?? name : name
  }

  private static let keySigns = [
    "Enter": "⏎", "Tab": "⇥", "Esc": "⎋", "Space": "␣", "Backspace": "⌫", "Up": "↑", "Down": "↓", "Left": "←",
    "Right": "→",
  ]
}
