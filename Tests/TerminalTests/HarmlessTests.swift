import Terminal
import Testing

struct HarmlessTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
    ("\u{1B}]52;c;aGVsbG8=\u{7}title", "]52;c;aGVsbG8=title"),
    ("\u{9B}31mred", "31mred"),
    ("ding\u{7}", "ding"),
    ("a\u{7F}b\u{0}c", "abc"),
    ("abc\u{202E}def\u{2066}ghi\u{200F}", "abcdefghi"),
    ("one\ttwo\r\nthree\n\n\nfour", "one two three four"),
    ("line\u{2028}separator\u{85}next", "line separator next"),
    ("👨‍👩‍👧 ❤️ 👍🏽", "👨👩👧 ❤ 👍"),
    ("Bjo\u{308}rk", "Bjo\u{308}rk"),
    ("tag\u{E0041}ged", "tagged"),
    ("\u{301}first", "first"),
  ])
  func `only printable characters are let through`(text: String, clean: String) {
    #expect(Harmless.text(text).unicodeScalars.elementsEqual(clean.unicodeScalars))
  }

  @Test func `a sign keeps four marks`() {
    let zalgo = "a" + String(repeating: "\u{301}", count: 40) + "b"
    #expect(Harmless.text(zalgo).unicodeScalars.count == 6)
  }

  @Test func `lines keep their breaks and nothing else`() {
    #expect(Harmless.lines("one\r\ntwo\n\nthree\tfour\n") == ["one", "two", "", "three four"])
    #expect(Harmless.lines("") == [])
    #expect(Harmless.lines("\n") == [""])
    #expect(Harmless.lines("a\u{1B}[2Jb\rc") == ["a[2Jb", "c"])
  }

  @Test func `no scalar below a space comes out, whatever goes in`() {
    var text = String.UnicodeScalarView()
    for value in UInt32(0)..<0x3000 { if let scalar = Unicode.Scalar(value) { text.append(scalar) } }
    for scalar in Harmless.text(String(text)).unicodeScalars {
      #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
      #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
    }
  }
}

struct TransliterationTests {
  @Test(arguments: [
    ("Motörhead – “Bomber”", "Motorhead - \"Bomber\""), ("Sigur Rós – Ágætis Byrjun", "Sigur Ros - Agatis Byrjun"),
    ("Mø, ß, ł, đ, İı, €5 … →", "Mo, s, l, d, Ii, E5 . >"), ("Кино", "Kino"), ("Αθήνα", "Atena"),
    ("Cafe\u{301}", "Cafe"), ("▸ ✓ ★☆ ─│┌", "> * *. -|+"), ("ＡＢ", "A B "), ("坂本", "? ? "), ("№ ½ ﬁn", "N ? fn"),
  ])
  func `each column has its counterpart in ASCII`(text: String, ascii: String) {
    #expect(Transliteration.ascii(text) == ascii)
    #expect(TextWidth.columns(text) == ascii.utf8.count)
  }

  @Test func `every sign of the Unicode set has a counterpart`() {
    let glyphs = Glyphs.unicode
    for glyph in [
      glyphs.horizontal, glyphs.vertical, glyphs.topLeft, glyphs.up, glyphs.down, glyphs.left,
      glyphs.right, glyphs.marker, glyphs.tick, glyphs.bullet, glyphs.separator, glyphs.ellipsis,
      glyphs.bar, glyphs.star, glyphs.noStar,
    ] {
      #expect(Transliteration.ascii(glyph.value) != UInt8(ascii: "?"), "\(glyph)")
    }
  }
}
