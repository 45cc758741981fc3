import Terminal
import Testing

struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("Kind Of Blue", 12), ("Björk", 5), ("Bjo\u{308}rk", 5), ("坂本龍一", 8), ("ｶﾀｶﾅ", 4), ("ＦＵＬＬ", 8),
    ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("עברית", 5), ("👨‍👩‍👧", 6), ("❤️", 1), ("👍🏽", 2), ("🇫🇮", 2),
    ("a\u{200B}b\u{FEFF}c", 3), ("soft\u{AD}hyphen", 10), ("\u{301}", 0), ("a\tb", 3), ("a\r\nb", 3),
    ("a\u{1B}[1mb", 5),
    ("\u{202E}abc\u{202C}", 3), ("—…─", 3),
  ])
  func `text takes the columns a terminal gives it`(text: String, columns: Int) {
    #expect(TextWidth.columns(text) == columns)
  }

  @Test func `ambiguous characters take two columns where the terminal is set so`() {
    #expect(TextWidth.columns("—…─Жω", glyphs: .ambiguousWide) == 10)
    #expect(TextWidth.columns("abc坂", glyphs: .ambiguousWide) == 5)
  }

  @Test func `text that fits is not cut`() {
    #expect(TextWidth.cut("Kind Of Blue", to: 12) == "Kind Of Blue")
    #expect(TextWidth.cut("坂本龍一", to: 8) == "坂本龍一")
  }

  @Test func `text that does not fit ends in an ellipsis`() {
    #expect(TextWidth.cut("Kind Of Blue", to: 7) == "Kind O…")
    #expect(TextWidth.cut("Kind Of Blue", to: 1) == "…")
    #expect(TextWidth.cut("Kind Of Blue", to: 0) == "")
    #expect(TextWidth.cut("Kind Of Blue", to: 7, glyphs: .ascii) == "Kind O~")
    #expect(TextWidth.cut("Kind Of Blue", to: 7, ellipsis: false) == "Kind Of")
  }

  @Test func `a wide character is never cut in half`() {
    #expect(TextWidth.cut("坂本龍一", to: 5) == "坂本…")
    #expect(TextWidth.cut("坂本龍一", to: 4) == "坂…")
    #expect(TextWidth.cut("坂本龍一", to: 3, ellipsis: false) == "坂")
  }

  @Test func `a mark stays with its letter`() {
    #expect(TextWidth.cut("Cafe\u{301} Tacvba", to: 4, ellipsis: false) == "Cafe\u{301}")
    #expect(TextWidth.cut("Cafe\u{301} Tacvba", to: 5) == "Cafe\u{301}…")
  }

  @Test func `padding fills up to exactly the columns asked for`() {
    #expect(TextWidth.pad("LP", to: 5) == "LP   ")
    #expect(TextWidth.pad("LP", to: 5, alignment: .trailing) == "   LP")
    #expect(TextWidth.pad("坂本龍一", to: 4) == "坂… ")
  }

  @Test func `wrapping breaks at spaces and keeps empty lines`() {
    #expect(
      TextWidth.wrap("Recorded at Columbia 30th Street Studio\n\nNew York", columns: 16)
        == ["Recorded at", "Columbia 30th", "Street Studio", "", "New York"])
    #expect(TextWidth.wrap("", columns: 10) == [])
    #expect(TextWidth.wrap("one  two", columns: 3) == ["one", "two"])
    #expect(TextWidth.wrap("one two", columns: 7) == ["one two"])
    #expect(TextWidth.wrap("one two", columns: 4) == ["one", "two"])
  }

  @Test func `wrapping splits a word only when it is longer than a line`() {
    #expect(TextWidth.wrap("see http://example.com/x", columns: 10) == ["see", "http://exa", "mple.com/x"])
  }

  @Test func `wrapping breaks between wide characters`() {
    #expect(TextWidth.wrap("千のナイフ", columns: 5) == ["千の", "ナイ", "フ"])
    #expect(TextWidth.wrap("千のナイフ", columns: 1) == ["千", "の", "ナ", "イ", "フ"])
  }

  @Test(arguments: 1...12)
  func `no wrapped line is wider than asked`(columns: Int) {
    let text = "Ryuichi Sakamoto 坂本龍一 – Thousand Knives Of (千のナイフ) e\u{301}dition limite\u{301}e 👨‍👩‍👧"
    for line in TextWidth.wrap(text, columns: columns) {
      #expect(TextWidth.columns(line) <= max(columns, 2))
    }
    let wrapped = TextWidth.wrap(text, columns: columns).joined().filter { $0 != " " }
    #expect(wrapped == Harmless.text(text).filter { $0 != " " })
  }
}
