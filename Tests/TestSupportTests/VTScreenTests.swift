import TestSupport
import Testing

struct VTScreenTests {
  /// A screen of ten columns and four rows after some output.
  private func screen(_ output: String, columns: Int = 10, rows: Int = 4) -> VTScreen {
    var screen = VTScreen(size: ScreenSize(columns: columns, rows: rows))
    screen.feed(output)
    return screen
  }

  @Test func `text is written where the cursor is`() {
    let screen = screen("one\r\ntwo\u{1B}[4;8Hend")
    #expect(screen.lines == ["one", "two", "", "       end"])
    #expect(screen.cursorRow == 3)
    #expect(screen.cursorColumn == 9)
    #expect(screen.oddities == [])
  }

  @Test func `the cursor moves by every function that ncurses has for it`() {
    let screen = screen("\u{1B}[2;3Ha\u{1B}[Ab\u{1B}[2Bc\u{1B}[2Dd\u{1B}[3Ce\u{1B}[1Gf\u{1B}[4dg\u{8}h\u{1B}Mi")
    #expect(screen.lines == ["   b", "  a", "f idc  e", " h"])
    #expect(screen.oddities == [])
  }

  @Test func `a line wraps only when another character follows`() {
    let full = screen("0123456789")
    #expect(full.cursorRow == 0)
    #expect(full.cursorColumn == 9)
    #expect(screen("0123456789a").lines == ["0123456789", "a", "", ""])
    #expect(screen("0123456789\ra").lines == ["a123456789", "", "", ""])
    #expect(screen("\u{1B}[?7l0123456789ab").lines == ["012345678b", "", "", ""])
  }

  @Test func `parts of a line and of the screen are erased`() {
    #expect(screen("0123456789\u{1B}[1;5H\u{1B}[K").line(0) == "0123")
    #expect(screen("0123456789\u{1B}[1;5H\u{1B}[1K").line(0) == "     56789")
    #expect(screen("0123456789\u{1B}[1;5H\u{1B}[3X").line(0) == "0123   789")
    #expect(screen("0123456789\u{1B}[1;5H\u{1B}[3P").line(0) == "0123789")
    #expect(screen("0123456789\u{1B}[1;5H\u{1B}[3@").line(0) == "0123   456")
    #expect(screen("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[J").lines == ["a", "", "", ""])
    #expect(screen("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[1J").lines == ["", "", "c", ""])
    let cleared = screen("a\u{1B}[H\u{1B}[2J")
    #expect(cleared.text == "")
    #expect(cleared.clears == 1)
  }

  @Test func `lines scroll inside their region only`() {
    #expect(screen("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[3;1H\n").lines == ["a", "c", "", "d"])
    #expect(screen("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[2;1H\u{1B}M").lines == ["a", "", "b", "d"])
    #expect(screen("a\r\nb\r\nc\r\nd\u{1B}[2;1H\u{1B}[L").lines == ["a", "", "b", "c"])
    #expect(screen("a\r\nb\r\nc\r\nd\u{1B}[2;1H\u{1B}[M").lines == ["a", "c", "d", ""])
    #expect(screen("a\r\nb\r\nc\r\nd\r\ne").lines == ["b", "c", "d", "e"])
    #expect(screen("a\r\nb\r\nc\r\nd\u{1B}[2S").lines == ["c", "d", "", ""])
  }

  @Test func `the alternate screen leaves the main one as it was`() {
    var screen = screen("main\u{1B}[?1049h\u{1B}[Hother")
    #expect(screen.isAlternate)
    #expect(screen.text == "other")
    #expect(screen.otherText == "main")
    screen.feed("\u{1B}[?1049l")
    #expect(!screen.isAlternate)
    #expect(screen.text == "main")
    #expect(screen.cursorColumn == 4)
    #expect(screen.privateModes == [])
  }

  @Test func `private modes are kept on record`() {
    var screen = screen("\u{1B}[?1h\u{1B}=\u{1B}[?2004h\u{1B}[?1000;1006h\u{1B}[?25l")
    #expect(screen.privateModes == [1, 2004, 1000, 1006])
    #expect(screen.keypadIsApplication)
    #expect(!screen.cursorIsVisible)
    screen.feed("\u{1B}[?1l\u{1B}>\u{1B}[?2004l\u{1B}[?1000;1006l\u{1B}[?12l\u{1B}[?25h")
    #expect(screen.privateModes == [])
    #expect(!screen.keypadIsApplication)
    #expect(screen.cursorIsVisible)
    #expect(screen.oddities == [])
  }

