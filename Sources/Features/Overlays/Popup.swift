import Wording

/// An overlay that asks something; one is open at a time.
public protocol Popup: Overlay {}

/// A yes-or-no question, mostly about removing something.
public final class Question: Popup {
  nonisolated public struct Fact: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// `Remove this copy?`
  public let caption: String
  public let about: String
  /// Details of what is at stake.
  public let facts: [Fact]
  /// Further advice, such as how to undo it.
  public let advice: String
  /// Whether Enter says yes; false for a question that the user has not just called up.
  public let takesEnter: Bool
  private let stage: Stage
  private let onConfirm: () -> Void
  private let onDecline: () -> Void

  /// - Parameter onDecline: called for No; not when the question is closed without an answer.
  init(
    caption: String, about: String, facts: [Fact], advice: String, takesEnter: Bool, stage: Stage,
    onConfirm: @escaping () -> Void, onDecline: @escaping () -> Void
  ) {
    self.caption = caption
    self.about = about
    self.facts = facts
    self.advice = advice
    self.takesEnter = takesEnter
    self.stage = stage
    self.onConfirm = onConfirm
    self.onDecline = onDecline
  }

  public var contexts: [Command.Context] { [.questions] }
  public var takesText: Bool { false }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .confirm:
      stage.close(self)
      onConfirm()
    case .decline:
      stage.close(self)
      onDecline()
    default: return .refused(ShelfWords.yesOrNo(stage.key(.confirm), stage.key(.decline)))
    }
    return .done
  }
}
