import Features
import SeededRandom
import TestSupport
import Testing

struct TextFieldTests {
  /// A field from text in which `|` is the cursor.
  private func field(_ picture: String) -> TextField {
    let parts = picture.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    var field = TextField(parts.joined())
    while field.beforeCursor.count > parts[0].count { _ = field.handle(.editLeft) }
    return field
  }

  private func picture(_ field: TextField) -> String {
    field.beforeCursor + "|" + field.characters.dropFirst(field.cursor)
  }

  @Test(
    arguments: [
      (.editLineStart, "kind of| blue", "|kind of blue"), (.editLineEnd, "kind| of blue", "kind of blue|"),
      (.editLeft, "a|b", "|ab"), (.editLeft, "|ab", "|ab"), (.editRight, "a|b", "ab|"), (.editRight, "ab|", "ab|"),
      (.editWordLeft, "kind of bl|ue", "kind of |blue"), (.editWordLeft, "kind of  |blue", "kind |of  blue"),
      (.editWordRight, "ki|nd of", "kind| of"), (.editWordRight, "kind| of", "kind of|"),
      (.editDeleteLeft, "ab|c", "a|c"), (.editDeleteLeft, "|abc", "|abc"),
      (.editDeleteRight, "a|bc", "a|c"), (.editDeleteRight, "abc|", "abc|"),
      (.editKillWordLeft, "label:blue-note|", "|"), (.editKillWordLeft, "kind of  |blue", "kind |blue"),
      (.editKillWordRight, "kind| of blue", "kind| blue"), (.editKillToStart, "kind |of", "|of"),
      (.editKillToEnd, "kind |of", "kind |"), (.editTranspose, "teh|", "the|"), (.editTranspose, "a|bc", "ba|c"),
      (.editTranspose, "|ab", "|ab"), (.editTranspose, "a|", "a|"),
    ] as [(Command, String, String)])
  func `the keys of readline edit the line`(command: Command, before: String, after: String) {
    var field = field(before)
    let isEditing = field.handle(command)
    #expect(isEditing)
    #expect(picture(field) == after)
  }

  @Test func `the text cut last is pasted`() {
    var field = field("kind of blue|")
    _ = field.handle(.editKillWordLeft)
    _ = field.handle(.editLineStart)
    _ = field.handle(.editYank)
    #expect(picture(field) == "blue|kind of ")
    _ = field.handle(.editKillToStart)
    _ = field.handle(.editKillToStart)  // nothing to cut: the text cut before stays
    _ = field.handle(.editYank)
    #expect(picture(field) == "blue|kind of ")
  }

  @Test func `a backspace eats a letter with all its accents`() {
    var field = TextField("cafe\u{301}\u{323}")
    #expect(field.characters.count == 4)
    _ = field.handle(.editDeleteLeft)
    #expect(field.text == "caf")
    field = TextField("ab👩‍👩‍👧")
    _ = field.handle(.editDeleteLeft)
    #expect(field.text == "ab")
  }

  @Test func `an accent typed alone joins the letter before it`() {
    var field = field("cafe| bar")
    field.insert("\u{301}")
    #expect(picture(field) == "cafe\u{301}| bar")
    #expect(field.cursor == 4)
  }

  @Test func `a letter typed before an accent joins it, and the cursor follows both`() {
    var field = TextField("\u{301}x")
    _ = field.handle(.editLineStart)
    field.insert("e")
    #expect(picture(field) == "e\u{301}|x")
    _ = field.handle(.editDeleteLeft)
    #expect(picture(field) == "|x")
  }

  @Test func `a letter taken out from before an accent leaves it to the letter before`() {
    var field = TextField("ab")
    field.insert("\u{200B}\u{301}")
    _ = field.handle(.editLeft)
    while field.cursor > 1 { _ = field.handle(.editDeleteLeft) }
    #expect(field.characters == Array(field.text))
  }

  @Test func `pasted text becomes one line without control characters`() {
    var field = TextField("")
    field.insert("Guns N' Roses\r\nAppetite\tfor \u{1B}[31mDestruction\u{1B}[0m\u{7}\u{9B}2J\u{202E}!\u{2066}")
    #expect(field.text == "Guns N' Roses Appetite for [31mDestruction[0m2J!")
  }

  @Test(arguments: ["a\nb", "a\rb", "a\r\nb", "a\tb", "a\u{2028}b"])
  func `a line break is one space, however the terminal sends it`(pasted: String) {
    var field = TextField("")
    field.insert(pasted)
    #expect(field.text == "a b")
  }

  @Test func `quotes and apostrophes are kept as they are`() {
    var field = TextField("")
    for text in ["Guns N' Roses", "“Heroes”", "7\"", "l’été", "`", "'"] {
      field.set("")
      field.insert(text)
      #expect(field.text == text)
    }
  }

  @Test func `a field holds a thousand characters`() {
    var field = TextField("")
    field.insert(String(repeating: "ab\n", count: 5_000))
    #expect(field.characters.count == 1_000)
    #expect(field.cursor == 1_000)
    field.insert("x")
    #expect(field.characters.count == 1_000)
    _ = field.handle(.editLineStart)
    field.insert("yyy")
    #expect(field.characters.count == 1_000)
    #expect(field.characters.first == "a", "text that does not fit pushes nothing out")
    #expect(TextField(String(repeating: "é", count: 2_000)).characters.count == 1_000)
    field.set(String(repeating: "z", count: 2_000))
    #expect(field.characters.count == 1_000)
  }

  @Test func `what did not fit is counted until the text is shortened`() {
    var field = TextField("")
    field.insert(String(repeating: "x", count: 1_200))
    #expect(field.excess == 200)
    field.insert("y")
    #expect(field.excess == 201)
    _ = field.handle(.editDeleteLeft)
    #expect(field.excess == 0 && field.characters.count == 999)
  }

  @Test func `a cluster of a thousand marks counts against the limit`() {
    var field = TextField("")
    field.insert("e" + String(repeating: "\u{301}", count: 5_000))
    #expect(field.text.unicodeScalars.count <= 1_000)
  }

  @Test func `a command that edits nothing is declined`() {
    var field = TextField("abc")
    let edits = [field.handle(.moveDown), field.handle(.submit)]
    #expect(edits == [false, false])
    #expect(field == TextField("abc"))
  }

  @Test func `no sequence of keys brings the cursor out of the text`() {
    var generator = SeededGenerator(seed: 7)
    let commands = Command.allCases.filter { $0.entry.contexts.contains(.fields) }
    var field = TextField("")
    for _ in 0..<5_000 {
      if Bool.random(using: &generator) {
        field.insert(["a", " ", "é", "\u{301}", "坂", "👩‍👧", "x y"].randomElement(using: &generator) ?? "")
      } else if let command = commands.randomElement(using: &generator) {
        _ = field.handle(command)
      }
      #expect((0...field.characters.count).contains(field.cursor))
      #expect(field.characters == Array(field.text))
    }
  }
}
