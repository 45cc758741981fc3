public import Foundation

/// What came of a call.
public struct Answer<Value: Sendable>: Sendable {
  /// What was read.
  public var value: Value
  /// Where it comes from, and how old it is.
  public var origin: AnswerOrigin
  /// Items that were left out because they could not be read.
  public var problems: [DecodingFailure]
  /// What was said besides and is in no record's own `additional`, as ``Decoded/additional``.
  public var additional: [String: String]
  /// The body as the site sent it, unpacked; empty where there was none, or where it is not known.
  public var body: [UInt8]

  /// Creates an answer from a value, for services of your own.
  public init(
    _ value: Value, origin: AnswerOrigin = .network, problems: [DecodingFailure] = [],
    additional: [String: String] = [:], body: [UInt8] = []
  ) {
    self.value = value
    self.origin = origin
    self.problems = problems
    self.additional = additional
    self.body = body
  }

  /// Whether a refresh would be worth a request.
  public var isStale: Bool {
    if case .cache(_, let isStale, _) = origin { isStale } else { false }
  }

  /// The same answer with another value.
  public func map<Other: Sendable>(_ transform: (Value) -> Other) -> Answer<Other> {
    Answer<Other>(transform(value), origin: origin, problems: problems, additional: additional, body: body)
  }
}

extension Answer: Equatable where Value: Equatable {}
extension Answer: Hashable where Value: Hashable {}

/// Where a value comes from, and how old it is.
public enum AnswerOrigin: Hashable, Sendable {
  /// The network, just now.
  case network
  /// `instead` is the error for which the kept answer stands in, when the network was asked and did not help.
  case cache(storedAt: Date, isStale: Bool, instead: DiscogsError?)
}

/// Which of cache and network answers.
public enum FetchPolicy: Hashable, Sendable {
  /// The cached answer, however old, at once; the network only without one. Ask again with ``refresh`` when it is stale.
  case cacheFirst
  /// The cached answer if it is fresh; else as ``refresh``.
  case freshCacheFirst
  /// The network; if that fails for a reason that has nothing to do with the thing itself, the cached answer.
  case refresh
  /// The network, or the error.
  case networkOnly
  /// The cached answer, or ``DiscogsError/notCached(endpoint:)``.
  case cacheOnly

  /// The policy of every call that names none: fresh from the cache, else from the network.
  public static let `default` = freshCacheFirst
}

/// Who waits for an answer.
public enum Lane: String, CaseIterable, Hashable, Sendable {
  /// The user does: goes first, and may use the whole budget.
  case user
  /// A background request: goes when no user's request waits, evenly, and leaves a reserve.
  case background
}

/// The name of one running request.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  /// Counts from 1 in each client.
  public let number: UInt64

  /// Creates the name of a request.
  public init(_ number: UInt64) {
    self.number = number
  }

  public var description: String { String(number) }
}

/// One running request, as a list of what is loading shows it.
public struct RequestActivity: Hashable, Sendable {
  public var id: RequestID
  /// The documented form, such as `GET /releases/{id}`.
  public var endpoint: String
  /// For people: `release 249504`, as ``Endpoint/title``.
  public var title: String
  /// Who waits for it.
  public var lane: Lane
  /// What it is doing.
  public var state: RequestState

  /// Creates a request activity.
  public init(id: RequestID, endpoint: String, title: String, lane: Lane, state: RequestState) {
    self.id = id
    self.endpoint = endpoint
    self.title = title
    self.lane = lane
    self.state = state
  }
}

/// What a running request is doing.
public enum RequestState: Hashable, Sendable {
  /// For its turn: `resumesIn` is how long at most from when this was said, as far as is known. Nil while it depends on
  /// answers that are still to come.
  case waiting(resumesIn: Duration?)
  /// Sent, or being sent.
  case sending
  /// Failed, and is tried again: `attempt` is the next one, counted from 1.
  case retrying(attempt: Int, resumesIn: Duration, after: DiscogsError)
}

/// How the network does, as far as the last requests tell.
public enum NetworkState: Hashable, Sendable {
  /// Responses come.
  case online
  /// Answers come late.
  case slow
  /// The last request found no connection, or none that answered.
  case offline
}
