internal import DiscogsModel
public import RunoutModel
internal import Synchronization

/// The offers on a server: none by default, as dumps have no prices.
///
/// All currencies have the same value here.
public final class Market: Sendable {
  public typealias Offer = MarketOffer

  private let state: Mutex<[Offer]>

  public init(_ offers: [Offer] = []) { state = Mutex(offers) }

  /// The latest first.
  public var offers: [Offer] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
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
