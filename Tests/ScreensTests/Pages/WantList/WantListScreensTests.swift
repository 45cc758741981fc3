import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// The want list, as people see it.
@MainActor struct WantListScreensTests {
  nonisolated static let scenes = [
    Scene(name: "want-list", keys: ["4"])
  ]

  @Test(arguments: scenes, Recorded.sizes) func `the want list looks as recorded`(scene: Scene, size: Size) async {
    await Harness(Crate.services, size: size).expectRecorded(scene, size)
  }

  @Test(arguments: Recorded.sizes) func `any pressing as a want looks as recorded`(size: Size) async {
    var services = Crate.services
    let any = WantListEntry(
      id: 3,
      facts: ShelfFacts(master: 900_000_010, artist: "Miles Davis", title: "Kind Of Blue", year: 1959, versions: 10),
      rating: 5, added: "2024-05-06 10:00:00")
    services.shelf.wants = { _, after, limit in
      FixtureCatalogue.page([any] + Crate.wants, after: after, limit: limit)
    }
    services.shelf.wantOf = { $0 == any.wanted ? any : nil }
    services.shelf.marksWithin = { _, _ in
      [.master(900_000_010): ShelfMarks(owned: .another), .release(900_000_004): ShelfMarks(owned: .this)]
    }
    let app = await Harness(services, size: size)
    await app.press("4")
    app.expectRecorded("want-list-any-pressing", size)
  }

  @Test(arguments: Recorded.sizes) func `wants with prices and limits look as recorded`(size: Size) async {
    var services = Crate.services
    var market = FixtureMarket.Content()
    market.wants = [
      PricedWant(
        want: Crate.wants[0], limit: Money(25, Currency("EUR")),
        seen: SeenPrice(at: Crate.now, lowest: Money(18, Currency("EUR")), copiesForSale: 1)),
      PricedWant(want: Crate.wants[1], limit: Money(9, Currency("EUR"))),
    ]
    services.market = FixtureMarket(market).client
    let app = await Harness(services, size: size)
    await app.press("4")
    app.expectRecorded("want-list-prices", size)
  }

  @Test func `a pressing that is wanted says so beside that another one is owned, on every list`() async {
    var services = Crate.services
    services.shelf.marksWithin = { _, _ in [.release(900_000_004): ShelfMarks(owned: .another)] }
    services.shelf.marks = { _ in [.release(900_000_008): ShelfMarks(owned: .another, wanted: .this)] }
    let app = await Harness(services, size: Size(columns: 80, rows: 24))
    #expect(app.screen.split(separator: "\n").contains { $0.contains("◐ ♥") }, "\(app.screen)")
    await app.press("4")
    let line = app.screen.split(separator: "\n").first { $0.contains("Byrjun") }
    #expect(line?.contains("◐") == true, "\(app.screen)")
  }

  @Test(arguments: Recorded.sizes) func `a want list without anything looks as recorded`(size: Size) async {
    let app = await Harness(Crate.empty, size: size)
    await app.press("4")
    app.expectRecorded("want-list-empty", size)
  }
}
