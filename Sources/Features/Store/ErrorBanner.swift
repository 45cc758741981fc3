public import Clients

/// An error that is not about one row: a title, a sentence, and the keys that help. Repeats are counted, not stacked.
nonisolated public struct ErrorBanner: Hashable, Sendable {
  public var title: String
  public var error: ClientError
  /// How often the error came up since a banner was last dismissed.
  public var count = 1
  public var offersRetry: Bool { error.mayPass }
}

extension ClientError {
  nonisolated public var mayPass: Bool {
    switch self {
    case .storage, .offline, .notDiscogs, .proxy, .timedOut, .rateLimited, .server, .unreadable, .cancelled: true
    case .notFound, .noSuchUser, .query, .refused, .signInRequired, .forbidden: false
    }
  }

  /// Whether network, proxy or Discogs failed, or Discogs refused access.
  nonisolated var isOfTheNetwork: Bool {
    switch self {
    case .offline, .notDiscogs, .proxy, .timedOut, .rateLimited, .server, .unreadable, .signInRequired, .forbidden: true
    case .notFound, .noSuchUser, .query, .refused, .storage, .cancelled: false
    }
  }
}
