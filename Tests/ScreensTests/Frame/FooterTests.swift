import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// The keys at the bottom: in the words of the place, and what can be done with rows that are marked.
@MainActor struct FooterTests {
  private func footer(_ keys: String..., size: Size = Size(columns: 160, rows: 40), glyphs: Glyphs = .unicode) async
    -> String
  {
    let app = await Harness(Crate.services, size: size, glyphs: glyphs)
    for key in keys { await app.press(key) }
    return app.lines[size.rows - 1]
  }

  @Test func `keys that people know by a sign are shown by it, where the terminal has such signs`() async {
    #expect(await footer("j").hasPrefix("⏎ open"))
    #expect(await footer("j").contains("⇥ preview"))
    #expect(await footer("j", glyphs: .ascii).hasPrefix("Enter open"))
    #expect(await footer("3", "D").contains("⎋ cancel"))
  }

  @Test func `a key says what it does here`() async {
    #expect(await footer("2").contains("t show masters"))
    #expect(await footer("3").contains("⇥ folders"))
    #expect(await footer("3", "<Tab>").contains("t group by artist"))
    #expect(await footer("3", "<Tab>", "t").contains("t group by label"))
    #expect(await footer("6").contains("t show my listings"))
    #expect(await footer("9").contains("t only info and worse"))
    #expect(await footer("<Enter>").contains("gm about"))
  }

  @Test func `rows that are marked are counted, with what can be done with all of them`() async {
    let copies = await footer("3", "<Space>", "<Space>")
    #expect(copies.hasPrefix("2 selected · "))
    for hint in ["e edit", "M move", "D remove", "⎋ deselect"] { #expect(copies.contains(" · \(hint)"), "\(hint)") }
    #expect(await footer("4", "v", "j").contains("D remove"))
    let versions = await footer("<Enter>", "<Space>", "<Space>")
    #expect(versions.hasPrefix("2 selected · w want · a add · = compare · "))
    #expect(await footer("3", "<Space>", "<Esc>").hasPrefix("⏎ open"))
    #expect(await footer("3", "<Space>", size: Size(columns: 40, rows: 12)).hasPrefix("1 selected · e edit · M move"))
  }

  @Test func `what is offered for marked rows can be clicked`() async {
    let app = await Harness(Crate.services)
    await app.press("3", "<Space>", "<Space>")
    let column = app.lines[23].distance(
      from: app.lines[23].startIndex,
      to: app.lines[23].firstRange(of: "deselect")?.lowerBound ?? app.lines[23].startIndex)
    await app.take([.click(Point(column: column, row: 23))])
    #expect(app.lines[23].hasPrefix("⏎ open"))
  }

  // MARK: The filter in the title

  @Test func `what a list is filtered by stands in the title with the key that clears it, on all sizes`() async {
    for size in [Size(columns: 120, rows: 40), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)] {
      let app = await Harness(Crate.services, size: size)
      await app.press("3", "/")
      await app.type("davis")
      #expect(app.lines[app.store.layout.titleRow].hasSuffix("“davis” · ⎋ clears"), "\(size): while it is typed")
      await app.press("<Enter>")
      #expect(app.lines[app.store.layout.titleRow].hasSuffix("“davis” · ⎋ clears"), "\(size)")
      #expect(app.store.overlays.isEmpty)
      await app.press("<Esc>")
      #expect(!app.screen.contains("clears"))
    }
  }

  @Test func `facets stand there, too, and a long filter leaves room for the key`() async {
    let app = await Harness(Crate.services)
    await app.press("<Enter>", "F", "<Space>", "<Enter>")
    #expect(app.lines[2].contains("only ") && app.lines[2].hasSuffix(" · ⎋ clears"))
    await app.press("<Esc>", "/")
    await app.type("a filter that is longer than the line has room for, by far")
    #expect(app.lines[2].hasSuffix("… · ⎋ clears"))
  }

  // MARK: Going on after the help

  @Test func `Esc closes the help, and the pages behind it are as they were`() async {
    let app = await Harness(Crate.services)
    await app.press("1", "?", "<Esc>", "2", "1")
    #expect(app.store.overlays.isEmpty && app.store.page.route == .home)
    await app.press("?", "?")
    #expect(app.store.overlays.isEmpty, "and so does the key that opened it")
  }

  @Test(arguments: [40, 41, 60, 120]) func `six pressings are compared at any width`(columns: Int) async {
    let rows = (1...6).map { CatalogueRow(reference: .release(Release.ID($0)), title: "Title \($0)") }
    let app = await Harness(.fixture(FixtureCatalogue(rows: rows)), size: Size(columns: columns, rows: 12))
    await app.press("2", "<Space>", "<Space>", "<Space>", "<Space>", "<Space>", "<Space>", "=")
    #expect((app.store.page as? CompareModel)?.ids.count == 6, "\(app.screen)")
  }
}
