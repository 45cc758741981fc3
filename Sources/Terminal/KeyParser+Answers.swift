extension KeyParser {
  /// What a control sequence answers; nil for one that is no answer to what was asked.
  ///
  /// - Note: Source: xterm, “Control Sequences”: `CSI ? Ps ; … c` (device attributes), `CSI 6 ; height ; width t`.
  static func answer(csi body: ArraySlice<UInt8>, final: UInt8) -> TerminalAnswers.Answer? {
    switch final {
    case UInt8(ascii: "c") where body.first == UInt8(ascii: "?"):
      return numbers(body.dropFirst(), isLenient: true).map { .attributes($0) }
    case UInt8(ascii: "t"):
      guard let sides = numbers(body), sides.count == 3, sides[0] == 6, 1...512 ~= sides[1], 1...512 ~= sides[2] else {
        return nil
      }
      return .cell(width: sides[2], height: sides[1])
    default: return nil
    }
  }

  /// What a string answers: `DCS > | name ST` or `APC G … ST`.
  static func answer(string reply: [UInt8], introducer: UInt8) -> TerminalAnswers.Answer? {
    switch introducer {
    case UInt8(ascii: "P") where reply.starts(with: Array(">|".utf8)):
      .name(String(decoding: reply.dropFirst(2), as: UTF8.self))
    case UInt8(ascii: "_") where KittyGraphics.isAnswer(reply): .kittyGraphics
    default: nil
    }
  }

  /// - Parameter isLenient: whether a number may be left out, as kitty leaves out the last one of `62;`.
  private static func numbers(_ body: ArraySlice<UInt8>, isLenient: Bool = false) -> [Int]? {
    let parts = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: isLenient)
    let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == parts.count ? numbers : nil
  }
}
