/// An amount in a currency.
public struct Money: Hashable, Sendable {
  /// In hundredths of the unit, rounded: Discogs answers 6.782750100000001 for what it shows as 6.78.
  public var cents: Int
  /// ISO 4217: `EUR`.
  public var currency: String

  public init(cents: Int, currency: String) {
    self.cents = cents
    self.currency = currency
  }
}
