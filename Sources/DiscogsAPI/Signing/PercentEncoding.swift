import DiscogsModel

/// RFC 3986, section 2: everything but letters, digits, `-`, `.`, `_` and `~` is written as `%XX`.
public enum PercentEncoding {
  public static func encode(_ text: String) -> String { text.percentEncoded }

  /// One part of a path, which stays one: `.` and `..`, which stand for other places in a path, are encoded as well.
  public static func part(_ text: String) -> String { text.asPathPart }

  /// Reads `%XX` and, as forms have it, `+` for a blank; what is not well-formed stays as it is.
  public static func decodeForm(_ text: Substring) -> String {
    var result: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        result.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), let value = UInt8(hex: rest.prefix(2)) {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// `name=value&…`, in the given order.
  public static func query(_ items: [QueryItem]) -> String {
    items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }
}

extension UInt8 {
  /// Two hexadecimal digits, no sign.
  fileprivate init?(hex: Substring.UTF8View) {
    let text = Substring(hex)
    guard text.utf8.count == 2, text.allSatisfy(\.isHexDigit), let value = UInt8(text, radix: 16) else { return nil }
    self = value
  }
}
