public import DiscogsModel
internal import Synchronization

/// What is for sale on a server: nothing, until somebody puts something there. Dumps have no prices.
///
/// A currency is worth as much as any other here.
public final class Market: Sendable {
  public struct Offer: Hashable, Sendable {
    public var id: Int
    public var seller: String
    public var release: Release.ID
    public var price: Money
    public var status: String
    public var condition: String
    public var sleeveCondition: String
    public var comments: String

    public init(
      id: Int, seller: String, release: Release.ID, price: Money, status: String = "For Sale",
      condition: String = "Very Good Plus (VG+)", sleeveCondition: String = "Very Good (VG)", comments: String = ""
    ) {
      self.id = id
      self.seller = seller
      self.release = release
      self.price = price
      self.status = status
      self.condition = condition
      self.sleeveCondition = sleeveCondition
      self.comments = comments
    }
  }

  private let state: Mutex<[Offer]>

  public init(_ offers: [Offer] = []) {
    state = Mutex(offers)
  }

  /// The latest first.
  public var offers: [Offer] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func offers(of seller: String) -> [Offer] {
    offers.filter { $0.seller.lowercased() == seller.lowercased() }
  }

  func forSale(_ release: Release.ID) -> [Offer] {
    offers.filter { $0.release == release && $0.status == "For Sale" }
  }
}
