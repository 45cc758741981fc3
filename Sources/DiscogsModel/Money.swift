/// A currency by its three-letter code. An open set; prices can be requested in those of ``known``.
public struct Currency: Hashable, Sendable, Codable, CustomStringConvertible {
  /// In upper case.
  public let code: String

  /// Takes the code in any case.
  public init(_ code: String) { self.code = code.uppercased() }

  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }

  public var description: String { code }

  /// The codes that Discogs accepts as `curr_abbr`.
  public static let known = [
    "USD", "GBP", "EUR", "CAD", "AUD", "JPY", "CHF", "MXN", "BRL", "NZD", "SEK", "ZAR",
  ].map(Currency.init)

  /// The text before an amount: `$`, `CA$`, `€`; the code and a space for a currency without a sign.
  public var sign: String {
    switch code {
    case "USD": "$"
    case "GBP": "£"
    case "EUR": "€"
    case "JPY": "¥"
    case "CAD": "CA$"
    case "AUD": "A$"
    case "NZD": "NZ$"
    case "MXN": "MX$"
    case "BRL": "R$"
    default: code.isEmpty ? "" : code + "\u{A0}"
    }
  }

  /// The decimals of an amount.
  public var fractionDigits: Int { code == "JPY" ? 0 : 2 }
}

/// An amount in a currency.
public struct Money: Hashable, Sendable {
  /// Not rounded: prices that Discogs converted have up to 17 digits.
  public var amount: DecimalNumber
  /// The currency of `amount`.
  public var currency: Currency

  /// Does not round.
  public init(_ amount: DecimalNumber, _ currency: Currency) { (self.amount, self.currency) = (amount, currency) }

  /// Rounded, with the currency's sign: `€1,234.50`, `-$0.05`, `¥89`, `SEK 12.00` (with a non-breaking space).
  public var displayName: String {
    let rounded = amount.rounded(toPlaces: currency.fractionDigits)
    let digits = rounded.fixed(places: currency.fractionDigits, separator: ",")
    return rounded.significand < 0 ? "-" + currency.sign + digits.dropFirst() : currency.sign + digits
  }
}
