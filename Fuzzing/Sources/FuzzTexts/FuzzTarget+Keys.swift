internal import Fuzzing
internal import Terminal

extension FuzzTarget {
  /// The bytes a terminal sends. 0xFF, which no terminal sends, stands for a pause in the middle; 0xFE for one that is
  /// long enough for the parser to give up waiting.
  static let keys = FuzzTarget("keys") { bytes in
    var parser = KeyParser(sequences: sequencesOfTerminfo, pasteLimit: 1 << 10)
    var now = ContinuousClock.now
    var events: [InputEvent] = []
    var isBreak = false
    for part in bytes.split(maxSplits: .max, omittingEmptySubsequences: false, whereSeparator: { $0 >= 0xFE }) {
      if isBreak, part.startIndex > 0, bytes[part.startIndex - 1] == 0xFE, let deadline = parser.deadline {
        now = deadline
        events += parser.expire(at: now)
      } else {
        now += .milliseconds(2)
      }
      isBreak = true
      events += parser.feed(part, at: now)
    }
    precondition(events.count <= 2 * bytes.count, "more events than bytes can make")
    for event in events {
      if case .paste(let text) = event {
        precondition(text.utf8.count <= 3 << 10, "a paste is longer than its limit")
      }
    }
    // Whatever came, the keyboard works again once the parser has given up waiting.
    for _ in 0..<4 {
      guard let deadline = parser.deadline else { break }
      now = deadline
      _ = parser.expire(at: now)
    }
    precondition(parser.deadline == nil, "the parser waits without end")
    precondition(parser.feed([UInt8(ascii: "q")], at: now + .seconds(9)) == [.key(Key("q"))], "the keyboard is dead")
  }

  private static let sequencesOfTerminfo: [[UInt8]: Key] = [
    Array("\u{1B}OA".utf8): Key(.up), Array("\u{1B}OB".utf8): Key(.down), Array("\u{1B}[3~".utf8): Key(.delete),
    Array("\u{1B}[Z".utf8): Key(.tab, .shift), Array("\u{7F}".utf8): Key(.backspace),
    Array("\u{1B}[[A".utf8): Key(.function(1)),
  ]
}
