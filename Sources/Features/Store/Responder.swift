/// Takes a command, refuses it with a sentence, or passes it on.
public protocol Responder: AnyObject {
  /// - Parameter argument: nil where the command takes none, or was given none.
  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome
}

extension Responder {
  public func perform(_ command: Command) -> Outcome { perform(command, nil) }
}

/// The outcome of a command.
nonisolated public enum Outcome: Hashable, Sendable {
  case done
  /// Why it cannot be carried out here, for the footer.
  case refused(String)
  /// It lacks its argument: the `:` line opens for it, with this text or the command's name.
  case unfinished(String? = nil)
  /// It is for another responder.
  case passed
}
