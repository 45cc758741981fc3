import TestSupport
import Testing

struct KeystrokesTests {
  @Test(arguments: [
    ("abc", "abc"), ("é日", "é日"), ("<Enter>", "\r"), ("<Esc>", "\u{1B}"), ("<C-r>", "\u{12}"), ("<C-Space>", "\0"),
    ("<A-x>", "\u{1B}x"), ("<Up>", "\u{1B}OA"), ("<A-Left>", "\u{1B}[1;3D"), ("<C-S-Right>", "\u{1B}[1;6C"),
    ("<S-Tab>", "\u{1B}[Z"), ("<PgDn>", "\u{1B}[6~"), ("<F1>", "\u{1B}OP"), ("<F5>", "\u{1B}[15~"),
    ("gg<Enter>", "gg\r"), ("a<b>c", "a<b>c"), ("<lt>Enter>", "<Enter>"), ("<", "<"),
  ])
  func `keys become what a terminal sends`(keys: String, sent: String) {
    #expect(Keystrokes.bytes(keys) == Array(sent.utf8))
  }

  @Test func `arrow keys have another form until the program asks for theirs`() {
    #expect(Keystrokes.bytes("<Up>", applicationCursor: false) == Array("\u{1B}[A".utf8))
  }

  @Test func `a paste arrives in brackets with its hostile bytes intact`() {
    #expect(Keystrokes.paste("a\u{1B}\n") == Array("\u{1B}[200~a\u{1B}\n\u{1B}[201~".utf8))
  }
}
