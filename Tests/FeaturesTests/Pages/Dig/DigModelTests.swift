import Clients
import DiscogsModel
import RunoutModel
import TestSupport
import Testing

@testable import Features

@MainActor struct DigModelTests {
  private func services(_ asked: Recorder<DigRequest>) -> Services {
    var services = Services.fixture()
    services.digging.rows = { request, _, _ throws(ClientError) in
      asked.append(request)
      return Page(rows: [CatalogueRow(reference: .release(3), title: "Missing", master: 10)], next: nil)
    }
    services.digging.count = { _ in DigCount(rows: 1, all: 12) }
    return services
  }

  @Test(arguments: [
    ("[l7]", EntityReference.label(7)), ("[a4]", .artist(4)), ("[m10]", .master(10)), ("[r11]", .master(20)),
  ])
  func `gaps are those of the page, of a release those of its master`(
    _ page: String, _ owner: EntityReference
  ) async throws {
    let asked = Recorder<DigRequest>()
    let app = await StoreFixture(services(asked))
    app.store.open(page)
    await app.tasks.settle()
    await app.perform(.openGaps)
    let model = try #require(app.store.page as? DigModel)
    #expect(model.subject == .gaps(owner))
    #expect(model.list.rows.list.rows.map(\.title) == ["Missing"])
    #expect(model.heading.count == DigCount(rows: 1, all: 12))
    #expect(model.heading.names[owner] == "Named \(owner.number)")
  }

  @Test func `gaps are sorted and narrowed as a whole, and come again when the shelf changes`() async throws {
    let asked = Recorder<DigRequest>()
    let app = await StoreFixture(services(asked))
    app.store.open("[l7]")
    await app.tasks.settle()
    await app.perform(.openGaps, .sortByYear)
    let model = try #require(app.store.page as? DigModel)
    model.list.rows.narrow("lp")
    await app.tasks.settle()
    #expect(asked.values.last == DigRequest(.gaps(.label(7)), sort: RunoutModel.SortOrder(.year), narrowing: "lp"))
    let before = asked.values.count
    model.hear(.shelfChanged)
    await app.tasks.settle()
    #expect(asked.values.count > before)
  }

  @Test func `with Discogs as the source gaps say what they need`() async {
    var services = services(Recorder())
    services.source.current = { SourceStatus(source: .live) }
    let app = await StoreFixture(services)
    app.store.open("[l7]")
    await app.tasks.settle()
    await app.perform(.openGaps)
    #expect(app.store.page.route == .label(7))
    #expect(app.store.notice == "This needs a catalogue on this machine: :source catalogue")
  }
}
