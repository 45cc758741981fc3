public import DiscogsModel
internal import LibC
import Wording

/// Reads a line from the terminal without showing it: for tokens, before the screen is up.
///
/// It uses the terminal itself, whatever standard input and output are. Whether the line, Ctrl-C or a signal ends
/// reading, the terminal is restored first; a signal then has its usual effect.
public struct HiddenInput: Sendable {
  private let terminal: String

  /// - Parameter terminal: the path of a terminal device; nil for the program's own.
  public init(terminal: String? = nil) { self.terminal = terminal ?? ownTerminalPath() }

  /// Shows the prompt and reads a line. Backspace, Ctrl-U and Ctrl-W work as usual.
  ///
  /// Blocks its thread. Never call it from two threads at once, because it changes the process's signal handlers.
  ///
  /// - Returns: the line without white space around it.
  public func readLine(prompt: String) throws(HiddenInputError) -> Secret {
    let descriptor = open(terminal, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0, isatty(descriptor) == 1 else {
      if descriptor >= 0 { close(descriptor) }
      throw .noTerminal
    }
    defer { close(descriptor) }
    switch read(descriptor, prompt: prompt) {
    case .line(let bytes): return Secret(String(decoding: bytes, as: UTF8.self).withoutSurroundingSpace)
    case .cancelled: throw .cancelled
    case .failed(let code): throw .failed(FileError(.read, terminal, code: code))
    case .signal(let signal):
      // Terminal and handlers are restored, so the signal has its usual effect.
      kill(getpid(), signal)
      throw .cancelled
    }
  }

  private enum Outcome {
    case line([UInt8])
    case cancelled
    case signal(Int32)
    case failed(Int32)
  }

  private func read(_ descriptor: Int32, prompt: String) -> Outcome {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return .failed(errno) }
    let signals: SignalWatch
    do { signals = try SignalWatch.begin() } catch { return .failed(error.code) }
    // Deferred first, so it runs last: a signal in between finds the terminal restored.
    defer { signals.end() }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL | ICANON | ISIG | IEXTEN)
    hidden.c_iflag |= tcflag_t(ICRNL)
    // Flushes keys typed before the prompt.
    guard tcsetattr(descriptor, TCSAFLUSH, &hidden) == 0 else { return .failed(errno) }
    defer {
      _ = tcsetattr(descriptor, TCSAFLUSH, &before)
      _ = FileSystem.writeAll("\n".utf8, to: descriptor)
    }
    guard FileSystem.writeAll(prompt.utf8, to: descriptor) else { return .failed(errno) }
    return readKeys(descriptor, signals)
  }

  private func readKeys(_ descriptor: Int32, _ signals: SignalWatch) -> Outcome {
    var line: [UInt8] = []
    while true {
      var pollers = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&pollers, 2, -1) < 0, errno != EINTR { return .failed(errno) }
      if pollers[1].revents != 0, let signal = signals.next() { return .signal(signal) }
      guard pollers[0].revents != 0 else { continue }
      var byte: UInt8 = 0
      let count = LibC.read(descriptor, &byte, 1)
      if count == 0 { return .cancelled }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return .failed(errno)
      }
      switch byte {
      case 0x0A, 0x0D: return .line(line)
      case 0x03, 0x1C: return .cancelled
      case 0x04: return line.isEmpty ? .cancelled : .line(line)
      case 0x08, 0x7F:
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      case 0x15, 0x17: line = []
      case 0..<0x20: break
      default: if line.count < Self.longest { line.append(byte) }
      }
    }
  }

  /// The most bytes kept; a token has forty letters.
  private static let longest = 8192
}

public enum HiddenInputError: Error, Hashable, Sendable, CustomStringConvertible {
  case noTerminal
  /// Ctrl-C, Ctrl-D, or a signal that did not end the program.
  case cancelled
  case failed(FileError)

  public var description: String {
    switch self {
    case .noTerminal: AccountWords.noTerminalForToken
    case .cancelled: AccountWords.cancelled
    case .failed(let error): "\(error)"
    }
  }
}

// MARK: - Signals

/// Turns signals that end or stop the program into bytes of a pipe while the terminal hides input.
private struct SignalWatch {
  /// Readable once a signal has come.
  let descriptor: Int32
  private let writer: Int32
  private let before: [(signal: Int32, action: sigaction)]

  private static let watched = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE, SIGALRM]

  static func begin() throws(FileError) -> SignalWatch {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError(.create, FilesWords.aPipe, code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    signalPipe = ends[1]
    var before: [(Int32, sigaction)] = []
    for signal in watched {
      var action = sigaction()
      let take: @convention(c) (Int32) -> Void = { signal in
        let code = errno
        var byte = UInt8(truncatingIfNeeded: signal)
        write(signalPipe, &byte, 1)
        errno = code
      }
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = take
      #else
        action.__sigaction_handler.sa_handler = take
      #endif
      guard let old = SignalAction.current(signal), !old.isIgnored else { continue }
      if sigaction(signal, &action, nil) == 0 { before.append((signal, old)) }
    }
    return SignalWatch(descriptor: ends[0], writer: ends[1], before: before)
  }

  func next() -> Int32? {
    var byte: UInt8 = 0
    return LibC.read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
  }

  func end() {
    for (signal, action) in before {
      var action = action
      sigaction(signal, &action, nil)
    }
    signalPipe = -1
    close(descriptor)
    close(writer)
  }
}

/// The pipe that the handler writes to, set before the handler. A global, because a handler has no context.
private nonisolated(unsafe) var signalPipe: Int32 = -1
