import Synchronization

/// Pauses requests to a server that failed several times in a row.
///
/// Closed, everything passes. After `threshold` failures it opens, and nothing passes for `rest`. Then it is half-open:
/// one request passes, and what comes of it closes or opens it again. A user who asks again by hand is let through at
/// once as that one request.
public final class CircuitBreaker: Sendable {
  /// The settings of a circuit breaker.
  public struct Settings: Hashable, Sendable {
    /// The failures in a row that open it.
    public var threshold: Int
    /// The time it stays open.
    public var rest: Duration

    /// Creates settings.
    public init(threshold: Int = 5, rest: Duration = .seconds(30)) {
      self.threshold = max(1, threshold)
      self.rest = rest
    }
  }

  /// The treatment of the next request: it passes, is refused, or is the one probe.
  public enum State: Hashable, Sendable {
    case closed, open, halfOpen
  }

  /// Leave to send one request, to be given back with what came of it.
  struct Pass: Sendable {
    let isProbe: Bool
    fileprivate let generation: UInt64
  }

  enum Decision: Sendable {
    case pass(Pass)
    /// For how long, and what failed last.
    case rest(Duration, last: DiscogsError)
  }

  private struct Inner {
    var failures = 0
    var openUntil: Duration?
    var last: DiscogsError?
    var isProbing = false
    /// Counts the openings: what was sent before one says nothing about what comes after.
    var generation: UInt64 = 0

    func decision(byHand: Bool, now: Duration) -> Decision {
      guard let openUntil, let last else { return .pass(Pass(isProbe: false, generation: generation)) }
      if !isProbing, byHand || now >= openUntil { return .pass(Pass(isProbe: true, generation: generation)) }
      // While one is under way, how long it takes is unknown.
      return .rest(max(.zero, openUntil - now), last: last)
    }
  }

  private let settings: Settings
  private let time: MonotonicTime
  private let inner = Mutex(Inner())

  init(_ settings: Settings, time: MonotonicTime) { (self.settings, self.time) = (settings, time) }

  var state: State {
    inner.withLock { inner in
      guard let openUntil = inner.openUntil else { return .closed }
      return inner.isProbing || time.now() >= openUntil ? .halfOpen : .open
    }
  }

  /// The decision of ``admit(byHand:)``, without taking the place of the one request.
  func preview(byHand: Bool) -> Decision { inner.withLock { $0.decision(byHand: byHand, now: time.now()) } }

  /// - Parameter byHand: a user asked just now, and wants to know whether it works again.
  func admit(byHand: Bool = false) -> Decision {
    inner.withLock { inner in
      let decision = inner.decision(byHand: byHand, now: time.now())
      if case .pass(let pass) = decision, pass.isProbe { inner.isProbing = true }
      return decision
    }
  }

  /// The server answered something that makes sense.
  func succeeded(_ pass: Pass) {
    inner.withLock { inner in
      guard pass.generation == inner.generation, pass.isProbe || inner.openUntil == nil else { return }
      inner.failures = 0
      inner.openUntil = nil
      inner.isProbing = false
    }
  }

  func failed(_ pass: Pass, with error: DiscogsError) {
    inner.withLock { inner in
      guard pass.generation == inner.generation else { return }
      inner.failures += 1
      inner.last = error
      guard pass.isProbe || inner.openUntil == nil && inner.failures >= settings.threshold else { return }
      inner.openUntil = time.now() + settings.rest
      inner.isProbing = false
      inner.generation += 1
    }
  }

  /// Nothing came of it, because the caller gave up.
  func abandoned(_ pass: Pass) {
    inner.withLock { inner in if pass.isProbe, pass.generation == inner.generation { inner.isProbing = false } }
  }
}

extension DiscogsError {
  /// Whether it speaks against the server as a whole, and not only against one request.
  var isOutage: Bool {
    switch self {
    case .network(_, .unreachable), .network(_, .proxy), .timedOut: true
    case .server(let refusal): refusal.status != 500 && refusal.status != 501
    case .invalidResponse(_, _, .webPage), .invalidResponse(_, _, .malformed): true
    default: false
    }
  }
}
