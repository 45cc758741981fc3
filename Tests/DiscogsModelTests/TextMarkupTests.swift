import DiscogsModel
import SeededRandom
import Testing

struct TextMarkupTests {
  typealias Run = TextMarkup.Run

  @Test(
    arguments: [
      ("", []),
      ("Nothing special.", [Run("Nothing special.")]),
      (
        "Formed by [a=Ian Brown (2)] in [b]1983[/b].",
        [
          Run("Formed by "), Run("Ian Brown", link: .named(.artist, "Ian Brown (2)")), Run(" in "),
          Run("1983", style: .bold), Run("."),
        ]
      ),
      ("[A=Low & Co.]", [Run("Low & Co.", link: .named(.artist, "Low & Co."))]),
      ("[l=Ring Records (3)]", [Run("Ring Records", link: .named(.label, "Ring Records (3)"))]),
      ("[l=[PIAS]]!", [Run("[PIAS]", link: .named(.label, "[PIAS]")), Run("!")]),
      ("[WEA [b]logo[/b]]", [Run("[WEA "), Run("logo", style: .bold), Run("]")]),
      ("[a=311]", [Run("311", link: .named(.artist, "311"))]),
      ("[a=311][a=311]", [Run("311", link: .named(.artist, "311")), Run("311", link: .named(.artist, "311"))]),
      ("[a72872]", [Run("a72872", link: .entity(.artist(72872)), isUnnamed: true)]),
      ("[L895]", [Run("l895", link: .entity(.label(895)), isUnnamed: true)]),
      ("[r=249504]", [Run("r249504", link: .entity(.release(249504)), isUnnamed: true)]),
      ("[R249504]", [Run("r249504", link: .entity(.release(249504)), isUnnamed: true)]),
      ("[m=96559]", [Run("m96559", link: .entity(.master(96559)), isUnnamed: true)]),
      ("[m96559]", [Run("m96559", link: .entity(.master(96559)), isUnnamed: true)]),
      ("[url=http://a.b/c?d=e]here[/url]!", [Run("here", link: .url("http://a.b/c?d=e")), Run("!")]),
      ("[URL]http://a.b[/URL]", [Run("http://a.b", link: .url("http://a.b"))]),
      ("[url=http://a.b][/url]", [Run("http://a.b", link: .url("http://a.b"))]),
      (
        "[url=https://www.discogs.com/artist/72872-Rick-Astley]Rick[/url]",
        [Run("Rick", link: .entity(.artist(72872)))]
      ),
      ("[url=/label/895-RCA]RCA[/url]", [Run("RCA", link: .entity(.label(895)))]),
      (
        "[url=/help/doc]a [b]b[/b][/url]",
        [
          Run("a ", link: .url("https://www.discogs.com/help/doc")),
          Run("b", style: .bold, link: .url("https://www.discogs.com/help/doc")),
        ]
      ),
      ("[u=nik]", [Run("nik", link: .user("nik"))]),
      ("[u]under[/u]", [Run("under", style: .underline)]),
      ("[s]no[/s][quote]said[/quote]", [Run("no", style: .strike), Run("said", style: .quote)]),
      ("[b][i]x[/i]y[/b]", [Run("x", style: [.bold, .italic]), Run("y", style: .bold)]),
      ("[img=http://a.b/c.jpg]", [Run("http://a.b/c.jpg")]),
      ("[img]http://a.b/c.jpg[/img]", [Run("http://a.b/c.jpg")]),
      ("[url=x][img=y.jpg][/url]", [Run("y.jpg", link: .url("x"))]),
      ("[url=x][img]y.jpg[/img][/url]", [Run("y.jpg", link: .url("x"))]),
      ("[t=123] [t123]", [Run("topic 123 topic 123")]),
      ("[g1.2.3]", [Run("guideline 1.2.3")]),
      ("[g=6.1]", [Run("guideline 6.1")]),
    ] as [(String, [Run])])
  func `markup becomes runs`(text: String, runs: [Run]) {
    #expect(TextMarkup(parsing: text).runs == runs)
  }

  @Test(arguments: [
    "[WEA logo]", "[PIAS]", "[C]", "[P]", "[A]", "[a]", "[l]", "[m]", "[r]", "[g]", "[t]", "[1992]", "[On CD:]",
    "[sic.]",
    "[]", "[", "]", "[[", "]]", "[=]", "[a=]", "[a= ]", "[url=]", "[r=abc]", "[r12x]", "[m=0]", "[a-ha]", "[g1.]",
    "[g.]",
    "[t=x]", "[b=x]", "[a=Name", "[a=Na\nme]", "[/a]", "[/]", "[url", "[bold]", "[url=two words]", "[img=[x]]",
    "[r99999999999999999999999]", "a [b",
  ])
  func `other square brackets are text`(text: String) {
    #expect(TextMarkup(parsing: text).runs == [Run(text)])
  }

