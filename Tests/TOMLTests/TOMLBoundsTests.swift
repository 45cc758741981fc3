import TOML
import Testing

/// Any text at all is read, in a time that grows with its length alone.
struct TOMLBoundsTests {
  private static let sample = """
    # Everything that TOML has.
    source = "catalogue" # the text
    escape_time = 10
    ratio = 6.02e+23
    "quoted name".'other'.third = 0xFF
    day = 1979-05-27
    moment = 1979-05-27 07:32:00.5-07:00
    text = \"\"\"
    One \\
      line and "two" \\u00e9
    \"\"\"
    plain = '''
    C:\\new'''
    list = [ 1, 2, [ "a", 'b' ], # three
      { x = 1, y.z = [true, false] },
    ]

    [keys]
    move-down = ["j", "<Down>"]
    quit = 'q'
    [keys.more]
    a.b.c = inf
    [[rows]]
    name = "日本"
    [[rows]]
    [rows.inner]
    none = nan

    """

  /// Numbers that look drawn by chance, and are the same each time.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) ^ state
    }
  }

  @Test func `the sample is TOML throughout`() {
    #expect(TOMLDocument(Self.sample).mistakes == [])
  }

  @Test func `20,000 mutations are all read`() {
    var dice = Dice(state: 7)
    let sample = Array(Self.sample.utf8)
    let pieces = [
      "[", "]", "{", "}", "\"", "'", "\"\"\"", "'''", "\\", "=", ".", ",", "\n", "\r", "#", "\0", "-", "é", "[[", "1",
    ]
    .map { Array($0.utf8) }
    var mistakes = 0
    for _ in 0..<20_000 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let place = Int.random(in: 0..<bytes.count, using: &dice)
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &dice) ?? [], at: place)
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &dice)
        default: bytes.removeSubrange(place..<min(place + Int.random(in: 1...30, using: &dice), bytes.count))
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let document = TOMLDocument(text)
      let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      #expect(document.mistakes.allSatisfy { (1...lines).contains($0.position.line) && $0.position.column > 0 })
      if !document.mistakes.isEmpty { mistakes += 1 }
    }
    #expect(mistakes > 10_000)
  }

  @Test(
    arguments: [
      "[", "{", "a=[", "a={a=", "a = [\n", "a={\n", "[a.", "a.", "\"", "\"\"\"", "'''\n", "a='''\n", "a=\"\"\"\\\"\n",
      "a=1\n",
      "[[a]]\n", "[a]\n", "a = [1,\n", "x", "#", "\r", "日=", "= \n", "a = \"", "\\\"\"\"\n", "[\"\"\"\n",
    ], ["", "a = [", "a = \"\"\"", "[a]\nb = [\n"])
  func `200,000 of anything are read at once`(piece: String, before: String) {
    let document = TOMLDocument(before + String(repeating: piece, count: 200_000 / piece.utf8.count))
    #expect(document.mistakes.count <= TOMLDocument.maximumMistakes + 1)
  }

  @Test func `60,000 brackets are one mistake`() {
    #expect(TOMLDocument(String(repeating: "[", count: 60_000)).mistakes.count == 1)
    #expect(TOMLDocument("a = " + String(repeating: "[", count: 60_000)).mistakes.count == 1)
  }

  @Test func `nesting ends at the depth that the error names`() {
    func nested(_ depth: Int) -> TOMLDocument {
      TOMLDocument("a = " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
    #expect(nested(TOMLDocument.maximumDepth).mistakes == [])
    #expect(nested(TOMLDocument.maximumDepth + 1).mistakes.map(\.message) == ["Nested deeper than 64 levels"])
    let path = Array(repeating: "a", count: TOMLDocument.maximumDepth).joined(separator: ".")
    #expect(TOMLDocument("[\(path)]\nb = 1").mistakes.count == 1)
    #expect(TOMLDocument("\(path).a = 1").mistakes.count == 1)
  }

  @Test func `after a hundred mistakes reading stops and says so`() {
    let document = TOMLDocument(String(repeating: "?\n", count: 1_000) + "a = 1")
    #expect(document.mistakes.count == TOMLDocument.maximumMistakes + 1)
    #expect(document.mistakes.last?.message.hasPrefix("Too many") == true)
    #expect(document.root["a"] == nil)
  }

  @Test func `a thousand values on one line all have their column`() throws {
    let document = TOMLDocument("'é' = [" + String(repeating: "'日', ", count: 1_000) + "]")
    let values = try #require(document.root["é"]?.value.array)
    #expect(values.map(\.position.column) == (0..<1_000).map { 8 + $0 * 5 })
  }
}
