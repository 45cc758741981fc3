import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct StatsTests {
  private func fixture(_ asked: Recorder<ShelfGrouping> = Recorder()) async -> StoreFixture {
    var services = Services.fixture()
    services.reports.groups = { grouping, _, _ throws(ClientError) in
      asked.append(grouping)
      return [
        ShelfGroup(name: "1970s", copies: 3, query: "year:1970..1979"),
        ShelfGroup(name: "", copies: 1, query: "year:none"),
      ]
    }
    services.shelf.copyCount = { _ throws(ClientError) in 4 }
    return await StoreFixture(services)
  }

  @Test func `stats count by decade at first, and by the next thing on t`() async throws {
    let asked = Recorder<ShelfGrouping>()
    let fixture = await fixture(asked)
    await fixture.perform(.openStats)
    guard let model = fixture.store.page as? StatsModel else { return _ = Issue.record("not on Stats") }
    #expect(model.grouping == .decade)
    #expect(model.list.rows.map(\.copies) == [3, 1])
    #expect(model.copies == 4)
    await fixture.perform(.nextType, .previousType, .previousType)
    #expect(asked.values == [.decade, .year, .decade, .label])
    #expect(model.grouping == .label)
  }

  @Test func `a row of the stats opens its copies`() async throws {
    let fixture = await fixture()
    await fixture.perform(.openStats, .open)
    guard let model = fixture.store.page as? CollectionModel else { return _ = Issue.record("not on Collection") }
    #expect(model.panes.order.narrowing == "year:1970..1979")
    #expect(model.parts.folder == nil)
  }

  @Test func `a random pick is opened with the reason why`() async throws {
    var services = Services.fixture()
    let copy = CollectionCopy(id: 7, release: 12, artist: "Miles Davis", title: "Blue")
    services.shelf.copies = { _, _, _ throws(ClientError) in Page(rows: [copy], next: nil) }
    services.reports.pick = { _ throws(ClientError) in ShelfPick(copy: copy, among: 44, playedAt: -86_400 * 70) }
    let fixture = await StoreFixture(services)
    await fixture.perform(.openCollection, .randomPick)
    guard let model = fixture.store.page as? ReleaseModel else { return _ = Issue.record("not on a release") }
    #expect(model.id == 12)
    #expect(fixture.store.notice == "Try Miles Davis – Blue, not played for 2 months")
  }
}
