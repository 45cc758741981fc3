import CNcurses
import CTerminalGuard
import Dispatch
import LibC
public import Terminal

/// The terminal the program was started in, drawn on with ncurses.
///
/// ncurses only draws. Its `get_wch` waits at every Escape, loses letters whose bytes arrive apart and takes late
/// replies for keys, so standard input is read here, all of it before the next frame.
///
/// While it is open, standard error goes to the crash file: the Swift runtime explains a trap there, and on the screen
/// it would garble the frame. Open one at a time, and call ``close()`` before printing anything.
@MainActor
public final class NcursesTerminal: TerminalDriver {
  public struct Options: Sendable {
    public var name: String?
    public var colourTerm: String?
    public var choices = TerminalChoices()
    /// Whether tmux is between the program and the terminal: `TMUX` of the environment is set.
    public var isInTmux = false
    public var ambiguousWidth: AmbiguousWidth = .narrow
    /// The file for standard error while the screen is up; removed at the end if empty. Its folder must exist.
    public var crashFile: String?
    /// The line to print after a crash, once the terminal is restored; empty for none.
    public var crashMessage = ""

    public init() {}
  }

  public internal(set) var size: Size
  public internal(set) var glyphs: Glyphs
  public let events = TerminalEvents()
  public var colours: Int { painter.styles.colours }
  let options: Options
  var choices: TerminalChoices
  /// Whether the locale is UTF-8; otherwise all letters are shown as the nearest in ASCII.
  public let hasUTF8: Bool
  /// The bytes that reset all attributes and choose the usual character set.
  let plainLook: [UInt8]
  let description: TerminalProfile.Description
  /// Whether the system has no description of the terminal, so that a built-in or similar one stands in.
  public let isStandIn: Bool
  var isOpen = true

  // Drawing.
  var painter: RowPainter
  /// The canvas on the screen; nil while unknown.
  var shown: Canvas?
  /// Whether the screen may show anything, so that every cell must be sent.
  var mustRewrite = false
  var isCursorVisible = true
  /// The number of colours that ncurses can send.
  var mostColours = 0
  public var pictureMode: PictureMode { pictures.mode }
  public var cellHeight: Int { pictures.cell.height }
  var pictures = PictureLayer()
  var answers = TerminalAnswers()
  var hasAsked = false
  var hasAskedBackground = false
  /// Whether the first frame has been shown, and the terminal's modes set.
  var isOnScreen = false

  // Input.
  public internal(set) var bytesRead = 0
  /// Called after each read, even if it made no event, as a late reply.
  public var onInput: (() -> Void)?
  var parser: KeyParser
  var readBuffer = [UInt8](repeating: 0, count: 16 * 1024)
  var inputSource: (any DispatchSourceRead)?
  var deadlineTimer: (any DispatchSourceTimer)?

  // Job control and resizing.
  var signalSources: [Int32: any DispatchSourceSignal] = [:]
  var resizeTimer: (any DispatchSourceTimer)?
  var lastResize = ContinuousClock.now - .seconds(1)
  /// The original standard error, while it goes to the crash file; otherwise -1.
  var savedErrors: Int32 = -1

  /// Opens the terminal. The screen is taken over with the first ``present(_:)``.
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
    // From here on the terminal's settings have changed, whatever ends the program.
    terminal_guard_arm(nil, 0, STDERR_FILENO, nil, 0)
    terminal_guard_hold_suspend()
    let (opened, plainLook): (Lookup, [UInt8])
    do {
      (opened, plainLook) = try NcursesTerminal.open(name, options)
    } catch {
      terminal_guard_release_suspend()
      terminal_guard_disarm()
      throw error
    }

    self.options = options
    choices = options.choices
    self.hasUTF8 = hasUTF8
    self.plainLook = plainLook
    description = opened.description
    isStandIn = opened.isStandIn
    let isASCII = options.choices.isASCII || !hasUTF8
    glyphs = Self.glyphs(isASCII: isASCII, options, .none)
    size = NcursesTerminal.readSize()
    let erase = withUnsafeBytes(of: settings.c_cc) { $0[Int(VERASE)] }
    parser = KeyParser(sequences: TerminfoKeys.read(erase: erase), escapeTime: options.choices.escapeTime)
    painter = RowPainter(styles: StyleTable(colours: 0, pairs: 0), isASCII: isASCII)

    startColours()
    chooseProfile()
    resizeterm(Int32(size.rows), Int32(size.columns))
    takeOver()
    useMouse()
    startSources()
  }

  private static func open(_ name: String, _ options: Options) throws(TerminalError) -> (Lookup, plainLook: [UInt8]) {
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
    return (found, plainLook)
  }

  func startColours() {
    let hasColours = choices.mostColours > 0 && has_colors() && start_color() == OK && use_default_colors() == OK
    mostColours = hasColours ? Int(ncurses_colors()) : 0
  }

  /// - Parameter mode: how the terminal shows pictures, which tells who it is.
  static func glyphs(isASCII: Bool, _ options: Options, _ mode: PictureMode) -> Glyphs {
    var glyphs: Glyphs = isASCII ? .ascii : options.ambiguousWidth == .wide ? .ambiguousWide : .unicode
    let name = options.name ?? ""
    // The Linux console's font has 512 characters, without signs for keys, eighths of a block or heavy lines.
    if !isASCII, name.hasPrefix("linux") {
      (glyphs.hasKeySigns, glyphs.bar, glyphs.heavyVertical) = (false, "▄", "║")
    }
    // These draw the middle of a cell by themselves, without a gap to the next; an old C library does not know its width.
    let drawsBars = mode == .kitty || ["xterm-kitty", "xterm-ghostty"].contains { name.hasPrefix($0) }
    if glyphs.hasBlocks, drawsBars, ncurses_width(0x1FB0B) == 1 { glyphs.bar = "\u{1FB0B}" }
    return glyphs
  }

  /// Calls `endwin` once: until then ncurses expects no full screen, and writes after every movement of the cursor,
  /// eight times a frame instead of once. The bytes to enter and leave the screen are discarded.
  private static func leaveInitialState() {
    let terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let nowhere = LibC.open("/dev/null", O_WRONLY | O_CLOEXEC)
    if terminal >= 0, nowhere >= 0 { dup2(nowhere, STDOUT_FILENO) }
    endwin()
    if terminal >= 0 { dup2(terminal, STDOUT_FILENO) }
    for file in [terminal, nowhere] where file >= 0 { _ = LibC.close(file) }
  }
}
