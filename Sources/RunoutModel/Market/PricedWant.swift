public import DiscogsModel

/// A want with its limit and the last price seen.
public struct PricedWant: Hashable, Sendable {
  public var want: WantListEntry
  /// The highest acceptable price; nil without a limit.
  public var limit: Money?
  /// The price at the last check; nil before the first.
  public var seen: SeenPrice?

  public init(want: WantListEntry, limit: Money? = nil, seen: SeenPrice? = nil) {
    (self.want, self.limit, self.seen) = (want, limit, seen)
  }

  /// Whether the lowest price seen is within the limit. Prices in different currencies are not compared.
  public var isAtPrice: Bool { seen?.lowest.map { $0.isWithin(limit) } ?? false }
  /// How far the lowest price seen is below the limit; nil where it is not.
  public var saving: Money? {
    guard isAtPrice, let limit, let lowest = seen?.lowest, lowest.amount < limit.amount else { return nil }
    let minus = DecimalNumber(significand: -lowest.amount.significand, scale: lowest.amount.scale)
    return limit.amount.adding(minus).map { Money($0, limit.currency) }
  }
  /// Whether copies were for sale at the last check.
  public var isForSale: Bool { (seen?.copiesForSale ?? 0) > 0 }
}

extension Money {
  /// Whether it is at most the limit; false without one, and for another currency.
  public func isWithin(_ limit: Money?) -> Bool {
    limit.map { $0.currency == currency && amount <= $0.amount } ?? false
  }
}

/// The lowest price of a release or master on a day.
public struct PriceOnDay: Hashable, Sendable {
  /// Days since 1970, of UTC.
  public var day: Int
  public var price: Money

  public init(day: Int, price: Money) { (self.day, self.price) = (day, price) }
}

/// The market for a release at one moment.
public struct SeenPrice: Hashable, Sendable {
  /// Seconds since 1970.
  public var at: Double
  public var lowest: Money?
  public var copiesForSale: Int

  public init(at time: Double, lowest: Money?, copiesForSale: Int) {
    at = time
    self.lowest = lowest
    self.copiesForSale = copiesForSale
  }
}
