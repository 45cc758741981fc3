import TOML
import Testing

/// What each kind of value is read as.
struct TOMLValuesTests {
  private func value(_ text: String) -> TOMLValue.Kind? {
    let document = TOMLDocument("x = \(text)\n")
    #expect(document.mistakes == [], "\(text)")
    return document.root["x"]?.value.kind
  }

  @Test(arguments: [
    (#""""#, ""), (#""a b""#, "a b"), (#""\b\t\n\f\r\"\\""#, "\u{8}\t\n\u{C}\r\"\\"),
    (#""\u00e9\U0001F600""#, "é😀"), ("''", ""), (#"'C:\new\'"#, #"C:\new\"#), ("'\"'", "\""), (#""'""#, "'"),
    ("\"\"\"\"\"\"", ""), ("\"\"\"\na\nb\"\"\"", "a\nb"), ("\"\"\"a\r\nb\"\"\"", "a\r\nb"),
    ("\"\"\"a \\\n   \n  b\"\"\"", "a b"), ("\"\"\"a \\  \r\n  b\"\"\"", "a b"), ("\"\"\"a\"b\"\"c\"\"\"", "a\"b\"\"c"),
    ("\"\"\"\"\"\"\"\"", "\"\""), ("\"\"\"a\\\"\"\"\"", "a\""), ("''''''", ""), ("'''\n'a''\\\n'''", "'a''\\\n"),
    ("'''''a'''''", "''a''"), ("\"日本\"", "日本"), ("\"\t\"", "\t"),
  ])
  func `texts are read with their escapes`(text: String, wanted: String) {
    #expect(value(text) == .string(wanted))
  }

  @Test(arguments: [
    ("0", 0), ("+0", 0), ("-0", 0), ("42", 42), ("-17", -17), ("+99", 99), ("1_000", 1000), ("5_3_4", 534),
    ("0xDEAD_beef", 0xDEAD_BEEF), ("0o755", 0o755), ("0b1101", 0b1101), ("0x0", 0),
    ("9223372036854775807", .max), ("-9223372036854775808", .min), ("0x7fffffffffffffff", .max),
  ])
  func `whole numbers are read in every base`(text: String, wanted: Int) {
    #expect(value(text) == .integer(wanted))
  }

  @Test(arguments: [
    ("1.0", 1), ("+3.1415", 3.1415), ("-0.01", -0.01), ("5e+22", 5e22), ("1E06", 1e6), ("-2E-2", -0.02),
    ("6.626e-34", 6.626e-34), ("224_617.445_991", 224617.445991), ("0e0", 0), ("0.0", 0), ("inf", .infinity),
    ("+inf", .infinity), ("-inf", -.infinity), ("1e-400", 0),
  ])
  func `fractions are read`(text: String, wanted: Double) {
    #expect(value(text) == .float(wanted))
  }

  @Test(arguments: ["nan", "+nan", "-nan"])
  func `nan is a number`(text: String) throws {
    guard case .float(let number) = try #require(value(text)) else { throw Mismatch() }
    #expect(number.isNaN)
  }

  private struct Mismatch: Error {}

  @Test func `true and false are read`() {
    #expect(value("true") == .boolean(true))
    #expect(value("false # not true") == .boolean(false))
  }

  @Test(arguments: [
    "1979-05-27T07:32:00Z", "1979-05-27t00:32:00-07:00", "1979-05-27T00:32:00.999999+23:59", "2024-02-29 12:00:60z",
    "2000-02-29T00:00:00Z",
  ])
  func `moments with an offset are kept as they are written`(text: String) {
    #expect(value(text) == .offsetDateTime(text))
  }

  @Test(arguments: ["1979-05-27T07:32:00", "1979-05-27 00:32:00.5"])
  func `moments without one are too`(text: String) {
    #expect(value(text) == .localDateTime(text))
  }

  @Test func `dates and times are kept as they are written`() {
    #expect(value("1979-12-31") == .localDate("1979-12-31"))
    #expect(value("1979-12-31 # 10:00") == .localDate("1979-12-31"))
    #expect(value("07:32:00") == .localTime("07:32:00"))
    #expect(value("23:59:59.25") == .localTime("23:59:59.25"))
  }

  @Test func `lists hold anything, over several lines`() throws {
    let document = TOMLDocument(
      "x = [ 1, 'a' , # one\n  # two\n\n [ [ ], [2.5,]],\n {a = 1}, \"\"\"b\" = c\"\"\",\n true, \"q\\\" = r\"\n, ]\ny = []"
    )
    #expect(document.mistakes == [])
    let values = try #require(document.root["x"]?.value.array)
    #expect(values.count == 7)
    #expect(values[0].integer == 1)
    #expect(values[2].array?.map(\.array?.first?.float) == [nil, 2.5])
    #expect(values[3].table?["a"]?.value.integer == 1)
    #expect(values[4].string == "b\" = c")
    #expect(values[6].string == "q\" = r")
    #expect(values.map(\.position.line) == [1, 1, 4, 5, 5, 6, 6])
    #expect(document.root["y"]?.value.array == [])
  }

  @Test(arguments: [
    "= 1", "", "_", "1_", "_1", "1__0", "01", "-01", "+-1", "0x", "0xG", "0X1", "+0x1", "0b2", "0o8", "0x_1", "1a",
    "9223372036854775808", "-9223372036854775809", "0x8000000000000000", "1.", ".5", "1.e3", "1._5", "1_.5", "1e",
    "1e5_", "01.5", "1e400", "-1e400", "1.5.5", "Inf", "NaN", "True", "tru", "yes", "1979-13-01", "1979-02-30",
    "1900-02-29", "1979-00-01", "1979-1-01", "24:00:00", "10:60:00", "10:00:61", "10:00", "10:00:00.",
    "1979-05-27T10:00", "1979-05-27T10:00:00+24:00", "1979-05-27T10:00:00+1:00", "1979-05-27T",
    "\"", "\"a", "'a", "\"a\\\"", "\"\\q\"", "\"\\u12\"", "\"\\uD800\"", "\"\\U00110000\"", "\"\u{7}\"", "'\u{7F}'",
    "\"\"\"", "\"\"\"a", "'''a''", "\"\"\"\u{0}\"\"\"", "\"\"\"a\rb\"\"\"", "\"a\"\"", "'''a''''''", "[", "[1",
    "[1,,2]",
    "[,]", "[1 2]", "]", "{", "{a}", "{a=}", "{a=1,}", "{,}", "{a=1 b=2}", "{a=1,a=2}", "{a={b=1},a.b=2}", "{a=1\n}",
    "}", "[{]", "é", "1 # \u{1}", "1 2", "true false", "a.b",
  ])
  func `text that is not a value is a mistake`(text: String) {
    let document = TOMLDocument("x = \(text)\nafter = 1\n")
    #expect(!document.mistakes.isEmpty, "\(text)")
    #expect(document.root["x"] == nil, "\(text)")
    #expect(document.mistakes.allSatisfy { (1...3).contains($0.position.line) && $0.position.column >= 1 })
  }
}
