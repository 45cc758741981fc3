import Clients
import DiscogsModel
import RunoutModel
import TestSupport
import Testing

@testable import Features

@MainActor struct SearchModelTests {
  private let tasks = TaskTracker()
  private let host = Listener()
  private let asked = Recorder<SearchRequest>()
  private let remembered = Recorder<SearchRecord>()

  /// Services that tell what was asked of them.
  private var services: Services {
    var services = Services.fixture()
    let search = services.catalogue.search
    services.catalogue.search = { [asked] request, after, limit throws(ClientError) in
      asked.append(request)
      return try await search(request, after, limit)
    }
    services.history.record = { [remembered] in remembered.append($0) }
    return services
  }

  private func model(_ services: Services? = nil, memento: PageMemento = PageMemento()) async -> SearchModel {
    let context = PageContext(services ?? self.services, tasks: tasks)
    context.host = host
    let model = SearchModel(context: context, memento: memento)
    model.panes.resize(columns: 80, rows: 20)
    await tasks.settle()
    return model
  }

  private func type(_ text: String, into model: SearchModel) async {
    for letter in text {
      model.insert(String(letter))
      await tasks.settle()
    }
  }

  private func perform(_ commands: Command..., on model: SearchModel) async {
    for command in commands {
      _ = model.perform(command)
      await tasks.settle()
    }
  }

  private func titles(_ model: SearchModel) -> [String] { model.results.rows.list.rows.prefix(2).map(\.title) }

  @Test func `the page begins with the best-known records`() async {
    let model = await model()
    #expect(asked.values == [SearchRequest(query: SearchQuery())])
    #expect(titles(model) == ["Title 1", "Title 2"])
    #expect(!model.isEditing)
  }

  @Test func `results come as one types`() async {
    let model = await model()
    await perform(.newSearch, on: model)
    #expect(model.isEditing)
    await type("title 17", into: model)
    #expect(titles(model) == ["Title 17", "Title 117"])
    #expect(model.field.text == "title 17")
    #expect(remembered.values.isEmpty, "not before Enter")
  }

