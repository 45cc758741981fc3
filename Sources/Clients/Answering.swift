import Wording

/// Gives pages a `ClientError` for what `body` throws, which translates the errors of stores and of Discogs itself.
public func answering<each Argument, Answer>(
  _ body: @escaping @Sendable (repeat each Argument) async throws -> Answer
) -> @Sendable (repeat each Argument) async throws(ClientError) -> Answer {
  { (argument: repeat each Argument) async throws(ClientError) -> Answer in
    do { return try await body(repeat each argument) } catch { throw ClientError(error) }
  }
}

extension ClientError {
  /// What was thrown where only this may be; a cancellation, or a mistake of the program that it names, otherwise.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as ClientError: error
      case is CancellationError: .cancelled
      default: .refused(SourceWords.mistake("\(error)"))
      }
  }
}
