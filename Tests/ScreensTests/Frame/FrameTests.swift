import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

@testable import Screens

@MainActor struct FrameTests {
  /// What can be open, by the keys that open it.
  nonisolated static let openings: [[String]] = [
    [], ["s"], ["j", "<Enter>"], ["<Enter>"], ["<Enter>", "<Tab>"], ["j", "j", "j", "<Enter>"], ["3"], ["3", "<Tab>"],
    ["4"], ["9"], ["?"], ["<C-r>"], ["g"], [","], [":"], ["/"], ["f"], ["O"], ["<Tab>"], ["v", "j", "j"],
  ]

  @Test(arguments: openings) func `no size traps, and every frame has the size of the screen`(keys: [String]) async {
    let app = await Harness(Crate.services)
    await app.press(keys)
    await sweep(app)
  }

  @Test func `no size traps with errors, banner and notice on the screen`() async {
    let app = await Harness(Crate.failing)
    await app.paste("[a900000001]")
    #expect(app.store.banner != nil)
    await sweep(app)
    await app.press(":")
    await app.type("sort colour")
    await app.press("<Enter>")
    await sweep(app)
  }

  @Test func `no size traps with a query that is wrong, long and wide`() async {
    let app = await Harness(Crate.services)
    await app.press("s")
    await app.paste(String(repeating: "坂本龍一 e\u{301} ", count: 30) + "lable:x")
    await sweep(app)
  }

  @Test func `no size traps with ASCII signs or wide ambiguous ones`() async {
    for glyphs in [Glyphs.ascii, .ambiguousWide] {
      for keys in [[], ["j", "<Enter>"], [","], ["3"], ["<C-r>"]] {
        let app = await Harness(Crate.services, glyphs: glyphs)
        await app.press(keys)
        await sweep(app, step: 5)
      }
    }
  }

