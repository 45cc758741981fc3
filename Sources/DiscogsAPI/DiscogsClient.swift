import DiscogsModel

/// A client of the Discogs API with credentials, rate limits, a cache and retries.
///
///     let client = DiscogsClient(configuration, transport: AsyncHTTPTransport()) { Account(.token(token), scope: "me") }
///     let answer = try await client.answer(to: .release(249504))
///
/// Use one client for a whole program: limits are counted per client. Copies share its state.
public struct DiscogsClient: Sendable {
  let engine: Engine

  /// - Parameter account: asked at every call, so that a sign-in takes effect at once.
  public init(
    _ configuration: Configuration, transport: any HTTPTransport, cache: any ResponseCache = MemoryResponseCache(),
    account: @escaping @Sendable () async -> Account = { .anonymous }
  ) {
    engine = Engine(configuration, transport: transport, cache: cache, account: account)
  }

  /// The answer to one call.
  ///
  /// - Parameters:
  ///   - policy: only calls that read, and that have a ``Endpoint/cacheKind``, are kept; all others ask the network.
  ///   - lane: the lane in which it waits.
  ///   - retry: in place of the configured one.
  ///   - progress: called at every step on the network, from any thread.
  /// - Throws: ``DiscogsError/cancelled`` at once when the task is cancelled.
  public func answer<Value: Sendable>(
    to endpoint: Endpoint<Value>, policy: FetchPolicy = .default, lane: Lane = .user, retry: RetryPolicy? = nil,
    progress: (@Sendable (RequestState) -> Void)? = nil
  ) async throws(DiscogsError) -> Answer<Value> {
    let call = EndpointCall(
      engine, endpoint.untyped, type: Value.self, forgettings: engine.forgettings, account: await engine.account(),
      policy: policy, lane: lane, retry: retry, progress: progress)
    return try await call.answer().typed(by: endpoint)
  }

  /// The cached answer at once, then the network's if the cached one is stale or missing.
  ///
  /// The stream has one or two elements. If the network fails, the second is the cached one again, with the error in
  /// its origin.
  public func answers<Value: Sendable>(
    to endpoint: Endpoint<Value>, lane: Lane = .user, progress: (@Sendable (RequestState) -> Void)? = nil
  ) -> AsyncStream<Result<Answer<Value>, DiscogsError>> {
    AsyncStream { continuation in
      let task = Task {
        defer { continuation.finish() }
        let first = await service(policy: .cacheFirst, lane: lane, progress: progress).outcome(of: endpoint)
        continuation.yield(first)
        guard case .success(let answer) = first, answer.isStale else { return }
        continuation.yield(await service(policy: .refresh, lane: lane, progress: progress).outcome(of: endpoint))
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Makes many calls, a few at a time. Answers arrive as they complete, each with the index of its call.
  ///
  /// - Parameter width: calls under way at a time; the budget holds in any case.
  public func answers<Value: Sendable>(
    toAll endpoints: [Endpoint<Value>], policy: FetchPolicy = .default, lane: Lane = .background,
    retry: RetryPolicy? = .patient, width: Int = 4
  ) -> AsyncStream<(index: Int, result: Result<Answer<Value>, DiscogsError>)> {
    AsyncStream { continuation in
      let task = Task {
        defer { continuation.finish() }
        let service = service(policy: policy, lane: lane, retry: retry)
        _ = await service.outcomes(of: endpoints, width: width, { $0 }) { index, result in
          continuation.yield((index: index, result: result))
          return true
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// A file that a response links to, such as an image: in the same lanes, without credentials, uncached.
  ///
  ///     if let image = release.images.first {
  ///       let picture = try await discogs.file(at: image.url, lane: .user)
  ///       try Data(picture.body).write(to: file)
  ///     }
  ///
  /// Whether such requests count against the budget is not known. They are counted here until an answer of the API
  /// tells otherwise.
  public func file(
    at address: String, maximumBytes: Int = 16 << 20, lane: Lane = .background, retry: RetryPolicy? = nil,
    progress: (@Sendable (RequestState) -> Void)? = nil
  ) async throws(DiscogsError) -> HTTP.Response {
    let endpoint = Endpoint("GET file", path: address, isIdempotent: true) { response throws(DecodingFailure) in
      guard !response.body.isEmpty else { throw DecodingFailure(field: "", reason: "empty") }
      return Decoded(response)
    }
    let call = EndpointCall(
      engine, endpoint.untyped, type: HTTP.Response.self, forgettings: engine.forgettings, account: .anonymous,
      policy: .networkOnly, lane: lane, retry: retry, progress: progress, fileLimit: maximumBytes)
    return try await call.answer().typed(by: endpoint).value
  }

  /// The requests in progress, oldest first: the current list, then each new one.
  public var activities: AsyncStream<[RequestActivity]> { engine.activities.stream }

  /// Cancels a request for all its callers, who get ``DiscogsError/cancelled``.
  public func cancel(_ request: RequestID) { engine.flights.cancel { $0.id == request } }

  /// The request budget as of now; read it each second for a countdown.
  public var budget: RateLimitBudget { engine.limiter.budget }

  /// The current budget, then each new one: at every request, response and 429.
  public var budgets: AsyncStream<RateLimitBudget> { engine.limiter.budgets }

  /// The state of the network, judging by the last requests.
  public var networkState: NetworkState { engine.network.value }
  /// The current state, then each new one.
  public var networkStates: AsyncStream<NetworkState> { engine.network.stream }

  /// The state of the sign-in.
  public var authState: AuthState { engine.auth.value }
  /// The current state, then each new one.
  public var authStates: AsyncStream<AuthState> { engine.auth.stream }

  /// Whether the circuit breaker pauses requests after repeated failures.
  public var breakerState: CircuitBreaker.State { engine.breaker.state }

  /// Call it when the user's name is known, or when new credentials were accepted.
  public func signedIn(as username: String?) { engine.auth.set(.signedIn(username: username)) }

  /// Call it when the credentials were removed.
  public func signedOut() { engine.auth.set(.signedOut) }

  /// Deletes the cached ``CacheKind/personal`` answers to one account, whose ``Account/scope`` this is; what is under
  /// way for anyone is not kept either. Call it after the credentials were removed.
  public func forgetAccount(_ scope: String) async {
    engine.noteForgetting()
    await engine.cache.remove(CacheKind.personal, scope: scope)
  }

  /// Deletes the cached answers at a path and below, for the current account.
  public func forget(under path: String) async {
    await engine.cache.remove(under: path, scope: await engine.account().scope)
  }
}
