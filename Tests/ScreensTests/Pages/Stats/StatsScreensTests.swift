import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// Stats, as people see them.
@MainActor struct StatsScreensTests {
  nonisolated private static let groups: [ShelfGrouping: [(name: String, copies: Int)]] = [
    .decade: [("2000s", 31), ("1990s", 120), ("1970s", 64), ("1950s", 9), ("", 2)],
    .format: [("LP", 140), ("CD", 61), ("12\"", 20), ("7\"", 5)],
    .genre: [("Jazz", 90), ("Electronic", 80), ("Folk, World, & Country", 30), ("日本", 4)],
    .style: (1...40).map { ("Style \($0)", 80 - 2 * $0) }, .label: [("Columbia", 12), ("Blue Note", 11)],
    .artist: [("Miles Davis", 20), ("坂本龍一", 9)], .country: [("US", 120), ("UK & Ireland", 50), ("", 1)],
    .media: [("Near Mint (NM or M-)", 100), ("Very Good Plus (VG+)", 110), ("", 16)],
    .rating: [("5", 40), ("4", 60), ("1", 1), ("", 125)], .played: [("", 200), ("2026-01", 26)],
    .folder: [("Jazz", 100), ("Rock", 126)],
    .added: [("2026-02", 3), ("2025-12", 20), ("2025-03", 7), ("2024-01", 196)],
  ]

  private var services: Services {
    var services = Crate.services
    services.shelf.copyCount = { _ in 226 }
    services.reports.groups = { grouping, _, _ in
      (Self.groups[grouping] ?? []).map {
        ShelfGroup(name: $0.name, copies: $0.copies, query: "\(grouping):\($0.name)")
      }
    }
    services.reports.values = {
      [("2026-11-19", "€95.00"), ("2026-11-20", "€100.00"), ("2026-11-21", "€178.10"), ("2026-11-22", "€160.00")].map {
        ValueOnDay(day: $0, value: CollectionValue(minimum: "€1", median: $1, maximum: "€200"), copies: 3)
      }
    }
    return services
  }

  @Test(arguments: Recorded.sizes + [Size(columns: 160, rows: 50)]) func `stats look as recorded`(size: Size) async {
    let app = await Harness(services, size: size)
    await app.press("7")
    app.expectRecorded("stats", size)
    await app.press("<Tab>", "<Tab>", "<Tab>")
    app.expectRecorded("stats-format", size)
    await app.press("t")
    app.expectRecorded("stats-in-full", size)
  }

  @Test(arguments: Recorded.sizes) func `stats without a collection look as recorded`(size: Size) async {
    let app = await Harness(Crate.empty, size: size)
    await app.press("7")
    app.expectRecorded("stats-empty", size)
  }

  @Test func `no size traps or leaves the screen`() async {
    let app = await Harness(services, size: Size(columns: 80, rows: 24))
    for keys in [["7"], ["G"], ["t"]] {
      await app.press(keys)
      for columns in [1, 39, 40, 41, 60, 75, 76, 80, 100, 113, 114, 130, 200] {
        for rows in [1, 7, 8, 9, 10, 12, 15, 16, 24, 45] {
          await app.resize(columns: columns, rows: rows)
          if let cursor = app.canvas.cursor { #expect(app.canvas.bounds.contains(cursor), "\(columns)x\(rows)") }
        }
      }
    }
  }

  @Test func `a click on a bar selects it, and opens its copies where it was selected`() async {
    let app = await Harness(services, size: Size(columns: 120, rows: 40))
    await app.press("7")
    let row = app.lines.firstIndex { $0.contains("1970s") } ?? 0
    await app.take([.click(Point(column: 6, row: row))])
    #expect((app.store.page as? StatsModel)?.view.selected?.lead == "1970s")
    await app.take([.click(Point(column: 6, row: row))])
    #expect(app.store.page.route == .collection)
  }
}
