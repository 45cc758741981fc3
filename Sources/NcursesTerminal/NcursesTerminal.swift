import CNcurses
import CTerminalGuard
import Dispatch
import LibC
public import Terminal

/// The terminal the program was started in, drawn on with ncurses.
///
/// ncurses draws and does not read: its `get_wch` waits at every Escape, loses letters whose bytes come apart and takes
/// late replies for keys. Standard input is read here, whole, before anything is drawn.
///
/// While it is open, standard error goes to the crash file: the Swift runtime writes its last words there before a
/// trap, and anything else would land in the middle of the screen. There can be one at a time, and ``close()`` comes
/// before any message.
@MainActor
public final class NcursesTerminal: TerminalDriver {
  public struct Options: Sendable {
    /// What terminal it is: `TERM` of the environment.
    public var name: String?
    /// What it says of its colours: `COLORTERM` of the environment.
    public var colourTerm: String?
    public var choices = TerminalChoices()
    /// Whether tmux is between the program and the terminal: `TMUX` of the environment is set.
    public var isInTmux = false
    public var ambiguousWidth: AmbiguousWidth = .narrow
    /// Where standard error goes meanwhile; removed at the end if nothing was written. Its folder must exist.
    public var crashFile: String?
    /// The line to print after a crash, once the terminal is back; empty for none.
    public var crashMessage = ""

    public init() {}
  }

  public internal(set) var size: Size
  public internal(set) var glyphs: Glyphs
  public let events = TerminalEvents()
  /// How many colours are in use; 0 for none.
  public var colours: Int { painter.styles.colours }
  let options: Options
  /// Those in force.
  var choices: TerminalChoices
  /// Whether the locale has every letter; without it, each is shown as the nearest in ASCII.
  public let hasUTF8: Bool
  /// Ends every look, and chooses the usual character set.
  let plainLook: [UInt8]
  /// The facts that were known of the terminal before it was asked.
  let description: TerminalProfile.Description
  /// Whether the system has no description of the terminal, so that one of ours, or of another, stands in.
  public let isStandIn: Bool
  var isOpen = true

  // Drawing.
  var painter: RowPainter
  /// What the terminal shows; nil while that is not known.
  var shown: Canvas?
  /// The terminal may show anything, so that every cell has to be sent.
  var mustRewrite = false
  var isCursorVisible = true
  /// How many colours ncurses can send.
  var mostColours = 0
  public var pictureMode: PictureMode { pictures.mode }
  public var cellHeight: Int { pictures.cell.height }
  var pictures = PictureLayer()
  var answers = TerminalAnswers()
  /// The terminal has been asked what it can do.
  var hasAsked = false
  /// The terminal has been asked for its background.
  var hasAskedBackground = false
  /// The screen has been taken over, and the terminal's modes with it.
  var isOnScreen = false

  // Input.
  /// Bytes read since the start.
  public internal(set) var bytesRead = 0
  /// Called when input has been read and handed on, also where it meant nothing, such as a late reply.
  public var onInput: (() -> Void)?
  var parser: KeyParser
  var readBuffer = [UInt8](repeating: 0, count: 16 * 1024)
  var inputSource: (any DispatchSourceRead)?
  var deadlineTimer: (any DispatchSourceTimer)?

  // Job control and resizing.
  var signalSources: [Int32: any DispatchSourceSignal] = [:]
  var resizeTimer: (any DispatchSourceTimer)?
  var lastResize = ContinuousClock.now - .seconds(1)
  /// Standard error as it was, while it goes to the crash file.
  var savedErrors: Int32 = -1

