extension String {
  /// As RFC 3986, section 2 has it: everything but letters, digits, `-`, `.`, `_` and `~` is written as `%XX`.
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

  /// As one part of a path, which stays one: `.` and `..`, which stand for other places in a path, are encoded as well.
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
