import DiscogsJSON
import Testing

struct JSONTests {
  @Test(arguments: [
    ("\u{202E}", "\\u202e"), ("\u{2066}", "\\u2066"), ("\u{2028}", "\\u2028"), ("\u{2029}", "\\u2029"),
    ("\u{FEFF}", "\\ufeff"), ("\u{200F}", "\\u200f"), ("\u{200D}", "\\u200d"), ("\u{AD}", "\\u00ad"),
    ("\u{9B}", "\\u009b"), ("\u{1B}", "\\u001b"), ("\u{7F}", "\\u007f"), ("\u{E0041}", "\\udb40\\udc41"),
    ("\u{61C}", "\\u061c"), ("\u{FFF9}", "\\ufff9"), ("\u{1D173}", "\\ud834\\udd73"),
    ("é🎷ש", "é🎷ש"), ("e\u{301}", "e\u{301}"), ("\n", "\\n"),
  ])
  func `invisible characters are escaped`(_ text: String, _ escaped: String) {
    #expect(JSON.text("a\(text)b").line == "\"a\(escaped)b\"")
  }
}
