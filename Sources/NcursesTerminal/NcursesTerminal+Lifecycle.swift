import CNcurses
import CTerminalGuard
import Dispatch
import LibC
public import Terminal

extension NcursesTerminal {
  private static let pasteOn = Array("\u{1B}[?2004h".utf8)
  private static let pasteOff = Array("\u{1B}[?2004l".utf8)
  /// Reports buttons, the wheel, and movement while a button is down, as SGR, which has no limit on columns.
  private static let mouseOn = Array("\u{1B}[?1002h\u{1B}[?1006h".utf8)
  private static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1002l".utf8)
  /// A line below the letter or marker that it stands on, which a block would hide (`DECSCUSR`).
  private static let lowCursor = Array("\u{1B}[4 q".utf8)
  /// The shape that the user has chosen, for terminals whose description does not say how it comes back.
  private static let defaultCursor = Array("\u{1B}[0 q".utf8)
  /// The least time between two layouts, because dragging a window's corner sends a storm of signals.
  private static let resizePause: Duration = .milliseconds(16)

  func takeOver() {
    redirectErrors()
    let message = options.crashMessage.isEmpty ? "" : options.crashMessage + "\n"
    let restore = restoreSequence()
    let errors = savedErrors >= 0 ? savedErrors : STDERR_FILENO
    terminal_guard_arm(restore, restore.count, errors, message, message.utf8.count)
  }

  /// Sets the modes in which the parser expects keys, pastes and mouse. ncurses drops the keypad in `endwin`, and would
  /// set it again only to read a key.
  func setModes() {
    keypad(ncurses_screen(), true)
    write(plainLook + NcursesTerminal.pasteOn)
    if usualCursor != nil { write(NcursesTerminal.lowCursor) }
    if hasMouse { write(NcursesTerminal.mouseOn) }
  }

  func useMouse() {
    parser.hasMouse = hasMouse
    if isOnScreen { write(hasMouse ? NcursesTerminal.mouseOn : NcursesTerminal.mouseOff) }
  }

  private var hasMouse: Bool { choices.hasMouse && TerminfoKeys.capability("kmous") != nil }

  /// The bytes that set the cursor's shape back; nil if the terminal has one shape only.
  private var usualCursor: [UInt8]? {
    if let described = TerminfoKeys.capability("Se") { return described }
    return TerminalProfile.hasColoursAndShapes(options.name ?? "") ? NcursesTerminal.defaultCursor : nil
  }

  func giveBack() {
    if isOnScreen {
      write(pictures.clear() + (usualCursor ?? []))
      if hasMouse { write(NcursesTerminal.mouseOff) }
      write(NcursesTerminal.pasteOff)
      endwin()
    } else {
      reset_shell_mode()
    }
    terminal_guard_disarm()
    restoreErrors()
  }

  public func close() {
    guard isOpen else { return }
    isOpen = false
    stopSources()
    giveBack()
    isOnScreen = false
    if let crashFile = options.crashFile {
      var status = stat()
      if stat(crashFile, &status) == 0, status.st_size == 0 { unlink(crashFile) }
    }
    events.finish()
  }

  /// The bytes that undo all changes to the terminal except its settings.
  private func restoreSequence() -> [UInt8] {
    let modes = NcursesTerminal.mouseOff + NcursesTerminal.pasteOff + plainLook + (usualCursor ?? [])
    return ["rmkx", "op", "cnorm", "rmcup"].reduce(modes) { $0 + (TerminfoKeys.capability($1) ?? []) }
  }

  /// Redirects standard error to the crash file, or to `/dev/null` without one.
  private func redirectErrors() {
    let path = options.crashFile ?? "/dev/null"
    // Readable by the user alone.
    var file = LibC.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    if file < 0 { file = LibC.open("/dev/null", O_WRONLY | O_CLOEXEC) }
    guard file >= 0 else { return }
    savedErrors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    dup2(file, STDERR_FILENO)
    _ = LibC.close(file)
  }

  private func restoreErrors() {
    guard savedErrors >= 0 else { return }
    dup2(savedErrors, STDERR_FILENO)
    _ = LibC.close(savedErrors)
    savedErrors = -1
  }

  public func suspend() { if isOpen { stop(wholeGroup: true) } }

  /// Restores the terminal, stops, and takes it over again when the program goes on.
  func stop(wholeGroup: Bool) {
    giveBack()
    withoutHearing([SIGTSTP, SIGCONT]) { terminal_guard_stop(wholeGroup) }
    resume()
  }

  public func run(_ command: [String]) -> ProgramEnding {
    guard isOpen else { return .noTerminal }
    let restore = restoreSequence()
    giveBack()
    // If this program is ended meanwhile, the guard undoes what the other one did to the terminal.
    terminal_guard_arm(restore, restore.count, STDERR_FILENO, nil, 0)
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var status: Int32 = 0
    let code = withoutHearing([SIGTSTP, SIGCONT, SIGINT]) { terminal_guard_run(&words, &status) }
    for word in words { free(word) }
    resume()
    guard code == 0 else { return .notStarted(String(cString: strerror(code))) }
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// Called on SIGCONT after another program stopped this one: a shell may have used the terminal since.
  func resumeAfterContinue() {
    giveBack()
    resume()
  }

  private func resume() {
    takeOver()
    var batch: [InputEvent] = []
    let size = NcursesTerminal.readSize()
    if size != self.size {
      change(to: size)
      batch.append(.resize(size))
    }
    if isOnScreen {
      // The first refresh after `endwin` sets the terminal up again; `clearok` makes it redraw all of it.
      clearok(ncurses_shown_screen(), true)
      wrefresh(ncurses_screen())
      setModes()
    } else {
      reset_prog_mode()
    }
    batch.append(.resumed)
    events.send(batch)
  }

  static func readSize() -> Size {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard ncurses_window_size(STDOUT_FILENO, &columns, &rows) == 0 else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(columns), rows: Int(rows)).drawn
  }

  /// Resizes now, or once ``resizePause`` has passed since the last time.
  func resizeSoon() {
    let wait = NcursesTerminal.resizePause - (ContinuousClock.now - lastResize)
    if wait <= .zero {
      resize()
    } else {
      resizeTimer?.schedule(deadline: .now() + wait.interval, leeway: .milliseconds(1))
    }
  }

  func resize() {
    let size = NcursesTerminal.readSize()
    guard size != self.size else { return }
    lastResize = .now
    change(to: size)
    events.send([.resize(size)])
  }

  private func change(to size: Size) {
    self.size = size
    resizeterm(Int32(size.rows), Int32(size.columns))
    // ncurses would clear the screen first, which flickers while a window is dragged; every cell is sent anyway.
    clearok(ncurses_shown_screen(), false)
    // It may be another terminal now, as when tmux is attached again.
    write(pictures.clear())
    chooseProfile()
    shown = nil
    mustRewrite = true
  }
}
