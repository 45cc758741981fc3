import LibC
import Terminal
import Wording

/// Reads standard input line by line, as much of it as a line can be.
enum Input {
  /// The most bytes of a line.
  static let longestLine = 1 << 20

  /// What was read and not yet handed out.
  private static var waiting: ArraySlice<UInt8> = []
  private static var isAtEnd = false

  /// The next line without its end, bytes that are no UTF-8 repaired; nil at the end.
  ///
  /// - Throws: `Failure` for a line that is too long for one, before all of it is read.
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

  /// Asks, and returns whether the line that is typed then agrees.
  ///
  /// - Parameter words: what agrees, in small letters.
  static func agrees(_ prompt: String, by words: Set<String>) throws -> Bool {
    Output.prompt(Harmless.text(prompt))
    return words.contains((try line() ?? "").lowercased())
  }

  /// Asks until what is typed makes sense; nil for an empty line and at the end.
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
    // Closed is as good as empty.
    guard count >= 0 || errno == EBADF else {
      throw Failure(VerbWords.inputUnreadable(String(cString: strerror(errno))))
    }
    isAtEnd = count <= 0
    waiting = (Array(waiting) + bytes.prefix(max(0, count)))[...]
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    // Other systems begin a file with a byte order mark.
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }
}
