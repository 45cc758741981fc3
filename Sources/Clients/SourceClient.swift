public import RunoutModel

/// What is known of the source that is on.
public struct SourceStatus: Hashable, Sendable {
  public var source: Source
  /// How many releases it holds; nil until counted.
  public var releases: Int?
  /// Rises by one whenever what the source would answer has changed: another source, or a new import in its place.
  public var generation: Int
  /// The month of the dumps it is made of, `2026-08`; empty where it does not say.
  public var month = ""
  /// The search its releases were selected by; empty for all of them.
  public var only = ""

  public init(source: Source, releases: Int? = nil, generation: Int = 0) {
    self.source = source
    self.releases = releases
    self.generation = generation
  }
}

/// Chooses the source all other clients answer from.
public struct SourceClient: Client {
  @Call(answering: SourceStatus(source: .demo)) public var current: @Sendable () -> SourceStatus
  /// Switches every client over; what is refused (no catalogue imported yet) leaves the old source on.
  @Call() public var select: @Sendable (Source) async throws(ClientError) -> SourceStatus
  /// Every change of the status, also those another running program causes by importing.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<SourceStatus>

  public init() {}
}
