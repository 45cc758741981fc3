import DiscogsJSON
import DiscogsModel

/// One call of one caller, answered from the cache or the network.
///
/// It does not know the type of its value, so it is compiled once, not for each of forty types.
struct EndpointCall: Sendable {
  private let engine: Engine
  private let endpoint: Endpoint<any Sendable>
  /// Calls for different types at one address do not share an answer.
  private let type: ObjectIdentifier
  private let account: Account
  private let policy: FetchPolicy
  private let lane: Lane
  private let retry: RetryPolicy
  private let progress: Flight.Progress?
  /// The most bytes of a file, whose endpoint has a whole address for its path; nil for a call of the API.
  private let fileLimit: Int?
  private let key: CacheKey
  /// The number before the account was read.
  private let forgettings: UInt64

  init(
    _ engine: Engine, _ endpoint: Endpoint<any Sendable>, type: any Sendable.Type, forgettings: UInt64,
    account: Account, policy: FetchPolicy, lane: Lane, retry: RetryPolicy?, progress: Flight.Progress?,
    fileLimit: Int? = nil
  ) {
    self.engine = engine
    self.forgettings = forgettings
    self.endpoint = engine.builder.withCurrency(endpoint)
    self.type = ObjectIdentifier(type)
    (self.account, self.policy, self.lane) = (account, policy, lane)
    self.retry = retry ?? engine.configuration.retry
    self.progress = progress
    self.fileLimit = fileLimit
    key = engine.builder.key(self.endpoint, scope: account.scope)
  }

  func answer() async throws(DiscogsError) -> Answer<any Sendable> {
    if let cached = await acceptableCached() { return try cached.get() }
    if policy == .cacheOnly { throw .notCached(endpoint: endpoint.name) }
    do {
      return try await fromNetwork()
    } catch {
      guard policy != .networkOnly, error.allowsCache, case .success(var answer) = await cachedAnswer(),
        case .cache(let storedAt, let isStale, _) = answer.origin
      else { throw error }
      answer.origin = .cache(storedAt: storedAt, isStale: isStale, instead: error)
      return answer
    }
  }

  // MARK: Cache

  typealias Cached = Result<Answer<any Sendable>, DiscogsError>

  /// The outcome of a flight.
  enum Landing: Sendable {
    case fetched(Answer<any Sendable>)
    case cached(Cached)
  }

  /// The cached answer, if it satisfies this caller.
  private func acceptableCached() async -> Cached? {
    guard policy != .refresh, policy != .networkOnly, let cached = await cachedAnswer(), isContent(with: cached) else {
      return nil
    }
    return cached
  }

  private func isContent(with cached: Cached) -> Bool {
    switch policy {
    case .refresh, .networkOnly: return false
    case .cacheOnly, .cacheFirst: return true
    case .freshCacheFirst:
      if case .success(let answer) = cached { return !answer.isStale }
      return true
    }
  }

  /// Nil for what is never cached.
  private var cacheKind: CacheKind? { endpoint.method == .get && endpoint.unlessSame == nil ? endpoint.cacheKind : nil }

  /// Nil without a readable cached response; a failure if a cached 404 says that the record does not exist.
  private func cachedAnswer() async -> Cached? {
    guard cacheKind != nil, let response = await engine.cache.response(for: key) else { return nil }
    let now = engine.configuration.now()
    let isFresh = engine.configuration.lifetimes.isFresh(response, at: now)
    if response.status == 404, !isFresh { return nil }
    var headers = HTTP.Headers()
    headers["Content-Type"] = response.contentType
    do {
      let decoded = try AnswerReading.read(
        endpoint, HTTP.Response(status: response.status, headers: headers, body: response.body))
      let origin = AnswerOrigin.cache(storedAt: response.storedAt, isStale: !isFresh, instead: nil)
      return .success(Answer(decoded, origin: origin, body: response.body))
    } catch {
      if case .notFound = error { return .failure(error) }
      // Cached by a version that read it differently.
      await engine.cache.remove(key)
      return nil
    }
  }

  private func cache(_ status: Int, _ response: HTTP.Response) async {
    guard let kind = cacheKind, forgettings == engine.forgettings else { return }
    let cached = CachedResponse(
      kind: kind, status: status, contentType: response.headers["Content-Type"], body: response.body,
      storedAt: engine.configuration.now())
    await engine.cache.store(cached, for: key)
    // The account may have been forgotten while the answer was being cached.
    if forgettings != engine.forgettings { await engine.cache.remove(key) }
  }

