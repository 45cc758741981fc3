import LibC
import Platform
import Terminal
import Wording

/// The output of all verbs: tables for people, rows and JSON for programs.
enum Output {
  static let isTerminal = isatty(STDOUT_FILENO) == 1
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1

  static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

  /// Writes all lines at once: a write costs more than a line.
  static func lines(_ texts: [String]) { if !texts.isEmpty { line(texts.joined(separator: "\n")) } }

  /// Leaves the cursor after the question, for the answer.
  static func prompt(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Writes one line for people; control characters in names are made harmless.
  static func sentence(_ text: String) { line(Harmless.text(text)) }

  /// Writes an error to standard error.
  static func complain(_ text: String) {
    let lines = Harmless.lines(text).filter { !$0.isEmpty }.joined(separator: "\n")
    write(
      (lines.hasPrefix("Error:") || lines.hasPrefix("runout:") ? lines : "runout: \(lines)") + "\n", to: STDERR_FILENO)
  }

  static func errorLine(_ text: String) { write(Harmless.text(text) + "\n", to: STDERR_FILENO) }

  /// The most rows of one kind that a message lists.
  nonisolated static let mostShown = 20

  /// Writes a line for each of the first rows, and the number of the others.
  ///
  /// - Parameter total: the number of rows, if only some are passed.
  static func excerpt<Row>(
    of rows: [Row], total: Int? = nil, by write: @MainActor (String) -> Void, _ line: (Row) -> String
  ) {
    let shown = rows.prefix(mostShown)
    for row in shown { write(line(row)) }
    let more = (total ?? rows.count) - shown.count
    if more > 0 { write(VerbWords.andMore(more)) }
  }

  /// Writes a line to the terminal's standard error over the last one; an empty text removes it.
  static func overwrite(_ text: String) { write("\r\u{1B}[K\(Harmless.text(text))", to: STDERR_FILENO) }

  /// Writes bytes unchanged, for another program.
  static func bytes(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0, to: STDOUT_FILENO) } }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes all bytes, however few a pipe takes at a time. Without a reader the program ends by SIGPIPE; after any
  /// other failure it exits with an error, since half a list must not pass for a whole one.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    guard !FileSystem.writeAll(bytes, to: descriptor), descriptor == STDOUT_FILENO else { return }
    if errno == EPIPE { endForWantOfReader() }
    let code = errno
    let trouble = VerbWords.writeFailed(String(cString: strerror(code)))
    complain(code == EFBIG ? VerbWords.limited(trouble) : trouble)
    exit(ExitStatus.failed.rawValue)
  }

  /// Writes a file that the user named.
  ///
  /// - Parameter permissions: for a new file.
  /// - Throws: `Failure` if it cannot be written.
  static func save(_ bytes: [UInt8], to path: String, permissions: UInt16 = 0o666) throws {
    do {
      try OutputFile.write(bytes, to: path, permissions: permissions)
    } catch {
      throw Failure(error.code == EFBIG ? VerbWords.limited(error.description) : error.description)
    }
  }

  /// Ends by SIGPIPE, which the network library ignores from its first request on.
  private static func endForWantOfReader() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // A blocked signal does not end the program; the shell gets the same exit code.
    exit(128 + SIGPIPE)
  }

  /// The width of the terminal.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  static let isUTF8: Bool = {
    setlocale(LC_CTYPE, "") != nil && String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
  }()
}
