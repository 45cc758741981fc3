import DiscogsModel
import SeededRandom
import TestSupport
import Testing

@testable import Features

struct DocumentBuilderTests {
  /// East Asian characters two columns, combining marks none, as terminals draw them.
  static let wide = TextMeasure { text in
    text.unicodeScalars.reduce(0) { sum, scalar in
      let isMark = scalar.properties.generalCategory == .nonspacingMark
      return sum + (isMark ? 0 : scalar.value >= 0x1100 ? 2 : 1)
    }
  }

  private func wrap(_ spans: [Span], columns: Int) -> [String] {
    var builder = DocumentBuilder(columns: columns, measure: Self.wide)
    builder.paragraph(spans)
    return builder.lines.map { $0.spans.map(\.text).joined() }
  }

  @Test func `text is broken at spaces`() {
    #expect(
      wrap([Span("So What  Freddie Freeloader Blue In Green")], columns: 12) == [
        "So What", "Freddie", "Freeloader", "Blue In", "Green",
      ])
  }

  @Test func `a dot or a dash ends a line and begins none`() {
    #expect(wrap([Span("Columbia – CL 1355")], columns: 8) == ["Columbia", "– CL", "1355"], "where it has no room")
    let facts = [Span("VG+ / Gen"), Span(" · "), Span("added 2016")]
    #expect(wrap(facts, columns: 11) == ["VG+ / Gen ·", "added 2016"])
    #expect(wrap(facts, columns: 10) == ["VG+ /", "Gen ·", "added 2016"])
    #expect(wrap([Span("US 1959 · Columbia – CL 1355")], columns: 19) == ["US 1959 ·", "Columbia – CL 1355"])
  }

  @Test func `a word that is too long is cut, and the text continues after it`() {
    #expect(wrap([Span("Llanfairpwllgwyngyll is long")], columns: 8) == ["Llanfair", "pwllgwyn", "gyll is", "long"])
    #expect(wrap([Span("http://example.com/a")], columns: 8) == ["http://e", "xample.c", "om/a"])
  }

  @Test func `a word that is too long is cut within a link and behind it, whatever the length`() {
    let link = LinkTarget.entity(.artist(1))
    var builder = DocumentBuilder(columns: 8, measure: .plain)
    builder.paragraph([Span("ab"), Span(String(repeating: "T", count: 64_000), link: link), Span("c")])
    #expect(builder.lines.count == 8_001)
    #expect(builder.lines[0].spans == [Span("ab"), Span("TTTTTT", link: link)])
    #expect(builder.lines[8_000].spans == [Span("TT", link: link), Span("c")])
  }

  @Test func `Japanese text breaks between any two characters, and never in one`() {
    #expect(wrap([Span("千のナイフ坂本龍一")], columns: 9) == ["千のナイ", "フ坂本龍", "一"])
    #expect(wrap([Span("ab千のナイフ")], columns: 8) == ["ab千のナ", "イフ"])
  }

  @Test func `a character wider than the room has a line to itself`() {
    #expect(wrap([Span("千の")], columns: 8) == ["千の"])
  }

  @Test func `a name broken over two lines is a link on both`() {
    let link = LinkTarget.entity(.artist(1))
    var builder = DocumentBuilder(columns: 10, measure: .plain)
    builder.paragraph([Span("With "), Span("Cannonball Adderley", link: link)])
    #expect(builder.lines.map(\.links) == [[], [link], [link]])
    #expect(builder.lines.map { $0.spans.map(\.text).joined() } == ["With", "Cannonball", "Adderley"])
  }

  @Test func `no line is wider than the page, whatever is in it`() {
    var generator = SeededGenerator(seed: 3)
    let pieces = [
      "a", "blue", "  ", "千", "ナイフ", "Llanfairpwllgwyngyllgogerychwyrndrobwll", "e\u{301}", "\n", "\t", "-", " – ", "·",
      "한국어",
    ]
    for columns in [8, 9, 11, 20, 80] {
      for _ in 0..<100 {
        let spans = (0..<8).map { number in
          Span(
            (0..<4).compactMap { _ in pieces.randomElement(using: &generator) }.joined(),
            link: number % 3 == 0 ? .url("u") : nil)
        }
        for line in wrap(spans, columns: columns) { #expect(Self.wide.columns(line) <= columns, "“\(line)”") }
        let kept = wrap(spans, columns: columns).joined().filter { !$0.isWhitespace }
        #expect(kept == spans.map(\.text).joined().filter { !$0.isWhitespace })
      }
    }
  }

  @Test func `text at the right edge keeps its room on the first line`() {
    var builder = DocumentBuilder(columns: 20, measure: .plain)
    builder.paragraph([Span("Blue In Green Take 5")], lead: "A3", leadColumns: 4, trailing: "5:37")
    #expect(builder.lines.map { $0.spans.map(\.text).joined() } == ["Blue In", "Green Take", "5"])
    #expect(builder.lines.map(\.lead) == ["A3", "", ""])
    #expect(builder.lines.map(\.trailing) == ["5:37", "", ""])
  }

  @Test func `facts without a value are left out, and blank lines never double`() {
    var builder = DocumentBuilder(columns: 40, measure: .plain)
    builder.blank()
    builder.fact("Country", [Span("")])
    builder.blank()
    builder.caption("Tracklist")
    builder.caption("Notes")
    builder.blank()
    builder.blank()
    builder.paragraph([Span("x")])
    #expect(builder.lines.map { $0.spans.map(\.text).joined() } == ["Tracklist", "", "Notes", "", "x"])
  }

  @Test func `markup becomes links with the names of what they lead to`() {
    var builder = DocumentBuilder(columns: 60, measure: .plain)
    builder.markup(
      "See [a=Bill Evans] on [l123].\r\n\r\n[b]Bold[/b] [url=http://x.org]site[/url]", names: [.label(123): "Columbia"])
    #expect(builder.lines.map { $0.spans.map(\.text).joined() } == ["See Bill Evans on Columbia.", "", "Bold site"])
    #expect(builder.lines[0].links == [.named(.artist, "Bill Evans"), .entity(.label(123))])
    #expect(builder.lines[2].links == [.url("http://x.org")])
  }
}

