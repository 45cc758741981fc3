import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing
import Wording

/// What is offered can be done, and what cannot be done says so in a few words.
@MainActor struct OfferedKeysTests {
  private let rows = [
    CatalogueRow(reference: .master(1), title: "Kind Of Blue", artist: "Miles Davis"),
    CatalogueRow(reference: .release(2), title: "Kind Of Blue", artist: "Miles Davis"),
  ]

  @Test func `the want list and the collection are offered for releases only`() async {
    let app = await Harness(.fixture(FixtureCatalogue(rows: rows)), size: Size(columns: 120, rows: 24))
    #expect(!app.lines[23].contains("w want") && !app.lines[23].contains("a add"))
    await app.press("j")
    #expect(app.lines[23].contains("w want") && app.lines[23].contains("a add"))
  }

  @Test func `under a mistake in the query nothing is said of what was found before it`() async {
    let app = await Harness(.fixture(FixtureCatalogue(rows: [])))
    await app.press("s")
    await app.type("year:abcd")
    #expect(app.screen.contains("year"))
    #expect(!app.screen.contains("Nothing found"))
  }

  @Test func `where nothing can be sorted, the key of the sort chord begins none`() async {
    let app = await Harness(Crate.services)
    await app.press("7", ",")
    #expect(app.store.chord == nil)
    #expect(app.store.notice == ", isn't a key here · ? for help")
  }

  @Test(arguments: ["t", "p"]) func `a key of other pages says its name, not its help`(key: String) async {
    let app = await Harness(Crate.services)
    await app.press("1", key)
    #expect(app.store.notice?.hasPrefix("\(key) ") == true, "\(app.store.notice ?? "nothing")")
  }

  @Test func `what a group filters by is said as the group is called`() {
    #expect(ScreenWords.filtered("style:\"=Ambient\"") == "filtered by style “Ambient”")
    #expect(ScreenWords.noMatch("artist:\"=Miles Davis\"") == "Nothing matches artist “Miles Davis”")
    #expect(ScreenWords.filtered("davis") == "filtered by “davis”")
  }
}
