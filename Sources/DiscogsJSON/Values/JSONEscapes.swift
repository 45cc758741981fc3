/// The escapes of JSON texts.
enum JSONEscapes {
  /// The text without escapes. An escape that is none stands for the character behind the backslash; half a surrogate
  /// pair becomes U+FFFD, as do bytes that are no UTF-8.
  static func text(of bytes: ArraySlice<UInt8>) -> String {
    // No escape is shorter than what it stands for.
    String(unsafeUninitializedCapacity: bytes.count) { output in
      bytes.withUnsafeBufferPointer { input in write(input, to: output) }
    }
  }

  private static func write(_ input: UnsafeBufferPointer<UInt8>, to output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var written = 0
    var index = 0
    while index < input.count {
      let byte = input[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < input.count else {
        output[written] = byte
        written += 1
        continue
      }
      let escape = input[index]
      index += 1
      if escape == UInt8(ascii: "u"), let scalar = scalar(input, &index) {
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          output[written] = unit
          written += 1
        }
      } else {
        output[written] = plain(escape)
        written += 1
      }
    }
    return written
  }

  private static func plain(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: escape
    }
  }

  /// Reads the four digits after `\u`, and the second half of a pair if there is one. Nil without four digits.
  private static func scalar(_ input: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Unicode.Scalar? {
    guard let first = unit(input, index) else { return nil }
    index += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, index + 1 < input.count, input[index] == UInt8(ascii: "\\"),
      input[index + 1] == UInt8(ascii: "u"), let second = unit(input, index + 2), 0xDC00...0xDFFF ~= second
    else { return "\u{FFFD}" }
    index += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private static func unit(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32? {
    guard index + 4 <= input.count else { return nil }
    var unit: UInt32 = 0
    for byte in input[index..<index + 4] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
