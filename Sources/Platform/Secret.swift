/// A token, key or password that cannot be shown by accident.
///
/// Printing, interpolating, dumping, mirroring and encoding it give `‹hidden›`. Only ``reveal()`` returns the value, so
/// all places where one leaves the program can be found by that word.
public struct Secret: Hashable, Sendable {
  private let value: String

  public init(_ value: String) {
    self.value = value
  }

  /// The value itself, for the request, store or file it is meant for.
  public func reveal() -> String { value }

  public var isEmpty: Bool { value.isEmpty }

  static let shown = "‹hidden›"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { Self.shown }
  public var debugDescription: String { Self.shown }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Codable {
  /// Decodes a value; throws for the `‹hidden›` that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let value = try container.decode(String.self)
    guard value != Self.shown else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The value was left out here")
    }
    self.init(value)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Self.shown)
  }
}

extension Secret {
  /// The value of an environment variable, without white space around it; nil if it is unset or empty.
  public static func variable(_ name: String, in environment: [String: String]) -> Secret? {
    let value = environment[name]?.withoutSurroundingSpace ?? ""
    return value.isEmpty ? nil : Secret(value)
  }
}

extension String {
  var withoutSurroundingSpace: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
