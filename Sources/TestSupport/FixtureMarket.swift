public import Clients
import DiscogsModel
public import RunoutModel
import Synchronization

/// A market in memory: sellers can be changed, limits too if there is a shelf to keep them; the test sets prices.
public final class FixtureMarket: Sendable {
  public struct Content: Sendable {
    public var wants: [PricedWant] = []
    public var listings: [OwnListing] = []
    public var sellers: [FollowedSeller] = []
    /// The offers by the seller's name.
    public var offers: [String: [WantOffer]] = [:]
    /// The result of the next check.
    public var news = MarketNews()
    /// The error for all requests to Discogs; nil for none.
    public var failure: ClientError?

    public init() {}
  }

  private let state: Mutex<Content>
  private let shelf: FixtureShelf?
  /// The requested checks.
  public let checks = Recorder<MarketCheck>()
  /// The requested inventories, with whether to use the network.
  public let looks = Recorder<String>()

  /// - Parameter shelf: keeps changed limits, which override those of the content.
  public init(_ content: Content = Content(), shelf: FixtureShelf? = nil) {
    state = Mutex(content)
    self.shelf = shelf
  }

  public var content: Content {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  private func answer<Value>(_ value: Value) throws(ClientError) -> Value {
    if let failure = content.failure { throw failure }
    return value
  }

  private var wants: [PricedWant] {
    guard let limits = shelf?.content.limits else { return content.wants }
    return content.wants.map { want in
      var want = want
      if let changed = limits[want.want.wanted] { want.limit = changed }
      return want
    }
  }

  public var client: MarketClient {
    MarketClient.test {
      $0.wants = { [self] () throws(ClientError) in wants }
      $0.limit = { [self] wanted throws(ClientError) in wants.first { $0.want.wanted == wanted }?.limit }
      $0.money = { limit, _ throws(ClientError) in Money(limit.amount, limit.currency ?? Currency("EUR")) }
      $0.check = { [self] check, _ throws(ClientError) in
        checks.append(check)
        let news = try answer(content.news)
        if news.asked > 0 { shelf?.announce() }
        return news
      }
      $0.sellers = { [self] () throws(ClientError) in content.sellers }
      $0.addSeller = { [self] name throws(ClientError) in
        guard name != "unknown" else { throw .noSuchUser(name) }
        state.withLock { $0.sellers.append(FollowedSeller(name: name)) }
        shelf?.announce()
        return name
      }
      $0.removeSeller = { [self] name throws(ClientError) in
        state.withLock { $0.sellers.removeAll { $0.name == name } }
        shelf?.announce()
        return true
      }
      $0.offers = { [self] seller, isForced, _ throws(ClientError) in
        looks.append(isForced ? "\(seller) again" : seller)
        let offers = try answer(content.offers[seller] ?? [])
        state.withLock { state in
          for index in state.sellers.indices where state.sellers[index].name == seller {
            state.sellers[index].lookedAt = 0
            state.sellers[index].wanted = offers.count
          }
        }
        return offers
      }
      $0.ownListings = { [self] isForced, _ throws(ClientError) in
        looks.append(isForced ? "own again" : "own")
        return try answer(content.listings)
      }
    }
  }
}
