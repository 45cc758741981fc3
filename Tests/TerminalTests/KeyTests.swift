import Terminal
import Testing

struct KeyTests {
  @Test(arguments: [
    ("j", Key("j")), ("A", Key("A")), ("<C-d>", Key("d", .control)), ("<A-Left>", Key(.left, .alt)),
    ("<S-Tab>", Key(.tab, .shift)), ("<F5>", Key(.function(5))), ("<Space>", Key(" ")), ("<lt>", Key("<")),
    (">", Key(">")),
    ("<Esc>", Key(.escape)), ("<Enter>", Key(.enter)), ("<C-A-S-Up>", Key(.up, [.control, .alt, .shift])),
    ("<A-x>", Key("x", .alt)), ("<C-Space>", Key(" ", .control)), ("<A-lt>", Key("<", .alt)), ("ø", Key("ø")),
    ("<PageDown>", Key(.pageDown)), ("<Backspace>", Key(.backspace)), ("<C-\\>", Key("\\", .control)),
    ("<A-->", Key("-", .alt)),
    ("<A-gt>", Key(">", .alt)),
  ])
  func `a key is written as it is read`(notation: String, key: Key) {
    #expect(Key(notation: notation) == key)
    #expect(key.notation == notation)
  }

  @Test(arguments: [
    ("<c-D>", "<C-d>"), ("<C-S-d>", "<C-d>"), ("<S-a>", "A"), ("<M-x>", "<A-x>"), ("<CR>", "<Enter>"),
    ("<bs>", "<Backspace>"),
    ("<pgdn>", "<PageDown>"), ("<C-i>", "<Tab>"), ("<C-m>", "<Enter>"), ("<C-[>", "<Esc>"), ("<C-@>", "<C-Space>"),
    ("<C-/>", "<C-_>"), ("<A-S-f>", "<A-F>"),
  ])
  func `a key has one spelling`(notation: String, spelling: String) {
    #expect(Key(notation: notation)?.notation == spelling)
  }

  @Test(arguments: ["", "<", "<>", "<x>", "<C->", "<Q-x>", "<F0>", "<F99>", "<Nope>", "jj", " ", "a b", "<C-d"])
  func `text that is not a key is refused`(notation: String) {
    #expect(Key(notation: notation) == nil)
  }

  @Test func `keys are read one after the other`() {
    #expect(Key.sequence("gg") == [Key("g"), Key("g")])
    #expect(Key.sequence(",y") == [Key(","), Key("y")])
    #expect(Key.sequence("g<C-x><Space>") == [Key("g"), Key("x", .control), Key(" ")])
    #expect(Key.sequence("") == nil)
    #expect(Key.sequence("g<Nope>") == nil)
  }
}
