/// The C library under one name on every system, so that no other file asks which system it is.
#if canImport(Darwin)
  @_exported public import Darwin
  internal import MachO

  /// Whether this is an Apple system.
  public let isApple = true
  /// `SOCK_STREAM`, with the type that `socket` takes.
  public let streamSocket = SOCK_STREAM
#else
  @_exported public import Glibc

  /// Whether this is an Apple system.
  public let isApple = false
  /// `SOCK_STREAM`, with the type that `socket` takes.
  public let streamSocket = CInt(SOCK_STREAM.rawValue)
#endif

// MARK: Files

/// Writes a file's buffered data to the medium. On Apple's systems `fsync` may leave it in the drive's cache, where a
/// power cut loses it.
///
/// - Returns: 0, or -1 with `errno` set.
@discardableResult
public func syncToDisk(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    // A file system without it gets `fsync`.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(descriptor)
}

/// The path of the running program with links resolved; nil if the system does not tell.
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

/// Prevents SIGPIPE for a pipe whose reader has gone: writing only fails with `EPIPE`.
///
/// Only Apple's systems need it, which send the signal to the process; others send it to the thread, which can block
/// it.
public func ignorePipeSignal(of descriptor: Int32) {
  #if canImport(Darwin)
    _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
  #endif
}

/// Installs an empty handler for a signal on Apple's systems, where it runs besides a Dispatch source.
///
/// Empty and not ignored, because an ignored signal means that the program was started by `nohup`.
public func emptyHandler(of signal: Int32) {
  #if canImport(Darwin)
    _ = Darwin.signal(signal) { _ in }
  #endif
}

// MARK: The terminal

/// The path of the program's controlling terminal.
///
/// On Apple's systems it is the terminal's own name, if a standard stream has it: `/dev/tty` can be read there, but
/// neither `poll` nor Dispatch can wait for it.
public func ownTerminalPath() -> String {
  #if canImport(Darwin)
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      if let name = ttyname(descriptor), String(cString: name) != anyTerminal { return String(cString: name) }
    }
  #endif
  return anyTerminal
}

/// Reopens standard input by the terminal's own name where it is `/dev/tty`, which cannot be waited for
/// (``ownTerminalPath()``).
public func makeInputAwaitable() {
  #if canImport(Darwin)
    guard let name = ttyname(STDIN_FILENO), String(cString: name) == anyTerminal else { return }
    let descriptor = open(ownTerminalPath(), O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    dup2(descriptor, STDIN_FILENO)
    close(descriptor)
  #endif
}

/// The name of each program's controlling terminal.
private let anyTerminal = "/dev/tty"
