public import DiscogsModel

/// Everything that can go wrong below the view models, one case for each thing a user can act on.
public enum ClientError: Error, Hashable, Sendable {
  /// No such record in this source.
  case notFound(EntityReference)
  /// The query cannot be run as typed.
  case query(QueryError)
  /// What the source or the platform will not do, in one sentence with the way out.
  case refused(String)
  /// A file or database could not be read or written; the sentence names it.
  case storage(String)
  /// The page closed or the user cancelled. Never shown.
  case cancelled
}
