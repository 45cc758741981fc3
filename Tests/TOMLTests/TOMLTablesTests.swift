import Testing

@testable import TOML

/// Which tables there are, and what may be added to them.
struct TOMLTablesTests {
  @Test func `headers, dotted keys and braces make the same tables`() {
    let whole = flat(TOMLDocument("[a.b]\nc = 1\n[a.'d e']\nf = 2").root)
    #expect(flat(TOMLDocument("a.b.c = 1\na.\"d e\".f = 2").root) == whole)
    #expect(flat(TOMLDocument("a = { b = { c = 1 }, 'd e'.f = 2 }").root) == whole)
    #expect(flat(TOMLDocument("[ a . b ] # here\nc=1\n[a]\n\"d e\".f=2").root) == whole)
    #expect(whole == ["a.b.c=1", "a.d e.f=2"])
  }

  @Test func `a header in two brackets makes one table more`() throws {
    let document = TOMLDocument("[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2\n[[a.e]]\n[[a.e]]\nf = 3\n[g]\nh = 4")
    #expect(document.mistakes == [])
    #expect(flat(document.root) == ["a.0.b=1", "a.1.c.d=2", "a.1.e.1.f=3", "g.h=4"])
  }

  @Test func `names are kept in the order of the text, with their places`() {
    let document = TOMLDocument("\u{FEFF}b = 1\n  \"日 a\".c = 2\r\n[ z.y ]\n\"\" = {q = 3}\n1.5 = 4")
    #expect(document.mistakes == [])
    #expect(document.root.entries.map(\.name) == ["b", "日 a", "z"])
    #expect(document.root.entries.map(\.position.column) == [1, 3, 3])
    #expect(document.root["z"]?.value.table?["y"]?.position == TOMLPosition(line: 3, column: 5))
    let table = document.root["z"]?.value.table?["y"]?.value.table
    #expect(table?.entries.map(\.name) == ["", "1"])
    #expect(table?[""]?.value.position == TOMLPosition(line: 4, column: 6))
    #expect(table?[""]?.value.table?["q"]?.position == TOMLPosition(line: 4, column: 7))
  }

  @Test(arguments: [
    "[a]\n[a.b.c]\n[a.b]\nx = 1", "[a.b.c]\n[a]\nx = 1", "[a]\nb.c = 1\nb.d.e = 2\n[a.b.f]\nx = 3",
    "[[a]]\nb.c = 1\n[[a]]\nb.c = 1", "[[a.b]]\n[a]\nx = 1", "a.b = 1\na.c = 2\n[a.d]\nx = 3", "'a b'=1\n[\"\"]\nx=1",
    "a-b_1 = 1\n1234 = 2\ntrue = 3", "# é\n\n \t\n# last",
  ])
  func `tables grow as they may`(text: String) {
    #expect(TOMLDocument(text).mistakes == [])
  }

  @Test(arguments: [
    ("a = 1\na = 2", 2), ("a = 1\n'a' = 2", 2), ("[a]\n[a]", 2), ("[a]\n[b]\n[a]", 3), ("a = 1\n[a]", 2),
    ("a = 1\n[a.b]", 2), ("a = {}\n[a.b]", 2), ("a = {b = {}}\na.b.c = 1", 2), ("a = {}\na.b = 1", 2),
    ("a = []\n[[a]]", 2), ("[[a]]\n[a]", 2), ("[a]\n[[a]]", 2), ("[a.b]\n[[a]]", 2), ("a.b = 1\n[a]", 2),
    ("[a]\nb.c = 1\n[a.b]", 3), ("[a.b.c]\nx = 1\n[a]\nb.c.d = 2", 4), ("[a.b.c.d]\nx = 1\n[a]\nb.c.d.e.f = 2", 4),
    ("a.b = 1\na.b.c = 2", 2), ("a.b.c = 1\na.b = 2", 2), ("[[a]]\n[[a.b]]\n[a.b]", 3), ("[a]\nb = 1\n[[a.b]]", 3),
    ("a = [{b = 1}]\n[a.c]", 2),
  ])
  func `a name that is given twice is a mistake`(text: String, line: Int) {
    let document = TOMLDocument(text)
    #expect(document.mistakes.map(\.position.line) == [line], "\(text)")
    #expect(document.mistakes.allSatisfy { $0.message.hasSuffix("already set on line 1") || line > 2 })
  }

