/// A want with what it may cost and what it was seen for sale at.
public struct PricedWant: Hashable, Sendable {
  public var want: WantListEntry
  public var limit: Money?
  public var seen: SeenPrice?

  public init(want: WantListEntry, limit: Money? = nil, seen: SeenPrice? = nil) {
    self.want = want
    self.limit = limit
    self.seen = seen
  }

  /// Whether the lowest price seen is not above the limit. Prices in different currencies are not compared.
  public var isAtPrice: Bool { seen?.lowest.map { $0.isWithin(limit) } ?? false }
  public var isForSale: Bool { (seen?.copiesForSale ?? 0) > 0 }
}

extension Money {
  /// Whether it is not above a limit in the same currency.
  public func isWithin(_ limit: Money?) -> Bool {
    limit.map { $0.currency == currency && amount <= $0.amount } ?? false
  }
}
