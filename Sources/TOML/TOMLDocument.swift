/// The content of a TOML 1.0 text. One mistake costs one statement, and is reported.
///
///     let document = TOMLDocument("ascii = true\n[keys]\nquit = 'q'")
///     document.root["ascii"]?.value.boolean                  // true
///     document.root["keys"]?.value.table?["quit"]?.position  // line 3, column 1
///
/// Reads in one pass. Nesting and the number of mistakes are bounded, so that any text at all is read in a time that
/// grows with its length alone.
public struct TOMLDocument: Hashable, Sendable {
  /// What stands in the text, but for the statements with a mistake.
  public let root: TOMLTable
  /// In the order of the text; empty for a text that is TOML throughout.
  public let mistakes: [TOMLMistake]

  /// How many tables and lists may stand one inside the other.
  public static let maximumDepth = 64
  /// After so many mistakes the rest of the text is left unread.
  public static let maximumMistakes = 100

  public init(_ text: String) {
    var reader = TOMLReader(text)
    reader.read()
    root = reader.root.table
    mistakes = reader.mistakes
  }
}

/// Line and column in a text, both counted from 1; columns in characters.
public struct TOMLPosition: Hashable, Comparable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: Self, right: Self) -> Bool { (left.line, left.column) < (right.line, right.column) }
}

/// What is wrong in a text, and where.
public struct TOMLMistake: Error, Hashable, Sendable {
  public var position: TOMLPosition
  /// A sentence.
  public var message: String

  public init(_ position: TOMLPosition, _ message: String) {
    self.position = position
    self.message = message
  }
}

/// Names with values, in the order of the text.
public struct TOMLTable: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public let name: String
    /// Where the name stands first: in a key, or in the header of a table.
    public let position: TOMLPosition
    public let value: TOMLValue
  }

  public let entries: [Entry]
  private let places: [String: Int]

  init(_ entries: [Entry], places: [String: Int]) {
    self.entries = entries
    self.places = places
  }

  public subscript(name: String) -> Entry? { places[name].map { entries[$0] } }
}

/// A value, and where it stands.
public struct TOMLValue: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case string(String)
    case integer(Int)
    /// Also `inf` and `nan`.
    case float(Double)
    case boolean(Bool)
    /// As written: `1979-05-27T07:32:00Z`. No day or hour that is on no calendar or clock.
    case offsetDateTime(String)
    case localDateTime(String)
    case localDate(String)
    case localTime(String)
    case array([TOMLValue])
    case table(TOMLTable)
  }

  public let kind: Kind
  /// Of its first character. A table with a header of its own stands where its name does.
  public let position: TOMLPosition

  init(_ kind: Kind, at position: TOMLPosition) {
    self.kind = kind
    self.position = position
  }

  // Kept out of line: inlined into another module, they have Swift 6.3's optimiser fail over the lifetime of the value.
  @inline(never) public var string: String? { if case .string(let text) = kind { text } else { nil } }
  @inline(never) public var integer: Int? { if case .integer(let number) = kind { number } else { nil } }
  @inline(never) public var float: Double? { if case .float(let number) = kind { number } else { nil } }
  @inline(never) public var boolean: Bool? { if case .boolean(let flag) = kind { flag } else { nil } }
  @inline(never) public var array: [TOMLValue]? { if case .array(let values) = kind { values } else { nil } }
  @inline(never) public var table: TOMLTable? { if case .table(let table) = kind { table } else { nil } }
}
