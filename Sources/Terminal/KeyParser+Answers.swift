extension KeyParser {
  /// Reads the answer in a control sequence; nil if it is none that was asked for.
  ///
  /// - Note: Source: xterm, “Control Sequences”: `CSI ? Ps ; … c` (device attributes), `CSI 6 ; height ; width t`.
  static func answer(csi body: ArraySlice<UInt8>, final: UInt8) -> TerminalAnswers.Answer? {
    switch final {
    case UInt8(ascii: "c") where body.first == UInt8(ascii: "?"):
      return numbers(body.dropFirst(), isLenient: true).map { .attributes($0) }
    case UInt8(ascii: "t"):
      guard let sides = numbers(body), sides.count == 3, sides[0] == 6, 1...128 ~= sides[1], 1...128 ~= sides[2] else {
        return nil
      }
      return .cell(width: sides[2], height: sides[1])
    default: return nil
    }
  }

  /// Reads the answer in a string: `DCS > | name ST`, `APC G … ST`, `OSC 4 ; 255 ; rgb:… ST`,
  /// `DCS 1 + r name = value ST`, both in hexadecimal, or `DCS 1 $ r style m ST`.
  static func answer(string reply: [UInt8], introducer: UInt8) -> TerminalAnswers.Answer? {
    switch introducer {
    case UInt8(ascii: "P") where reply.starts(with: Array(">|".utf8)):
      .name(String(decoding: reply.dropFirst(2), as: UTF8.self))
    case UInt8(ascii: "P") where reply.starts(with: Array("1+r".utf8)): colours(capability: reply.dropFirst(3))
    case UInt8(ascii: "P") where reply.starts(with: Array("1$r".utf8)): colours(style: reply.dropFirst(3))
    case UInt8(ascii: "]") where reply.starts(with: Array("4;255;rgb".utf8)): .colours(256)
    case UInt8(ascii: "_") where KittyGraphics.isAnswer(reply): .kittyGraphics
    default: nil
    }
  }

  /// Reads `436F=323536` (`Co=256`), or `524742` (`RGB`) with or without a value.
  private static func colours(capability: ArraySlice<UInt8>) -> TerminalAnswers.Answer? {
    let parts = String(decoding: capability, as: UTF8.self).uppercased().split(separator: "=")
    switch parts.first {
    case "524742": return .colours(Colour.trueColour)
    case "436F" where parts.count == 2:
      let digits = parts[1].utf8.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      // The second hexadecimal digit of an ASCII digit is that digit.
      guard let number = Int(String(decoding: digits, as: UTF8.self)), number > 0 else { return nil }
      return .colours(min(number, Colour.trueColour))
    default: return nil
    }
  }

  /// Reads the style that was set: `0;38:2::1:2:3m` from xterm, `0;38;2;1;2;3m` from others. Terminals with fewer colours
  /// name the nearest of theirs.
  private static func colours(style: ArraySlice<UInt8>) -> TerminalAnswers.Answer? {
    guard style.last == UInt8(ascii: "m") else { return nil }
    let parts = style.dropLast().split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
    let isKept = parts.map { String(decoding: $0, as: UTF8.self) }.suffix(5) == ["38", "2", "1", "2", "3"]
    return isKept ? .colours(Colour.trueColour) : nil
  }

  /// - Parameter isLenient: whether a number may be left out, as kitty leaves out the last one of `62;`.
  private static func numbers(_ body: ArraySlice<UInt8>, isLenient: Bool = false) -> [Int]? {
    let parts = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: isLenient)
    let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == parts.count ? numbers : nil
  }
}
