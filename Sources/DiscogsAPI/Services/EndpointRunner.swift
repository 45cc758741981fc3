/// Something that makes calls: a client, a client with other defaults, or a script in tests.
public protocol EndpointRunner: Sendable {
  /// Carries out a call.
  func run<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(DiscogsError) -> Answer<Value>
}

/// All areas of Discogs.
public typealias DiscogsService = CollectionService & DatabaseService & InventoryService & ListService
  & MarketplaceService & SearchService & UserService & WantListService

/// A client answers in the user's lane, from the cache while that is fresh.
extension DiscogsClient: EndpointRunner, DiscogsService {
  public func run<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(DiscogsError) -> Answer<Value> {
    try await answer(to: endpoint)
  }

  /// The same client with other defaults: `client.service(lane: .background).release(249504)`.
  public func service(
    policy: FetchPolicy = .default, lane: Lane = .user, retry: RetryPolicy? = nil,
    progress: (@Sendable (RequestState) -> Void)? = nil
  ) -> ClientService {
    ClientService(client: self, policy: policy, lane: lane, retry: retry, progress: progress)
  }
}

/// A client that carries out every call in one manner.
public struct ClientService: EndpointRunner, DiscogsService {
  let client: DiscogsClient
  let policy: FetchPolicy
  let lane: Lane
  let retry: RetryPolicy?
  let progress: (@Sendable (RequestState) -> Void)?

  public func run<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(DiscogsError) -> Answer<Value> {
    try await client.answer(to: endpoint, policy: policy, lane: lane, retry: retry, progress: progress)
  }
}
