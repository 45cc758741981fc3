import Clients
import DiscogsModel
import RunoutModel
import TestSupport
import Testing

@testable import Features

/// The rows that a search finds, and what is offered where it finds none.
extension SearchModelTests {
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
}
