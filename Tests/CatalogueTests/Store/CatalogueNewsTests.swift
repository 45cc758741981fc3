import Catalogue
import DiscogsModel
import Foundation
import RunoutModel
import Testing

/// What came to Discogs since the month before.
struct CatalogueNewsTests {
  private static let davis = (id: 1, name: "Miles Davis")
  private static let coltrane = (id: 2, name: "John Coltrane")

  private static func release(_ id: Int, _ artist: (id: Int, name: String), label: Int = 1) -> ReleaseText {
    ReleaseText(id: id, title: "Title \(id)", artist: artist, year: "1959", label: (label, "Label \(label)", "L \(id)"))
  }

  /// A catalogue of these months, one after the other.
  private func fixture(_ months: (String, [ReleaseText])...) throws -> CatalogueFixture {
    let fixture = try CatalogueFixture()
    for (month, releases) in months {
      let file = fixture.folder.appendingPathComponent("discogs_\(month)01_releases.xml.gz")
      try Data(DumpText.releases(releases).utf8).write(to: file)
      _ = try CatalogueImporter.import(
        files: [file.path], into: fixture.path, now: CatalogueFixture.now, replacingKinds: true)
    }
    return fixture
  }

  private func news(_ store: CatalogueStore, of followed: Followed..., above number: Int) async throws -> [String] {
    try await store.dig(.news(of: followed, above: number)).rows.map { "\($0.reference.shorthand) \($0.role)" }
  }

  @Test func `a catalogue knows the highest numbers of the months before it`() async throws {
    let old = [Self.release(3, Self.davis), Self.release(9, Self.coltrane)]
    let fixture = try fixture(
      ("202609", [Self.release(3, Self.davis)]), ("202610", old), ("202611", old + [Self.release(12, Self.davis)]))
    let info = try await fixture.store().info()
    #expect(info.month == "2026-11" && info.highest == ["2026-09": 3, "2026-10": 9, "2026-11": 12])
    #expect(info.start(ofNewsSince: nil)?.month == "2026-10")
    #expect(info.start(ofNewsSince: "2026-09")?.highest == 3)
    // Of a month between, the one before it.
    #expect(info.start(ofNewsSince: "2027-01")?.month == "2026-11")
    #expect(info.start(ofNewsSince: "2026-08") == nil)
  }

  @Test func `the first catalogue has nothing to compare with`() async throws {
    let info = try await fixture(("202611", [Self.release(3, Self.davis)])).store().info()
    #expect(info.highest == ["2026-11": 3] && info.start(ofNewsSince: nil) == nil)
  }

  @Test func `an artist, a label and a search have the releases above a number, the newest first`() async throws {
    let store = try fixture(
      (
        "202611",
        [
          Self.release(3, Self.davis), Self.release(9, Self.coltrane), Self.release(12, Self.davis, label: 2),
          Self.release(14, Self.coltrane, label: 2),
        ]
      )
    ).store()
    let davis = Followed(.record(.artist(1)), name: "Miles Davis")
    let label = Followed(.record(.label(2)), name: "Label 2")
    let search = Followed(.search(try SearchQuery(parsing: "artist:coltrane")), name: "artist:coltrane")
    #expect(try await news(store, of: davis, above: 2) == ["r12 Miles Davis", "r3 Miles Davis"])
    #expect(try await news(store, of: davis, label, above: 9) == ["r14 Label 2", "r12 Miles Davis, Label 2"])
    #expect(try await news(store, of: search, above: 9) == ["r14 artist:coltrane"])
    #expect(try await news(store, of: davis, above: 12).isEmpty)
    #expect(try await news(store, of: Followed(.record(.artist(77)), name: "Nobody"), above: 0).isEmpty)
  }
}
