internal import Foundation
internal import LibC
public import Logging
internal import Synchronization

/// Writes the log as JSON lines, and reads the latest of them back.
///
/// A line is one object: `{"time":"2026-03-01T12:00:00Z","level":"info","message":"…","metadata":{"file":"…"}}`.
/// Control characters in messages and values are escaped, so it is always one line of valid JSON.
///
/// The file is opened when first needed. Once it has grown beyond `capacity` it becomes `runout.log.1`, replacing the
/// earlier one, so the log takes about twice the capacity at most. Several processes may share a file: a line is one
/// `write`, and the first process to find it too large moves it for all. Links are followed; devices and pipes are
/// written to, but never read back.
public final class LogFile: Sendable {
  public let path: String
  private let capacity: Int
  private let now: @Sendable () -> Double
  private let state = Mutex(State())

  private struct State {
    /// -1 while the file is not open.
    var descriptor: Int32 = -1
    /// Negative for anything but a regular file, which is never set aside.
    var bytes = 0
    var failure: FileError?
    var hidden: Set<String> = []
  }

  /// - Parameters:
  ///   - capacity: the bytes after which the file is set aside.
  ///   - now: seconds since 1970.
  public init(path: String, capacity: Int = 2 << 20, now: @escaping @Sendable () -> Double) {
    (self.path, self.capacity, self.now) = (path, capacity, now)
  }

  deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

  /// The file that was set aside last.
  var olderPath: String { FileSystem.behindLinks(path) + ".1" }

  /// The reason the last line was not written, or the next one cannot be; nil if all is well.
  public var failure: FileError? {
    state.withLock { state in
      if state.failure == nil, state.descriptor < 0 { keepFailureOfOpening(&state) }
      return state.failure
    }
  }

  /// Replaces secrets in every line from now on. Those of fewer than eight bytes are ignored, as they could be ordinary
  /// words.
  public func hide(_ secrets: [String]) {
    state.withLock { $0.hidden.formUnion(secrets.filter { $0.utf8.count >= 8 }) }
  }

  /// Appends one line. Errors are kept in ``failure``.
  public func write(level: Logger.Level, message: String, metadata: [(String, String)]) {
    let hidden = state.withLock { $0.hidden }
    func scrubbed(_ text: String) -> String {
      let text = hidden.reduce(text) { $0.replacing($1, with: "…") }
      // A server may have sent it back in another case, which few lines need looking at twice for.
      let lowered = hidden.isEmpty ? "" : text.lowercased()
      return hidden.contains { lowered.contains($0.lowercased()) } ? "…" : text
    }
    let line = Self.line(
      time: UTCTime.text(now()), level: level.rawValue, message: scrubbed(message),
      metadata: metadata.map { ($0.0, scrubbed($0.1)) })
    state.withLock { keepFailure(ofAppending: line, &$0) }
  }

  private func keepFailureOfOpening(_ state: inout State) {
    do { try openFile(&state) } catch { state.failure = error }
  }

  private func keepFailure(ofAppending line: [UInt8], _ state: inout State) {
    do {
      try append(line, &state)
      state.failure = nil
    } catch {
      state.failure = error
    }
  }

  private func append(_ line: [UInt8], _ state: inout State) throws(FileError) {
    if state.descriptor < 0 { try openFile(&state) }
    if state.bytes + line.count > capacity, state.bytes > 0 { try rotate(&state) }
    let isWritten = Self.withoutBrokenPipe { FileSystem.writeAll(line, to: state.descriptor, isWaiting: false) }
    guard isWritten else { throw FileError(.write, path, code: errno) }
    if state.bytes >= 0 { state.bytes += line.count }
  }

