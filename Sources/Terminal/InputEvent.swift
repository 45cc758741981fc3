public enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// Text pasted as one piece, with line breaks, tabs and controls as the terminal sent them.
  case paste(String)
  /// The left button was pressed over a cell.
  case click(Point)
  /// The mouse moved to another cell with the left button down.
  case drag(Point)
  case release(Point)
  /// The wheel was turned by one notch over a cell: 1 for down, -1 for up.
  case wheel(Point, notches: Int)
  case resize(Size)
  /// The terminal's background, in answer to ``TerminalChoices/asksBackground``.
  case background(Colour)
  /// An answer about the terminal itself. Only the last, ``TerminalAnswers/Answer/attributes(_:)``, leaves the driver.
  case answer(TerminalAnswers.Answer)
  /// Colours, picture mode or cell size have changed: present the whole screen again.
  case profile
  /// The terminal's window gained or lost the keyboard, if the terminal reports it.
  case focus(Bool)
  /// The program continues after having been stopped: present the whole screen again.
  case resumed
  /// The terminal is gone. Save and leave.
  case endOfInput
  /// The program was asked to end, likewise.
  case signal(TerminationSignal)
}

public enum TerminationSignal: Int32, Hashable, Sendable, CaseIterable {
  case hangUp = 1
  case interrupt = 2
  case terminate = 15

  /// The status a shell reports for a program that this signal ended.
  public var exitCode: Int32 { 128 + rawValue }
}
