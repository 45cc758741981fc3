import LibC
import Platform
import RunoutModel
import Screens
import Terminal
import Wording

/// The output of all verbs: tables for people, rows and JSON for programs.
enum Output {
  static let isTerminal = isatty(STDOUT_FILENO) == 1
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1

  static func line(_ text: String) {
    write(text + "\n", to: STDOUT_FILENO)
  }

  /// Writes all lines at once: a write costs more than a line.
  private static func lines(_ texts: [String]) {
    var text = ""
    for line in texts {
      text += line
      text += "\n"
    }
    write(text, to: STDOUT_FILENO)
  }

  /// Leaves the cursor after the question, for the answer.
  static func prompt(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// Writes one line for people; control characters in names are made harmless.
  static func sentence(_ text: String) {
    line(Harmless.text(text))
  }

  /// Writes an error to standard error.
  static func complain(_ text: String) {
    let lines = Harmless.lines(text).filter { !$0.isEmpty }.joined(separator: "\n")
    write(
      (lines.hasPrefix("Error:") || lines.hasPrefix("runout:") ? lines : "runout: \(lines)") + "\n", to: STDERR_FILENO)
  }

  static func errorLine(_ text: String) {
    write(Harmless.text(text) + "\n", to: STDERR_FILENO)
  }

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
  static func overwrite(_ text: String) {
    write("\r\u{1B}[K\(Harmless.text(text))", to: STDERR_FILENO)
  }

  /// Writes bytes unchanged, for another program.
  static func bytes(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { write($0, to: STDOUT_FILENO) }
  }

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
    do throws(FileError) {
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

  // MARK: Tables

  /// - Parameters:
  ///   - rows: texts from outside; they are made harmless here.
  ///   - names: the columns that identify a row; on a terminal they get space first.
  ///   - leastImportant: the columns that a narrow terminal drops, in this order.
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
    // A combining sign behind a comma or a quote makes one character with it.
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { $0 == "," || $0 == "\"" || Character($0).isNewline }) else { return text }
    return "\"" + String(String.UnicodeScalarView(scalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] })) + "\""
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
