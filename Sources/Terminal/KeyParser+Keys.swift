// The tables from sequences and characters to keys.
extension KeyParser {
  /// The numbers between the introducer and the final byte; a missing one is nil. Parts of one, as in `5:3`, are read
  /// with a second index.
  struct Parameters {
    private var numbers: [[Int?]]
    var isEmpty: Bool { numbers.isEmpty }

    init(_ bytes: ArraySlice<UInt8>) {
      let all = bytes.isEmpty ? [] : bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      numbers = all.map { number in
        number.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
          Int(String(decoding: $0, as: UTF8.self))
        }
      }
    }

    subscript(_ index: Int, part: Int = 0) -> Int? {
      numbers.indices.contains(index) && numbers[index].indices.contains(part) ? numbers[index][part] : nil
    }
  }

  static func modifiers(_ parameter: Int?) -> Key.Modifiers {
    let bits = max(1, parameter ?? 1) - 1
    var modifiers: Key.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    // Alt, xterm's Meta and kitty's Meta; the locks (64 and 128) are no modifiers.
    if bits & (2 | 8 | 32) != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  static func controlKey(_ byte: UInt8) -> Key {
    switch byte {
    case 0x00: Key(" ", .control)
    case 0x09: Key(.tab)
    case 0x0A, 0x0D: Key(.enter)
    case 0x1B: Key(.escape)
    case 0x7F: Key(.backspace)
    default: Key(Character(Unicode.Scalar(byte | 0x40)), .control)
    }
  }

  /// The key for the number of a character, or for one of kitty's numbers; nil for any other.
  static func characterKey(_ number: UInt32, _ modifiers: Key.Modifiers) -> Key? {
    if let code = kittyKeys[Int(number)] { return Key(code, modifiers) }
    guard let scalar = Unicode.Scalar(number) else { return nil }
    switch number {
    case 0x09: return Key(.tab, modifiers)
    case 0x0A, 0x0D: return Key(.enter, modifiers)
    case 0x1B: return Key(.escape, modifiers)
    case 0x08, 0x7F: return Key(.backspace, modifiers)
    // C1 controls, and the numbers that kitty gives to keys without a character.
    case 0..<0x20, 0x80..<0xA0, 0xE000..<0xF900: return nil
    default: return Key(Character(scalar), modifiers)
    }
  }

  /// Kitty's numbers for keys of the keypad and F13 to F35; its others, such as those of the locks, are ignored.
  ///
  /// - Note: Source: kitty, “Comprehensive keyboard handling in terminals”, “Functional key definitions”.
  private static let kittyKeys: [Int: Key.Code] = {
    var keys: [Int: Key.Code] = [
      57_414: .enter, 57_417: .left, 57_418: .right, 57_419: .up, 57_420: .down, 57_421: .pageUp, 57_422: .pageDown,
      57_423: .home, 57_424: .end, 57_425: .insert, 57_426: .delete,
    ]
    for (number, character) in zip(57_399..., "0123456789./*-+") { keys[number] = .character(character) }
    (keys[57_415], keys[57_416]) = (.character("="), .character(","))
    for number in 13...35 { keys[57_363 + number] = .function(number) }
    return keys
  }()

  private static let numberedKeys: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14), 28: .function(15),
    29: .function(16), 31: .function(17), 32: .function(18), 33: .function(19), 34: .function(20),
  ]

  static func key(final: UInt8, parameters: Parameters) -> Key? {
    // The event type 3 reports that a key was let go.
    if parameters[1, 1] == 3 { return nil }
    let modifiers = modifiers(parameters[1])
    switch final {
    case UInt8(ascii: "~") where parameters[0] == 27:
      return parameters[2].flatMap { characterKey(UInt32(clamping: $0), modifiers) }
    case UInt8(ascii: "~"):
      return parameters[0].flatMap { numberedKeys[$0] ?? kittyKeys[$0] }.map { Key($0, modifiers) }
    case UInt8(ascii: "^"): return parameters[0].flatMap { numberedKeys[$0] }.map { Key($0, .control) }
    case UInt8(ascii: "u"): return kittyKey(parameters, modifiers)
    case UInt8(ascii: "Z"): return Key(.tab, modifiers.union(.shift))
    case UInt8(ascii: "a")...UInt8(ascii: "d") where parameters.isEmpty:
      return letterKey(final & ~0x20).map { Key($0, .shift) }
    // A cursor position, which looks like F3 with modifiers.
    case UInt8(ascii: "R") where !parameters.isEmpty: return nil
    default:
      guard parameters.isEmpty || parameters[0] ?? 1 == 1 else { return nil }
      return letterKey(final).map { Key($0, modifiers) }
    }
  }

  /// `CSI number : shifted ; modifiers ; text u`.
  private static func kittyKey(_ parameters: Parameters, _ modifiers: Key.Modifiers) -> Key? {
    // The text that the key types, where the terminal reports it.
    if modifiers.isSubset(of: .shift), let text = parameters[2] { return characterKey(UInt32(clamping: text), []) }
    let isLocked = (max(1, parameters[1] ?? 1) - 1) & 64 != 0
    guard let number = parameters[0].map({ UInt32(clamping: $0) }) else { return nil }
    // Caps Lock acts as Shift on letters only.
    let isLetter = Unicode.Scalar(number)?.properties.isAlphabetic == true && kittyKeys[Int(number)] == nil
    let modifiers = isLocked && isLetter ? modifiers.symmetricDifference(.shift) : modifiers
    let shifted = modifiers.contains(.shift) ? parameters[0, 1].map { UInt32(clamping: $0) } : nil
    return characterKey(shifted ?? number, modifiers)
  }

  private static func letterKey(_ letter: UInt8) -> Key.Code? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
    default: nil
    }
  }

  static func ss3Key(_ final: UInt8, _ modifiers: Key.Modifiers) -> Key? {
    switch final {
    case UInt8(ascii: "a")...UInt8(ascii: "d"): letterKey(final & ~0x20).map { Key($0, .control) }
    case UInt8(ascii: "M"): Key(.enter, modifiers)
    case UInt8(ascii: "I"): Key(.tab, modifiers)
    case UInt8(ascii: "X"): Key("=", modifiers)
    // The keypad in application mode: `*+,-./` and the digits, in the order of ASCII.
    case UInt8(ascii: "j")...UInt8(ascii: "y"): Key(Character(Unicode.Scalar(final - 0x40)), modifiers)
    default: letterKey(final).map { Key($0, modifiers) }
    }
  }
}

extension KeyParser {
  /// Reads `11;rgb:1e1e/1e1e/2e2e`, or `rgba:`, with one to four hexadecimal digits a part; nil for any other reply.
  ///
  /// - Note: Source: xterm, “Control Sequences”, OSC; XParseColor(3).
  static func background(_ reply: [UInt8]) -> Colour? {
    let text = String(decoding: reply, as: UTF8.self)
    guard let prefix = ["11;rgb:", "11;rgba:"].first(where: { text.hasPrefix($0) }) else { return nil }
    let parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false).prefix(3)
    let bytes = parts.compactMap { part -> UInt8? in
      guard 1...4 ~= part.utf8.count, let value = UInt32(part, radix: 16) else { return nil }
      let most = UInt32(1) << (4 * UInt32(part.utf8.count)) - 1
      return UInt8((value * 255 + most / 2) / most)
    }
    return bytes.count == 3 ? .rgb(bytes[0], bytes[1], bytes[2]) : nil
  }
}
