extension String {
  /// Everything but letters, digits, `-`, `.`, `_` and `~` as `%XX` (RFC 3986, section 2).
  package var percentEncoded: String {
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count)
    for byte in utf8 {
      if byte.isUnreserved {
        result.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// One path segment. `.` and `..`, which have a meaning in paths, are encoded too.
  package var asPathPart: String {
    self == "." || self == ".." ? String(repeating: "%2E", count: utf8.count) : percentEncoded
  }
}

extension Substring {
  /// `%XX`, and as forms have it `+` for a blank, read; what is not well-formed stays as it is.
  package var formDecoded: String {
    var result: [UInt8] = []
    var rest = utf8[...]
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
}

extension UInt8 {
  /// Two hexadecimal digits, no sign.
  fileprivate init?(hex: Substring.UTF8View) {
    let text = Substring(hex)
    guard text.utf8.count == 2, text.allSatisfy(\.isHexDigit), let value = UInt8(text, radix: 16) else { return nil }
    self = value
  }

  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
