public import DiscogsModel

/// The most a want may cost, as people type it: `25`, `25 EUR`, `€25.50`, `12,50 gbp`.
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
    var words = text.split(separator: " ").map(String.init)
    guard (1...2).contains(words.count) else { return nil }
    var currency: Currency?
    if words.count == 2 {
      // The currency stands before the amount or behind it.
      let place = words[0].first?.isNumber == true ? 1 : 0
      currency = Self.currency(words.remove(at: place))
      guard currency != nil else { return nil }
    }
    var rest = words[0]
    if currency == nil, let first = rest.firstIndex(where: { $0.isNumber }), first > rest.startIndex {
      currency = Self.currency(String(rest[..<first]))
      guard currency != nil else { return nil }
      rest = String(rest[first...])
    } else if currency == nil, let last = rest.lastIndex(where: { $0.isNumber }),
      rest.index(after: last) < rest.endIndex
    {
      currency = Self.currency(String(rest[rest.index(after: last)...]))
      guard currency != nil else { return nil }
      rest = String(rest[...last])
    }
    let commas = rest.count { $0 == "," }
    if commas == 1, !rest.contains(".") { rest = rest.replacing(",", with: ".") }
    guard rest.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let amount = DecimalNumber(rest), amount > 0,
      amount.scale <= 2, amount < 1_000_000_000
    else { return nil }
    self.init(amount, currency)
  }

  private static func currency(_ text: String) -> Currency? {
    Currency.known.first { $0.code == text.uppercased() || $0.sign.trimmingBreaks == text }
  }
}

extension Currency {
  /// The codes to suggest when a limit's currency is not understood.
  public static var knownCodes: String { known.map(\.code).joined(separator: ", ") }
}

extension String {
  fileprivate var trimmingBreaks: String { replacing("\u{A0}", with: "") }
}
