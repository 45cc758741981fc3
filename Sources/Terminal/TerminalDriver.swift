/// The user's choices for a terminal, which may change while it is open.
public struct TerminalChoices: Hashable, Sendable {
  /// The most colours to use; 0 for none, `Int.max` for all that the terminal has.
  public var mostColours: Int
  /// Whether to use plain ASCII, whatever the terminal can show.
  public var isASCII: Bool
  /// The time that a lone Escape waits for a key that would make it Alt.
  public var escapeTime: Duration
  /// Whether clicks and the wheel come as events; if not, the terminal keeps the mouse for selecting text.
  public var hasMouse: Bool
  /// Whether the terminal is asked for its background; ``InputEvent/background(_:)`` follows if it answers.
  public var asksBackground: Bool
  /// The way to show pictures; nil for the best that the terminal reports.
  public var pictures: PictureMode?

  public init(
    mostColours: Int = .max, isASCII: Bool = false, escapeTime: Duration = .milliseconds(25),
    hasMouse: Bool = true, asksBackground: Bool = false, pictures: PictureMode? = PictureMode.none
  ) {
    (self.mostColours, self.isASCII, self.escapeTime) = (mostColours, isASCII, escapeTime)
    (self.hasMouse, self.asksBackground, self.pictures) = (hasMouse, asksBackground, pictures)
  }
}

/// The end of a program that was given the terminal.
public enum ProgramEnding: Hashable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// It did not start; the system's error message.
  case notStarted(String)
  case noTerminal
}

/// Shows canvases and delivers keys: a real terminal, or ``MemoryTerminal``.
@MainActor
public protocol TerminalDriver: AnyObject {
  var size: Size { get }
  var glyphs: Glyphs { get }
  /// The number of colours in use; 0 for none.
  var colours: Int { get }
  /// The way pictures are shown now. It may improve when the terminal answers; ``InputEvent/profile`` follows then.
  var pictureMode: PictureMode { get }
  /// The height of a cell in pixels, or a guess until the terminal has answered.
  var cellHeight: Int { get }
  var events: TerminalEvents { get }

  /// Shows a canvas. Only the differences from the last one are sent.
  func present(_ canvas: Canvas)
  /// Draws the whole screen again, for one that was garbled.
  func redraw()
  /// Stops the program as job control does, with the terminal restored; ``InputEvent/resumed`` follows when it goes on.
  func suspend()
  /// Gives the terminal to another program, waits until that ends, and takes it back; ``InputEvent/resumed`` follows.
  ///
  /// - Parameter command: the program's path and its arguments.
  func run(_ command: [String]) -> ProgramEnding
  /// Applies other choices from the next frame on.
  func use(_ choices: TerminalChoices)
  /// Sends raw bytes, such as a sequence that sets the clipboard. They must leave screen and cursor alone.
  func writeRaw(_ bytes: [UInt8])
  /// Restores the terminal as it was found. May be called twice.
  func close()
}

/// A terminal that keeps the last canvas, for tests and scripts.
@MainActor
public final class MemoryTerminal: TerminalDriver {
  public private(set) var size: Size
  public private(set) var glyphs: Glyphs
  public private(set) var colours = 256
  public private(set) var pictureMode = PictureMode.none
  public let cellHeight = 20
  public let events = TerminalEvents()
  /// The number of presented canvases that differed from the one before.
  public private(set) var frames = 0
  private var last: Canvas?
  public private(set) var rawBytes: [UInt8] = []
  public private(set) var redraws = 0
  public private(set) var suspensions = 0
  public private(set) var isClosed = false
  public private(set) var choices: TerminalChoices?
  /// Stands in for running a program; without it ``run(_:)`` returns ``ProgramEnding/noTerminal``.
  public var onRun: (([String]) -> ProgramEnding)?

  public init(size: Size = Size(columns: 80, rows: 24), glyphs: Glyphs = .unicode) {
    (self.size, self.glyphs) = (size, glyphs)
  }

  /// The last canvas; a blank one before the first.
  public var screen: Canvas { last ?? Canvas(size: size, glyphs: glyphs) }

  /// Delivers events; a resize also changes ``size``.
  public func send(_ batch: [InputEvent]) {
    for case .resize(let size) in batch { self.size = size }
    events.send(batch)
  }

  public func present(_ canvas: Canvas) {
    guard canvas != last else { return }
    last = canvas
    frames += 1
  }

  public func redraw() { redraws += 1 }

  public func suspend() {
    suspensions += 1
    events.send([.resumed])
  }

  public func run(_ command: [String]) -> ProgramEnding {
    guard let onRun else { return .noTerminal }
    let ending = onRun(command)
    events.send([.resumed])
    return ending
  }

  public func use(_ choices: TerminalChoices) {
    self.choices = choices
    colours = min(256, choices.mostColours)
    pictureMode = choices.pictures ?? .symbols
    if glyphs.ambiguousWidth == .narrow { glyphs = choices.isASCII ? .ascii : .unicode }
  }

  public func writeRaw(_ bytes: [UInt8]) { rawBytes += bytes }

  public func close() {
    isClosed = true
    events.finish()
  }
}
