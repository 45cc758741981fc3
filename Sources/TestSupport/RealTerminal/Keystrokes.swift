/// The bytes that a terminal sends for a key.
///
///     Keystrokes.bytes("miles<Enter>")    // the letters, then a carriage return
///     Keystrokes.bytes("<C-r>")           // 0x12
///
/// Names are in angle brackets as in the command table, `<lt>` is the bracket; anything else is typed as it is.
public enum Keystrokes {
  /// - Parameter applicationCursor: whether the program has chosen application cursor keys (smkx).
  public static func bytes(_ keys: String, applicationCursor: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Substring(keys)
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">"),
        let known = named(String(rest[rest.index(after: rest.startIndex)..<end]), applicationCursor)
      {
        bytes += known
        rest = rest[rest.index(after: end)...]
      } else {
        bytes += Array(String(first).utf8)
        rest = rest.dropFirst()
      }
    }
    return bytes
  }

  /// The bytes of a bracketed paste. The text is sent unchanged, even if it is hostile.
  public static func paste(_ text: String) -> [UInt8] {
    Array("\u{1B}[200~".utf8) + Array(text.utf8) + Array("\u{1B}[201~".utf8)
  }

  /// The final letters in xterm, after ESC [ or ESC O; with a modifier there are numbers between: ESC [ 1 ; 5 A.
  private static let cursorKeys: [String: String] = [
    "Up": "A", "Down": "B", "Right": "C", "Left": "D", "End": "F", "Home": "H",
  ]
  private static let functionKeys: [String: String] = ["F1": "P", "F2": "Q", "F3": "R", "F4": "S"]
  private static let tildeKeys: [String: Int] = [
    "Ins": 2, "Del": 3, "PgUp": 5, "PgDn": 6, "F5": 15, "F6": 17, "F7": 18, "F8": 19, "F9": 20, "F10": 21, "F11": 23,
    "F12": 24,
  ]
  private static let plainKeys: [String: [UInt8]] = [
    "Enter": [0x0D], "Esc": [0x1B], "Tab": [0x09], "Space": [0x20], "Backspace": [0x7F], "lt": [0x3C],
    "S-Tab": Array("\u{1B}[Z".utf8),
  ]

  private static func named(_ name: String, _ applicationCursor: Bool) -> [UInt8]? {
    if let bytes = plainKeys[name] { return bytes }
    var modifiers = 0
    var key = Substring(name)
    let bits: [Character: Int] = ["S": 1, "A": 2, "M": 2, "C": 4]
    while key.count > 2, key.dropFirst().first == "-", let first = key.first, let bit = bits[first] {
      modifiers |= bit
      key = key.dropFirst(2)
    }
    let plain = String(key)
    if let letter = cursorKeys[plain] {
      if modifiers > 0 { return Array("\u{1B}[1;\(modifiers + 1)\(letter)".utf8) }
      return Array("\u{1B}\(applicationCursor ? "O" : "[")\(letter)".utf8)
    }
    if let letter = functionKeys[plain] {
      return Array((modifiers > 0 ? "\u{1B}[1;\(modifiers + 1)\(letter)" : "\u{1B}O\(letter)").utf8)
    }
    if let number = tildeKeys[plain] {
      return Array((modifiers > 0 ? "\u{1B}[\(number);\(modifiers + 1)~" : "\u{1B}[\(number)~").utf8)
    }
    guard modifiers > 0, modifiers & 1 == 0 else { return nil }
    var bytes = plainKeys[plain] ?? Array(plain.utf8)
    guard plainKeys[plain] != nil || plain.count == 1 else { return nil }
    if modifiers & 4 != 0 {
      guard bytes.count == 1 else { return nil }
      if bytes[0] == 0x20 { bytes = [0] } else { bytes[0] &= 0x1F }
    }
    return modifiers & 2 != 0 ? [0x1B] + bytes : bytes
  }
}