  /// Calls `write` so that a pipe without a reader is an error, not a SIGPIPE that ends the program.
  private static func withoutBrokenPipe(_ write: () -> Bool) -> Bool {
    var pipe = sigset_t()
    var before = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let isWritten = write()
    let code = errno
    if !isWritten, code == EPIPE {
      // The signal is pending for this thread, unless it is ignored.
      var waiting = sigset_t()
      var number: Int32 = 0
      sigpending(&waiting)
      if sigismember(&waiting, SIGPIPE) == 1 { sigwait(&pipe, &number) }
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return isWritten
  }

  /// - Parameter mode: the mode of the file that was set aside; nil if there was none.
  private func openFile(_ state: inout State, mode: mode_t? = nil) throws(FileError) {
    if let directory = path.parentDirectory { try FileSystem.makeDirectory(directory) }
    // Never waits for the reader of a pipe, neither now nor when it is full.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    ignorePipeSignal(of: descriptor)
    if let mode { _ = fchmod(descriptor, mode) }
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && FileSystem.Facts(status).isRegular
    if isRegular { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
    state.descriptor = descriptor
    state.bytes = isRegular ? FileSystem.Facts(status).bytes : -1
  }

  /// Sets the full file aside, unless another process has done so. The new one gets its mode.
  private func rotate(_ state: inout State) throws(FileError) {
    flock(state.descriptor, LOCK_EX)
    var status = stat()
    let isThere = fstat(state.descriptor, &status) == 0
    let isOurs = isThere && FileSystem.facts(of: path)?.number == FileSystem.Facts(status).number
    let isMoved = !isOurs || rename(FileSystem.behindLinks(path), olderPath) == 0
    let code = errno
    close(state.descriptor)
    state.descriptor = -1
    guard isMoved else { throw FileError(.rename, path, code: code) }
    try openFile(&state, mode: isThere ? status.st_mode & 0o777 : nil)
  }
}

// MARK: - Lines

extension LogFile {
  /// A logger that writes here. `area` is a part of the program: `catalogue`, `library`.
  public func logger(_ area: String, level: Logger.Level) -> Logger {
    Logger(label: area) { FileLogHandler(label: $0, file: self, logLevel: level) }
  }

  /// A line of the log, read back.
  public struct Line: Hashable, Sendable {
    public var time: String
    public var level: Logger.Level
    public var message: String
    public var metadata: [String: String] = [:]
  }

  /// The latest lines, newest first, from the current file and the one set aside.
  ///
  /// Only the ends of the files are read. A line of other origin, or one only half written, is returned as a warning
  /// without a time.
  public func latest(_ limit: Int) throws(FileError) -> [Line] {
    var lines: [Line] = []
    for file in [path, olderPath] where lines.count < limit && FileSystem.facts(of: file)?.isRegular ?? true {
      do {
        for bytes in try LineTail.lines(of: file, limit: limit - lines.count) { lines.append(Self.parse(bytes)) }
      } catch {
        // There is no log yet, or none set aside.
        guard error.isMissing else { throw error }
      }
    }
    return lines
  }

  static func line(time: String, level: String, message: String, metadata: [(String, String)]) -> [UInt8] {
    var line = Array("{\"time\":\"\(time)\",\"level\":\"\(level)\",\"message\":".utf8)
    JSONText.append(message, to: &line)
    if !metadata.isEmpty {
      line.append(contentsOf: ",\"metadata\":{".utf8)
      for (index, (name, value)) in metadata.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        JSONText.append(name, to: &line)
        line.append(UInt8(ascii: ":"))
        JSONText.append(value, to: &line)
      }
      line.append(UInt8(ascii: "}"))
    }
    line.append(contentsOf: "}\n".utf8)
    return line
  }

  private struct StoredLine: Decodable {
    var time: String
    var level: Logger.Level
    var message: String
    var metadata: [String: String]?
  }

  static func parse(_ bytes: ArraySlice<UInt8>) -> Line {
    do {
      let line = try JSONDecoder().decode(StoredLine.self, from: Data(bytes))
      return Line(time: line.time, level: line.level, message: line.message, metadata: line.metadata ?? [:])
    } catch {
      // Of other origin, or only half written.
      return Line(time: "", level: .warning, message: String(decoding: bytes, as: UTF8.self))
    }
  }
}

// MARK: - swift-log

/// A handler for `Logger` that writes to a `LogFile`.
struct FileLogHandler: LogHandler {
  let label: String
  let file: LogFile
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var facts = metadata
    if let own = event.metadata { facts.merge(own) { $1 } }
    if let error = event.error { facts["error"] = .string("\(error)") }
    facts["area"] = .string(label)
    file.write(
      level: event.level, message: event.message.description,
      metadata: facts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.description) })
  }
}
