/// The content of a TOML 1.0 text. Each mistake is reported, and costs only its statement.
///
///     let document = TOMLDocument("ascii = true\n[keys]\nquit = 'q'")
///     document.root["ascii"]?.value.boolean                  // true
///     document.root["keys"]?.value.table?["quit"]?.position  // line 3, column 1
///
/// Nesting and the number of mistakes are limited, so that reading any text takes time in proportion to its length.
public struct TOMLDocument: Hashable, Sendable {
  /// The content, without statements that have a mistake.
  public let root: TOMLTable
  /// In the order of the text; empty for valid TOML.
  public let mistakes: [TOMLMistake]

  /// The greatest depth of tables and lists within each other.
  public static let maximumDepth = 64
  /// The number of mistakes after which the rest of the text is not read.
  public static let maximumMistakes = 100

  public init(_ text: String) {
    var reader = TOMLReader(text)
    reader.read()
    root = reader.root.table
    mistakes = reader.mistakes
  }
}

/// Line and column, both counted from 1; columns are characters.
public struct TOMLPosition: Hashable, Comparable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  public static func < (left: Self, right: Self) -> Bool { (left.line, left.column) < (right.line, right.column) }
}

public struct TOMLMistake: Error, Hashable, Sendable {
  public var position: TOMLPosition
  /// A sentence for the user, without the position.
  public var message: String

  init(_ position: TOMLPosition, _ message: String) { (self.position, self.message) = (position, message) }
}

/// Names with values, in the order of the text.
public struct TOMLTable: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public let name: String
    /// The first place of the name, in a key or a header.
    public let position: TOMLPosition
    public let value: TOMLValue
  }

  public let entries: [Entry]
  let places: [String: Int]

  public subscript(name: String) -> Entry? { places[name].map { entries[$0] } }
}

public struct TOMLValue: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case string(String)
    case integer(Int)
    /// Also `inf` and `nan`.
    case float(Double)
    case boolean(Bool)
    /// As written: `1979-05-27T07:32:00Z`. Impossible dates and times are mistakes; so for the three below.
    case offsetDateTime(String)
    case localDateTime(String)
    case localDate(String)
    case localTime(String)
    case array([TOMLValue])
    case table(TOMLTable)
  }

  public let kind: Kind
  /// The position of its first character; for a table from a header, that of its name.
  public let position: TOMLPosition

  init(_ kind: Kind, at position: TOMLPosition) { (self.kind, self.position) = (kind, position) }

  // Never inlined: in another module they make Swift 6.3's optimiser fail on the lifetime of the value.
  @inline(never) public var string: String? { if case .string(let text) = kind { text } else { nil } }
  @inline(never) public var integer: Int? { if case .integer(let number) = kind { number } else { nil } }
  @inline(never) public var float: Double? { if case .float(let number) = kind { number } else { nil } }
  @inline(never) public var boolean: Bool? { if case .boolean(let flag) = kind { flag } else { nil } }
  @inline(never) public var array: [TOMLValue]? { if case .array(let values) = kind { values } else { nil } }
  @inline(never) public var table: TOMLTable? { if case .table(let table) = kind { table } else { nil } }
}
