internal import DiscogsModel
public import RunoutModel
internal import Synchronization

/// The offers on a server: none by default, as dumps have no prices.
///
/// All currencies have the same value here.
public final class Market: Sendable {
  public typealias Offer = MarketOffer

  struct Message: Hashable, Sendable {
    var author: String
    var text: String
    /// `2026-11-20T09:25:17-08:00`.
    var timestamp: String
  }

  /// A purchase of one copy.
  struct Sale: Hashable, Sendable {
    var id: String
    var offer: Offer
    var buyer: String
    var status = "New Order"
    /// Nil until the seller has set it, which sends the invoice.
    var shipping: Double?
    /// The latest first.
    var messages: [Message] = []

    /// The states that it can change to: what is cancelled stays so.
    var nextStatuses: [String] { status.hasPrefix("Cancelled") ? [] : Order.statuses }

    init(id: String, offer: Offer, buyer: String) { (self.id, self.offer, self.buyer) = (id, offer, buyer) }
  }

  private struct State {
    var offers: [Offer]
    var sales: [Sale] = []

    /// Sells the offer at an index, if it is for sale.
    mutating func sell(_ index: Int, to buyer: String) -> String? {
      guard offers[index].isForSale else { return nil }
      offers[index].status = "Sold"
      let sale = Sale(id: "1-\(sales.count + 1)", offer: offers[index], buyer: buyer)
      sales.insert(sale, at: 0)
      return sale.id
    }
  }

  private let state: Mutex<State>
  /// The user who buys what a seller offers from now on, at once; nil for no buyer.
  private let buyer: String?

  public init(_ offers: [Offer] = [], buyer: String? = nil) {
    state = Mutex(State(offers: offers))
    self.buyer = buyer
  }

  /// The latest first.
  public var offers: [Offer] {
    get { state.withLock { $0.offers } }
    set { state.withLock { $0.offers = newValue } }
  }

  /// Adds an offer with the next free number.
  func add(_ make: (Int) -> Offer) -> Int {
    state.withLock { state in
      let number = max(Offer.firstFreeNumber, state.offers.map(\.id).max() ?? 0) + 1
      state.offers.insert(make(number), at: 0)
      if let buyer { _ = state.sell(0, to: buyer) }
      return number
    }
  }

  /// Changes an offer; nil removes it.
  ///
  /// - Returns: whether there is one of this number that the seller may change.
  func change(_ number: Int, of seller: String, _ change: (Offer) throws -> Offer?) rethrows -> Bool {
    try state.withLock { state in
      let index = state.offers.firstIndex { $0.id == number && $0.seller.lowercased() == seller.lowercased() }
      guard let index else { return false }
      if let changed = try change(state.offers[index]) {
        state.offers[index] = changed
        if let buyer { _ = state.sell(index, to: buyer) }
      } else {
        state.offers.remove(at: index)
      }
      return true
    }
  }

  /// Sells a copy to a buyer.
  ///
  /// - Returns: the number of the order; nil where the copy is not for sale.
  @discardableResult
  public func buy(_ number: Int, by buyer: String) -> String? {
    state.withLock { state in
      guard let index = state.offers.firstIndex(where: { $0.id == number }) else { return nil }
      return state.sell(index, to: buyer)
    }
  }

  /// The latest first.
  func sales(of seller: String) -> [Sale] {
    state.withLock { $0.sales.filter { $0.offer.seller.lowercased() == seller.lowercased() } }
  }

  /// - Returns: the sale afterwards; nil where there is none.
  func change(sale id: String, of seller: String, _ change: (inout Sale) throws -> Void) rethrows -> Sale? {
    try state.withLock { state in
      let index = state.sales.firstIndex { $0.id == id && $0.offer.seller.lowercased() == seller.lowercased() }
      guard let index else { return nil }
      try change(&state.sales[index])
      return state.sales[index]
    }
  }

  /// The sellers, by name.
  var sellers: [String] { Set(offers.map(\.seller)).sorted() }

  func offers(of seller: String) -> [Offer] { offers.filter { $0.seller.lowercased() == seller.lowercased() } }

  func forSale(_ releases: Set<Release.ID>) -> [Offer] {
    offers.filter { releases.contains($0.release) && $0.isForSale }
  }

  /// Suggested prices by grade, best first; empty where no copy is for sale.
  func suggestions(for release: Release.ID) -> [(grade: String, price: Money)] {
    Offer.suggestions(from: forSale([release]))
  }
}
