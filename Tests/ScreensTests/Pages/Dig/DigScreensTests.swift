import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// What was dug out, as people see it.
@MainActor struct DigScreensTests {
  nonisolated static let scenes = [
    Scene(name: "gaps", keys: ["O"], text: "[l900000001]", then: ["<Enter>", "g", "x"]),
    Scene(name: "path", keys: [":"], text: "path a900000001 > a900000007", then: ["<Enter>"]),
    Scene(name: "who-else", keys: ["j", "g", "e"]),
    Scene(name: "alike", keys: ["j", "g", "k"]),
    Scene(name: "years", keys: ["O"], text: "[l900000001]", then: ["<Enter>", "g", "y", "j"]),
    Scene(name: "on-this-day", keys: [":"], text: "on-this-day", then: ["<Enter>"]),
    Scene(name: "news", keys: ["g", "f"]), Scene(name: "plays", keys: ["g", "P"]),
  ]

  @Test(arguments: scenes, Recorded.sizes) func `what was dug out looks as recorded`(scene: Scene, size: Size) async {
    await Harness(Self.services, size: size).expectRecorded(scene, size)
  }

  @Test(arguments: Recorded.sizes) func `a path that was given up looks as recorded`(size: Size) async {
    var services = Self.services
    services.digging.rows = { _, _, _ in Page(rows: [], next: nil) }
    services.digging.count = { _ in DigCount(rows: 0, all: 8_000, isCut: true) }
    await Harness(services, size: size).expectRecorded(
      Scene(name: "path-given-up", keys: [":"], text: "path a900000001 > a900000007", then: ["<Enter>"]), size)
  }

  private static var services: Services {
    var services = Crate.services
    let records = Crate.rows.filter { $0.reference.kind == .release }
    let artists = [
      CatalogueRow(reference: .artist(900_000_001), title: "Miles Davis"),
      CatalogueRow(reference: .artist(900_000_007), title: "John Coltrane"),
    ]
    services.digging.rows = { request, _, _ in
      let rows: [CatalogueRow] =
        switch request.list {
        case .gaps, .years: records
        case .path: [artists[0], record(records[0], "with John Coltrane"), artists[1]]
        case .company:
          [record(artists[1], "Tenor Saxophone · 12 more records together")]
            + records.prefix(4).map { record($0, "3 of 7: John Coltrane, Paul Chambers, Jimmy Cobb") }
        case .alike: records.map { record($0, "Paul Chambers, Jimmy Cobb · Modal · 2 years apart") }
        case .cameOut: Array(records.prefix(2))
        case .plays:
          [record(records[0], "2026-11-20"), record(records[1], "2026-11-19"), record(records[0], "2026-10-02")]
        case .news:
          [record(records[0], "Miles Davis, Columbia"), record(records[1], "genre:jazz format:vinyl"), records[2]]
        }
      return Page(rows: rows, next: nil)
    }
    services.digging.count = { request in
      if case .path = request.list { return DigCount(rows: 3, all: 40) }
      return DigCount(rows: records.count, all: 1_284, isCut: true)
    }
    services.digging.years = { _ in
      YearCounts(
        tallies: [1, 0, 4, 12, 7].enumerated().map { YearTally(year: 1957 + $0.offset, records: $0.element) },
        unknown: 2)
    }
    return services
  }

  nonisolated private static func record(_ row: CatalogueRow, _ why: String) -> CatalogueRow {
    var row = row
    row.role = why
    return row
  }
}
