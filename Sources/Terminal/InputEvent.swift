/// What the terminal, or the system on its behalf, tells the program.
public enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// Text pasted as one piece. It is what the terminal sent, line breaks, tabs and all: whoever takes it drops what is
  /// no text.
  case paste(String)
  case resize(Size)
  /// The terminal window gained or lost the keyboard, where the terminal reports it.
  case focus(Bool)
  /// The program runs again after having been stopped; the screen has to be presented anew.
  case resumed
  /// The terminal is gone. Save and leave.
  case endOfInput
  /// Somebody asks the program to end. Save and leave.
  case signal(TerminationSignal)
}

/// The signals that ask a program to end.
public enum TerminationSignal: Int32, Hashable, Sendable, CaseIterable {
  case hangUp = 1
  case interrupt = 2
  case terminate = 15

  /// What a shell reports for a program that ended by this signal.
  public var exitCode: Int32 { 128 + rawValue }
}
