import DiscogsModel
import Logging
import Synchronization

/// The parts that all calls of a client share: limits, breaker, cache, and the states of network and sign-in.
final class Engine: Sendable {
  struct FlightKey: Hashable, Sendable {
    var key: CacheKey
    var unlessSame: LastModified?
    /// Two endpoints could read the same address as different things.
    var type: ObjectIdentifier
    /// A change of account in mid-flight starts over.
    var credentials: Credentials
  }

  let configuration: Configuration
  let builder: RequestBuilder
  let transport: any HTTPTransport
  let cache: any ResponseCache
  let account: @Sendable () async -> Account
  let time: MonotonicTime
  let limiter: RateLimiter
  let breaker: CircuitBreaker
  let flights = InFlight<FlightKey, Flight, EndpointCall.Landing>()
  let activities = Current<[RequestActivity]>([])
  let network = Current(NetworkState.online)
  let auth = Current(AuthState.signedOut)
  let secrets = SentSecrets()

  private struct Counters {
    var request: UInt64 = 0
    var ticket: UInt64 = 0
    /// The number of changes carried out: an answer requested before one is not cached.
    var change: UInt64 = 0
    /// The number of forgotten accounts: an answer to a call begun before one is not cached.
    var forgetting: UInt64 = 0
  }

  private let counters = Mutex(Counters())

  init(
    _ configuration: Configuration, transport: any HTTPTransport, cache: any ResponseCache,
    account: @escaping @Sendable () async -> Account
  ) {
    (self.configuration, self.transport, self.cache, self.account) = (configuration, transport, cache, account)
    builder = RequestBuilder(configuration: configuration)
    time = MonotonicTime(configuration.clock)
    limiter = RateLimiter(configuration.limits, time: time)
    breaker = CircuitBreaker(configuration.breaker, time: time)
  }

  func nextRequest() -> RequestID { RequestID(next(\.request)) }

  func nextTicket() -> UInt64 { next(\.ticket) }

  var changes: UInt64 { counters.withLock { $0.change } }

  func noteChange() { _ = next(\.change) }

  var forgettings: UInt64 { counters.withLock { $0.forgetting } }

  func noteForgetting() { _ = next(\.forgetting) }

  private func next(_ counter: WritableKeyPath<Counters, UInt64>) -> UInt64 {
    counters.withLock { counters in
      counters[keyPath: counter] += 1
      return counters[keyPath: counter]
    }
  }

  /// Updates the state of sign-in from an answer to these credentials.
  func noteAuth(_ credentials: Credentials, need: CredentialNeed, error: DiscogsError?) {
    guard credentials.areOfUser else {
      auth.set(.signedOut)
      return
    }
    switch error {
    case .unauthorized: auth.set(.rejected)
    case nil:
      auth.update { state in
        switch state {
        case .signedOut: state = .signedIn(username: nil)
        // Public data says nothing about a token.
        case .rejected where need != .none: state = .signedIn(username: nil)
        case .rejected, .signedIn: break
        }
      }
    default: break
    }
  }

  func track(_ flight: Flight, _ state: RequestState) {
    flight.tell(state)
    activities.update { list in
      if let index = list.firstIndex(where: { $0.id == flight.id }) {
        list[index] = flight.activity
      } else {
        list.append(flight.activity)
      }
    }
  }

  func untrack(_ flight: Flight) { activities.update { list in list.removeAll { $0.id == flight.id } } }
}
