/// One JSON object, written member by member in the order they are added; empty and nil members are left out.
package struct JSONObject: Sendable {
  private var members = ""

  /// Creates an object without members.
  package init() {}

  /// One line of JSON.
  package var text: String { "{\(members)}" }

  /// Adds a member, unless its value is empty or nil.
  package mutating func add(_ name: String, _ value: String) {
    if !value.isEmpty { write(name, JSONObject.quoted(value)) }
  }

  /// Adds a member, unless its value is empty or nil.
  package mutating func add(_ name: String, _ value: Int?) {
    if let value { write(name, String(value)) }
  }

  /// Adds a member, unless its value is empty or nil.
  package mutating func add(_ name: String, _ value: Bool?) {
    if let value { write(name, value ? "true" : "false") }
  }

  /// Adds a member, unless its value is empty or nil.
  package mutating func add(_ name: String, _ value: JSONObject) {
    write(name, value.text)
  }

  /// Adds a member, unless its value is empty or nil.
  package mutating func add(_ name: String, _ values: [JSONObject]) {
    if !values.isEmpty { write(name, "[\(values.map(\.text).joined(separator: ","))]") }
  }

  /// Adds a member, unless its value is empty or nil.
  package mutating func add(_ name: String, strings: [String]) {
    if !strings.isEmpty { write(name, "[\(strings.map(JSONObject.quoted).joined(separator: ","))]") }
  }

  private mutating func write(_ name: String, _ value: String) {
    if !members.isEmpty { members += "," }
    members += "\(JSONObject.quoted(name)):\(value)"
  }

  /// The text in quotes, with everything escaped that JSON or a terminal could stumble over: control characters, line
  /// and paragraph separators, and format characters, which turn the direction of writing or cannot be seen (U+202E,
  /// U+2066, U+FEFF, tags). Readers of JSON get the text as it was.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default:
        if isInvisible(scalar) {
          for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
            let hex = String(unit, radix: 16)
            quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
          }
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
