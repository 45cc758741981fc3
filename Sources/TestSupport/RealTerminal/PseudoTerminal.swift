import Foundation
import LibC
import Synchronization

/// A program in a terminal of its own, seen from the terminal's side: as bytes with times, and as a screen.
///
///     let terminal = try PseudoTerminal("/bin/sh", ["-c", "read line; echo \"<$line>\""])
///     terminal.write("hello<Enter>")
///     try await terminal.wait(for: "the answer") { $0.screen.text.contains("<hello>") }
///     try await terminal.ending() == .exited(0)
///
/// The program leads a session with the terminal as its controlling terminal, as if a terminal emulator had started
/// it. It is killed with the last reference to this object.
public final class PseudoTerminal: Sendable {
  /// The output so far, and the state of the program.
  public struct Seen: Sendable {
    /// Every byte the program has written to the terminal.
    public internal(set) var bytes: [UInt8] = []
    /// The instant of each read, and the number of all bytes after it.
    public internal(set) var arrivals: [(at: ContinuousClock.Instant, total: Int)] = []
    public internal(set) var screen: VTScreen
    /// True when the program, and everything it started, has closed the terminal.
    public internal(set) var closed = false
    public internal(set) var stoppedBy: Int32?
    /// The number of times that a signal stopped the program.
    public internal(set) var stops = 0
    public internal(set) var ending: Ending?
    /// The processor time of a program that has ended.
    public internal(set) var cpuTime: Duration?
    /// Typed bytes that the terminal has not taken yet.
    var outgoing: [UInt8] = []
    var typed = 0
    var hungUp = false
    var pumping = true
    /// Whether reading is paused.
    var isHeld = false

    /// All output for searching; bytes that are not UTF-8 become U+FFFD.
    public var output: String { String(decoding: bytes, as: UTF8.self) }
  }

  private let seen: Monitor<Seen>
  private let program: ChildProcess
  private let terminal: Terminal
  /// The file in which the program reports that it is idle, if it does.
  public let idleFile: IdleFile?
  /// Keeps the program's files while this object lives.
  private let home: TemporaryFolder?

  /// The terminal's side of the pair, and a pipe to wake the pump.
  private final class Terminal: Sendable {
    let main: Int32
    /// The program's side.
    let path: String
    let wakeOut: Int32
    let wakeIn: Int32
    private let isOpen = Mutex(true)

