import Wording

/// An overlay that asks something; one is open at a time.
public protocol Popup: Overlay {}

/// A yes-or-no question, mostly about removing something; one about a shelf may have a third answer.
public final class Question: Popup {
  nonisolated public struct Fact: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// `Remove this copy?`
  public let caption: String
  public let about: String
  public let facts: [Fact]
  /// Further advice, such as how to undo it.
  public let advice: String
  /// Whether Enter says yes; false for a question that the user has not just called up.
  public let takesEnter: Bool
  public let no: String
  private let stage: Stage
  private let actions: [Command: () -> Void]
  private let onCancel: () -> Void

  /// - Parameters:
  ///   - actions: what each answer does, called once the question is closed.
  ///   - onCancel: called for Esc, before the question closes.
  init(
    caption: String, about: String, facts: [Fact], advice: String, takesEnter: Bool, no: String, stage: Stage,
    actions: [Command: () -> Void], onCancel: @escaping () -> Void
  ) {
    (self.caption, self.about, self.facts, self.advice) = (caption, about, facts, advice)
    (self.takesEnter, self.no, self.stage, self.actions) = (takesEnter, no, stage, actions)
    self.onCancel = onCancel
  }

  /// The answers, each a key of its own.
  public var answers: [Command] { [.confirm, .decline, .replace].filter { actions[$0] != nil } }
  public var contexts: [Command.Context] { [.questions] }
  public var takesText: Bool { false }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard let action = actions[command] else { return .refused(ShelfWords.oneOf(answers.map { stage.key($0) })) }
    stage.close(self)
    action()
    return .done
  }

  public func cancel() -> Bool {
    onCancel()
    return false
  }
}
