/// Something that makes calls: a client, a client with other defaults, or a script in tests.
public protocol EndpointRunner: Sendable {
  /// Carries out a call.
  func run<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(DiscogsError) -> Answer<Value>
}

/// All areas of Discogs.
public typealias DiscogsService = CollectionService & DatabaseService & InventoryService & ListService
  & MarketplaceService & SearchService & UserService & WantListService

/// Calls wait in the user's lane; the cache answers while it is fresh.
extension DiscogsClient: EndpointRunner, DiscogsService {
  public func run<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(DiscogsError) -> Answer<Value> {
    try await answer(to: endpoint)
  }

  /// The same client with other defaults, such as the cache alone for a program without a network:
  ///
  ///     do {
  ///       let release = try await client.service(policy: .cacheOnly).release(249_504).value
  ///       print(release.title, "without a network")
  ///     } catch DiscogsError.notCached {
  ///       print("never read so far")
  ///     } catch {
  ///       print(error)
  ///     }
  public func service(
    policy: FetchPolicy = .default, lane: Lane = .user, retry: RetryPolicy? = nil,
    progress: (@Sendable (RequestState) -> Void)? = nil
  ) -> ClientService {
    ClientService(client: self, policy: policy, lane: lane, retry: retry, progress: progress)
  }
}

/// A client with other defaults, made by ``DiscogsClient/service(policy:lane:retry:progress:)``.
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
