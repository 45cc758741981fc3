import DiscogsModel
import SeededRandom
import Testing

struct MoneyTests {
  // MARK: Numbers

  @Test(
    arguments: [
      ("120", "120"), ("6.782750100000001", "6.782750100000001"), ("89.34117647058824", "89.34117647058824"),
      ("12.50", "12.5"), ("0", "0"), ("-0", "0"), ("0.00", "0"), ("-0.05", "-0.05"), ("1e3", "1000"),
      ("1.5E-2", "0.015"),
      ("1.5e+2", "150"), ("100", "100"), ("007", "7"), ("1234567890123456789", "1234567890123456790"),
      ("0.1234567890123456789", "0.123456789012345679"), ("0.000000000000000000001", "0.000000000000000000001"),
      ("", nil), ("-", nil), (".5", nil), ("5.", "5"), ("1e", nil), ("1e999", nil), ("1e-999", nil), ("0e999", "0"),
      ("1.2.3", nil), ("1,5", nil), ("NaN", nil), (" 1", nil), ("1 ", nil), ("+1", nil), ("１", nil),
    ] as [(String, String?)])
  func `decimal numbers are read exactly`(text: String, expected: String?) {
    #expect(DecimalNumber(text)?.description == expected)
  }

  @Test func `whatever is written is read as the same number`() {
    var generator = SeededGenerator(seed: 82)
    for _ in 0..<5_000 {
      let digits = Int.random(in: -999_999_999_999_999_999...999_999_999_999_999_999, using: &generator)
      let number = DecimalNumber(
        significand: digits / ([1, 1_000, 1_000_000_000_000].randomElement(using: &generator) ?? 1),
        scale: Int.random(in: -5...30, using: &generator))
      #expect(DecimalNumber(number.description) == number)
    }
  }

  @Test func `numbers are ordered and added like those they stand for`() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<5_000 {
      let (a, b) = (Int.random(in: -9999...9999, using: &generator), Int.random(in: -9999...9999, using: &generator))
      let scale = Int.random(in: 0...4, using: &generator)
      let (left, right) = (DecimalNumber(significand: a, scale: scale), DecimalNumber(significand: b, scale: scale))
      #expect((left < right) == (a < b) && (left == right) == (a == b))
      #expect(try #require(left.adding(right)) == DecimalNumber(significand: a + b, scale: scale))
    }
    let huge = DecimalNumber(significand: 9, scale: -60)
    let tiny = DecimalNumber(significand: 9, scale: 60)
    #expect(tiny < huge && DecimalNumber(significand: -9, scale: -60) < tiny && huge.adding(tiny) == nil)
    #expect(huge.wholeNumber == nil && tiny.wholeNumber == nil && DecimalNumber("85.0")?.wholeNumber == 85)
  }

  @Test(arguments: [
    ("2.344", "2.34"), ("2.345", "2.35"), ("-2.345", "-2.35"), ("2.3449999", "2.34"), ("0.004", "0"), ("0.005", "0.01"),
    ("9.999", "10"), ("7", "7"), ("1200", "1200"), ("0.0000000000000000000009", "0"),
  ])
  func `rounding goes to the nearest, halves away from zero`(text: String, expected: String) {
    #expect(DecimalNumber(text)?.rounded(toPlaces: 2).description == expected)
  }

  // MARK: Amounts

  @Test(arguments: [
    ("89.34117647058824", "USD", "$89.34"), ("1234567.5", "eur", "€1,234,567.50"), ("0", "GBP", "£0.00"),
    ("-0.05", "USD", "-$0.05"), ("-0.001", "USD", "$0.00"), ("1499.5", "JPY", "¥1,500"),
    ("12", "SEK", "SEK\u{A0}12.00"),
    ("999.999", "CAD", "CA$1,000.00"), ("5", "", "5.00"), ("100000", "AUD", "A$100,000.00"),
  ])
  func `amounts are shown rounded, with sign and separators`(amount: String, currency: String, expected: String) throws
  {
    #expect(Money(try #require(DecimalNumber(amount)), Currency(currency)).displayName == expected)
  }

  @Test func `every currency that can be asked for tells itself apart`() {
    #expect(Set(Currency.known.map(\.sign)).count == Currency.known.count)
    #expect(Currency.known.allSatisfy { $0.code.count == 3 })
  }
}
