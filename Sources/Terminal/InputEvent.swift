/// What the terminal, or the system on its behalf, tells the program.
public enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// Text pasted as one piece: what the terminal sent, line breaks, tabs and all. The field that takes it drops what is
  /// no text.
  case paste(String)
  /// The left button was pressed over a cell, where the mouse has been taken.
  case click(Point)
  /// The mouse was moved to another cell with that button down.
  case drag(Point)
  /// That button was let go.
  case release(Point)
  /// The wheel was turned over a cell: 1 for each notch down, -1 for each up.
  case wheel(Point, notches: Int)
  case resize(Size)
  /// What the terminal's background is, which it was asked for.
  case background(Colour)
  /// What the terminal has said of itself; for the driver alone.
  case answer(TerminalAnswers.Answer)
  /// What can be drawn with has turned out, colours, pictures or the size of a cell: present the whole screen again.
  case profile
  /// The terminal window gained or lost the keyboard, where the terminal reports it.
  case focus(Bool)
  /// The program runs again after having been stopped; present the whole screen again.
  case resumed
  /// The terminal is gone. Save and leave.
  case endOfInput
  /// The program was asked to end. Save and leave.
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
