/// Takes a command, refuses it with a sentence, or passes it on.
public protocol Responder: AnyObject {
  /// - Parameter argument: what the command was given; nil where it takes nothing, or was given nothing.
  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome
}

extension Responder {
  public func perform(_ command: Command) -> Outcome { perform(command, nil) }
}

/// What became of a command.
nonisolated public enum Outcome: Hashable, Sendable {
  case done
  /// Why it cannot be carried out here, for the footer.
  case refused(String)
  /// It is for another responder.
  case passed
}
