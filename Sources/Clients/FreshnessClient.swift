public import DiscogsModel
public import RunoutModel

/// Something a page shows that may have been kept from before.
public enum Shown: Hashable, Sendable {
  case record(EntityReference)
  /// The whole list, whichever of its pages.
  case search(SearchRequest)
  case list(BrowseRequest)
  case community(Release.ID)
  case market(Release.ID)
  case user(String)
}

/// Where the answer last given for something comes from.
public struct Freshness: Hashable, Sendable {
  /// When the network answered, in seconds since 1970; nil for what it was never asked, or has never answered.
  public var answeredAt: Double?
  /// The network is being asked again behind what is shown.
  public var isRefreshing: Bool
  /// Why what is shown is older than it should be; nil when it is not.
  public var hindrance: ClientError?
  /// What stands in for the answer that could not be had; nil for the answer itself.
  public var substitute: Substitute?

  /// What a search is answered from when the network cannot be asked.
  public enum Substitute: Hashable, Sendable {
    /// Results and pages that were seen before.
    case seenBefore
    /// The imported catalogue.
    case catalogue
    /// The user's own shelf, which knows a release from its list or file.
    case shelf
  }

  public init(
    answeredAt: Double?, isRefreshing: Bool = false, hindrance: ClientError? = nil, substitute: Substitute? = nil
  ) {
    self.answeredAt = answeredAt
    self.isRefreshing = isRefreshing
    self.hindrance = hindrance
    self.substitute = substitute
  }
}

/// Says how old an answer of the live source is, and asks again.
///
/// Live answers are shown at once from what was kept, and refreshed behind: when the network then says something else,
/// `changes` names it, and the page that shows it asks its client again, which answers from what has just come.
public struct FreshnessClient: Client {
  /// Nil for what comes from this machine, and for what was never answered.
  @Call(answering: nil) public var of: @Sendable (Shown) -> Freshness?
  /// Everything whose answer or freshness has changed behind the page that shows it.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<Shown>
  /// Asks the network, however fresh the kept answer is; returns when that is replaced.
  @Call() public var refresh: @Sendable (Shown) async throws(ClientError) -> Void

  public init() {}
}
