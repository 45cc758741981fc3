extension Int {
  /// `1,284`.
  nonisolated public var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}

extension Double {
  /// With two decimals: `4.52`.
  nonisolated var withTwoDecimals: String {
    guard isFinite, magnitude < 1e15 else { return "–" }
    let hundredths = Int((self * 100).rounded())
    let cents = hundredths.magnitude % 100
    return "\((hundredths / 100).grouped).\(cents < 10 ? "0" : "")\(cents)"
  }
}
