public import Clients
public import DiscogsModel
import RunoutModel
import Synchronization

/// A live source controlled by a test, which sets network, account and freshness. It records requests.
public final class ScriptedLive: Sendable {
  private struct State {
    var network = NetworkStatus(connection: .online)
    var account = AccountState.signedOut
    var freshness: [Shown: Freshness] = [:]
    var figures: [Release.ID: CommunityFigures] = [:]
    var market: [Release.ID: MarketFigures] = [:]
    var networkFollowers: [AsyncStream<NetworkStatus>.Continuation] = []
    var accountFollowers: [AsyncStream<AccountState>.Continuation] = []
    var freshnessFollowers: [AsyncStream<Shown>.Continuation] = []
  }

  private let state = Mutex(State())
  /// The pages that were refreshed.
  public let refreshed = Recorder<Shown>()
  /// The activities that were cancelled.
  public let cancelled = Recorder<NetworkActivity.ID>()
  /// The ratings that were sent; 0 for a cleared one.
  public let rated = Recorder<Int>()
  /// The changes of the user's own profile.
  public let profiles = Recorder<ProfileChange>()
  public let tokens = Recorder<String>()

  public init() {}

  public var network: NetworkStatus {
    get { state.withLock { $0.network } }
    set {
      let followers = state.withLock { state in
        state.network = newValue
        return state.networkFollowers
      }
      for follower in followers { follower.yield(newValue) }
    }
  }

  public var account: AccountState {
    get { state.withLock { $0.account } }
    set {
      let followers = state.withLock { state in
        state.account = newValue
        return state.accountFollowers
      }
      for follower in followers { follower.yield(newValue) }
    }
  }

  public subscript(shown: Shown) -> Freshness? {
    get { state.withLock { $0.freshness[shown] } }
    set { state.withLock { $0.freshness[shown] = newValue } }
  }

  /// Announces that shown data has changed.
  public func announce(_ shown: Shown) {
    for follower in state.withLock({ $0.freshnessFollowers }) { follower.yield(shown) }
  }

  public func set(_ figures: CommunityFigures?, _ market: MarketFigures?, of release: Release.ID) {
    state.withLock {
      $0.figures[release] = figures
      $0.market[release] = market
    }
  }

  /// Ends every stream, so that its readers stop.
  public func finish() {
    let state = state.withLock { $0 }
    for follower in state.networkFollowers { follower.finish() }
    for follower in state.accountFollowers { follower.finish() }
    for follower in state.freshnessFollowers { follower.finish() }
  }

  /// Services on the live source, with the catalogue's answers in place of the network's.
  public func services(_ base: Services = .fixture()) -> Services {
    var services = base
    services.source.current = { SourceStatus(source: .live) }
    services.network = .test {
      $0.status = { self.network }
      $0.changes = {
        let (stream, continuation) = AsyncStream.makeStream(of: NetworkStatus.self)
        self.state.withLock { $0.networkFollowers.append(continuation) }
        continuation.yield(self.network)
        return stream
      }
      $0.cancel = { self.cancelled.append($0) }
    }
    services.freshness = .test {
      $0.of = { self[$0] }
      $0.changes = {
        let (stream, continuation) = AsyncStream.makeStream(of: Shown.self)
        self.state.withLock { $0.freshnessFollowers.append(continuation) }
        return stream
      }
      $0.refresh = { self.refreshed.append($0) }
    }
    services.community = .test {
      $0.figures = { release in self.state.withLock { $0.figures[release] } }
      $0.rate = { _, stars in self.rated.append(stars ?? 0) }
      $0.market = { release, withPrices in
        var market = self.state.withLock { $0.market[release] }
        if !withPrices { market?.suggestions = nil }
        return market
      }
      $0.profile = { name in
        var profile = UserProfile(id: 1, userName: name)
        profile.location = "Utrecht"
        profile.profile = "Likes [l7]."
        profile.collectionSize = 1_204
        profile.asSeller = UserProfile.TradeRating(percent: 99.5, stars: 5, count: 87)
        return profile
      }
      $0.editProfile = { self.profiles.append($0) }
    }
    services.account = account(services.account)
    return services
  }

  private func account(_ base: AccountClient) -> AccountClient {
    var account = base
    account.state = { self.account }
    account.changes = {
      let (stream, continuation) = AsyncStream.makeStream(of: AccountState.self)
      self.state.withLock { $0.accountFollowers.append(continuation) }
      continuation.yield(self.account)
      return stream
    }
    account.signIn = { token throws(ClientError) in
      self.tokens.append(token)
      guard token.hasPrefix("good") else { throw .signInRequired(.refused) }
      self.account = .signedIn(user: "digger")
      return ("digger", .file("/home/digger/token"))
    }
    account.beginOAuth = { key, _ in
      Authorisation(url: "https://discogs.com/oauth/authorize?oauth_token=\(key)", attempt: 1)
    }
    account.finishOAuth = { _, code throws(ClientError) in
      guard code == "12345" else { throw .refused("Discogs does not know this code") }
      self.account = .signedIn(user: "digger")
      return ("digger", .secretService)
    }
    account.whoAmI = { () throws(ClientError) in
      guard case .signedIn(let user?) = self.account else { throw .signInRequired(.signedOut) }
      return user
    }
    account.signOut = { self.account = .signedOut }
    account.profiles = { ["default", "shop"] }
    account.select = { _ in self.account = .signedIn(user: "shopkeeper") }
    return account
  }
}
