import DiscogsModel
import Logging

/// One call over the network, with its retries.
struct Exchange: Sendable {
  let engine: Engine
  let endpoint: Endpoint<any Sendable>
  /// The most bytes of a file; nil for a call of the API.
  let fileLimit: Int?
  let account: Account
  let retry: RetryPolicy
  /// A user asked for the network just now.
  let isByHand: Bool

  func run(_ flight: Flight) async throws(DiscogsError) -> Fetched {
    var attempt = 1
    var mayBeDone = false
    while true {
      let failure: DiscogsError
      do { return try await once(flight, attempt) } catch { failure = error }
      if mayBeDone, endpoint.isDoneWhenGone, case .notFound = failure { return try done(failure) }
      mayBeDone = mayBeDone || failure.mayHaveBeenCarriedOut
      guard !Task.isCancelled else { throw .cancelled }
      guard retry.allowsRetry(after: failure, attempt: attempt, isIdempotent: endpoint.isIdempotent) else {
        throw failure
      }
      attempt += 1
      let pause = pause(before: attempt, after: failure)
      engine.track(flight, .retrying(attempt: attempt, resumesIn: pause, after: failure))
      // After a 429 the limiter holds back all requests.
      if case .rateLimited = failure { continue }
      guard await engine.time.wait(until: engine.time.now() + pause) else { throw .cancelled }
      if case .rest = engine.breaker.preview(byHand: false) { throw failure }
    }
  }

  /// The longer of the server's `Retry-After` and the usual pause; after a 429 with a `Retry-After` just that.
  private func pause(before attempt: Int, after failure: DiscogsError) -> Duration {
    if case .rateLimited(_, let asked?) = failure { return asked }
    let delay = retry.delay(before: attempt, chance: Double(chance: engine.configuration.random()))
    return max(delay, failure.retryAfter ?? .zero)
  }

  /// The answer to an earlier attempt, which was carried out although its own was lost.
  private func done(_ failure: DiscogsError) throws(DiscogsError) -> Fetched {
    let response = HTTP.Response(status: 204)
    do {
      return Fetched(decoded: try endpoint.read(response), response: response, isCurrent: false)
    } catch { throw failure }
  }

  private func once(_ flight: Flight, _ attempt: Int) async throws(DiscogsError) -> Fetched {
    let isByHand = isByHand && attempt == 1
    if case .rest(let rest, let last) = engine.breaker.preview(byHand: isByHand) {
      throw .resting(endpoint: endpoint.name, retryAfter: rest, last: last)
    }
    let ticket = engine.nextTicket()
    flight.begin(ticket)
    let turn = await engine.limiter.take(ticket, { flight.lane }, longest: retry.longestPause) { wait in
      // The wait after a 429 has been reported.
      if attempt == 1 { engine.track(flight, .waiting(resumesIn: wait)) }
    }
    switch turn {
    case .yours: break
    case .cancelled: throw .cancelled
    case .tooLong(let wait): throw .rateLimited(endpoint: endpoint.name, retryAfter: wait)
    }
    // Released and cancelled at the same moment.
    guard !Task.isCancelled else {
      engine.limiter.withdraw(ticket)
      throw .cancelled
    }
    let request: HTTP.Request
    do {
      request = try engine.builder.request(endpoint, account.credentials, fileLimit: fileLimit)
    } catch {
      engine.limiter.withdraw(ticket)
      throw error
    }
    switch engine.breaker.admit(byHand: isByHand) {
    case .rest(let rest, let last):
      engine.limiter.withdraw(ticket)
      throw .resting(endpoint: endpoint.name, retryAfter: rest, last: last)
    case .pass(let pass):
      engine.track(flight, .sending)
      return try await send(request, ticket, pass)
    }
  }

  private func send(
    _ request: HTTP.Request, _ ticket: UInt64, _ pass: CircuitBreaker.Pass
  ) async throws(DiscogsError) -> Fetched {
    let start = engine.time.now()
    let changes = engine.changes
    engine.secrets.note(account.credentials)
    let response: HTTP.Response
    do {
      response = engine.secrets.scrubbed(try await engine.transport.send(request), isFile: fileLimit != nil)
    } catch {
      let error = AnswerReading.error(endpoint.name, engine.secrets.scrubbed(error))
      settle(error, ticket, pass)
      log(error, nil, start)
      throw error
    }
    let elapsed = engine.time.now() - start
    engine.network.set(elapsed > engine.configuration.slowAfter ? .slow : .online)
    do {
      let decoded = try read(response, ticket)
      engine.breaker.succeeded(pass)
      if fileLimit == nil { engine.noteAuth(account.credentials, need: endpoint.credentials, error: nil) }
      log(nil, response, start)
      return Fetched(decoded: decoded, response: response, isCurrent: changes == engine.changes)
    } catch {
      if error.isOutage { engine.breaker.failed(pass, with: error) } else { engine.breaker.succeeded(pass) }
      if fileLimit == nil { engine.noteAuth(account.credentials, need: endpoint.credentials, error: error) }
      log(error, response, start)
      throw error
    }
  }

  private func read(_ response: HTTP.Response, _ ticket: UInt64) throws(DiscogsError) -> Decoded<any Sendable> {
    let headers = RateLimitHeaders(response.headers)
    let asked = response.headers["Retry-After"].flatMap {
      // A date is by the server's clock, which may differ from ours.
      RetryAfter.duration($0, now: response.headers["Date"].flatMap(HTTPDate.date) ?? engine.configuration.now())
    }
    guard response.status == 429 else {
      engine.limiter.answered(ticket, headers: headers)
      do {
        return try AnswerReading.read(endpoint, response)
      } catch .server(var refusal) {
        refusal.retryAfter = asked
        throw .server(refusal)
      }
    }
    let pause = engine.configuration.limits.pause(asked: asked)
    engine.limiter.refused(ticket, headers: headers, retryAfter: pause)
    throw .rateLimited(endpoint: endpoint.name, retryAfter: pause)
  }

  /// Tells limiter, breaker and the state of the network that no answer came.
  private func settle(_ error: DiscogsError, _ ticket: UInt64, _ pass: CircuitBreaker.Pass) {
    if error.mayHaveBeenCarriedOut { engine.limiter.lose(ticket) } else { engine.limiter.withdraw(ticket) }
    if error.isOutage { engine.breaker.failed(pass, with: error) } else { engine.breaker.abandoned(pass) }
    switch error {
    case .network, .timedOut: engine.network.set(.offline)
    default: break
    }
  }

  private func log(_ error: DiscogsError?, _ response: HTTP.Response?, _ start: Duration) {
    let (level, message): (Logger.Level, Logger.Message) =
      switch error {
      case nil: (.debug, "request answered")
      case .cancelled, .notFound: (.debug, "request ended")
      default: (.warning, "request failed")
      }
    let logger = engine.configuration.logger
    guard logger.logLevel <= level else { return }
    var facts: Logger.Metadata = [
      "endpoint": "\(endpoint.name)", "elapsed_ms": "\((engine.time.now() - start).milliseconds)",
      "remaining": "\(engine.limiter.budget.remaining)",
    ]
    if let response { facts["status"] = "\(response.status)" }
    if let error { facts["code"] = "\(error.code)" }
    logger.log(level: level, message, metadata: facts)
  }
}

/// A value from the network, and the answer it was read from.
struct Fetched: Sendable {
  var decoded: Decoded<any Sendable>
  var response: HTTP.Response
  /// No change was made meanwhile that could make it old.
  var isCurrent: Bool
}
