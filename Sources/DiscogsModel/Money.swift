/// A currency by its three letters. An open set: `Currency.known` are those that prices can be asked in.
public struct Currency: Hashable, Sendable, Codable, CustomStringConvertible {
  /// In capitals.
  public let code: String

  /// Creates a currency.
  public init(_ code: String) {
    self.code = code.uppercased()
  }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }

  public var description: String { code }

  /// The codes that Discogs takes as `curr_abbr`.
  public static let known = [
    "USD", "GBP", "EUR", "CAD", "AUD", "JPY", "CHF", "MXN", "BRL", "NZD", "SEK", "ZAR",
  ].map(Currency.init)

  /// The beginning of an amount: `$`, `CA$`, `€`; the code and a space for a currency without its own sign.
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

  /// The number of digits after the point of an amount.
  public var fractionDigits: Int { code == "JPY" ? 0 : 2 }
}

/// An amount of a currency.
public struct Money: Hashable, Sendable {
  /// Not rounded: prices converted by Discogs have up to 17 digits.
  public var amount: DecimalNumber
  /// Which money.
  public var currency: Currency

  /// Creates an amount.
  public init(_ amount: DecimalNumber, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  /// Rounded, with the currency's sign: `€1,234.50`, `-$0.05`, `¥89`, `SEK 12.00` (with a space that does not break).
  public var displayName: String {
    let rounded = amount.rounded(toPlaces: currency.fractionDigits)
    let digits = rounded.fixed(places: currency.fractionDigits, separator: ",")
    return rounded.significand < 0 ? "-" + currency.sign + digits.dropFirst() : currency.sign + digits
  }
}
