public import DiscogsModel
public import RunoutModel

/// A part of a page that may come from the cache.
public enum Shown: Hashable, Sendable {
  case record(EntityReference)
  /// The whole list, all its pages.
  case search(SearchRequest)
  case list(BrowseRequest)
  case community(Release.ID)
  case market(Release.ID)
  case user(String)
}

/// The age and origin of the last answer.
public struct Freshness: Hashable, Sendable {
  /// The time of the network's answer, in seconds since 1970; nil without one.
  public var answeredAt: Double?
  public var isRefreshing: Bool
  /// The error that kept the answer from being refreshed; nil for none.
  public var hindrance: ClientError?
  /// The stand-in for an answer that could not be loaded; nil for the answer itself.
  public var substitute: Substitute?

  public enum Substitute: Hashable, Sendable {
    /// Results and pages that were seen before.
    case seenBefore
    case catalogue
    /// The user's own shelf, with a release's facts from its list or file.
    case shelf
  }

  public init(
    answeredAt: Double?, isRefreshing: Bool = false, hindrance: ClientError? = nil, substitute: Substitute? = nil
  ) {
    (self.answeredAt, self.isRefreshing) = (answeredAt, isRefreshing)
    (self.hindrance, self.substitute) = (hindrance, substitute)
  }
}

/// Tells the age of the live source's answers, and refreshes them.
///
/// Cached answers are shown at once and refreshed in the background: `changes` then names them, and their page asks its
/// client again, which answers from the refreshed cache.
public struct FreshnessClient: Client {
  /// Nil for answers of local sources, unless the shelf stood in, and for what was never answered.
  @Call(answering: nil) public var of: @Sendable (Shown) -> Freshness?
  /// The parts whose answer or freshness a refresh has changed.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<Shown>
  /// Asks the network, however fresh the cached answer is; returns when it is replaced.
  @Call() public var refresh: @Sendable (Shown) async throws(ClientError) -> Void

  public init() {}
}