  /// Drops the cached answers that a change may have outdated: those under `/users/NAME/PART`, or the path's parent.
  private func dropChanged() async {
    engine.noteChange()
    let parts = endpoint.path.split(separator: "/")
    let length = parts.first == "users" ? min(3, parts.count) : max(1, parts.count - 1)
    await engine.cache.remove(under: "/" + parts.prefix(length).joined(separator: "/"), scope: account.scope)
  }

  // MARK: Network

  private func fromNetwork() async throws(DiscogsError) -> Answer<any Sendable> {
    guard account.credentials.meet(endpoint.credentials) else {
      throw .missingToken(endpoint: endpoint.name, endpoint.credentials)
    }
    let isByHand = lane == .user && (policy == .refresh || policy == .networkOnly)
    let exchange = Exchange(
      engine: engine, endpoint: endpoint, fileLimit: fileLimit, account: account, retry: retry, isByHand: isByHand)
    let flightKey =
      endpoint.method == .get
      ? Engine.FlightKey(key: key, unlessSame: endpoint.unlessSame, type: type, credentials: account.credentials) : nil
    while true {
      let shared = try await engine.flights.value(for: flightKey) {
        Flight(id: engine.nextRequest(), endpoint: endpoint.name, title: endpoint.title, lane: lane)
      } join: { flight in
        if let ticket = flight.join(lane, progress: progress) { engine.limiter.promote(ticket) }
      } work: { flight in
        await work(exchange, flight)
      }
      switch shared {
      case .fetched(let answer): return answer
      case .cached(let cached) where isContent(with: cached): return try cached.get()
      // The caller who began the flight was content with less.
      case .cached: continue
      }
    }
  }

  /// The work of a flight, done once for all its callers.
  private func work(_ exchange: Exchange, _ flight: Flight) async -> Result<Landing, DiscogsError> {
    // An equal flight may have cached its answer since this caller looked.
    if let cached = await acceptableCached() { return .success(.cached(cached)) }
    engine.track(flight, .waiting(resumesIn: nil))
    defer { engine.untrack(flight) }
    do {
      let fetched = try await exchange.run(flight)
      if endpoint.method != .get {
        await dropChanged()
      } else if fetched.isCurrent {
        await cache(200, fetched.response)
      }
      return .success(.fetched(Answer(fetched.decoded, origin: .network, body: fetched.response.body)))
    } catch {
      if case .notFound(let refusal) = error { await cacheAbsence(refusal) }
      // A change of unknown outcome makes cached answers old, too.
      if endpoint.method != .get, error.mayHaveBeenCarriedOut { await dropChanged() }
      return .failure(error)
    }
  }

  private func cacheAbsence(_ refusal: Refusal) async {
    let body = JSON.object(["message": refusal.message.map(JSON.text) ?? .null]).bytes
    await cache(404, HTTP.Response(status: 404, headers: ["Content-Type": "application/json"], body: body))
  }
}

extension Endpoint {
  /// The same call without its type.
  var untyped: Endpoint<any Sendable> { map { $0 } }
}

extension Answer<any Sendable> {
  init(_ decoded: Decoded<any Sendable>, origin: AnswerOrigin, body: [UInt8]) {
    self.init(decoded.value, origin: origin, problems: decoded.problems, additional: decoded.additional, body: body)
  }

  /// The answer with the type of its endpoint.
  func typed<Other>(by endpoint: Endpoint<Other>) throws(DiscogsError) -> Answer<Other> {
    guard let value = value as? Other else {
      throw .decoding(endpoint: endpoint.name, DecodingFailure(field: "", reason: "of an unexpected type"))
    }
    return map { _ in value }
  }
}

extension DiscogsError {
  /// Whether a cached answer may stand in: the thing may well exist, but could not be fetched just now.
  var allowsCache: Bool {
    switch self {
    case .network, .timedOut, .invalidResponse, .decoding, .rateLimited, .unauthorized, .wrongClock, .server,
      .missingToken, .resting:
      true
    case .forbidden(let refusal): refusal.isWebPage
    case .cancelled, .notFound, .invalidRequest, .validation, .notCached: false
    }
  }
}
