import Wording

/// Narrows the errors of `body` to `ClientError`. `body` itself translates those of stores and Discogs.
public func answering<each Argument, Answer>(
  _ body: @escaping @Sendable (repeat each Argument) async throws -> Answer
) -> @Sendable (repeat each Argument) async throws(ClientError) -> Answer {
  { (argument: repeat each Argument) async throws(ClientError) -> Answer in
    do { return try await body(repeat each argument) } catch { throw ClientError(error) }
  }
}

extension ClientError {
  /// Makes `cancelled` of a cancellation, and of any other error `refused`, as a mistake of the program.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as ClientError: error
      case is CancellationError: .cancelled
      default: .refused(SourceWords.mistake("\(error)"))
      }
  }
}
