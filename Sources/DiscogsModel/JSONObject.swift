/// A JSON object with members in the order they are added; empty and nil values are left out.
package struct JSONObject: Sendable {
  private var members = ""

  package init() {}

  /// The object on one line.
  package var text: String { "{\(members)}" }

  /// Skips an empty value.
  package mutating func add(_ name: String, _ value: String) {
    if !value.isEmpty { write(name, JSONObject.quoted(value)) }
  }

  /// Skips nil.
  package mutating func add(_ name: String, _ value: Int?) {
    if let value { write(name, String(value)) }
  }

  /// Skips nil.
  package mutating func add(_ name: String, _ value: Bool?) {
    if let value { write(name, value ? "true" : "false") }
  }

  /// Adds even an object without members.
  package mutating func add(_ name: String, _ value: JSONObject) {
    write(name, value.text)
  }

  /// Skips an empty list.
  package mutating func add(_ name: String, _ values: [JSONObject]) {
    if !values.isEmpty { write(name, "[\(values.map(\.text).joined(separator: ","))]") }
  }

  /// Skips an empty list.
  package mutating func add(_ name: String, strings: [String]) {
    if !strings.isEmpty { write(name, "[\(strings.map(JSONObject.quoted).joined(separator: ","))]") }
  }

  private mutating func write(_ name: String, _ value: String) {
    if !members.isEmpty { members += "," }
    members += "\(JSONObject.quoted(name)):\(value)"
  }

  /// The text in quotes, escaping everything that could confuse JSON or a terminal: control characters, line and
  /// paragraph separators, and format characters, which change the writing direction or are invisible (U+202E, U+2066,
  /// U+FEFF, tags). JSON readers restore the text.
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