    init(size: ScreenSize) throws {
      // Close-on-exec from the start: another test may start a process at any moment.
      #if os(Linux)
        // As posix_openpt, unlockpt and ptsname, which Swift's Glibc module hides.
        var locked: Int32 = 0
        var number: UInt32 = 0
        main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard main >= 0, ioctl(main, 0x4004_5431, &locked) == 0, ioctl(main, 0x8004_5430, &number) == 0 else {
          throw TestFailure("cannot open a pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        path = "/dev/pts/\(number)"
      #else
        main = posix_openpt(O_RDWR | O_NOCTTY)
        guard main >= 0, grantpt(main) == 0, unlockpt(main) == 0, let name = ptsname(main) else {
          throw TestFailure("cannot open a pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        path = String(cString: name)
      #endif
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw TestFailure("cannot open a pipe: \(String(cString: strerror(errno)))") }
      wakeOut = ends[0]
      wakeIn = ends[1]
      for descriptor in [main, wakeOut, wakeIn] {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      }
      setSize(size)
    }

    deinit {
      hangUp()
      close(wakeOut)
      close(wakeIn)
    }

    func hangUp() {
      isOpen.withLock { isOpen in
        if isOpen { close(main) }
        isOpen = false
      }
    }

    /// Calls `body` with the descriptor; nil after the terminal was hung up.
    func whileOpen<Result>(_ body: (Int32) -> Result) -> Result? {
      isOpen.withLock { $0 ? body(main) : nil }
    }

    /// Whether there is output to read; nil after the terminal was hung up.
    var hasOutput: Bool? {
      whileOpen { main in
        var waiting = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        return PseudoTerminal.pollDescriptors(&waiting, 1, 0) > 0 && waiting.revents & Int16(POLLIN) != 0
      }
    }

    /// The kernel sends SIGWINCH to the foreground process group.
    func setSize(_ size: ScreenSize) {
      var wanted = winsize(ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
      _ = whileOpen { ioctl($0, UInt(TIOCSWINSZ), &wanted) }
    }

    func wake() {
      var byte: UInt8 = 0
      _ = Self.writeBytes(wakeIn, &byte, 1)
    }

    static func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
      LibC.write(descriptor, bytes, count)
    }
  }

  /// - Parameters:
  ///   - environment: the whole environment; nothing is inherited.
  ///   - input: a file for standard input instead of the terminal; likewise `output`.
  ///   - home: a folder to keep while this object lives.
  public init(
    _ executable: String, _ arguments: [String] = [], size: ScreenSize = .standard,
    environment: [String: String] = PseudoTerminal.environment, directory: String? = nil, input: String? = nil,
    output: String? = nil, idleFile: IdleFile? = nil, home: TemporaryFolder? = nil
  ) throws {
    let terminal = try Terminal(size: size)
    let seen = Monitor(Seen(screen: VTScreen(size: size.kept)))
    let path = terminal.path
    let child = try ChildProcess(
      executable, arguments, environment: environment, directory: directory,
      descriptors: [
        input.map { .path($0, flags: O_RDONLY) } ?? .path(path, flags: O_RDWR),
        output.map { .path($0, flags: O_WRONLY | O_CREAT | O_APPEND) } ?? .path(path, flags: O_RDWR),
        .path(path, flags: O_RDWR),
      ], newSession: true
    ) { event in
      // Until the program has ended: while it is being killed it may still write there.
      withExtendedLifetime(home) {}
      seen.update { seen in
        switch event {
        case .stopped(let signal):
          seen.stoppedBy = signal
          seen.stops += 1
        case .continued: seen.stoppedBy = nil
        case .ended(let ending, let cpuTime):
          seen.stoppedBy = nil
          seen.ending = ending
          seen.cpuTime = cpuTime
        }
      }
    }
    Thread.detachNewThread { PseudoTerminal.pump(terminal, seen) }
    self.terminal = terminal
    self.seen = seen
    self.program = child
    self.idleFile = idleFile
    self.home = home
  }

  deinit {
    program.signalGroup(SIGKILL)
    program.signal(SIGKILL)
    seen.update { $0.pumping = false }
    terminal.wake()
  }

  /// The default environment: small, and the same on every machine.
  public static let environment: [String: String] = [
    "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "TERM": "xterm-256color", "LANG": "C.UTF-8",
  ]

  // MARK: Typing

  /// Types keys, in the notation of `Keystrokes`, and returns at once.
  public func write(_ keys: String) {
    write(bytes: Keystrokes.bytes(keys, applicationCursor: current.screen.privateModes.contains(1)))
  }

  /// Sends raw bytes, which wait here while the program does not read.
  public func write(bytes: [UInt8]) {
    seen.update {
      $0.outgoing += bytes
      $0.typed += bytes.count
    }
    terminal.wake()
  }

  /// Types keys one after the other and waits after each until the program is idle again.
  ///
  /// - Throws: if it is not idle in time, or ends.
  public func press(
    _ keys: String..., for limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    for key in keys {
      write(key)
      try await settle(for: limit, file: file, line: line)
    }
  }

  /// Waits until the program has read all keys, and is idle.
  public func settle(
    for limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    try await settle(after: 0, size: nil, for: limit, file: file, line: line)
  }

  private func settle(
    after number: Int, size: ScreenSize?, for limit: Duration, file: StaticString, line: UInt
  ) async throws {
    guard let idleFile else { throw TestFailure("\(file):\(line): this program was given no idle file") }
    let typed = current.typed
    guard try await idleFile.wait(bytes: typed, after: number, size: size, for: limit) != nil else {
      let latest = idleFile.latest().map { "\($0)" } ?? "nothing"
      throw failure("the program to be idle after \(typed) bytes (its last word: \(latest))", limit, file, line)
    }
    await drain()
  }

  /// Waits until the pump has read all output from before the program reported that it is idle.
  ///
  /// poll() on a terminal waits until the kernel has passed on what was written at the other side, so "nothing to read"
  /// can be trusted, except while a reader is at work, as output beyond a buffer follows only then. So the pump reads
  /// under the lock.
  private func drain() async {
    // If a program writes without end, the test judges it by the screen.
    _ = try? await poll(for: .seconds(2), every: .milliseconds(1)) { () -> Bool? in
      let waiting = seen.read { _ in terminal.hasOutput }
      return waiting == true ? nil : true
    }
  }

  /// Changes the terminal's size, which sends SIGWINCH to the program.
  public func resize(_ columns: Int, _ rows: Int) {
    let size = ScreenSize(columns: columns, rows: rows)
    seen.update { $0.screen.resize(to: size.kept) }
    terminal.setSize(size)
  }

  /// Resizes, and waits until the program is idle at that size.
  public func resizeAndSettle(
    _ columns: Int, _ rows: Int, for limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let before = idleFile?.latest()?.number ?? 0
    resize(columns, rows)
    try await settle(
      after: before, size: ScreenSize(columns: columns, rows: rows), for: limit, file: file, line: line)
  }

  /// Stops reading until ``takeOutput()``, like a terminal that is busy or far away.
  public func holdOutput() {
    seen.update { $0.isHeld = true }
    terminal.wake()
  }

  public func takeOutput() {
    seen.update { $0.isHeld = false }
    terminal.wake()
  }

  /// While output is held: waits until the program has begun to write.
  public func waitForHeldOutput(
    within limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    _ = try await poll(for: limit, every: .milliseconds(1)) { terminal.hasOutput == true ? true : nil }
    if terminal.hasOutput != true { throw failure("anything to be written", limit, file, line) }
  }

  // MARK: Signals and endings

  public var processID: Int32 { program.id }

  /// Sends a signal to the program alone, not to its group.
  public func signal(_ number: Int32) { program.signal(number) }

  /// Closes the terminal's window: the program gets SIGHUP, and its reads and writes fail from then on.
  public func hangUp() {
    seen.update { $0.hungUp = true }
    terminal.wake()
  }

  /// Waits for the program to end, and for its last output.
  @discardableResult
  public func ending(
    for limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Ending {
    // A grandchild may keep the terminal open, so the wait for its closing is short.
    guard await seen.wait(for: limit, until: { $0.ending != nil }) else {
      throw failure("the program to end", limit, file, line)
    }
    await seen.wait(for: .milliseconds(500)) { $0.closed }
    guard let ending = current.ending else { throw failure("the program to end", limit, file, line) }
    return ending
  }

  /// The program's processor time so far.
  public var cpuTime: Duration { current.cpuTime ?? program.cpuTime ?? .zero }

  // MARK: Looking

  public var current: Seen { seen.read { $0 } }

  public var screen: VTScreen { current.screen }

  /// Waits for a condition on the output or the state of the program.
  ///
  /// - Parameter what: completes “waited 5 seconds for …”.
  public func wait(
    for what: String, within limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line,
    until condition: @escaping @Sendable (Seen) -> Bool
  ) async throws {
    if await !seen.wait(for: limit, until: condition) { throw failure(what, limit, file, line) }
  }

  public func waitForText(
    _ text: String, within limit: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    try await wait(for: "the text '\(text)'", within: limit, file: file, line: line) { $0.screen.text.contains(text) }
  }

  /// Returns whether there is no output for a time.
  public func staysSilent(for duration: Duration) async -> Bool {
    let before = current.bytes.count
    return await !seen.wait(for: duration) { $0.bytes.count > before }
  }

  /// The modes of the terminal driver.
  public struct LineModes: Sendable, Hashable {
    public var input: UInt32
    public var output: UInt32
    public var local: UInt32

    public var echoes: Bool { local & UInt32(ECHO) != 0 }
    /// Input line by line, edited by the driver; full-screen programs switch it off.
    public var isCanonical: Bool { local & UInt32(ICANON) != 0 }
    public var makesSignals: Bool { local & UInt32(ISIG) != 0 }
    /// On output newline becomes carriage return and newline.
    public var translatesNewlines: Bool { output & UInt32(OPOST) != 0 && output & UInt32(ONLCR) != 0 }
    /// The modes that a shell expects.
    public var isSane: Bool { echoes && isCanonical && makesSignals && translatesNewlines }
  }

  public var lineModes: LineModes {
    var modes = termios()
    _ = terminal.whileOpen { tcgetattr($0, &modes) }
    return LineModes(
      input: UInt32(truncatingIfNeeded: modes.c_iflag), output: UInt32(truncatingIfNeeded: modes.c_oflag),
      local: UInt32(truncatingIfNeeded: modes.c_lflag))
  }

  private func failure(_ what: String, _ limit: Duration, _ file: StaticString, _ line: UInt) -> TestFailure {
    let seen = current
    var shown = seen.screen.framed
    if let ending = seen.ending { shown += "\nthe program \(ending)" }
    if let signal = seen.stoppedBy { shown += "\nthe program is stopped by signal \(signal)" }
    return .waited(limit, for: what, shown: shown, file: file, line: line)
  }

  // MARK: The thread between the two

  private static func pollDescriptors(_ descriptors: UnsafeMutablePointer<pollfd>, _ count: Int, _ limit: Int32)
    -> Int32
  {
    LibC.poll(descriptors, nfds_t(count), limit)
  }

  /// Carries bytes both ways until the terminal is hung up or the last reference to this object goes.
  private static func pump(_ terminal: Terminal, _ seen: Monitor<Seen>) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    var closed = false
    while true {
      let (wantsWrite, wantsRead, pumping, hungUp) = seen.read {
        (!$0.outgoing.isEmpty, !$0.isHeld, $0.pumping, $0.hungUp)
      }
      guard pumping, !hungUp else { break }
      let wanted = (wantsRead ? POLLIN : 0) | (wantsWrite ? POLLOUT : 0)
      var events = [
        // `poll` skips negative descriptors.
        pollfd(fd: closed || wanted == 0 ? -1 : terminal.main, events: Int16(wanted), revents: 0),
        pollfd(fd: terminal.wakeOut, events: Int16(POLLIN), revents: 0),
      ]
      if pollDescriptors(&events, 2, -1) < 0 { continue }
      if events[1].revents & Int16(POLLIN) != 0 {
        _ = read(terminal.wakeOut, &buffer, buffer.count)
      }
      if closed { continue }
      if events[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        // Under the lock, so that a thread that finds nothing to read and then takes the lock sees all of it.
        closed = seen.update { seen in
          let count = read(terminal.main, &buffer, buffer.count)
          if count > 0 {
            seen.bytes += buffer[..<count]
            seen.arrivals.append((at: .now, total: seen.bytes.count))
            seen.screen.feed(buffer[..<count])
          } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            seen.closed = true  // EIO: the last one who had the terminal open has closed it
          }
          return seen.closed
        }
      }
      if events[0].revents & Int16(POLLOUT) != 0 {
        seen.update { seen in
          let written = seen.outgoing.withUnsafeBytes { Terminal.writeBytes(terminal.main, $0.baseAddress!, $0.count) }
          if written > 0 { seen.outgoing.removeFirst(written) }
        }
      }
    }
    terminal.hangUp()
    seen.update { $0.closed = true }
  }
}
