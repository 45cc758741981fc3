/// RFC 3986, section 2: everything but letters, digits, `-`, `.`, `_` and `~` is written as `%XX`.
public enum PercentEncoding {
  public static func encode(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

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

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
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
