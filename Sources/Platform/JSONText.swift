/// Writes strings as JSON, by hand: the start of Foundation's encoder would delay the first screen by milliseconds.
enum JSONText {
  /// Appends a string in quotes. Control characters, Unicode's line separators, and characters that change the
  /// direction of writing are escaped.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
        "\u{2066}"..."\u{2069}":
        bytes.append(contentsOf: "\\u".utf8)
        let digits = String(scalar.value, radix: 16)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.count))
        bytes.append(contentsOf: digits.utf8)
      default: bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
