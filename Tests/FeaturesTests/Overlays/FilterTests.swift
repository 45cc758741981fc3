import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct FilterTests {
  private static let versions = FixtureCatalogue(
    rows: [
      ("LP, Album, RE", "US", 1959), ("2×LP, Album", "UK", 1960), ("CD, Album, RE", "US", 1997), ("Cass", "US", 1981),
    ].enumerated().map { number, facts in
      CatalogueRow(
        reference: .release(Release.ID(number + 1)), title: "Title", artist: "Artist", year: facts.2, country: facts.1,
        format: facts.0, label: "Label")
    })

  private func master(_ change: (inout Services) -> Void = { _ in }) async -> StoreFixture {
    var services = Services.fixture(Self.versions)
    change(&services)
    let app = await StoreFixture(services)
    app.store.paste("[m10]")
    await app.tasks.settle()
    return app
  }

  /// What is selected in the filters, with its count.
  private func selected(_ app: StoreFixture) -> String {
    guard case .value(let facet, let value)? = app.store.filterPanel?.list.selected else { return "none" }
    return "\(facet.title) \(value.title) \(value.count)"
  }

  private func shown(_ app: StoreFixture) -> [Int] { app.browse.list.rows.list.rows.map(\.reference.number) }

  @Test func `the versions of a master are filtered by what they have, and by the same key no longer`() async {
    let app = await master()
    await app.perform(.filter)
    #expect(selected(app) == "Format Album 3")
    await app.perform(.newerEntry, .newerEntry)
    #expect(selected(app) == "Format Reissue 2")
    await app.perform(.mark)
    #expect(shown(app) == [1, 3])
    #expect(app.browse.list.rows.list.total == .exactly(2))
    #expect(selected(app) == "Format Reissue 2")
    #expect(app.browse.panes.order.filters == ListFilters(["format": ["Reissue"]]))
    await app.perform(.mark)
    #expect(shown(app) == [1, 2, 3, 4])
  }

  @Test func `what is typed narrows the values, and Enter takes the one that is left`() async {
    let app = await master()
    await app.perform(.filter)
    app.store.insert("rei")
    #expect(selected(app) == "Format Reissue 2")
    await app.perform(.submit)
    #expect(shown(app) == [1, 3])
    #expect(app.store.filterPanel == nil)
  }

  @Test func `Enter keeps what Space has ticked, and Esc takes it back`() async {
    let app = await master()
    await app.perform(.filter, .newerEntry, .newerEntry)
    app.store.insert(" ")
    await app.tasks.settle()
    await app.perform(.submit)
    #expect(shown(app) == [1, 3])
    await app.perform(.filter, .complete, .complete, .mark)
    await app.perform(.cancel)
    #expect(app.browse.panes.order.filters == ListFilters(["format": ["Reissue"]]))
    #expect(shown(app) == [1, 3])
  }

  @Test func `Esc clears what was typed before it closes the facets`() async {
    let app = await master()
    await app.perform(.filter)
    app.store.insert("nothing has this")
    #expect(selected(app) == "none")
    await app.perform(.cancel)
    #expect(selected(app) == "Format Album 3")
    await app.perform(.cancel)
    #expect(app.store.filterPanel == nil)
  }

  @Test func `of different facets a version has all, of one any`() async {
    let app = await master()
    app.browse.panes.list?.filter(ListFilters(["format": ["LP", "Cassette"], "country": ["US"]]))
    await app.tasks.settle()
    #expect(shown(app) == [1, 4])
  }

  @Test func `a year takes the place of another`() async {
    let app = await master()
    await app.perform(.filter, .previousField, .newerEntry, .newerEntry, .newerEntry)
    #expect(selected(app) == "Year 1959 1")
    await app.perform(.mark)
    #expect(shown(app) == [1])
    #expect(selected(app) == "Year 1959 1")
    var filters = app.browse.panes.order.filters
    filters.toggle("1960", of: Facet(id: "released", title: "Year", allowsSeveral: false, values: []))
    #expect(filters["released"] == ["1960"])
  }

  @Test func `a value that is chosen can be taken back though no row has it any more`() async {
    let app = await master()
    app.browse.panes.list?.filter(ListFilters(["format": ["Cassette"], "country": ["UK"]]))
    await app.tasks.settle()
    await app.perform(.filter)
    #expect(shown(app) == [])
    #expect(selected(app) == "none")
    await app.perform(.cancel, .cancel)
    #expect(app.browse.panes.order.filters.isEmpty)
    #expect(shown(app) == [1, 2, 3, 4])
  }

  @Test func `Esc on the list clears the filters, and the list keeps its place`() async {
    let app = await master()
    await app.perform(.moveDown, .moveDown, .filter, .mark, .submit)
    #expect(app.store.filterPanel == nil)
    #expect(!app.browse.panes.order.filters.isEmpty)
    await app.perform(.cancel)
    #expect(app.browse.panes.order.filters.isEmpty)
    #expect(app.browse.list.rows.list.cursor == 2)
  }

  @Test func `moving skips captions, and Tab goes from facet to facet`() async {
    let app = await master()
    await app.perform(.filter, .olderEntry)
    #expect(selected(app) == "Format Album 3")
    await app.perform(.complete)
    #expect(selected(app) == "Label Label 4")
    await app.perform(.newerEntry)
    #expect(selected(app) == "Country US 3")
    await app.perform(.olderEntry, .previousField)
    #expect(selected(app) == "Format Album 3")
    await app.perform(.previousField)
    #expect(selected(app) == "Year 1997 1")
  }

  @Test func `a search is filtered by terms of its query, which keep its last word unfinished`() async {
    let asked = Recorder<SearchRequest>()
    let app = await master { services in
      let search = services.catalogue.search
      services.catalogue.search = { request, cursor, limit throws(ClientError) in
        asked.append(request)
        var plain = request
        plain.query.terms.removeAll { $0.field != nil }
        return try await search(plain, cursor, limit)
      }
    }
    await app.perform(.back)
    app.search.run("titl", kind: nil)
    await app.tasks.settle()
    await app.perform(.filter)
    #expect(app.store.filterPanel?.first == nil)
    await app.perform(.complete, .complete, .mark)
    #expect(asked.values.last?.query.description == "country:\"US\" titl")
    await app.perform(.cancel)
    app.search.run("other", kind: nil)
    await app.tasks.settle()
    #expect(app.search.panes.order.filters.isEmpty, "another query is another list")
  }

  @Test func `facets that fail to load say so in the box, and load again by Enter`() async {
    let fails = Recorder<Bool>()
    let app = await master { services in
      let facets = services.catalogue.facets
      services.catalogue.facets = { request throws(ClientError) in
        if fails.values.isEmpty { throw .offline }
        return try await facets(request)
      }
    }
    await app.perform(.filter)
    #expect(app.store.filterPanel?.list.status == .failed(.offline))
    fails.append(false)
    await app.perform(.submit)
    #expect(selected(app) == "Format Album 3")
  }

  @Test func `a list that has no facets says so`() async {
    let app = await StoreFixture(.fixture())
    app.store.paste("[a1]")
    await app.tasks.settle()
    await app.perform(.filter)
    #expect(app.store.filterPanel == nil)
    #expect(app.store.notice?.hasPrefix("Facets are for") == true)
    await app.perform(.openWantList, .filter)
    #expect(app.store.filterPanel == nil)
  }
}
