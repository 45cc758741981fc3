/// Whether a person waits for an answer. It follows a call through every client down to the lane of its request.
public enum Urgency {
  /// Whether no person waits: other requests then go first, and keep the last of the budget.
  @TaskLocal public static var isBackground = false

  /// Makes the calls of `ask` in the background.
  ///
  /// - Parameter isBackground: false leaves the urgency as it is.
  public static func background<Answer>(
    _ isBackground: Bool = true, isolation: isolated (any Actor)? = #isolation,
    _ ask: () async throws(ClientError) -> Answer
  ) async throws(ClientError) -> Answer {
    guard isBackground else { return try await ask() }
    do { return try await $isBackground.withValue(true) { try await ask() } } catch { throw ClientError(error) }
  }
}