  @Test func `looks follow from SGR`() throws {
    let screen = screen("\u{1B}[1;7;31mx\u{1B}[0;38;5;200;48;2;1;2;3my\u{1B}[mz\u{1B}[97;100mw")
    #expect(screen.cell(0, 0).look.bold)
    #expect(screen.cell(0, 0).look.reverse)
    #expect(screen.cell(0, 0).look.foreground == .indexed(1))
    #expect(!screen.cell(0, 1).look.bold)
    #expect(screen.cell(0, 1).look.foreground == .indexed(200))
    #expect(screen.cell(0, 1).look.background == .direct(red: 1, green: 2, blue: 3))
    #expect(screen.cell(0, 2).look == VTScreen.Look())
    #expect(screen.cell(0, 3).look.foreground == .indexed(15))
    #expect(screen.cell(0, 3).look.background == .indexed(8))
    #expect(try #require(screen.cells(of: "yz", row: 0)).map(\.text) == ["y", "z"])
    #expect(screen.cells(of: "zy", row: 0) == nil)
  }

  @Test func `wide characters take two columns, combining ones none`() {
    let screen = screen("日本e\u{301}x")
    #expect(screen.line(0) == "日本e\u{301}x")
    #expect(screen.cell(0, 0).width == 2)
    #expect(screen.cell(0, 1).width == 0)
    #expect(screen.cell(0, 4).text == "e\u{301}")
    #expect(screen.cell(0, 5).text == "x")
    #expect(screen.cursorColumn == 6)
  }

  @Test func `a wide character does not fit the last column`() {
    #expect(screen("012345678日").lines == ["012345678", "日", "", ""])
    let unwrapped = screen("\u{1B}[?7l012345678日")
    #expect(unwrapped.oddities == ["wide character U+65E5 in the last column"])
  }

  @Test func `writing over half of a wide character blanks the other half`() {
    #expect(screen("日本\u{1B}[1;2Hx").line(0) == " x本")
    #expect(screen("日本\u{1B}[1;3Hx").line(0) == "日x")
  }

  @Test func `lines are drawn from the other character set`() {
    #expect(screen("\u{1B}(0lqk\u{1B}(Bq").line(0) == "┌─┐q")
    #expect(screen("\u{1B})0\u{E}x\u{F}x").line(0) == "│x")
  }

  @Test func `a character is repeated`() {
    #expect(screen("-\u{1B}[5bx").line(0) == "------x")
  }

  @Test func `everything that is no text is kept on record`() {
    let screen = screen(
      "\u{1B}]0;title\u{7}\u{1B}]52;c;aGk=\u{1B}\\\u{1B}P+q544e\u{1B}\\\u{7}\u{1B}[c\u{1B}[6nok", columns: 20)
    #expect(screen.text == "ok")
    #expect(screen.operatingSystemCommands == ["0;title", "52;c;aGk="])
    #expect(screen.controlStrings == ["P+q544e"])
    #expect(screen.bells == 1)
    #expect(screen.questions == ["P+q544e", "[c", "[6n"])
    #expect(screen.oddities == [])
  }

  @Test(arguments: [
    ("\u{9B}31m", "C1 9B"), ("a\u{202E}b", "invisible U+202E"), ("\u{1B}[99y", "ESC [99y"),
    ("\u{1B}[?4242h", "ESC [?4242h"), ("\u{5}", "control 5"), ("\u{1B}[1\u{1B}[m", "cut off: ESC [1"),
  ]) func `sequences that none of our programs sends are misdeeds`(output: String, oddity: String) {
    #expect(screen(output).oddities == [oddity])
  }

  @Test func `broken UTF-8 is odd, and the text goes on after it`() {
    var screen = VTScreen(size: .standard)
    screen.feed([0x61, 0xFF, 0x62, 0xE6, 0x97, 0x63] as [UInt8])
    #expect(screen.line(0) == "a\u{FFFD}b\u{FFFD}c")
    #expect(screen.oddities == ["broken UTF-8 FF", "broken UTF-8 E6 97"])
  }

  @Test func `a sequence may come in pieces`() {
    var screen = VTScreen(size: .standard)
    for byte in "\u{1B}[2;3H日\u{1B}[1mx".utf8 { screen.feed([byte]) }
    #expect(screen.line(1) == "  日x")
    #expect(screen.cell(1, 4).look.bold)
  }

  @Test(arguments: [(1, 1), (2, 2), (14, 3), (1000, 300)])
  func `any size will do`(columns: Int, rows: Int) {
    var screen = VTScreen(size: .standard)
    screen.feed("日本\u{1B}[?1049h\u{1B}[2J\u{1B}[5;20r\u{1B}[20;70Hhello")
    screen.resize(to: ScreenSize(columns: columns, rows: rows))
    screen.feed("\u{1B}[Hx日\u{1B}[5L\u{1B}[5M\u{1B}[9@\u{1B}[9P\u{1B}[2J\u{1B}[?1049l\n\n\u{1B}M")
    #expect(screen.lines.count == rows)
  }
}
