public import DiscogsModel
public import RunoutModel

/// Everything that can go wrong below the view models, one case for each thing a user can act on.
public enum ClientError: Error, Hashable, Sendable {
  /// No such record in this source.
  case notFound(EntityReference)
  /// No user on Discogs has this name.
  case noSuchUser(String)
  /// The query cannot be run as typed.
  case query(QueryError)
  /// What the source or the platform will not do, in one sentence with the way out.
  case refused(String)
  /// A file or database could not be read or written; the sentence names it.
  case storage(String)
  /// Discogs cannot be reached, and nothing was kept that could be shown instead.
  case offline
  /// The server at Discogs' address cannot be trusted, or is no web server; a sentence that says what
  /// is wrong.
  case notDiscogs(String)
  /// The proxy on the way to Discogs fails, or the variable that names it is malformed; a sentence that says which.
  case proxy(String)
  /// Discogs did not answer in time.
  case timedOut
  /// Too many requests; trying again helps after so many seconds.
  case rateLimited(retryAfterSeconds: Int)
  /// It needs an account: none is signed in, or the credentials were refused.
  case signInRequired(SignInReason)
  /// Discogs will not show or do it for this account; its own words.
  case forbidden(String)
  /// The server is in trouble; the HTTP status.
  case server(status: Int)
  /// An unexpected response: the call, and the place in its body.
  case unreadable(endpoint: String, field: String)
  /// The page closed or the user cancelled. Never shown.
  case cancelled
}

/// Why an account is asked for.
public enum SignInReason: Hashable, Sendable {
  /// No user is signed in.
  case signedOut
  /// The server refused the credentials, which are kept.
  case refused
}