  @Test(
    arguments: [
      ("[b]never closed", [Run("never closed")]),
      ("stray[/b] close", [Run("stray close")]),
      ("[b]a [b]Me?:[/b] rest", [Run("a Me?:", style: .bold), Run(" rest")]),
      ("[b]x[i]y[/b]z[/i]", [Run("x", style: .bold), Run("y", style: [.bold, .italic]), Run("z", style: .italic)]),
      ("[url=http://a.b]open", [Run("http://a.b", link: .url("http://a.b")), Run("open")]),
      (
        "[url=http://a.b]one [url=http://c.d]two[/url]",
        [Run("http://a.b", link: .url("http://a.b")), Run("one "), Run("two", link: .url("http://c.d"))]
      ),
      ("[url]http://a.b", [Run("http://a.b")]),
      ("x[/url]y", [Run("xy")]),
      ("[url][/url]", []),
      ("[b][/b]", []),
      (
        "[url=http://a.b][a=X][/url]z",
        [Run("X", link: .named(.artist, "X")), Run("z")]
      ),
    ] as [(String, [Run])])
  func `unclosed and crossed tags do no harm`(text: String, runs: [Run]) {
    let merged = TextMarkup(parsing: text).runs
    #expect(merged.map(\.text).joined() == runs.map(\.text).joined())
    #expect(merged.filter { $0.link != nil } == runs.filter { $0.link != nil })
    #expect(
      merged.filter { !$0.style.isEmpty }.map(\.text).joined() == runs.filter { !$0.style.isEmpty }.map(\.text).joined()
    )
  }

  @Test func `line ends become line feeds`() {
    #expect(TextMarkup.plain("a\r\nb\rc\nd\r\n\r\ne\n\rf") == "a\nb\nc\nd\n\ne\n\nf")
  }

  @Test func `pages linked by number take the names that are known`() {
    let text = "See [r249504], [m=96559], [a72872] and [r249504]."
    #expect(TextMarkup(parsing: text).unnamedReferences == [.release(249504), .master(96559), .artist(72872)])
    let names: [EntityReference: String] = [
      .release(249504): "Never Gonna", .artist(72872): "Rick Astley (2)", .label(1): "x",
    ]
    #expect(TextMarkup.plain(text, names: names) == "See Never Gonna, m96559, Rick Astley and Never Gonna.")
    #expect(TextMarkup(parsing: text).naming(names).unnamedReferences == [.master(96559)])
    #expect(TextMarkup.plain(text) == "See r249504, m96559, a72872 and r249504.")
    let numbered = TextMarkup(parsing: text).naming([.release(249504): "Never Gonna"]).numbering()
    #expect(numbered.plain == "See Never Gonna, master 96559, artist 72872 and Never Gonna.")
  }

  @Test func `no text is lost whatever the tags around it`() {
    var generator = SeededGenerator(seed: 33)
    let tags = [
      "[b]", "[/b]", "[B]", "[i]", "[/i]", "[u]", "[/u]", "[url=http://a.b]", "[url]", "[/url]", "[img]", "[/img]",
      "[quote]", "[/quote]", "[s]", "[/s]", "[", "]", "[a=", "[r1]", "[PIAS]", "\r\n", "é",
    ]
    for _ in 0..<5_000 {
      var text = ""
      let words = (0..<6).map { "w\($0)" }
      for word in words {
        for _ in 0..<Int.random(in: 0...3, using: &generator) { text += tags.randomElement(using: &generator) ?? "" }
        text += " \(word) "
      }
      let markup = TextMarkup(parsing: text)
      var rest = markup.plain[...]
      // A name or address may swallow a word, but then shows it.
      for word in words {
        guard let range = rest.firstRange(of: word) else {
          Issue.record("\(text.debugDescription) lost \(word): \(markup.plain.debugDescription)")
          break
        }
        rest = rest[range.upperBound...]
      }
      if markup.runs.contains(where: \.text.isEmpty) { Issue.record("\(text.debugDescription) has an empty run") }
    }
  }

  @Test func `text without tags comes back as it was, whatever its characters`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<20 {
        let number = UInt32.random(in: 1...0x2FFFF, using: &generator)
        if let scalar = Unicode.Scalar(number), scalar != "\r" { text.append(scalar) }
        if number % 5 == 0 { text.append("]") }
        if number % 7 == 0 { text.append(contentsOf: "[x".unicodeScalars) }
      }
      #expect(TextMarkup.plain(String(text)) == String(text))
    }
  }

  @Test func `a hostile text takes no longer than its length allows`() {
    let clock = ContinuousClock()
    for piece in ["[", "[b]", "[url=x]", "[url]", "[/b]", "[a=", "[url=[", "[b][/b]"] {
      let text = String(repeating: piece, count: 200_000 / piece.utf8.count)
      let time = clock.measure { _ = TextMarkup(parsing: text) }
      #expect(time < .seconds(5), "\(piece)")
    }
  }
}
