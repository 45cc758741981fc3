import LibC
import Terminal
import Wording

/// Reads standard input line by line.
enum Input {
  /// The most bytes of a line.
  static let longestLine = 1 << 20
  /// The most bytes of all lines.
  private static let mostBytes = 1 << 27

  /// Bytes read and not yet returned.
  private static var waiting: ArraySlice<UInt8> = []
  private static var isAtEnd = false
  private static var bytesRead = 0

  /// The next line without its end, invalid UTF-8 repaired; nil at the end.
  ///
  /// - Throws: `Failure` for a line longer than `longestLine`, before all of it is read, and beyond `mostBytes`.
  static func line() throws -> String? {
    var searched = 0
    while true {
      if let end = waiting.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
        defer { waiting = waiting[(end + 1)...] }
        return text(waiting[..<end])
      }
      searched = waiting.count
      guard searched <= longestLine else { throw Failure(VerbWords.inputLineTooLong, .usage) }
      guard !isAtEnd else { break }
      try read()
    }
    guard !waiting.isEmpty else { return nil }
    defer { waiting = [] }
    return text(waiting)
  }

  /// Asks, and returns whether the typed line is `y` or `yes`, in any case; an empty line is a no.
  static func agrees(_ prompt: String) throws -> Bool {
    Output.prompt(Harmless.text(prompt))
    return ["y", "yes"].contains((try line() ?? "").lowercased().filter { !$0.isWhitespace })
  }

  /// Asks until the answer can be read; nil for an empty line and at the end.
  static func answer<Answer>(to prompt: String, _ sense: (String) -> Answer?) throws -> Answer? {
    while true {
      Output.prompt(Harmless.text(prompt))
      guard let text = try line()?.filter({ !$0.isWhitespace }), !text.isEmpty else { return nil }
      if let answer = sense(text) { return answer }
    }
  }

  private static func read() throws {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var count = -1
    repeat { count = LibC.read(STDIN_FILENO, &bytes, bytes.count) } while count < 0 && errno == EINTR
    // A closed input counts as empty.
    guard count >= 0 || errno == EBADF else {
      throw Failure(VerbWords.inputUnreadable(String(cString: strerror(errno))))
    }
    isAtEnd = count <= 0
    bytesRead += max(0, count)
    guard bytesRead <= mostBytes else { throw Failure(VerbWords.inputTooLong, .usage) }
    waiting = (Array(waiting) + bytes.prefix(max(0, count)))[...]
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    // Other systems begin files with a byte order mark.
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }
}
