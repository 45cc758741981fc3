internal import Synchronization
internal import UserLibrary

/// Answers about a shelf, each read again only after a change: counting or sorting a shop's shelf takes a moment.
final class ShelfAnswers<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let most: Int
  /// The answers about one shelf in one state; any other clears them.
  private let state = Mutex<(version: String, answers: [Question: Answer])>(("", [:]))

  /// - Parameter most: the number of answers that are kept.
  init(most: Int = 1) { self.most = most }

  /// - Parameter isKept: whether an answer is small enough.
  func answer(
    to question: Question, in library: Library, isKept: (Answer) -> Bool = { _ in true },
    _ read: () async throws -> Answer
  ) async throws -> Answer {
    let version = try await library.contentsVersion()
    let known = state.withLock { state in
      if state.version != version { state = (version, [:]) }
      return state.answers[question]
    }
    if let known { return known }
    let answer = try await read()
    guard isKept(answer) else { return answer }
    state.withLock { state in
      guard state.version == version else { return }
      if state.answers.count >= most { state.answers = [:] }
      state.answers[question] = answer
    }
    return answer
  }
}
