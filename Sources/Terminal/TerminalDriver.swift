/// What a user may choose of a terminal while it is open.
public struct TerminalChoices: Hashable, Sendable {
  /// How many colours to use at most, whatever the terminal has; 0 for none, `Int.max` for all of them.
  public var mostColours: Int
  /// Plain ASCII, whatever the terminal can show.
  public var isASCII: Bool
  /// How long a lone Escape waits for a key that would make it Alt.
  public var escapeTime: Duration
  /// Whether clicks and the wheel come as events; without it the terminal keeps the mouse, to select text.
  public var hasMouse: Bool
  /// Whether the terminal is asked for its background: ``InputEvent/background(_:)`` follows where it knows.
  public var asksBackground: Bool
  /// How pictures are shown; nil for the best way that the terminal says it has.
  public var pictures: PictureMode?

  public init(
    mostColours: Int = .max, isASCII: Bool = false, escapeTime: Duration = .milliseconds(25),
    hasMouse: Bool = true, asksBackground: Bool = false, pictures: PictureMode? = PictureMode.none
  ) {
    self.mostColours = mostColours
    self.isASCII = isASCII
    self.hasMouse = hasMouse
    self.asksBackground = asksBackground
    self.escapeTime = escapeTime
    self.pictures = pictures
  }
}

/// How a program ended that had the terminal meanwhile.
public enum ProgramEnding: Hashable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// It was not started; the system's own words.
  case notStarted(String)
  /// There is no terminal that it could have had.
  case noTerminal
}

/// Something a canvas can be shown on and keys come from: a real terminal, or ``MemoryTerminal``.
@MainActor
public protocol TerminalDriver: AnyObject {
  var size: Size { get }
  /// The signs the terminal can show.
  var glyphs: Glyphs { get }
  /// How many colours are in use; 0 for none.
  var colours: Int { get }
  /// How pictures are shown now; it may get better once the terminal has answered: ``InputEvent/profile`` tells.
  var pictureMode: PictureMode { get }
  /// The pixels from top to bottom of a cell, as far as is known.
  var cellHeight: Int { get }
  /// What the user and the system did.
  var events: TerminalEvents { get }

  /// Shows a canvas. Only what changed since the one before is sent, and nothing when nothing did.
  func present(_ canvas: Canvas)
  /// Draws the whole screen again, whatever the terminal shows now.
  func redraw()
  /// Stops the program, as a shell's job control does, with the terminal as it was before; ``InputEvent/resumed``
  /// follows when it goes on.
  func suspend()
  /// Gives the terminal to another program until that ends, then takes it back; ``InputEvent/resumed`` follows.
  ///
  /// - Parameter command: the path of the program, and its arguments.
  func run(_ command: [String]) -> ProgramEnding
  /// Goes by other choices from the next frame on.
  func use(_ choices: TerminalChoices)
  /// Sends bytes as they are, such as a sequence that sets the clipboard. They must leave screen and cursor alone.
  func writeRaw(_ bytes: [UInt8])
  /// Gives the terminal back as it was found. Calling it twice does no harm.
  func close()
}

/// A terminal that keeps what it was shown last, for tests and scripts.
@MainActor
public final class MemoryTerminal: TerminalDriver {
  public private(set) var size: Size
  public private(set) var glyphs: Glyphs
  public private(set) var colours = 256
  public private(set) var pictureMode = PictureMode.none
  public let cellHeight = 20
  public let events = TerminalEvents()
  /// How many canvases were presented that differed from the one before.
  public private(set) var frames = 0
  private var last: Canvas?
  /// What ``writeRaw(_:)`` was given.
  public private(set) var rawBytes: [UInt8] = []
  public private(set) var redraws = 0
  public private(set) var suspensions = 0
  public private(set) var isClosed = false
  /// What ``use(_:)`` was given last.
  public private(set) var choices: TerminalChoices?
  /// Stands in for running a program; without it there is no terminal to run one on.
  public var onRun: (([String]) -> ProgramEnding)?

  public init(size: Size = Size(columns: 80, rows: 24), glyphs: Glyphs = .unicode) {
    self.size = size
    self.glyphs = glyphs
  }

  /// What is on the screen now.
  public var screen: Canvas { last ?? Canvas(size: size, glyphs: glyphs) }

  /// Delivers events; a resize takes effect at once.
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
