import LibC
import Platform
import RunoutModel
import Screens
import Terminal
import Wording

/// Everything the verbs write goes through here: tables for people, rows and JSON for programs.
enum Output {
  static let isTerminal = isatty(STDOUT_FILENO) == 1
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1

  static func line(_ text: String) {
    write(text + "\n", to: STDOUT_FILENO)
  }

  /// All of them at once: a write costs more than a line.
  private static func lines(_ texts: [String]) {
    var text = ""
    for line in texts {
      text += line
      text += "\n"
    }
    write(text, to: STDOUT_FILENO)
  }

  /// A question whose answer is typed behind it.
  static func prompt(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// One line for people, with names in it that may hold anything.
  static func sentence(_ text: String) {
    line(Harmless.text(text))
  }

  /// One line about what went wrong.
  static func complain(_ text: String) {
    let lines = Harmless.lines(text).filter { !$0.isEmpty }.joined(separator: "\n")
    write(
      (lines.hasPrefix("Error:") || lines.hasPrefix("runout:") ? lines : "runout: \(lines)") + "\n", to: STDERR_FILENO)
  }

  static func errorLine(_ text: String) {
    write(Harmless.text(text) + "\n", to: STDERR_FILENO)
  }

  /// The most lines about the rows of one kind.
  nonisolated static let mostShown = 20

  /// Writes a line for each of the first rows, and how many more there are.
  ///
  /// - Parameter total: how many there are, where not all of them are given.
  static func excerpt<Row>(
    of rows: [Row], total: Int? = nil, by write: @MainActor (String) -> Void, _ line: (Row) -> String
  ) {
    let shown = rows.prefix(mostShown)
    for row in shown { write(line(row)) }
    let more = (total ?? rows.count) - shown.count
    if more > 0 { write(VerbWords.andMore(more)) }
  }

  /// A line on the terminal's standard error that the next one takes the place of; empty takes it away.
  static func overwrite(_ text: String) {
    write("\r\u{1B}[K\(Harmless.text(text))", to: STDERR_FILENO)
  }

  /// Bytes as they are, for another program.
  static func bytes(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { write($0, to: STDOUT_FILENO) }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes all of it, whatever a pipe takes at a time. A reader that went away ends the program by SIGPIPE, and so does
  /// a disk that is full, with a line: half a list must not pass for a whole one.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    guard !FileSystem.writeAll(bytes, to: descriptor), descriptor == STDOUT_FILENO else { return }
    if errno == EPIPE { endForWantOfReader() }
    complain(VerbWords.writeFailed(String(cString: strerror(errno))))
    exit(ExitStatus.failed.rawValue)
  }

  /// Writes a file that was asked for.
  ///
  /// - Parameter permissions: of a file that is not there yet.
  /// - Throws: `Failure` when it cannot be written.
  static func save(_ bytes: [UInt8], to path: String, permissions: UInt16 = 0o666) throws {
    do throws(FileError) {
      try OutputFile.write(bytes, to: path, permissions: permissions)
    } catch {
      throw Failure(error.description)
    }
  }

  /// The network's library has SIGPIPE ignored from the first request on.
  private static func endForWantOfReader() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // Blocked, it does not end the program; the shell gets the same number.
    exit(128 + SIGPIPE)
  }

  // MARK: Tables

  /// - Parameters:
  ///   - rows: texts from outside; they are made harmless here.
  ///   - names: the columns one reads a row by; on a terminal they get the room first.
  ///   - leastImportant: the columns a narrow terminal does without, the first of them first.
  ///   - json: the same rows as JSON objects.
  ///   - plain: sentences in place of a table; texts from outside in them are made harmless here.
  static func table(
    header: [String], rows: @autoclosure () -> [[String]], rightAligned: Set<Int> = [], names: Set<Int> = [],
    leastImportant: [Int] = [], as options: ListOptions, json: @autoclosure () -> [String],
    plain: @autoclosure () -> [String]? = nil
  ) {
    if !options.json, !options.csv, let sentences = plain() {
      lines(sentences.map(Harmless.text))
    } else if options.json {
      lines(json())
    } else if options.csv {
      func cell(_ text: String) -> String {
        let text = Harmless.text(text)
        return csvField(options.spreadsheetSafe ? SpreadsheetCell.defused(text) : text)
      }
      lines(
        [header.map(csvField).joined(separator: ",")] + rows().map { $0.map(cell).joined(separator: ",") })
    } else if isTerminal {
      let table = TextTable(
        header: header, rows: rows().map { $0.map(Harmless.text) }, rightAligned: rightAligned, names: names,
        leastImportant: leastImportant)
      lines(table.lines(columns: columns).map { isUTF8 ? $0 : Transliteration.ascii($0) })
    } else {
      // For programs: whole values, one tab between them, no header.
      lines(rows().map { $0.map(Harmless.text).joined(separator: "\t") })
    }
  }

  private static func csvField(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private static let isUTF8: Bool = {
    setlocale(LC_CTYPE, "") != nil && String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
  }()
}
