import Clients
import DiscogsModel
import Features
import RunoutModel
import Screens
import Terminal
import TestSupport
import Testing

/// What pages say when there is nothing to show, and for how long.
@MainActor struct PageStateTests {
  @Test func `what a search finds is counted where the source does not count`() async {
    var services = Services.fixture(FixtureCatalogue(count: 7))
    services.catalogue.count = { _ throws(ClientError) in throw .offline }
    let app = await Harness(services)
    #expect(app.lines[2].contains("7 found"), "\(app.lines[2])")
  }

  @Test func `the folders count their own rows while they have the keys`() async {
    let app = await Harness(Crate.services, size: Size(columns: 120, rows: 40))
    await app.press("1")
    #expect(!app.lines[39].contains(" of "), "panels have no numbers that one could see")
    await app.press("3")
    let rows = app.lines[39].suffix(12)
    await app.press("<Tab>")
    #expect(app.lines[39].contains("row 1 of ") && app.lines[39].suffix(12) != rows)
  }

  @Test func `the search history over a page has its own title`() async {
    let app = await Harness(Crate.services)
    await app.press("9", "<C-r>")
    #expect(app.lines[2].hasPrefix("Search history") && !app.screen.contains("newest first"))
    await app.press("<Esc>")
    #expect(app.lines[2].hasPrefix("Log"))
  }

  @Test func `a list that does not sort by year does not offer it`() async {
    let app = await Harness(Crate.services, size: Size(columns: 130, rows: 24))
    #expect(app.lines[23].contains(",y sort by year"))
    app.store.stage.navigator.push(.records(.entries(1)))
    await app.settle()
    await app.resize(columns: 131, rows: 24)
    #expect(app.lines[23].contains("C-r history") && !app.lines[23].contains(",y"))
  }

  @Test func `keys in sentences have the form that the footer has`() async {
    for (glyphs, sentence) in [(Glyphs.unicode, "⎋ to show them all"), (.ascii, "Esc to show them all")] {
      let app = await Harness(.fixture(FixtureCatalogue(count: 7)), glyphs: glyphs)
      await app.press("/")
      await app.type("zzz")
      await app.press("<Enter>")
      #expect(app.screen.contains(sentence), "\(app.screen)")
    }
  }

  // MARK: Unknown ids

  /// A source that knows no record with a number above 99.
  private var almostEmpty: Services {
    var services = Crate.empty
    services.source.current = { SourceStatus(source: .demo) }
    services.catalogue.release = { id throws(ClientError) in throw .notFound(.release(id)) }
    services.catalogue.master = { id throws(ClientError) in throw .notFound(.master(id)) }
    services.catalogue.artist = { id throws(ClientError) in throw .notFound(.artist(id)) }
    services.catalogue.label = { id throws(ClientError) in throw .notFound(.label(id)) }
    services.catalogue.browse = { _, _, _ in Page(rows: [], next: nil) }
    services.catalogue.browseCount = { _ in .exactly(0) }
    return services
  }

  @Test(arguments: EntityKind.allCases, [80, 120])
  func `an id that does not exist says so once, in words`(_ kind: EntityKind, _ columns: Int) async {
    let app = await Harness(almostEmpty, size: Size(columns: columns, rows: 24))
    await app.paste("https://www.discogs.com/\(kind.rawValue)/99999999")
    let sentence = "No \(kind.rawValue) 99999999 in the demo"
    #expect(app.screen.ranges(of: sentence).count == 1, "\(app.screen)")
    #expect(app.store.banner == nil)
    #expect(!app.screen.contains("is in this source"))
  }

  @Test func `the imported catalogue is called so`() async {
    var services = almostEmpty
    services.source.current = { SourceStatus(source: .catalogue) }
    let app = await Harness(services)
    await app.paste("r99999999")
    #expect(app.screen.contains("No release 99999999 in the imported catalogue"))
  }

  @Test func `an id that a shelf lacks says what finds more`() async {
    var services = almostEmpty
    services.source.current = { SourceStatus(source: .shelf) }
    let app = await Harness(services, size: Size(columns: 120, rows: 24))
    await app.paste("r99999999")
    #expect(
      app.screen.contains("No release 99999999 on your shelf · runout login or catalogue update finds more"),
      "\(app.screen)")
  }

  // MARK: Banners

  @Test func `a banner belongs to its page`() async {
    var services = Crate.services
    services.catalogue.release = { _ throws(ClientError) in throw .storage("The record is damaged") }
    let app = await Harness(services, size: Size(columns: 80, rows: 24))
    await app.press("j", "<Enter>")
    #expect(app.lines.contains { $0.hasPrefix("! Could not load this page") })
    await app.press("h")
    #expect(!app.lines.contains { $0.hasPrefix("! Could not load this page") })
    #expect(app.store.layout.bannerRows == 0)
    await app.press("L")
    await app.press("<Esc>", "h")
    #expect(app.store.banner == nil)
  }

  // MARK: Header and formats

  @Test func `the header names the source, and nothing else while all is well`() async {
    var services = Crate.services
    services.source.current = { SourceStatus(source: .catalogue, releases: 1_000_000) }
    let app = await Harness(services, size: Size(columns: 80, rows: 24))
    #expect(app.lines[0].hasSuffix("catalogue  ?"), "\(app.lines[0])")
    #expect(app.lines[0].contains("2 Search  3 Collection  4 Wants  5"), "names are left out, not cut: \(app.lines[0])")
    await app.resize(columns: 72, rows: 24)
    #expect(app.lines[0].contains("catalogue"), "\(app.lines[0])")
    await app.resize(columns: 140, rows: 24)
    #expect(app.lines[0].hasSuffix("  catalogue  ?"), "\(app.lines[0])")
  }

  @Test func `a shelf writes formats as the catalogue does`() async {
    let app = await Harness(Crate.services, size: Size(columns: 100, rows: 24))
    await app.press("3")
    #expect(app.screen.contains("2×LP"))
    #expect(!app.screen.contains("2xLP"))
  }

  // MARK: Errors of a query

  @Test(arguments: [(80, 6), (60, 3)])
  func `the mark of a query's error stays under its column where the sentence does not fit`(
    _ columns: Int, _ words: Int
  ) async {
    let app = await Harness(Crate.services, size: Size(columns: columns, rows: 24))
    let before = String(repeating: "word ", count: words)
    await app.press("s")
    await app.type(before + "yaer:1978")
    let column = 8 + before.count
    #expect(app.canvas.text(row: 3, columns: column..<column + 1) == "↑", "\(app.lines[3])")
    #expect(app.lines[3].contains("No field “yaer”"), "\(app.lines[3])")
  }
}
