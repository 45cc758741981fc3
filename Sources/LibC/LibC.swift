/// The system's C library, under one name on every system: the one place that asks which it is.
#if canImport(Darwin)
  @_exported public import Darwin
  internal import MachO

  /// Whether this is one of Apple's systems.
  public let isApple = true
  /// The kind of socket that is a stream of bytes.
  public let streamSocket = SOCK_STREAM
#else
  @_exported public import Glibc

  /// Whether this is one of Apple's systems.
  public let isApple = false
  /// The kind of socket that is a stream of bytes.
  public let streamSocket = CInt(SOCK_STREAM.rawValue)
#endif

// MARK: Files

/// Writes what the system still holds of a file to the medium. On Apple's systems `fsync` leaves it in the drive's own
/// memory, where a power cut loses it.
///
/// - Returns: 0, or -1 with `errno` set.
@discardableResult
public func syncToDisk(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    // A file system that has no such call gets the plain one.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(descriptor)
}

/// The path of the running program with links resolved, as the system knows it; nil where it does not say.
public func executablePath() -> String? {
  #if canImport(Darwin)
    var size = UInt32(PATH_MAX)
    var buffer = [CChar](repeating: 0, count: Int(size))
    guard _NSGetExecutablePath(&buffer, &size) == 0, let resolved = realpath(buffer, nil) else { return nil }
  #else
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
  #endif
  defer { free(resolved) }
  return String(cString: resolved)
}

// MARK: Signals

/// Keeps a pipe whose reader has gone from sending SIGPIPE: writing fails with `EPIPE` alone.
///
/// Only Apple's systems need it, which send the signal to the process; others send it to the thread, which can block it.
public func ignorePipeSignal(of descriptor: Int32) {
  #if canImport(Darwin)
    _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
  #endif
}

/// Makes the handler of a signal do nothing where a Dispatch source does not take its place: on Apple's systems both run.
///
/// The signal is not ignored: that is how a program that was started by `nohup` finds it.
public func emptyHandler(of signal: Int32) {
  #if canImport(Darwin)
    _ = Darwin.signal(signal) { _ in }
  #endif
}

// MARK: The terminal

/// The path of the terminal that belongs to the program.
///
/// On Apple's systems that is the terminal's own name, where a standard stream has it: `/dev/tty` can be read there, but
/// neither `poll` nor Dispatch can wait for it.
public func ownTerminalPath() -> String {
  #if canImport(Darwin)
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      if let name = ttyname(descriptor), String(cString: name) != anyTerminal { return String(cString: name) }
    }
  #endif
  return anyTerminal
}

/// Opens the terminal by its own name as standard input, where that is `/dev/tty` and cannot be waited for: see
/// `ownTerminalPath`.
public func makeInputAwaitable() {
  #if canImport(Darwin)
    guard let name = ttyname(STDIN_FILENO), String(cString: name) == anyTerminal else { return }
    let descriptor = open(ownTerminalPath(), O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    dup2(descriptor, STDIN_FILENO)
    close(descriptor)
  #endif
}

/// The name under which every program finds its own terminal.
private let anyTerminal = "/dev/tty"