  private func sweep(_ app: Harness, step: Int = 4) async {
    for columns in Array(stride(from: 1, through: 130, by: step)) + [39, 40, 71, 72, 99, 100, 130, 400] {
      for rows in [1, 2, 3, 5, 7, 8, 9, 12, 15, 16, 24, 45, 200] {
        await app.resize(columns: columns, rows: rows)
        let canvas = app.canvas
        #expect(canvas.size == Size(columns: columns, rows: rows))
        if let cursor = canvas.cursor { #expect(canvas.bounds.contains(cursor), "\(columns)x\(rows)") }
        if columns >= 40, rows >= 16 { #expect(canvas.text(row: 0).hasPrefix("Runout"), "\(columns)x\(rows)") }
      }
    }
  }

  @Test func `a screen that was too small for a while comes back unchanged`() async {
    for keys in Self.openings {
      let app = await Harness(Crate.services)
      await app.press(keys)
      let before = app.canvas.styledDump
      await app.resize(columns: 1, rows: 1)
      await app.resize(columns: 14, rows: 24)
      #expect(app.screen.contains("Too small"))
      await app.resize(columns: 80, rows: 24)
      #expect(app.canvas.styledDump == before, "\(keys)")
    }
  }

  @Test func `the selected row stays selected and on the screen through every size`() async {
    let app = await Harness(.fixture())
    for _ in 0..<33 { await app.press("j") }
    for (columns, rows) in [(80, 9), (130, 40), (40, 8), (1, 1), (100, 24)] {
      await app.resize(columns: columns, rows: rows)
      guard columns >= 40 else { continue }
      #expect(app.lines.contains { $0.hasPrefix("▸") && $0.contains("Title 34") }, "\(columns)x\(rows)")
    }
  }

  // MARK: Selection

  @Test func `the selection is seen without colour, and the hardware cursor stands on it`() async {
    let app = await Harness(Crate.services)
    for keys in [["j"], ["3", "j"], ["4", "j"], ["9", "j"], ["<C-r>", "<Down>"]] {
      await app.press("2")
      await app.press(keys)
      guard let row = app.lines.firstIndex(where: { $0.hasPrefix("▸") }) else {
        Issue.record("no row is marked after \(keys)")
        continue
      }
      let runs = app.canvas.styleRuns(row: row)
      #expect(runs.allSatisfy { $0.style.attributes.contains(.reverse) }, "\(keys)")
      if keys[0] != "<C-r>" { #expect(app.canvas.cursor == Point(column: 0, row: row)) }
      await app.press("<Esc>")
    }
  }

  @Test func `the hardware cursor is in the field that has the keys`() async {
    let app = await Harness(Crate.services)
    await app.press("s")
    await app.type("坂本")
    #expect(app.canvas.cursor == Point(column: 12, row: 2))
    await app.press("<C-b>")
    #expect(app.canvas.cursor == Point(column: 10, row: 2))
    await app.press("<Esc>", "/")
    await app.type("ab")
    #expect(app.canvas.cursor == Point(column: 10, row: 23))
    await app.press("<Esc>", "<C-r>")
    await app.type("mi")
    #expect(app.canvas.cursor == Point(column: 4, row: 4))
  }

  @Test func `in a text the hardware cursor is in front of the selected link, which is reversed`() async {
    let app = await Harness(Crate.services)
    func reversed(row: Int) -> [String] {
      app.canvas.styleRuns(row: row).filter { $0.style.attributes.contains(.reverse) }
        .map { app.canvas.text(row: row, columns: $0.columns) }
    }
    await app.press("j", "<Enter>")
    #expect(app.canvas.cursor == Point(column: 0, row: 4))
    #expect(reversed(row: 4) == ["Miles Davis"])
    await app.press("<Tab>")
    #expect(app.canvas.cursor == Point(column: 11, row: 10))
    #expect(reversed(row: 10) == ["Columbia"])
  }

  @Test func `links are underlined where they have no colour`() {
    var text = DocumentBuilder(columns: 20, measure: .plain)
    text.paragraph([
      Span("Columbia", link: .search("columbia")), Span(", "), Span("CBS", .strong, link: .search("cbs")),
    ])
    let black = Theme("auto", background: .rgb(0, 0, 0), colours: 256)
    for (theme, isUnderlined) in [(Theme.uncoloured, true), (.terminal, true), (black, false)] {
      var canvas = Canvas(size: Size(columns: 20, rows: 1))
      _ = DocumentDrawing(theme: theme, hasFocus: false).draw(text.lines, in: canvas.bounds, on: &canvas)
      for column in [0, 10] {
        let style = canvas[Point(column: column, row: 0)].style
        #expect(style.attributes.contains(.underline) == isUnderlined)
        #expect(style.foreground == theme.link.foreground)
      }
    }
  }

  @Test func `a line without a link is shown as selected, too`() async {
    let app = await Harness(Crate.services)
    await app.press("j", "<Enter>", "j")
    let plain = app.canvas.styleRuns(row: 5).filter { !$0.style.attributes.contains(.reverse) }
    #expect(plain.map(\.columns) == [0..<1, 78..<80], "all but the margin and the columns of the scroll marks")
  }

  // MARK: Alignment

  @Test func `columns stand below each other whatever letters come before them`() async {
    let app = await Harness(Crate.services)
    for size in [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 61, rows: 20)] {
      await app.resize(columns: size.columns, rows: size.rows)
      let canvas = app.canvas
      guard let head = (0..<size.rows).first(where: { canvas.text(row: $0).contains("Artist – Title") }) else {
        continue
      }
      // By columns, not by characters: a wide letter is one character in two columns.
      let year = column(of: "Year", in: canvas, row: head)
      // What is known of an artist or a label takes all of the row.
      let rows = ((head + 1)...(head + 11)).filter { !canvas.text(row: $0).contains(#/\S {2}(artist|label)\b/#) }
      #expect(rows.count >= 9)
      for row in rows {
        let text = canvas.text(row: row, columns: year..<(year + 4))
        #expect(text == "    " || Int(text) != nil, "row \(row) at \(size.columns) columns: “\(text)”")
        #expect(canvas.text(row: row, columns: (year - 1)..<year) == " ")
      }
    }
  }

  private func column(of text: String, in canvas: Canvas, row: Int) -> Int {
    (0..<canvas.size.columns).first {
      canvas.text(row: row, columns: $0..<min(canvas.size.columns, $0 + text.count)) == text
    } ?? 0
  }

  // MARK: Title, footer, banner

  @Test func `hints and facts are never cut in the middle`() async {
    for keys in Self.openings where keys != [","] && keys != ["g"] {
      let app = await Harness(Crate.services)
      await app.press(keys)
      guard app.store.prompt == nil else { continue }
      for columns in 40...130 {
        for hint in await hints(app, columns: columns) {
          let isWhole = Self.words.contains(hint) || Self.wordsOfPlaces.contains(hint)
          #expect(isWhole, "\(keys) at \(columns) columns: “\(hint)”")
        }
      }
    }
  }

  /// Every hint there can be.
  private static let words = Set(
    Command.allCases.flatMap { command in
      command.entry.keys.map {
        "\(Glyphs.unicode.key($0)) \(command.entry.hint ?? command.name.replacing("-", with: " "))"
      }
    })

  /// Those that are not the same on every page.
  private static let wordsOfPlaces: Set = [
    "h list", "V list", ",, shelf order", "⇥ preview", "⇥ list", "⇥ folders", "⇥ crates", "⇥ about", "gm about",
    "t show masters", "t group by artist",
    "t only info and worse", "t show albums", "⎋ deselect", "yy copy", "␣ pick to compare",
  ]

  /// The footer's hints, up to the position at its right.
  private func hints(_ app: Harness, columns: Int) async -> [String] {
    await app.resize(columns: columns, rows: 24)
    let canvas = app.canvas
    var words: [String] = []
    // How many rows are marked stands before the hints, in bold.
    for run in canvas.styleRuns(row: 23) where !run.style.attributes.contains(.bold) {
      let text = canvas.text(row: 23, columns: run.columns).trimmingPrefix(" ")
      if run.style.foreground.index != nil {
        words.append(String(text))
      } else if words.last.map({ !$0.contains(" ") }) ?? false, !text.isEmpty {
        words[words.count - 1] += " " + text
      }
    }
    // Those of marked rows have a dot between them.
    return words.map { $0.hasSuffix(" · ") ? String($0.dropLast(3)) : $0 }
  }

  @Test func `the error banner stands below the list, which keeps its selected row in sight`() async {
    var services = Services.fixture()
    services.desktop = .test {
      $0.copy = { _ throws(ClientError) in throw .storage("xclip ended with 1") }
      $0.open = { _ in }
      $0.now = { 0 }
    }
    for (columns, rows) in [(120, 40), (80, 24), (40, 12), (40, 8), (72, 16)] {
      let app = await Harness(services, size: Size(columns: columns, rows: rows))
      await app.press("<C-f>", "<C-f>", "y", "y")
      #expect(app.store.banner != nil)
      let selected = app.lines.firstIndex { $0.hasPrefix("▸") } ?? rows
      let banner = app.lines.firstIndex { $0.hasPrefix("! Nothing copied") } ?? -1
      #expect(selected < banner, "at \(columns)x\(rows)")
      #expect(app.screen.contains("dismiss"))
      #expect(app.screen.contains("xclip ended with 1"))
      await app.press("y", "y")
      #expect(app.screen.contains("Nothing copied (2×)"))
      await app.press("<Esc>")
      #expect(!app.screen.contains("Nothing copied"))
    }
  }

  @Test func `a page's own name is whole before its trail is`() async {
    let app = await Harness(Crate.services)
    await app.press("<Enter>", "j", "<Enter>")
    await app.resize(columns: 120, rows: 24)
    #expect(app.lines[2].hasPrefix("Search → Miles Davis – Kind Of Blue → Miles Davis – Kind Of Blue = カインド・オブ・ブルー"))
    await app.resize(columns: 80, rows: 24)
    #expect(app.lines[2].hasPrefix("… Miles Davis – Kind Of Blue = カインド・オブ・ブルー"))
  }

  @Test func `a release with the name of the page above it has that name in the trail once`() async {
    let app = await Harness(Crate.services)
    await app.press("<Enter>", "<Enter>")
    await app.resize(columns: 120, rows: 24)
    #expect(app.lines[2].hasPrefix("Search → Miles Davis – Kind Of Blue  "))
    #expect(app.store.navigator.trail.count == 3)
  }

  @Test func `the error of a query points at its column, past wide letters`() async {
    let app = await Harness(Crate.services)
    await app.press("s")
    await app.type("坂本 yaer:1978")
    #expect(app.lines[2].hasPrefix("Search  坂本 yaer:1978"))
    #expect(app.canvas.text(row: 3, columns: 13..<14) == "↑")
    await app.resize(columns: 40, rows: 12)
    #expect(app.lines.last { !$0.isEmpty }?.hasPrefix("No field “yaer”") == true)
  }

  @Test func `far rows being loaded are said, with the key that stops it`() async {
    let gate = Gate()
    var services = Services.fixture(FixtureCatalogue(count: 5_000))
    let search = services.catalogue.search
    services.catalogue.search = { request, after, limit throws(ClientError) in
      if after != nil { await gate.pass() }
      return try await search(request, after, limit)
    }
    let app = await Harness(services)
    await app.burst([Key("G")], settling: false)
    await gate.arrival()
    await app.paint()
    #expect(app.screen.contains("Going there: 50 rows so far · ⎋ to stop"))
    await gate.open()
    await app.settle()
    #expect(app.screen.contains("row 5,000 of 5,000"))
  }

  // MARK: States

  @Test func `rows that are on their way are said to be`() async {
    let gate = Gate()
    let app = await Harness(Crate.waiting(at: gate), settling: false)
    await gate.arrival()
    await app.paint()
    #expect(app.screen.contains("Loading…"))
    await gate.open()
    await app.settle()
    #expect(app.screen.contains("Kind Of Blue"))
  }

  @Test func `a failure for good offers no second try`() async {
    let app = await Harness(Crate.services)
    await app.paste("[r12345]")
    #expect(app.screen.contains("No release 12345 in the demo catalogue"))
    #expect(!app.screen.contains("try again"))
  }

  @Test func `hostile text reaches the screen as printable letters only`() async {
    let row = CatalogueRow(
      reference: .release(1), title: "Bell\u{7} \u{1B}]52;c;aGk=\u{7}Title\ttab\nline \u{202E}gnihtyna",
      artist: "\u{9B}2JArtist")
    let app = await Harness(.fixture(FixtureCatalogue(rows: [row])))
    await app.press("<Enter>")
    for line in app.canvas.lines {
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{202E}" })
    }
  }
}
