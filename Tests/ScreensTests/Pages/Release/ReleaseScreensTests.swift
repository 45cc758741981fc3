import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// The page of a release, as people see it.
@MainActor struct ReleaseScreensTests {
  private let live = ScriptedLive()

  private func open(_ base: Services = Crate.services, size: Size) async -> Harness {
    await Harness(live.services(base), size: size)
  }

  nonisolated static let scenes = [
    Scene(name: "release", keys: ["j", "<Enter>"]),
    Scene(name: "compare", keys: ["j", "<Space>", "<Space>", "="]),
    Scene(name: "release-end", keys: ["j", "<Enter>", "G"]),
  ]

  @Test(arguments: scenes, Recorded.sizes) func `a release looks as recorded`(scene: Scene, size: Size) async {
    await Harness(Crate.services, size: size).expectRecorded(scene, size)
  }

  @Test func `no caption stands in the last row without what it is for`() async {
    let captions = ["Tracklist", "Credits", "Notes", "Companies", "Other versions", "Barcode and other identifiers"]
    for rows in 12...40 {
      let app = await Harness(Crate.services, size: Size(columns: 80, rows: rows))
      await app.press("j", "<Enter>")
      // Above the line and the hints.
      let last = app.lines[rows - 3].drop { $0 == " " } + "  "
      #expect(!captions.contains { last.hasPrefix("\($0)  ") }, "\(rows): \(app.screen)")
      #expect(!last.hasPrefix("45:44"), "the time of a tracklist goes with its caption")
    }
  }

  @Test func `the page of a copy that Discogs refused says so, and how to take it back`() async {
    var copy = CollectionCopy(id: 1, release: 900_000_001, artist: "Miles Davis", title: "Kind Of Blue")
    copy.refusal = .row
    var services = Crate.services
    services.shelf.copiesOf = { [copy] _ in [copy] }
    let app = await Harness(services, size: Size(columns: 130, rows: 30))
    await app.paste("[r900000001]")
    #expect(app.screen.contains("refused · :pending") && app.screen.contains("D take back"), "\(app.screen)")
    #expect(!app.screen.contains("You own"), "\(app.screen)")
  }

  @Test(arguments: Recorded.sizes) func `a release that failed looks as recorded`(size: Size) async {
    let app = await Harness(Crate.failing, size: size)
    await app.paste("[a900000001]")
    await app.paste("[r900000001]")
    app.expectRecorded("release-failed", size)
  }

  @Test(arguments: Recorded.sizes) func `a release with its community and its prices`(size: Size) async {
    live.network = NetworkStatus(connection: .online, budget: .init(limit: 60, remaining: 54))
    live.set(
      CommunityFigures(have: 12_345, want: 617, average: 4.517, ratings: 1_204, own: 5),
      MarketFigures(
        forSale: 23, lowest: Money(DecimalNumber(significand: 1250, scale: 2), Currency("EUR")),
        suggestions: [
          .init(condition: "Mint (M)", price: Money(DecimalNumber(significand: 4000, scale: 2), Currency("EUR"))),
          .init(
            condition: "Very Good Plus (VG+)", price: Money(DecimalNumber(significand: 2450, scale: 2), Currency("EUR"))
          ),
        ], isBlocked: false), of: 900_000_001)
    live[.record(.release(900_000_001))] = Freshness(answeredAt: Crate.now - 86_400 * 3)
    let app = await open(size: size)
    await app.press("j", "<Enter>", "p")
    app.expectRecorded("live-release", size)
    await app.press("*")
    app.expectRecorded("live-release-rating", size)
  }

  @Test(arguments: Recorded.sizes) func `a page that needs an account says which key signs in`(size: Size) async {
    live.network = NetworkStatus(connection: .online, heldSeconds: 7)
    var base = Crate.services
    base.catalogue.release = { _ throws(ClientError) in throw .signInRequired(.signedOut) }
    let app = await open(base, size: size)
    await app.press("j", "<Enter>")
    app.expectRecorded("live-sign-in-required", size)
    base.catalogue.release = { _ throws(ClientError) in throw .rateLimited(retryAfterSeconds: 60) }
    let limited = await open(base, size: size)
    await limited.press("j", "<Enter>")
    limited.expectRecorded("live-rate-limited", size)
  }
}
