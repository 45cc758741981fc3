public import RunoutModel

/// The source in use, with the size and origin of its catalogue.
public struct SourceStatus: Hashable, Sendable {
  public var source: Source
  /// The number of its releases; nil until counted.
  public var releases: Int?
  /// Rises by one whenever answers may change: with another source, or a new import.
  public var generation: Int
  /// The month of its dumps, `2026-08`; empty if unknown.
  public var month = ""
  /// The search its releases were selected by; empty for all of them.
  public var only = ""

  public init(source: Source, releases: Int? = nil, generation: Int = 0) {
    (self.source, self.releases, self.generation) = (source, releases, generation)
  }
}

/// Chooses the source that all other clients answer from.
public struct SourceClient: Client {
  @Call(answering: SourceStatus(source: .demo)) public var current: @Sendable () -> SourceStatus
  /// Switches all clients; the old source stays in use where the new one is refused, such as a missing catalogue.
  @Call() public var select: @Sendable (Source) async throws(ClientError) -> SourceStatus
  /// Every change of the status, also by another program's import.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<SourceStatus>

  public init() {}
}
