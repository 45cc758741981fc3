/// Emulates a terminal of the xterm family.
///
/// It covers what ncurses sends to xterm-256color, tmux-256color and simpler relatives, and records everything else,
/// because a program under test must send nothing by mistake:
///
///     var screen = VTScreen(size: .standard)
///     screen.feed(Array("\u{1B}[2;3Hhello\u{7}".utf8))
///     screen.line(1)         // "  hello"
///     screen.bells           // 1
///     screen.oddities        // []: control functions it does not know, raw C1, broken UTF-8, invisible characters
public struct VTScreen: Sendable {
  public enum Color: Sendable, Hashable {
    case standard
    case indexed(Int)
    case direct(red: Int, green: Int, blue: Int)
  }

  public struct Look: Sendable, Hashable {
    public var foreground = Color.standard
    public var background = Color.standard
    public var bold = false
    public var dim = false
    public var italic = false
    public var underline = false
    public var blink = false
    public var reverse = false
    public var hidden = false
    public var struck = false

    public init() {}
  }

  public struct Cell: Sendable, Hashable {
    /// A character with its combining marks; empty in the right half of a wide one.
    public var text = " "
    /// 2 in the left half of a wide character, 0 in its right half.
    public var width = 1
    public var look = Look()
  }

  public internal(set) var size: ScreenSize
  public internal(set) var cursorRow = 0
  public internal(set) var cursorColumn = 0
  public internal(set) var isAlternate = false
  public internal(set) var cursorIsVisible = true
  /// The private modes (`ESC [ ? n h`) that are on, except cursor visibility (25) and wrapping (7), which are on from
  /// the start: 1 application cursor keys, 1000…1006 mouse, 1004 focus, 1049 alternate screen, 2004 paste; -3 a
  /// cursor other than a steady block.
  public internal(set) var privateModes: Set<Int> = []
  /// Whether ESC = was sent last, not ESC >.
  public internal(set) var keypadIsApplication = false
  public internal(set) var bells = 0
  /// Operating system commands (ESC ]), without their frame: titles, colours, OSC 52 clipboards, OSC 8 links.
  public internal(set) var operatingSystemCommands: [String] = []
  /// Device control strings and the like (ESC P, ESC _, ESC ^, ESC X), with the introducing letter.
  public internal(set) var controlStrings: [String] = []
  /// Questions that a terminal answers: `[c`, `[6n`, `[?u` …
  public internal(set) var questions: [String] = []
  /// Descriptions of things that a well-behaved program never sends, in order.
  public internal(set) var oddities: [String] = []
  /// The number of times that the whole screen was erased.
  public internal(set) var clears = 0

  var cells: [[Cell]]
  var otherCells: [[Cell]]
  var look = Look()
  var wrapPending = false
  var wraps = true
  var inserts = false
  var originMode = false
  var top = 0
  var bottom: Int
  var tabStops: Set<Int>
  var charsets: [Character] = ["B", "B"]
  var shiftedOut = false
  var lastPrinted: Unicode.Scalar?

  struct Saved {
    var row = 0
    var column = 0
    var look = Look()
    var charsets: [Character] = ["B", "B"]
    var shiftedOut = false
    var originMode = false
  }
  var saved = Saved()

  enum State {
    case ground, escape, escapeIntermediate, control, string
  }
  var state = State.ground
  var collected = ""
  var stringKind: Character = "]"
  var stringEscape = false
  var utf8: [UInt8] = []
  var utf8Needed = 0

  public init(size: ScreenSize) {
    self.size = size
    bottom = max(0, size.rows - 1)
    let blank = [[Cell]](repeating: [Cell](repeating: Cell(), count: size.columns), count: size.rows)
    cells = blank
    otherCells = blank
    tabStops = Set(stride(from: 8, to: 1024, by: 8))
  }

  // MARK: Looking

  /// One row, without trailing blanks.
  public func line(_ row: Int) -> String {
    guard cells.indices.contains(row) else { return "" }
    var text = cells[row].map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  public var lines: [String] { cells.indices.map { line($0) } }

  /// All rows, without empty ones at the end.
  public var text: String {
    var lines = lines
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The main screen's text while the alternate one is shown, and vice versa.
  public var otherText: String {
    var other = self
    other.cells = otherCells
    return other.text
  }

  public func cell(_ row: Int, _ column: Int) -> Cell {
    guard cells.indices.contains(row), cells[row].indices.contains(column) else { return Cell() }
    return cells[row][column]
  }

  /// The cells of a row that hold a text, for tests of its style.
  public func cells(of text: String, row: Int) -> [Cell]? {
    guard cells.indices.contains(row) else { return nil }
    let printed = cells[row].filter { $0.width > 0 }
    let wanted = text.map(String.init)
    guard !wanted.isEmpty, printed.count >= wanted.count else { return nil }
    for start in 0...(printed.count - wanted.count)
    where zip(printed[start...], wanted).allSatisfy({ $0.0.text == $0.1 }) {
      return Array(printed[start..<start + wanted.count])
    }
    return nil
  }

  /// The first row that contains a text.
  public func row(of text: String) -> Int? {
    lines.firstIndex { $0.contains(text) }
  }

  /// The screen in a frame with cursor and modes, for messages.
  public var framed: String {
    let rule = "+" + String(repeating: "-", count: min(size.columns, 200)) + "+"
    let cursor = "cursor at row \(cursorRow), column \(cursorColumn)\(cursorIsVisible ? "" : ", hidden")"
    let modes = "private modes \(privateModes.sorted())\(isAlternate ? ", alternate screen" : "")"
    return ([rule] + lines.map { "|" + $0 } + [rule, "\(size), \(cursor), \(modes)"]).joined(separator: "\n")
  }

  // MARK: Changing

  /// Keeps the top left part, as xterm does; lines are not rewrapped.
  public mutating func resize(to size: ScreenSize) {
    func resized(_ old: [[Cell]]) -> [[Cell]] {
      (0..<size.rows).map { row in
        (0..<size.columns).map { column in
          guard old.indices.contains(row), old[row].indices.contains(column) else { return Cell() }
          let cell = old[row][column]
          return cell.width == 2 && column == size.columns - 1 ? Cell() : cell
        }
      }
    }
    cells = resized(cells)
    otherCells = resized(otherCells)
    self.size = size
    top = 0
    bottom = max(0, size.rows - 1)
    cursorRow = min(cursorRow, bottom)
    cursorColumn = min(cursorColumn, max(0, size.columns - 1))
    wrapPending = false
  }

  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  public mutating func feed(_ text: String) {
    feed(text.utf8)
  }
}
