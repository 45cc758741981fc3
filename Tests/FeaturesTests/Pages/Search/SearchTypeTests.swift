import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// Whether a search's rows say of what type they are.
@MainActor struct SearchTypeTests {
  private func isOfOneType(_ rows: [CatalogueRow]) async -> Bool {
    let app = await StoreFixture(.fixture(FixtureCatalogue(rows: rows)))
    return app.search.results.isOfOneType
  }

  private func releases(_ count: Int) -> [CatalogueRow] {
    (1...count).map { CatalogueRow(reference: .release(Release.ID($0)), title: "Title \($0)") }
  }

  @Test func `the type goes where every row is of the same, all of them being here`() async {
    #expect(await isOfOneType(releases(50)))
    #expect(await !isOfOneType(releases(5) + [CatalogueRow(reference: .artist(1), title: "Artist")]))
    #expect(await !isOfOneType([]))
  }

  @Test func `it stays where more rows are to come, so that none moves aside on the way down`() async {
    let app = await StoreFixture(.fixture(FixtureCatalogue(rows: releases(60))))
    #expect(!app.search.results.isOfOneType)
    await app.perform(.moveToBottom)
    #expect(app.search.results.rows.list.rows.count == 60 && !app.search.results.isOfOneType)
  }
}
