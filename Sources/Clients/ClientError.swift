public import DiscogsModel
public import RunoutModel

/// The errors below the view models, one case for each thing that a user can act on.
public enum ClientError: Error, Hashable, Sendable {
  /// No such record in this source.
  case notFound(EntityReference)
  /// No user on Discogs has this name.
  case noSuchUser(String)
  /// The query cannot be run as typed.
  case query(QueryError)
  /// The source or the platform refuses; one sentence with the way out.
  case refused(String)
  /// A file or database could not be read or written; the sentence names it.
  case storage(String)
  /// Discogs cannot be reached, and nothing is cached in its place.
  case offline
  /// The server at Discogs' address cannot be trusted, or is no web server; one sentence on the problem.
  case notDiscogs(String)
  /// The proxy on the way to Discogs fails, or its variable is malformed; one sentence on the problem.
  case proxy(String)
  /// Discogs did not answer in time.
  case timedOut
  /// Too many requests; retry after this many seconds.
  case rateLimited(retryAfterSeconds: Int)
  /// An account is needed.
  case signInRequired(SignInReason)
  /// Discogs forbids it to this account; in Discogs' words.
  case forbidden(String)
  /// The server is in trouble; the HTTP status.
  case server(status: Int)
  /// An unexpected response: the call, and the place in its body.
  case unreadable(endpoint: String, field: String)
  /// The page closed or the user cancelled. Never shown.
  case cancelled
}

/// The reason that signing in would help.
public enum SignInReason: Hashable, Sendable {
  /// No user is signed in.
  case signedOut
  /// The server refused the credentials, which are kept.
  case refused
}
