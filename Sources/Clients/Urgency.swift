/// Who waits for an answer. It goes with a question through every client, down to the lane in which it is sent.
public enum Urgency {
  /// Whether it runs in the background: what a person waits for goes first, and the last of the budget is not for it.
  @TaskLocal public static var isBackground = false

  /// Asks in the background.
  ///
  /// - Parameter isBackground: false asks as always.
  public static func background<Answer>(
    _ isBackground: Bool = true, isolation: isolated (any Actor)? = #isolation,
    _ ask: () async throws(ClientError) -> Answer
  ) async throws(ClientError) -> Answer {
    guard isBackground else { return try await ask() }
    let result: Result<Answer, ClientError> = await $isBackground.withValue(true) {
      do throws(ClientError) { return .success(try await ask()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