struct DocumentViewTests {
  private let one = LinkTarget.entity(.artist(1))
  private let two = LinkTarget.entity(.artist(2))

  /// Twenty lines; line 3 has two links, line 12 one.
  private var view: DocumentView {
    var view = DocumentView()
    view.resize(height: 5)
    view.show(
      (0..<20).map { number in
        switch number {
        case 3: DocumentLine(spans: [Span("Miles", link: one), Span(" and "), Span("Évans", link: two)])
        case 12: DocumentLine(spans: [Span("Miles again", link: one)])
        default: DocumentLine(spans: [Span("line \(number)")])
        }
      })
    return view
  }

  @Test func `the links are walked in order, to either end`() {
    var view = view
    #expect(view.selectedLink == nil)
    expect(view.nextLink())
    #expect(view.cursor == 3 && view.selectedLink == one)
    expect(view.nextLink())
    #expect(view.selectedLink == two)
    expect(view.nextLink())
    #expect(view.cursor == 12)
    expect(!view.nextLink(), "the end")
    expect(view.previousLink())
    #expect(view.cursor == 3 && view.selectedLink == two)
    expect(view.previousLink())
    #expect(view.selectedLink == one)
    expect(!view.previousLink())
  }

  @Test func `a link on the line where the walk begins is the first of it`() {
    var view = DocumentView()
    view.show([DocumentLine(spans: [Span("Miles", link: one)]), DocumentLine(spans: [Span("Bill", link: two)])])
    #expect(view.selectedLink == one)
    expect(view.nextLink())
    #expect(view.selectedLink == two)
  }

  @Test func `scrolling and moving stay within the text`() {
    var generator = SeededGenerator(seed: 5)
    var view = view
    let commands: [Command] = [
      .moveDown, .moveUp, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .moveToTop, .moveToBottom, .alignMiddle,
      .alignTop, .alignBottom,
    ]
    for step in 0..<3_000 {
      switch step % 7 {
      case 0: view.resize(height: Int.random(in: -1...25, using: &generator))
      case 1:
        view.show(
          Array(
            repeating: DocumentLine(spans: [Span("x", link: one)]), count: Int.random(in: 0...60, using: &generator)))
      case 2: _ = view.nextLink()
      case 3: view.restore(cursor: step % 100 - 20, top: step % 50 - 10)
      default: _ = commands.randomElement(using: &generator).map { view.handle($0) }
      }
      #expect(view.cursor >= 0 && view.cursor <= max(0, view.lines.count - 1))
      #expect(view.top >= 0 && view.cursor >= view.top && view.cursor < view.top + view.height)
    }
  }

  @Test func `another width keeps the place by its share of the text`() {
    var view = view
    _ = view.handle(.moveToBottom)
    view.show(Array(repeating: DocumentLine(spans: [Span("x")]), count: 40))
    #expect(view.cursor == 38)
  }
}

/// For calls that change a value, which `#expect` does not take apart.
private func expect(_ condition: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(condition, comment, sourceLocation: sourceLocation)
}
