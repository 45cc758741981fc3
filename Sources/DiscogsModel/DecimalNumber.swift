/// A decimal number, as in prices: `6.7`, `120`, `89.34117647058824`. Exact to 18 digits.
///
/// `Double` cannot represent 0.1, and Foundation's `Decimal` would be this module's only use of Foundation.
public struct DecimalNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The digits without the point and without trailing zeros, so that equal numbers are equal values.
  public let significand: Int
  /// The number of decimals; negative for trailing zeros before the point.
  public let scale: Int

  /// `significand` × 10^-`scale`.
  public init(significand: Int, scale: Int = 0) {
    var significand = significand
    var scale = significand == 0 ? 0 : scale
    while significand != 0, significand % 10 == 0 {
      significand /= 10
      scale -= 1
    }
    self.significand = significand
    self.scale = scale
  }

  /// Parses `12`, `-0.5`, `6.782750100000001`, `1e3`. Digits beyond the 18th are rounded.
  ///
  /// Nil for anything else, and for numbers beyond 10^±64, which are no prices.
  public init?(_ text: String) {
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    guard let mantissa = Self.mantissa(&rest) else { return nil }
    var scale = mantissa.scale
    if let mark = rest.popFirst() {
      guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E"), let exponent = Self.exponent(rest) else {
        return nil
      }
      scale -= exponent
    }
    guard mantissa.digits == 0 || abs(scale) <= 64 else { return nil }
    self.init(significand: isNegative ? -mantissa.digits : mantissa.digits, scale: scale)
  }

  private static func mantissa(_ text: inout Substring.UTF8View) -> (digits: Int, scale: Int)? {
    var (digits, scale, count) = (0, 0, 0)
    var (hasPoint, hasDigits, roundsUp) = (false, false, false)
    while let byte = text.first {
      if byte == UInt8(ascii: "."), !hasPoint, hasDigits {
        hasPoint = true
      } else if byte &- UInt8(ascii: "0") < 10 {
        let digit = Int(byte &- UInt8(ascii: "0"))
        hasDigits = true
        if count < 18 {
          digits = digits * 10 + digit
          if digits > 0 { count += 1 }
          if hasPoint { scale += 1 }
        } else {
          if count == 18 { roundsUp = digit >= 5 }
          count += 1
          if !hasPoint { scale -= 1 }
        }
      } else {
        break
      }
      text.removeFirst()
    }
    return hasDigits ? (digits + (roundsUp ? 1 : 0), scale) : nil
  }

  private static func exponent(_ text: Substring.UTF8View) -> Int? {
    var text = text
    if text.first == UInt8(ascii: "+") { text.removeFirst() }
    guard let last = text.last, last &- UInt8(ascii: "0") < 10, text.count <= 4 else { return nil }
    return Int(Substring(text))
  }

  /// Rounds to this many decimals, halves away from zero.
  public func rounded(toPlaces places: Int) -> DecimalNumber {
    var significand = significand
    var dropped = 0
    var excess = scale - places
    guard excess > 0 else { return self }
    while excess > 0, significand != 0 || dropped != 0 {
      dropped = significand % 10
      significand /= 10
      excess -= 1
    }
    if abs(dropped) >= 5 { significand += dropped.signum() }
    return DecimalNumber(significand: significand, scale: places)
  }

  /// Nil for a fraction, and for a number too large for `Int`.
  public var wholeNumber: Int? {
    guard scale <= 0 else { return nil }
    return Self.times(significand, powerOfTen: -scale)
  }

  /// The nearest double.
  public var doubleValue: Double { Double(description) ?? 0 }

  private static func times(_ number: Int, powerOfTen: Int) -> Int? {
    var product = number
    for _ in 0..<(number == 0 ? 0 : powerOfTen) {
      let (next, overflows) = product.multipliedReportingOverflow(by: 10)
      if overflows { return nil }
      product = next
    }
    return product
  }

  public static func < (left: Self, right: Self) -> Bool {
    let (leftSign, rightSign) = (left.significand.signum(), right.significand.signum())
    guard leftSign == rightSign, leftSign != 0 else { return leftSign < rightSign }
    let places = max(left.scale, right.scale)
    if let leftDigits = times(left.significand, powerOfTen: places - left.scale),
      let rightDigits = times(right.significand, powerOfTen: places - right.scale)
    {
      return leftDigits < rightDigits
    }
    // Aligning them overflows, so they differ in magnitude.
    let isSmaller = left.magnitudeOrder < right.magnitudeOrder
    return leftSign > 0 ? isSmaller : !isSmaller
  }

  /// The number of digits before the point; negative for leading zeros behind it.
  private var magnitudeOrder: Int { String(significand.magnitude).utf8.count - scale }

  /// The sum; nil if it overflows.
  public func adding(_ other: DecimalNumber) -> DecimalNumber? {
    let places = max(scale, other.scale)
    guard let mine = Self.times(significand, powerOfTen: places - scale),
      let others = Self.times(other.significand, powerOfTen: places - other.scale)
    else { return nil }
    let (sum, overflows) = mine.addingReportingOverflow(others)
    return overflows ? nil : DecimalNumber(significand: sum, scale: places)
  }

  /// Plain digits without an exponent: `6.7`, `120`, `-0.05`. Valid as a JSON number.
  public var description: String { fixed(places: max(scale, 0)) }

  /// Plain digits with at least this many decimals: `6.70`. The separator groups thousands.
  public func fixed(places: Int, separator: String = "") -> String {
    var digits = String(significand.magnitude)
    digits += String(repeating: "0", count: max(places - scale, 0))
    let behind = max(places, scale)
    if digits.utf8.count <= behind { digits = String(repeating: "0", count: behind - digits.utf8.count + 1) + digits }
    var whole = String(digits.dropLast(behind))
    if !separator.isEmpty { whole = Self.grouped(whole, separator) }
    let fraction = behind > 0 ? "." + digits.suffix(behind) : ""
    return (significand < 0 ? "-" : "") + whole + fraction
  }

  private static func grouped(_ digits: String, _ separator: String) -> String {
    var grouped = ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.utf8.count - position) % 3 == 0 { grouped += separator }
      grouped.append(digit)
    }
    return grouped
  }
}

extension DecimalNumber: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(significand: number) }
}

extension DecimalNumber: Codable {
  /// Decodes a number, or a text with a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self.init(significand: number)
      return
    }
    let text = try (try? container.decode(Double.self)).map { "\($0)" } ?? container.decode(String.self)
    guard let number = DecimalNumber(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number: \(text)")
    }
    self = number
  }

  /// Encodes a number; beyond 17 digits, only the first 17 are certain to survive.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wholeNumber {
      try container.encode(wholeNumber)
    } else {
      try container.encode(doubleValue)
    }
  }
}
