public import DiscogsModel
public import Foundation

/// The answer to a call, with its origin.
public struct Answer<Value: Sendable>: Sendable {
  /// The decoded value.
  public var value: Value
  /// Its origin and age.
  public var origin: AnswerOrigin
  /// Items left out because they could not be decoded.
  public var problems: [DecodingFailure]
  /// Fields that belong to no record, as ``Decoded/additional``.
  public var additional: [String: String]
  /// The body as the site sent it, unpacked; empty where there was none, or where it is not known.
  public var body: [UInt8]

  /// Creates an answer from a value, for services of your own.
  public init(
    _ value: Value, origin: AnswerOrigin = .network, problems: [DecodingFailure] = [],
    additional: [String: String] = [:], body: [UInt8] = []
  ) {
    (self.value, self.origin, self.problems, self.additional, self.body) = (value, origin, problems, additional, body)
  }

  /// Whether the value is old enough for a refresh.
  public var isStale: Bool { if case .cache(_, let isStale, _) = origin { isStale } else { false } }

  /// The same answer with another value.
  public func map<Other: Sendable>(_ transform: (Value) -> Other) -> Answer<Other> {
    Answer<Other>(transform(value), origin: origin, problems: problems, additional: additional, body: body)
  }
}

extension Answer: Equatable where Value: Equatable {}
extension Answer: Hashable where Value: Hashable {}

/// The origin and age of a value.
public enum AnswerOrigin: Hashable, Sendable {
  /// The network, just now.
  case network
  /// `instead` is the network's error, if the cached answer replaces one.
  case cache(storedAt: Date, isStale: Bool, instead: DiscogsError?)
}

/// Whether the cache or the network answers.
public enum FetchPolicy: Hashable, Sendable {
  /// The cached answer, however old; the network only without one. Ask again with ``refresh`` when it is stale.
  case cacheFirst
  /// The cached answer if it is fresh; else as ``refresh``.
  case freshCacheFirst
  /// The network; if it fails for a reason unrelated to the record itself, the cached answer.
  case refresh
  /// The network, or the error.
  case networkOnly
  /// The cached answer, or ``DiscogsError/notCached(endpoint:)``.
  case cacheOnly

  /// The policy of calls that name none: the cache while fresh, else the network.
  public static let `default` = freshCacheFirst
}

/// The lane of a call: a user waits for it, or background work does.
public enum Lane: String, CaseIterable, Hashable, Sendable {
  /// A person waits: the request goes first and may use the whole budget.
  case user
  /// The background: requests go evenly, after the user's, and leave a reserve.
  case background
}

/// The identity of a running request.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  /// Counts from 1 in each client.
  public let number: UInt64

  /// Creates the name of a request.
  public init(_ number: UInt64) { self.number = number }

  public var description: String { String(number) }
}

/// One running request, for a list of requests in progress.
public struct RequestActivity: Hashable, Sendable {
  public var id: RequestID
  /// The documented form, such as `GET /releases/{id}`.
  public var endpoint: String
  /// For people: `release 249504`, as ``Endpoint/title``.
  public var title: String
  /// The lane in which it waits.
  public var lane: Lane
  /// Its current step.
  public var state: RequestState

  /// Creates a request activity.
  public init(id: RequestID, endpoint: String, title: String, lane: Lane, state: RequestState) {
    (self.id, self.endpoint, self.title, self.lane, self.state) = (id, endpoint, title, lane, state)
  }
}

/// The steps of a running request.
public enum RequestState: Hashable, Sendable {
  /// In the queue: `resumesIn` is the longest wait, counted from this moment, as far as known. Nil while it depends on
  /// answers that are still to come.
  case waiting(resumesIn: Duration?)
  /// Sent, or being sent.
  case sending
  /// Failed, and will be retried: `attempt` is the next attempt, from 1.
  case retrying(attempt: Int, resumesIn: Duration, after: DiscogsError)
}

/// The state of the network, judging by the last requests.
public enum NetworkState: Hashable, Sendable {
  /// Responses come.
  case online
  /// Responses are slow.
  case slow
  /// The last request could not connect or got no response.
  case offline
}
