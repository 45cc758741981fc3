import Clients
import DiscogsModel
import RunoutModel
import TestSupport
import Testing

@testable import Features

@MainActor struct SearchModelTests {
  let tasks = TaskTracker()
  let host = Listener()
  let asked = Recorder<SearchRequest>()
  let remembered = Recorder<SearchRecord>()

  /// Services that tell what was asked of them.
  var services: Services {
    var services = Services.fixture()
    let search = services.catalogue.search
    services.catalogue.search = { [asked] request, after, limit throws(ClientError) in
      asked.append(request)
      return try await search(request, after, limit)
    }
    services.history.record = { [remembered] in remembered.append($0) }
    return services
  }

  func model(_ services: Services? = nil, memento: PageMemento = PageMemento()) async -> SearchModel {
    let context = PageContext(services ?? self.services, tasks: tasks)
    context.host = host
    let model = SearchModel(context: context, memento: memento)
    model.panes.resize(columns: 80, rows: 20)
    await tasks.settle()
    return model
  }

  func type(_ text: String, into model: SearchModel) async {
    for letter in text {
      model.insert(String(letter))
      await tasks.settle()
    }
  }

  func perform(_ commands: Command..., on model: SearchModel) async {
    for command in commands {
      _ = model.perform(command)
      await tasks.settle()
    }
  }

  func titles(_ model: SearchModel) -> [String] { model.results.rows.list.rows.prefix(2).map(\.title) }

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
}
