import Wording

/// What lies over the page and has the keys: a question of the shelf.
public protocol Popup: Overlay {}

/// Whether something may be done that takes something away.
public final class Question: Popup {
  /// A name and what it is.
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
  /// What is lost.
  public let facts: [Fact]
  /// What else there is to know, such as how to get it back.
  public let advice: String
  /// Whether Enter says yes, as it does to a question that the user has just called up.
  public let takesEnter: Bool
  private let stage: Stage
  private let onConfirm: () -> Void
  private let onDecline: () -> Void

  /// - Parameter onDecline: only for an answer: to leave the question open is none.
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