  /// Takes over the terminal. The screen appears with the first ``present(_:)``.
  public init(_ options: Options) throws(TerminalError) {
    for (file, stream) in [(STDIN_FILENO, TerminalError.Stream.standardInput), (STDOUT_FILENO, .standardOutput)] {
      guard isatty(file) == 1 else { throw .notATerminal(stream) }
    }
    makeInputAwaitable()
    guard let name = options.name, !name.isEmpty else { throw .terminalNotNamed }
    let hasUTF8 = setlocale(LC_CTYPE, "") != nil && String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
    var settings = termios()
    guard terminal_guard_remember(STDIN_FILENO) == 0, tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw .settingsUnreadable(code: errno)
    }
    // From here on anything may end the program, and find the terminal's settings changed.
    terminal_guard_arm(nil, 0, STDERR_FILENO, nil, 0)
    terminal_guard_hold_suspend()
    let opened: Opened
    do throws(TerminalError) {
      opened = try NcursesTerminal.open(name, options)
    } catch {
      terminal_guard_release_suspend()
      terminal_guard_disarm()
      throw error
    }

    self.options = options
    choices = options.choices
    self.hasUTF8 = hasUTF8
    plainLook = opened.plainLook
    description = opened.description
    isStandIn = opened.isStandIn
    let isASCII = options.choices.isASCII || !hasUTF8
    glyphs = Self.glyphs(isASCII: isASCII, options)
    size = NcursesTerminal.readSize()
    parser = KeyParser(
      sequences: TerminfoKeys.read(erase: NcursesTerminal.eraseCharacter(settings)),
      escapeTime: options.choices.escapeTime)
    painter = RowPainter(styles: StyleTable(colours: 0, pairs: 0), isASCII: isASCII)

    startColours()
    chooseProfile()
    resizeterm(Int32(size.rows), Int32(size.columns))
    takeOver()
    useMouse()
    startSources()
  }

  /// The result of opening the terminal.
  private struct Opened {
    var description: TerminalProfile.Description
    var isStandIn: Bool
    /// The bytes that end every look.
    var plainLook: [UInt8]
  }

  /// Sets up the terminal with ncurses.
  private static func open(_ name: String, _ options: Options) throws(TerminalError) -> Opened {
    let found = try Lookup(name, colourTerm: options.colourTerm, isInTmux: options.isInTmux)
    guard let screen = found.open() else { throw .terminalUnknown(name) }
    guard TerminfoKeys.capability("cup") != nil else {
      endwin()
      delscreen(screen)
      throw .terminalTooSimple(name)
    }
    raw()
    noecho()
    nonl()
    typeahead(-1)
    ncurses_keep_palette()
    let plainLook = AttributeStrings.shorten()
    leaveInitialState()
    return Opened(description: found.description, isStandIn: found.isStandIn, plainLook: plainLook)
  }

  /// Where no colours are wanted, ncurses is left without any.
  func startColours() {
    guard choices.mostColours > 0, has_colors(), start_color() == OK, use_default_colors() == OK else {
      mostColours = 0
      return
    }
    mostColours = Int(ncurses_colors())
  }

  static func glyphs(isASCII: Bool, _ options: Options) -> Glyphs {
    var glyphs: Glyphs = isASCII ? .ascii : options.ambiguousWidth == .wide ? .ambiguousWide : .unicode
    // The font of the Linux console has 512 signs, and those of the keys are not among them, nor eighths.
    if options.name?.hasPrefix("linux") == true {
      (glyphs.hasKeySigns, glyphs.eighths, glyphs.heavyVertical) = (false, [], "║")
    }
    return glyphs
  }

  /// Until `endwin` has been called once, ncurses takes the program for one that only moves the cursor about, and
  /// writes after every movement: eight times a frame instead of once. What it would write to enter and to leave a
  /// screen that is not up yet is thrown away.
  private static func leaveInitialState() {
    let terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let nowhere = SystemCall.open("/dev/null", O_WRONLY | O_CLOEXEC)
    if terminal >= 0, nowhere >= 0 { dup2(nowhere, STDOUT_FILENO) }
    endwin()
    if terminal >= 0 { dup2(terminal, STDOUT_FILENO) }
    for file in [terminal, nowhere] where file >= 0 { _ = SystemCall.close(file) }
  }

  private static func eraseCharacter(_ settings: termios) -> UInt8 {
    withUnsafeBytes(of: settings.c_cc) { $0[Int(VERASE)] }
  }
}
