public import DiscogsModel

/// A want with its limit and the last price seen.
public struct PricedWant: Hashable, Sendable {
  /// The want itself.
  public var want: WantListEntry
  /// The most it may cost; nil without a limit.
  public var limit: Money?
  /// The price at the last check; nil before the first.
  public var seen: SeenPrice?

  /// Creates a want with its prices.
  public init(want: WantListEntry, limit: Money? = nil, seen: SeenPrice? = nil) {
    self.want = want
    self.limit = limit
    self.seen = seen
  }

  /// Whether the lowest price seen is within the limit. Prices in different currencies are not compared.
  public var isAtPrice: Bool { seen?.lowest.map { $0.isWithin(limit) } ?? false }
  /// Whether copies were for sale when that was looked up last.
  public var isForSale: Bool { (seen?.copiesForSale ?? 0) > 0 }
}

extension Money {
  /// Whether it is not above a limit in the same currency.
  public func isWithin(_ limit: Money?) -> Bool {
    limit.map { $0.currency == currency && amount <= $0.amount } ?? false
  }
}

/// What a release was seen for sale at.
public struct SeenPrice: Hashable, Sendable {
  /// Seconds since 1970.
  public var at: Double
  /// Nil when none was for sale.
  public var lowest: Money?
  /// How many copies are for sale.
  public var copiesForSale: Int

  /// Creates a seen price.
  public init(at time: Double, lowest: Money?, copiesForSale: Int) {
    at = time
    self.lowest = lowest
    self.copiesForSale = copiesForSale
  }
}
