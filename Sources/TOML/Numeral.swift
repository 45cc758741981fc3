/// Reads a number of TOML: `-17`, `1_000`, `0xFF`, `6.02e23`.
struct Numeral {
  /// Nil if the word is no number, or too large.
  private(set) var kind: TOMLValue.Kind?
  /// Whether it is a number that 64 bits cannot hold: an integer too large, or a float that would be infinite.
  private(set) var isTooLarge = false

  init(_ word: ArraySlice<UInt8>) {
    var rest = word
    let sign = rest.first.flatMap { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") ? $0 : nil }
    if sign != nil { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0"), let mark = rest.dropFirst().first, let radix = Self.radixes[mark] {
      guard sign == nil else { return }
      readInteger(rest.dropFirst(2), radix: radix, isNegative: false)
    } else if rest.allSatisfy({ Byte.isDigit($0) || $0 == UInt8(ascii: "_") }) {
      guard rest.count == 1 || rest.first != UInt8(ascii: "0") else { return }
      readInteger(rest, radix: 10, isNegative: sign == UInt8(ascii: "-"))
    } else {
      readFloat(word, unsigned: rest)
    }
  }

  private static let radixes = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2]

  static func digit(_ byte: UInt8, radix: Int) -> Int? {
    guard Byte.isDigit(byte) || Byte.isLetter(byte) else { return nil }
    let digit = Byte.isDigit(byte) ? Int(byte - UInt8(ascii: "0")) : Int((byte | 0x20) - UInt8(ascii: "a")) + 10
    return digit < radix ? digit : nil
  }

  private mutating func readInteger(_ text: ArraySlice<UInt8>, radix: Int, isNegative: Bool) {
    var number = 0
    var isBehindDigit = false
    var overflows = false
    for byte in text {
      if byte == UInt8(ascii: "_"), isBehindDigit {
        isBehindDigit = false
        continue
      }
      guard let digit = Self.digit(byte, radix: radix) else { return }
      isBehindDigit = true
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: radix)
      let (sum, isStillTooLarge) = product.addingReportingOverflow(isNegative ? -digit : digit)
      overflows = overflows || isTooLarge || isStillTooLarge
      number = sum
    }
    guard isBehindDigit else { return }
    isTooLarge = overflows
    if !overflows { kind = .integer(number) }
  }

  /// - Parameter unsigned: the word without its sign.
  private mutating func readFloat(_ word: ArraySlice<UInt8>, unsigned: ArraySlice<UInt8>) {
    var rest = unsigned
    guard let whole = Self.takeDigits(&rest), whole.count == 1 || whole.first != UInt8(ascii: "0") else { return }
    if rest.first == Byte.dot {
      rest.removeFirst()
      guard Self.takeDigits(&rest) != nil else { return }
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      guard Self.takeDigits(&rest) != nil else { return }
    }
    guard rest.isEmpty else { return }
    let plain = String(decoding: word.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    guard let number = Double(plain) else { return }
    isTooLarge = !number.isFinite
    if !isTooLarge { kind = .float(number) }
  }

  /// Takes digits with single underscores between them; nil if there are none, or an underscore is elsewhere.
  private static func takeDigits(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let run = text.prefix { Byte.isDigit($0) || $0 == UInt8(ascii: "_") }
    text = text.dropFirst(run.count)
    var isBehindDigit = false
    for byte in run {
      guard byte != UInt8(ascii: "_") || isBehindDigit else { return nil }
      isBehindDigit = byte != UInt8(ascii: "_")
    }
    return isBehindDigit ? run : nil
  }
}
