public import Features
public import Terminal
import Wording

/// A list of steps that plays the program without a person: for bug reports, pictures of screens and tests.
///
///     type s            each character is a key press
///     press <C-r> j G   keys in the notation of the help page
///     paste some text   one piece of pasted text
///     resize 120x40
///     save-screen out.txt
///     save-screen out.styles --styles
///     expect 1 of       fails unless the text is on the screen
///
/// After every step the script waits until the program has settled. A line that begins with `#` is a comment. Lines
/// end in LF or CRLF. A step after the one that ends the program is an error.
public struct Script: Sendable {
  public enum Step: Hashable, Sendable {
    case press([Key])
    case type(String)
    case paste(String)
    case resize(Size)
    case saveScreen(path: String, withStyles: Bool)
    case expect(String)
  }

  public var steps: [(line: Int, step: Step)]

  /// - Throws: `ScriptError` for the first line that is not a step.
  public init(parsing text: String) throws(ScriptError) {
    steps = []
    // Some editors put a byte order mark in front.
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
      .enumerated()
    {
      let line = line.drop { $0 == " " }
      guard !line.isEmpty, line.first != "#" else { continue }
      let parts = line.split(separator: " ", maxSplits: 1)
      let rest = parts.count > 1 ? String(parts[1]) : ""
      steps.append((number + 1, try Script.step(String(parts[0]), rest, line: number + 1)))
    }
  }

  private static func step(_ verb: String, _ rest: String, line: Int) throws(ScriptError) -> Step {
    switch verb {
    case "press":
      var keys: [Key] = []
      for word in rest.split(separator: " ") {
        guard let sequence = Key.sequence(String(word)) else {
          throw ScriptError(line: line, message: KeyWords.notAStepKey(String(word)))
        }
        keys += sequence
      }
      return .press(keys)
    case "type": return .type(rest)
    case "paste": return .paste(rest)
    case "expect": return .expect(rest)
    case "resize":
      guard let size = Size(rest) else { throw ScriptError(line: line, message: KeyWords.size) }
      return .resize(size)
    case "save-screen":
      let words = rest.split(separator: " ").map(String.init)
      guard let path = words.first, words.count == 1 || words == [path, "--styles"] else {
        throw ScriptError(line: line, message: KeyWords.savesScreen)
      }
      return .saveScreen(path: path, withStyles: words.count == 2)
    default:
      throw ScriptError(line: line, message: KeyWords.notAStep(verb))
    }
  }
}

public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  public var line: Int
  public var message: String

  public var description: String { KeyWords.line(line, message) }
}

extension Size {
  /// Reads `80x24`; nil unless both sides are 1 to 1,000.
  public init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1], 1...1_000 ~= columns, 1...1_000 ~= rows else {
      return nil
    }
    self.init(columns: columns, rows: rows)
  }
}

/// Plays a script on a terminal in memory; the tests' harness is built on it.
public final class ScriptRunner {
  public let session: ScreenSession
  public let terminal: MemoryTerminal
  private var hasEnded = false

  public init(_ store: AppStore, keymap: Keymap, size: Size, glyphs: Glyphs = .unicode) {
    terminal = MemoryTerminal(size: size, glyphs: glyphs)
    // With an assumed background, screens saved with styles have colours.
    session = ScreenSession(store, driver: terminal, keymap: keymap, background: .default)
    let perform = store.onEffect
    store.onEffect = { [weak self] effect in
      if effect == .quit { self?.hasEnded = true }
      perform(effect)
    }
  }

  /// Loads the first records, paints the first frame and waits until the program has settled.
  public func open() async {
    await session.store.tasks.settle()
    session.open()
    await session.settle()
  }

  /// Delivers events one by one, and waits until the program has settled after each.
  public func play(_ events: [InputEvent]) async {
    for event in events {
      if case .resize = event { terminal.send([event]) }
      session.take([event])
      await session.settle()
    }
  }

  public func play(_ step: Script.Step) async -> Outcome {
    if hasEnded { return .ended }
    switch step {
    case .press(let keys): await play(keys.map(InputEvent.key))
    case .type(let text): await play(text.map { .key(Key($0)) })
    case .paste(let text): await play([.paste(text)])
    case .resize(let size): await play([.resize(size)])
    case .saveScreen(let path, let withStyles):
      return .save(path: path, text: withStyles ? terminal.screen.styledDump : screenText)
    case .expect(let text):
      return screenText.contains(text) ? .done : .missing(text)
    }
    return .done
  }

  /// The result of a step; saving a screen is left to the caller.
  public enum Outcome: Hashable, Sendable {
    case done
    case save(path: String, text: String)
    case missing(String)
    /// Nothing was played: an earlier step ended the program.
    case ended
  }

  /// The screen, one line a row, without trailing blanks.
  public var screenText: String {
    terminal.screen.lines.map { line in
      var line = line[...]
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
