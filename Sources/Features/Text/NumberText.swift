import Wording

extension Int {
  /// `1,284`.
  nonisolated public var grouped: String {
    // By bytes: finding the characters of a text costs more than the rest.
    var digits = Array(String(magnitude).utf8)
    var index = digits.count - 3
    while index > 0 {
      digits.insert(UInt8(ascii: ","), at: index)
      index -= 3
    }
    if self < 0 { digits.insert(UInt8(ascii: "-"), at: 0) }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension Double {
  /// These seconds in a few letters: `now`, `3 min`, `5 h`, `2 d`, `4 mon`.
  nonisolated public var secondsInWords: String {
    let seconds = isFinite ? Swift.max(0, Swift.min(self, 1e15)) : 0
    return switch seconds {
    case ..<60: AgeWords.now
    case ..<3_600: AgeWords.minutes(Int(seconds / 60))
    case ..<86_400: AgeWords.hours(Int(seconds / 3_600))
    case ..<(86_400 * 60): AgeWords.days(Int(seconds / 86_400))
    default: AgeWords.months(Int(seconds / 86_400 / 30))
    }
  }

  /// With two decimals: `4.52`.
  nonisolated var withTwoDecimals: String {
    guard isFinite, magnitude < 1e15 else { return "–" }
    let hundredths = Int((self * 100).rounded())
    let cents = hundredths.magnitude % 100
    return "\((hundredths / 100).grouped).\(cents < 10 ? "0" : "")\(cents)"
  }
}
