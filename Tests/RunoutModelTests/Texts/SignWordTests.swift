import RunoutModel
import Testing

/// Names without a letter or digit.
struct SignWordTests {
  @Test(arguments: [
    "!!!", "( )", "+/-", "†††", "∆", "÷", "***", "???", "----", "\"", "'", "…", "♥", "\u{2665}\u{FE0F}",
  ])
  func `a name of signs is a word of an index`(name: String) throws {
    let word = try #require(TextFolding.signWord(name))
    // FTS5's tokenizer cuts at everything that is ASCII and no letter or digit.
    #expect(word.utf8.allSatisfy { $0 >= 0x80 })
    #expect(TextFolding.tokens(name) == [])
    #expect(TextFolding.signWord(" \(name) ") == word)
  }

  @Test(arguments: ["", " ", "\u{200B}", "a", "M!", "7\"", "½", "東"])
  func `a name with letters, and nothing at all, has no such word`(name: String) {
    #expect(TextFolding.signWord(name) == nil)
  }

  @Test func `spaces in it make no difference, its signs do`() {
    #expect(TextFolding.signWord("( )") == TextFolding.signWord("()"))
    #expect(TextFolding.signWord("!!!") != TextFolding.signWord("!!"))
    #expect(TextFolding.signWord("＋＋＋") == TextFolding.signWord("+++"))
  }

  @Test(arguments: [
    ("I ♥ NY", ["♥"]), ("Wham!", ["!"]), ("A$AP Rocky", ["$"]), ("Simon & Garfunkel", []), ("Miles Davis - Blue", []),
    ("Alpha ÷ Beta × 2", ["÷", "×"]), ("Who (What?)", ["?"]), ("マイルス・デイビス", []), ("Rock 'n' Roll…", []),
  ])
  func `among words the signs count that people type on purpose`(name: String, signs: [String]) {
    #expect(TextFolding.signRuns(name) == signs.compactMap(TextFolding.signWord))
  }

  @Test func `what is typed to narrow a list keeps its signs`() {
    #expect(TextFolding.typedWords("Guns N' ÷ !!!") == ["guns", "n", "÷", "!!!"])
  }
}