  @Test(arguments: [
    "[", "[/]", "[.a]", "[a.]", "[a..b]", "[]", "[[]]", "[[[", "[[a]", "[a]]", "[[a] ]", "[ [a]]", "[a", "[a b]",
    "[a]b = 1", "[a] [b]", "[\"a]", "['''a''']", "a", "a b = 1", "a. = 1", ".a = 1", "a..b = 1", "= 1", "é = 1",
    "\"\"\"a\"\"\" = 1", "a = 1 b = 2", "a == 1", "a : 1", "n=[\"\",}", "n={\"\"}", "{}", "\"a\nb\" = 1", "a\n= 1",
    "\u{0}", "a = 1 # \u{0}", "# \u{1F}", "a = 1\rb = 2", "\\", "<<<<<<< HEAD", "a = 1, b = 2", "a.b.", "a.\"b = 1",
  ])
  func `a line that is not a statement is a mistake with its place`(text: String) {
    let document = TOMLDocument("first = 1\n\(text)\n[last]\n")
    #expect(!document.mistakes.isEmpty, "\(text)")
    #expect(document.mistakes.allSatisfy { (2...4).contains($0.position.line) }, "\(document.mistakes)")
    #expect(document.root["first"]?.value.integer == 1)
    #expect(document.root["last"]?.value.table != nil, "\(text)")
  }

  @Test(arguments: [
    ("n = [\"\",}", 1, 9, "Expected a value, found “}”"), ("[/]", 1, 2, "Expected a name, found “/”"),
    ("[[[", 1, 3, "Expected a name, found “[”"), ("a b", 1, 3, "Expected “=”, found “b”"),
    ("a = tru", 1, 5, "\"tru\" needs quotes: only numbers, dates, true and false go without"),
    ("a = 'x\n", 1, 5, "This text has no closing '"),
    ("a = [1,\nb = 2\n", 1, 5, "This list has no closing “]”"),
    ("\n\na = \"é\\q\"", 3, 7, "Write a backslash as “\\\\”, or put the text in '"),
    ("a = 1\na = 2", 2, 1, "\"a\" is already set on line 1"),
    ("a = 9999999999999999999", 1, 5, "\"9999999999999999999\" is too large"),
    ("a = \"\u{1B}\"", 1, 6, "Control character U+001B is not allowed here"),
    ("a = 1 2", 1, 7, "Expected the end of the line, found “2”"),
    ("a = {b = 1\n}", 1, 11, "Expected “,” or “}” in an inline table, found the end of the line"),
  ])
  func `an error says what is wrong`(text: String, line: Int, column: Int, message: String) {
    #expect(
      TOMLDocument(text).mistakes.first == TOMLMistake(TOMLPosition(line: line, column: column), message))
  }

  @Test(arguments: [
    "a = [\n1,\n2 3,\n4\n]", "a = [1,", "a = [\n'x',\n", "a = \"\"\"x", "a = '''x\n'y'", "a = {b = 1",
    "a = [[1], [2\n", "a = \"\"\"\nb = 1\n\"\"\" c",
  ])
  func `one mistake costs one statement`(text: String) {
    let document = TOMLDocument("first = 1\n\(text)\nlast = 2\n[table]\nx = 3")
    #expect(document.mistakes.count == 1, "\(document.mistakes)")
    #expect(flat(document.root) == ["first=1", "last=2", "table.x=3"])
  }

  @Test func `keys below a broken header belong to no other table`() {
    let document = TOMLDocument("a = 1\n[b\nc = 2\n[a]\nd = 3\n[e]\nf = 4")
    #expect(flat(document.root) == ["a=1", "e.f=4"])
    #expect(document.mistakes.map(\.position.line) == [2, 4])
  }

  private func flat(_ table: TOMLTable, _ path: String = "") -> [String] {
    table.entries.flatMap { flat($0.value, path + $0.name) }
  }

  private func flat(_ value: TOMLValue, _ path: String) -> [String] {
    switch value.kind {
    case .table(let table): flat(table, path + ".")
    case .array(let values): values.enumerated().flatMap { flat($1, "\(path).\($0)") }
    case .integer(let number): ["\(path)=\(number)"]
    default: ["\(path)=?"]
    }
  }
}
