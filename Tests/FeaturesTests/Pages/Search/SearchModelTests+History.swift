import Clients
import DiscogsModel
import RunoutModel
import TestSupport
import Testing

@testable import Features

/// What the history remembers of a search, and how it comes back from there.
extension SearchModelTests {
  @Test func `a new search begins with all types, by relevance, unfiltered`() async {
    let model = await model()
    model.run("title 1", kind: .master)
    await tasks.settle()
    await perform(.sort(by: .year), on: model)
    model.results.rows.filter(ListFilters(["format": ["LP"]]))
    await tasks.settle()
    await perform(.newSearch, on: model)
    await type("title 3", into: model)
    await perform(.submit, on: model)
    #expect(model.kind == nil && model.results.rows.order == ListOrder())
    #expect(asked.values.last?.query == (try? SearchQuery(parsing: "title 3")) && asked.values.last?.kind == nil)
  }

  @Test func `Esc brings type, sort and facets of the search before back`() async {
    let model = await model()
    model.run("title 1", kind: .master)
    await tasks.settle()
    await perform(.sort(by: .year), on: model)
    let order = model.results.rows.order
    await perform(.newSearch, on: model)
    await type("title 3", into: model)
    await perform(.cancel, on: model)
    #expect(model.kind == .master && model.results.rows.order == order)
    #expect(model.field.text == "title 1")
  }

  @Test func `the history knows a search as it is sorted, filtered and of which type at last`() async {
    let revised = Recorder<[SearchRecord]>()
    var services = services
    services.history.revise = { revised.append([$0, $1]) }
    let model = await model(services)
    model.run("title", kind: nil)
    await tasks.settle()
    await perform(.nextType, .sort(by: .year), on: model)
    model.results.rows.filter(ListFilters(["format": ["LP"]]))
    await tasks.settle()
    #expect(remembered.values.map(\.query) == ["title"])
    let news = revised.values.map { $0[1] }
    #expect(news.map(\.kind) == [.master, .master, .master])
    #expect(news.map(\.sort) == [.relevance, SortOrder(.year), SortOrder(.year)])
    #expect(news.map(\.filters) == [[:], [:], ["format": ["LP"]]])
    // Each takes the place of the one before.
    #expect(zip(revised.values.dropFirst(), news).allSatisfy { $0[0].sort == $1.sort && $0[0].kind == $1.kind })
    // Another search is another entry.
    model.run("title 2", kind: nil)
    await tasks.settle()
    #expect(remembered.values.map(\.query) == ["title", "title 2"] && revised.values.count == 3)
  }

  @Test func `a search from the history is of the type, sorted and filtered as it was`() async {
    let model = await model()
    let entry = HistoryEntry(
      id: 1, query: "title 1", kind: .master, sort: SortOrder(.year), filters: ["format": ["LP"]], source: .demo,
      results: nil, lastRun: 0, runs: 1)
    _ = model.show(.again(entry))
    await tasks.settle()
    let order = ListOrder(sort: SortOrder(.year), filters: ListFilters(["format": ["LP"]]))
    #expect(model.kind == .master && model.results.rows.order == order)
    _ = model.show(.newSearch)
    _ = model.show(.edit(entry))
    await tasks.settle()
    await type("0", into: model)
    await perform(.submit, on: model)
    #expect(model.field.text == "title 10" && model.kind == .master && model.results.rows.order == order)
  }

  // MARK: Recall

  private func withHistory(_ queries: [String]) -> Services {
    var services = services
    services.history.entries = { filter, _ in
      queries.filter { filter.isEmpty || $0.contains(filter) }.enumerated().map { number, query in
        HistoryEntry(
          id: Int64(number), query: query, kind: nil, sort: .relevance, source: .demo, results: nil, lastRun: 0, runs: 1
        )
      }
    }
    return services
  }

  @Test func `↑ and ↓ walk through the searches made, and come back to what was typed`() async {
    let model = await model(withHistory(["title 3", "title 4"]))
    await perform(.newSearch, on: model)
    await type("dra", into: model)
    var shown: [String] = []
    for command in [Command.olderEntry, .olderEntry, .olderEntry, .newerEntry, .newerEntry, .newerEntry] {
      await perform(command, on: model)
      shown.append(model.field.text)
    }
    #expect(shown == ["title 3", "title 4", "title 4", "title 3", "dra", "dra"])
  }

  @Test func `a recalled search shows its rows, and typing goes on from it`() async {
    let model = await model(withHistory(["title 3", "title 4"]))
    await perform(.newSearch, .olderEntry, on: model)
    #expect(titles(model) == ["Title 3", "Title 13"])
    await type("1", into: model)
    #expect(titles(model) == ["Title 31", "Title 131"])
    await perform(.newerEntry, on: model)
    #expect(model.field.text == "title 31", "what is typed is the newest")
  }

  @Test func `keys pressed while the history is read are not lost`() async {
    let gate = Gate()
    var services = withHistory(["title 3", "title 4"])
    let entries = services.history.entries
    services.history.entries = { filter, limit throws(ClientError) in
      await gate.pass()
      return try await entries(filter, limit)
    }
    let model = await model(services)
    _ = model.perform(.newSearch)
    _ = model.perform(.olderEntry)
    _ = model.perform(.olderEntry)
    await gate.arrival(of: 2)
    await gate.open()
    await tasks.settle()
    #expect(model.field.text == "title 4")
  }
}
