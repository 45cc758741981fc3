/// The JSON that a line of the log needs: strings, and objects of strings one level deep.
///
/// Written by hand, because the start of Foundation's encoder would delay the first screen by milliseconds.
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

  enum Value: Hashable {
    case text(String)
    case object([String: String])
  }

  /// Reads such objects; nil for any other text, including JSON of another shape.
  struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
      rest = bytes
    }

    /// An object whose values are strings or objects of strings, with nothing after it.
    mutating func object() -> [String: Value]? {
      let object: [String: Value]? = members { reader in
        if reader.next == UInt8(ascii: "{") {
          return reader.members { $0.string() }.map { .object($0) }
        }
        return reader.string().map { .text($0) }
      }
      skipSpace()
      return rest.isEmpty ? object : nil
    }

    private mutating func members<Member>(_ member: (inout Reader) -> Member?) -> [String: Member]? {
      guard take(UInt8(ascii: "{")) else { return nil }
      var members: [String: Member] = [:]
      if take(UInt8(ascii: "}")) { return members }
      repeat {
        skipSpace()
        guard let name = string(), take(UInt8(ascii: ":")) else { return nil }
        skipSpace()
        guard let value = member(&self) else { return nil }
        members[name] = value
      } while take(UInt8(ascii: ","))
      return take(UInt8(ascii: "}")) ? members : nil
    }

    private mutating func string() -> String? {
      guard take(UInt8(ascii: "\"")) else { return nil }
      var text: [UInt8] = []
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
        case UInt8(ascii: "\\"):
          guard let escaped = escape() else { return nil }
          text.append(contentsOf: escaped)
        case 0..<0x20: return nil
        default: text.append(byte)
        }
      }
      return nil
    }

    private mutating func escape() -> [UInt8]? {
      switch rest.popFirst() {
      case UInt8(ascii: "n"): return [0x0A]
      case UInt8(ascii: "t"): return [0x09]
      case UInt8(ascii: "r"): return [0x0D]
      case UInt8(ascii: "b"): return [0x08]
      case UInt8(ascii: "f"): return [0x0C]
      case let byte? where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/"):
        return [byte]
      case UInt8(ascii: "u"):
        guard rest.count >= 4, let code = UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(code), let encoded = UTF8.encode(scalar)
        else { return nil }
        rest = rest.dropFirst(4)
        return Array(encoded)
      default: return nil
      }
    }

    private var next: UInt8? { rest.first }

    private mutating func take(_ byte: UInt8) -> Bool {
      skipSpace()
      guard rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func skipSpace() {
      while rest.first == 0x20 || rest.first == 0x09 { rest.removeFirst() }
    }
  }
}