  @Test func `a search that is run is remembered once, with how many rows it found`() async {
    let model = await model()
    await perform(.newSearch, on: model)
    await type("  title 17 ", into: model)
    await perform(.submit, on: model)
    #expect(!model.isEditing)
    #expect(
      remembered.values == [
        SearchRecord(query: "title 17", kind: nil, sort: .relevance, source: .demo, results: .exactly(12))
      ])
    #expect(model.field.text == "title 17")
  }

  @Test func `a search that cannot be counted is remembered all the same`() async {
    var services = services
    services.catalogue.count = { _ throws(ClientError) in throw .offline }
    let model = await model(services)
    model.run("title 5", kind: nil)
    await tasks.settle()
    #expect(remembered.values.map(\.query) == ["title 5"])
    #expect(remembered.values.map(\.results) == [nil])
    #expect(host.reported.isEmpty)
  }

  @Test func `a search is remembered even if the page closes at once`() async {
    let model = await model()
    await perform(.newSearch, on: model)
    await type("title 5", into: model)
    _ = model.perform(.submit)
    model.close()
    await tasks.settle()
    #expect(remembered.values.map(\.query) == ["title 5"])
  }

  @Test(arguments: ["", "   ", "\t \u{3000}"])
  func `spaces alone are an empty search`(text: String) async {
    let model = await model()
    await perform(.newSearch, on: model)
    model.insert(text)
    await perform(.submit, on: model)
    #expect(model.isEditing)
    #expect(model.queryError?.sentence == "Type a search")
    #expect(remembered.values.isEmpty)
    await perform(.cancel, on: model)
    #expect(model.queryError == nil)
  }

  @Test(arguments: ["Guns N' Roses", "7\" single", "l’amour", "“Heroes”", "!!!"])
  func `quotes and apostrophes are searched for as typed`(text: String) async {
    let model = await model()
    await perform(.newSearch, on: model)
    await type(text, into: model)
    #expect(model.queryError == nil)
    await perform(.submit, on: model)
    #expect(remembered.values.map(\.query) == [text])
    #expect((try? SearchQuery(parsing: text)) == asked.values.last?.query)
  }

  @Test(arguments: [1_001, 12_000]) func `a query that is too long is not cut but says so`(count: Int) async {
    let model = await model()
    await perform(.newSearch, on: model)
    let before = asked.values.count
    model.insert(String(repeating: "x", count: count))
    await perform(.submit, .submit, on: model)
    let said = "A query has at most 1,000 characters, and this one has \(count)"
    #expect(model.isEditing && model.queryError?.sentence == said, "\(model.queryError?.sentence ?? "")")
    #expect(remembered.values.isEmpty && asked.values.count == before)
    await perform(.editKillToStart, on: model)
    await type("title", into: model)
    await perform(.submit, on: model)
    #expect(remembered.values.map(\.query) == ["title"])
  }

  @Test func `a query that the program begins with is not cut either`() async {
    let model = await model()
    _ = model.show(.search(String(repeating: "x", count: 1_001)))
    await tasks.settle()
    #expect(model.queryError?.reason == .tooLong(1_001) && remembered.values.isEmpty)
  }

  @Test func `a wrong field keeps the last results and says where it is wrong`() async {
    let model = await model()
    await perform(.newSearch, on: model)
    await type("title 17", into: model)
    model.insert(" lable:x")
    await tasks.settle()
    #expect(model.queryError?.column == 10)
    #expect(titles(model) == ["Title 17", "Title 117"])
    let count = asked.values.count
    await perform(.submit, on: model)
    #expect(model.isEditing, "the prompt stays for the correction")
    #expect(asked.values.count == count)
    #expect(remembered.values.isEmpty)
    for _ in 0..<8 { await perform(.editDeleteLeft, on: model) }
    #expect(model.queryError == nil)
  }

  @Test func `Esc brings the search before back, with its rows`() async {
    let model = await model()
    model.run("title 17", kind: nil)
    await tasks.settle()
    await perform(.newSearch, on: model)
    await type("title 3", into: model)
    #expect(titles(model) == ["Title 3", "Title 13"])
    await perform(.cancel, on: model)
    #expect(!model.isEditing)
    #expect(model.field.text == "title 17")
    #expect(titles(model) == ["Title 17", "Title 117"])
  }

  @Test func `Esc outside the prompt undoes type and search`() async {
    let model = await model()
    model.run("title 1", kind: .master)
    await tasks.settle()
    #expect(titles(model) == ["Title 10", "Title 100"])
    #expect((model.perform(.cancel) == .done))
    await tasks.settle()
    #expect(titles(model) == ["Title 1", "Title 2"])
    #expect(model.kind == nil)
    #expect(!(model.perform(.cancel) == .done))
  }

  @Test func `a type chosen alone is undone with its rows`() async {
    let model = await model()
    await perform(.nextType, on: model)
    #expect(model.kind == .master)
    #expect(titles(model) == ["Title 10", "Title 20"])
    #expect((model.perform(.cancel) == .done))
    await tasks.settle()
    #expect(titles(model) == ["Title 1", "Title 2"])
  }

  @Test func `the types go round, over the same query`() async {
    let model = await model()
    model.run("title", kind: nil)
    await tasks.settle()
    var kinds: [EntityKind?] = []
    for _ in 0..<5 {
      await perform(.nextType, on: model)
      kinds.append(model.kind)
    }
    #expect(kinds == [.master, .release, .artist, .label, nil])
    await perform(.previousType, on: model)
    #expect(model.kind == .label)
    #expect(model.field.text == "title")
  }

  @Test func `the same words of another type are another search`() async {
    let model = await model()
    model.run("title 1", kind: nil)
    await tasks.settle()
    model.run("title 1", kind: .master)
    await tasks.settle()
    #expect(titles(model) == ["Title 10", "Title 100"])
  }

  // MARK: What belongs to a search

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

  // MARK: Typing errors

  @Test func `a search that finds nothing offers what was meant, and Enter looks for it`() async throws {
    var services = services
    services.catalogue.nearest = { _ in [try? SearchQuery(parsing: "title 17")].compactMap { $0 } }
    let model = await model(services)
    await perform(.newSearch, on: model)
    await type("tilte", into: model)
    #expect(model.nearest.map(\.description) == ["title 17"])
    await perform(.submit, .open, on: model)
    #expect(model.field.text == "title 17" && model.nearest.isEmpty)
    #expect(titles(model) == ["Title 17", "Title 117"])
    #expect(remembered.values.map(\.query) == ["tilte", "title 17"])
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

  // MARK: Addresses

  @Test(arguments: [
    "r123456", "[m45]", "https://www.discogs.com/release/249504-Rick-Astley-Never-Gonna-Give-You-Up",
  ])
  func `a pasted address or id opens its page`(text: String) async {
    let model = await model()
    model.run("title 17", kind: nil)
    await tasks.settle()
    await perform(.newSearch, on: model)
    model.insert(text)
    await tasks.settle()
    await perform(.submit, on: model)
    #expect(host.followed == EntityReference(pasted: text).map { [.entity($0)] })
    #expect(!model.isEditing)
    #expect(model.field.text == "title 17")
    #expect(remembered.values.map(\.query) == ["title 17"])
  }

  @Test func `an id typed letter by letter leaves the rows of the search before`() async {
    let model = await model()
    model.run("title 17", kind: nil)
    await tasks.settle()
    await perform(.newSearch, on: model)
    await type("r123", into: model)
    await perform(.submit, on: model)
    #expect(host.followed == [.entity(.release(123))])
    #expect(titles(model) == ["Title 17", "Title 117"])
  }

  // MARK: The list

  @Test func `narrowing adds words to the query, over the whole list`() async {
    let model = await model()
    _ = model.perform(.narrow, .text("17 title"))
    await tasks.settle()
    #expect(titles(model) == ["Title 17", "Title 117"])
    #expect(model.shownQuery.isEmpty)
    model.run("title 3", kind: nil)
    await tasks.settle()
    #expect(model.panes.order.narrowing == "")
  }

  @Test func `another type keeps sort and narrowing`() async {
    let model = await model()
    await perform(.sort(by: .year), on: model)
    _ = model.perform(.narrow, .text("10"))
    await tasks.settle()
    await perform(.nextType, on: model)
    #expect(model.results.rows.order == ListOrder(sort: SortOrder(.year), narrowing: "10"))
    #expect(titles(model) == ["Title 10", "Title 100"])
  }

  @Test func `a space typed does not undo anything`() async {
    let model = await model()
    model.run("title 1", kind: nil)
    await tasks.settle()
    model.results.rows.select(row: 5)
    let count = asked.values.count
    await perform(.newSearch, on: model)
    model.insert("title 1 ")
    await tasks.settle()
    #expect(asked.values.count == count)
    #expect(model.results.rows.list.cursor == 5)
  }

  @Test func `sorting covers the whole list, and an impossible order says so`() async {
    let model = await model()
    await perform(.sort(by: .year), on: model)
    #expect(asked.values.last?.sort == SortOrder(.year))
    #expect(model.perform(.sort(by: .added)) == .refused("Only your shelf sorts by date added and rating"))
  }

  @Test func `a page comes back with prompt, type, sort and row`() async {
    let first = await model()
    first.run("title 1", kind: .release)
    await tasks.settle()
    await perform(.sort(by: .title), on: first)
    first.results.rows.select(row: 12)
    let second = await model(memento: first.memento)
    #expect(second.field.text == "title 1")
    #expect(second.kind == .release)
    #expect(second.results.rows.order.sort == SortOrder(.title))
    #expect(second.results.rows.list.cursor == 12)
    #expect(second.memento == first.memento)
  }

  @Test func `the same search run again after a failure asks again`() async {
    let fails = Recorder<Bool>()
    var services = services
    let search = services.catalogue.search
    services.catalogue.search = { request, after, limit throws(ClientError) in
      if !request.query.isEmpty, fails.values.isEmpty {
        fails.append(true)
        throw .storage("no")
      }
      return try await search(request, after, limit)
    }
    let model = await model(services)
    model.run("title 17", kind: nil)
    await tasks.settle()
    #expect(model.results.rows.list.status == .failed(.storage("no")))
    #expect(model.results.rows.list.isEmpty, "the rows of the search before would pass for those of this one")
    model.run("title 17", kind: nil)
    await tasks.settle()
    #expect(titles(model) == ["Title 17", "Title 117"])
  }

  @Test func `on a wide screen the preview follows the selection, on a narrow one it waits`() async {
    let model = await model()
    #expect(model.panes.preview.subject == nil)
    model.panes.resize(columns: 120, rows: 30)
    await tasks.settle()
    #expect(model.panes.preview.subject == .release(1))
    await perform(.moveDown, on: model)
    #expect(model.panes.preview.subject == .release(2))
    await perform(.toggleInfo, .moveDown, on: model)
    #expect(model.panes.preview.subject == .release(2), "hidden")
    model.panes.resize(columns: 80, rows: 24)
    await perform(.nextPane, on: model)
    #expect(model.panes.isInfoFocused && !model.panes.isListVisible)
    #expect(model.panes.preview.subject == .release(3))
  }

  @Test func `marks come with the rows`() async {
    var services = services
    services.shelf.marks = { rows in
      Dictionary(
        uniqueKeysWithValues: rows.filter { $0.title == "Title 2" }.map { ($0.reference, ShelfMarks(owned: .this)) })
    }
    let model = await model(services)
    #expect(model.results.shelfMarks == [.release(2): ShelfMarks(owned: .this)])
  }
}
