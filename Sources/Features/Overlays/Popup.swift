import Wording

/// An overlay that asks something; one is open at a time.
public protocol Popup: Overlay {}

/// A yes-or-no question, mostly about removing something; one about a shelf may have a third answer.
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
  /// The word for No.
  public let no: String
  /// The answers, each a key of its own.
  public var answers: [Command] { [.confirm, .decline] + (onReplace == nil ? [] : [.replace]) }
  private let stage: Stage
  private let onConfirm: () -> Void
  private let onDecline: () -> Void
  private let onReplace: (() -> Void)?
  private let onCancel: () -> Void

  /// - Parameters:
  ///   - onDecline: called for No; not when the question is closed without an answer.
  ///   - onReplace: called for the third answer; nil where there is none.
  ///   - onCancel: called for Esc, before the question closes.
  init(
    caption: String, about: String, facts: [Fact], advice: String, takesEnter: Bool, no: String, stage: Stage,
    onConfirm: @escaping () -> Void, onDecline: @escaping () -> Void, onReplace: (() -> Void)?,
    onCancel: @escaping () -> Void
  ) {
    self.caption = caption
    self.about = about
    self.facts = facts
    self.advice = advice
    self.takesEnter = takesEnter
    self.no = no
    self.stage = stage
    self.onConfirm = onConfirm
    self.onDecline = onDecline
    self.onReplace = onReplace
    self.onCancel = onCancel
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
    default:
      guard command == .replace, let onReplace else {
        return .refused(ShelfWords.oneOf(answers.map { stage.key($0) }))
      }
      stage.close(self)
      onReplace()
    }
    return .done
  }

  public func cancel() -> Bool {
    onCancel()
    return false
  }
}
