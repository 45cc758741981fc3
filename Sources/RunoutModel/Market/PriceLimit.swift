public import DiscogsModel

/// The most a want may cost, as people type it: `25`, `25 EUR`, `€25.50`, `12,50 gbp`, `$1,250`.
public struct PriceLimit: Hashable, Sendable {
  /// Above zero and below a thousand million, with at most two decimals.
  public var amount: DecimalNumber
  /// Nil where only a number was typed.
  public var currency: Currency?

  public init(_ amount: DecimalNumber, _ currency: Currency? = nil) {
    (self.amount, self.currency) = (amount, currency)
  }

  /// Nil for anything but an amount above zero, and for a currency that Discogs has no prices in.
  public init?(parsing text: String) {
    guard let written = WrittenAmount(text), written.amount > 0 else { return nil }
    guard !written.currency.isEmpty else {
      self.init(written.amount)
      return
    }
    guard let currency = written.knownCurrency else { return nil }
    self.init(written.amount, currency)
  }
}

/// An amount as people write it down: `12,50 €`, `1.250,00`, `EUR 20,-`, `1'250 CHF`.
struct WrittenAmount {
  /// Below a thousand million, with at most two decimals.
  let amount: DecimalNumber
  /// As it was written; empty for a number alone.
  let currency: String

  /// Nil for what is no number with a currency or without.
  init?(_ text: String) {
    guard let first = text.firstIndex(where: Self.isDigit), let last = text.lastIndex(where: Self.isDigit) else {
      return nil
    }
    var after = text[text.index(after: last)...]
    // `20,-` is twenty whole ones.
    if let sign = after.first, ",.".contains(sign), "-–—".contains(after.dropFirst().first ?? " ") {
      after = after.dropFirst().drop { "-–—".contains($0) }
    }
    let words = [text[..<first], after].map { String($0).trimmed() }.filter { !$0.isEmpty }
    guard words.count < 2, let amount = Self.number(text[first...last]), amount < 1_000_000_000 else { return nil }
    (self.amount, currency) = (amount, words.first ?? "")
  }

  /// The currency where Discogs has prices in it.
  var knownCurrency: Currency? {
    let name = currency.lowercased()
    if let code = Self.codes[name] { return Currency(code) }
    return Currency.known.first { $0.code.lowercased() == name || $0.sign.trimmed() == currency }
  }

  /// By other names and signs.
  private static let codes = [
    "euro": "EUR", "euros": "EUR", "dollar": "USD", "dollars": "USD", "us$": "USD", "pound": "GBP", "pounds": "GBP",
    "yen": "JPY", "円": "JPY", "sfr": "CHF", "sfr.": "CHF", "franken": "CHF",
  ]

  private static func isDigit(_ sign: Character) -> Bool { sign.isASCII && sign.isNumber }

  /// Reads digits with a point or comma before one or two decimals, and signs between thousands.
  ///
  /// A single one before three digits stands between thousands, too: no price has three decimals.
  private static func number(_ text: Substring) -> DecimalNumber? {
    var parts = text.split { !isDigit($0) }
    var signs = text.filter { !isDigit($0) }
    guard parts.count == signs.count + 1, signs.allSatisfy({ ".,'’".contains($0) || $0.isWhitespace }) else {
      return nil
    }
    var decimals: Substring = ""
    if let sign = signs.last, ".,".contains(sign), !signs.dropLast().contains(sign), parts[parts.count - 1].count < 3 {
      signs.removeLast()
      decimals = parts.removeLast()
    }
    guard parts.count > 1 else { return DecimalNumber("\(parts[0]).\(decimals)0") }
    guard signs.allSatisfy({ $0 == signs.first }), parts.dropFirst().allSatisfy({ $0.count == 3 }),
      parts[0].count <= 3, parts[0].first != "0"
    else { return nil }
    return DecimalNumber("\(parts.joined()).\(decimals)0")
  }
}

extension Currency {
  /// The codes to suggest when a limit's currency is not understood.
  public static var knownCodes: String { known.map(\.code).joined(separator: ", ") }
}
