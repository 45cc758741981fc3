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

extension UInt8 {
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
