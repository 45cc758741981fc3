/// Takes a command, refuses it with a sentence, or passes it on.
public protocol Responder: AnyObject {
  func perform(_ command: Command) -> Outcome
}

/// What became of a command.
nonisolated public enum Outcome: Hashable, Sendable {
  case done
  /// Why it cannot be carried out here, for the footer.
  case refused(String)
  /// It is for another responder.
  case passed
}
