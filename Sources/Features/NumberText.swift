public import DiscogsModel

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
    return "\((hundredths / 100).grouped).\(Self.twoDigits(hundredths % 100))"
  }

  nonisolated fileprivate static func twoDigits(_ number: Int) -> String {
    number.magnitude < 10 ? "0\(number.magnitude)" : "\(number.magnitude)"
  }
}

extension Money {
  /// `€12.50`, `12.50 CHF`; yen without decimals.
  nonisolated public var display: String {
    let hasDecimals = currency != "JPY" || cents % 100 != 0
    let amount = (cents / 100).grouped + (hasDecimals ? ".\(Double.twoDigits(cents % 100))" : "")
    let signs = [
      "USD": "$", "GBP": "£", "EUR": "€", "JPY": "¥", "CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "MXN": "MX$",
      "BRL": "R$",
    ]
    return signs[currency].map { $0 + amount } ?? "\(amount) \(currency)"
  }
}
