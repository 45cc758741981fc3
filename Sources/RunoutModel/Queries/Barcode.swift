/// A barcode as a number. UPC, EAN and GTIN are equal with or without leading zeros and check digit.
public struct Barcode: Hashable, Sendable {
  /// Without leading zeros.
  public let number: UInt64

  /// - Parameter text: as printed or scanned; spaces, `-`, `.`, `>` and `*` are skipped. Nil for fewer than six digits,
  ///   more than eighteen, only zeros, and any other character.
  public init?(_ text: String) {
    var number: UInt64 = 0
    var digits = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        guard digits <= 18 else { return nil }
        number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ">"), UInt8(ascii: "*"): break
      default: return nil
      }
    }
    guard digits >= 6, number > 0 else { return nil }
    self.number = number
  }

  /// Equivalent numbers: its own, then with the check digit that it lacks, or without the one it has.
  public var numbers: [UInt64] {
    var numbers = [number]
    if 10...12 ~= length { numbers.append(number * 10 + Self.checkDigit(of: number)) }
    if 11...14 ~= length, number % 10 == Self.checkDigit(of: number / 10) { numbers.append(number / 10) }
    return numbers
  }

  /// The ways a record may spell it, the likeliest first: UPC has twelve digits, EAN thirteen.
  public var spellings: [String] {
    guard length > 8 else { return [Self.padded(number, to: 8)] }
    let isWhole = length > 12 || number % 10 == Self.checkDigit(of: number / 10)
    let upc = Self.padded(isWhole ? number : number * 10 + Self.checkDigit(of: number), to: 12)
    return (isWhole ? [] : [String(number)]) + [upc] + (upc.utf8.count == 12 ? ["0" + upc] : [])
  }

  /// Whether both can stand for the same barcode.
  public func means(_ other: Barcode) -> Bool { numbers.contains(other.number) }

  /// The digits of a text without leading zeros; empty for none.
  public static func digits(of text: String) -> String {
    let digits = text.utf8.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return String(decoding: digits.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self)
  }

  private var length: Int { String(number).utf8.count }

  /// The last digit of EAN and UPC. The others, weighted 3 and 1 in turn from the last one on, add up with it to a
  /// multiple of ten.
  private static func checkDigit(of number: UInt64) -> UInt64 {
    var (rest, sum, weight) = (number, UInt64(0), UInt64(3))
    while rest > 0 {
      sum += rest % 10 * weight
      (rest, weight) = (rest / 10, 4 - weight)
    }
    return (10 - sum % 10) % 10
  }

  private static func padded(_ number: UInt64, to count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
