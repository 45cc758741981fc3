import Clients
import DiscogsModel
import Features
import RunoutModel
import Synchronization
import TestSupport
import Testing

@MainActor struct HistoryModelTests {
  /// A history in memory.
  private final class Book: Sendable {
    let entries: Mutex<[HistoryEntry]>
    init(_ queries: [String]) {
      entries = Mutex(
        queries.enumerated().map { number, query in
          HistoryEntry(
            id: Int64(number), query: query, kind: number == 1 ? .master : nil, sort: SortOrder(.year), source: .demo,
            results: .exactly(number), lastRun: 0, runs: 1)
        })
    }

    var queries: [String] { entries.withLock { $0.map(\.query) } }
  }

  private func app(_ book: Book, columns: Int = 80) async -> StoreFixture {
    var services = Services.fixture()
    services.history.entries = { filter, limit in
      book.entries.withLock { entries in
        Array(entries.filter { filter.isEmpty || $0.query.contains(filter) }.prefix(limit))
      }
    }
    services.history.delete = { id in book.entries.withLock { $0.removeAll { $0.id == id } } }
    services.history.restore = { entry in
      book.entries.withLock { entries in
        entries.append(entry)
        entries.sort { $0.id < $1.id }
      }
    }
    return await StoreFixture(services, columns: columns)
  }

  private let book = Book(["title 3", "title 4", "blue under", "jazz"])

  @Test func `it opens over any page, and Esc leaves everything as it was`() async {
    let app = await app(book)
    await app.perform(.openCollection, .openSearchHistory)
    #expect(app.store.history?.list.rows.map(\.query) == ["title 3", "title 4", "blue under", "jazz"])
    #expect(app.store.contexts == [.history])
    await app.perform(.cancel)
    #expect(app.store.history == nil)
    #expect(app.store.page.route == .collection)
  }

  @Test func `a search is saved with its facets and its type`() async {
    let shelf = fixtureShelf()
    let app = await StoreFixture(shelf.services())
    await app.perform(.newSearch)
    await app.type("title 3")
    await app.perform(.submit)
    (app.store.page as? SearchModel)?.results.rows.filter(ListFilters(["format": ["LP"], "released": ["1959"]]))
    await app.tasks.settle()
    await app.commandLine("crate Mono")
    #expect(shelf.content.crates.map(\.query) == [#"title 3 format:"LP" year:1959"#])
    await app.commandLine("type release")
    (app.store.page as? SearchModel)?.results.rows.filter(ListFilters(["country": ["US"]]))
    await app.tasks.settle()
    await app.commandLine("crate American")
    #expect(shelf.content.crates.first?.query == #"title 3 country:"US" type:release"#)
  }

  @Test func `a search saved under a name stands first, runs, and can be deleted and brought back`() async {
    let shelf = fixtureShelf()
    var services = shelf.services()
    services.history.entries = { [book] _, _ in book.entries.withLock { $0 } }
    let app = await StoreFixture(services)
    await app.perform(.newSearch)
    await app.type("title 3")
    await app.perform(.submit)
    await app.commandLine("crate The third")
    #expect(app.store.notice == "Saved search “The third”: title 3 · <C-r> lists it")
    await app.perform(.openSearchHistory)
    #expect(app.store.history?.list.rows.prefix(2).map(\.savedAs) == ["The third", nil])
    await app.type("third")
    #expect(app.store.history?.list.rows.first?.query == "title 3")
    await app.perform(.deleteEntry)
    await app.tasks.settle()
    #expect(shelf.content.crates.isEmpty)
    await app.perform(.undoDelete)
    await app.tasks.settle()
    #expect(shelf.content.crates == [SmartCrate(name: "The third", query: "title 3", of: nil)])
    // Deleted once, it leaves the others of its kind alone.
    shelf.content.crates.append(SmartCrate(name: "Other", query: "title 4", of: nil))
    await app.perform(.cancel, .openSearchHistory, .deleteEntry)
    await app.type("title")
    #expect(app.store.history?.list.rows.first?.savedAs == "Other")
    await app.perform(.cancel, .openSearchHistory)
    shelf.content.crates = [SmartCrate(name: "The third", query: "title 3", of: nil)]
    await app.perform(.cancel, .openSearchHistory, .submit)
    guard let search = app.store.page as? SearchModel else { return _ = Issue.record("not on Search") }
    #expect(search.field.text == "title 3")
  }

  @Test func `typing filters`() async {
    let app = await app(book)
    await app.perform(.openSearchHistory)
    await app.type("tit")
    #expect(app.store.history?.list.rows.map(\.query) == ["title 3", "title 4"])
    await app.perform(.editDeleteLeft, .editDeleteLeft, .editDeleteLeft)
    #expect(app.store.history?.list.rows.count == 4)
    #expect(app.store.history?.list.cursor == 0)
  }

  @Test func `Enter runs the search with its type and sort`() async {
    let app = await app(book)
    await app.perform(.openWantList, .openSearchHistory, .newerEntry, .submit)
    #expect(app.store.history == nil)
    #expect(app.search.field.text == "title 4")
    #expect(app.search.kind == .master)
    #expect(app.search.results.rows.order.sort == SortOrder(.year))
    #expect(!app.search.isEditing)
  }

  @Test func `Tab puts the search into the prompt, and Esc restores the earlier text`() async {
    let app = await app(book)
    app.search.run("title 9", kind: nil)
    await app.tasks.settle()
    await app.perform(.openSearchHistory, .newerEntry, .editEntry)
    #expect(app.search.isEditing)
    #expect(app.search.field.text == "title 4")
    #expect(app.search.kind == .master)
    await app.perform(.cancel)
    #expect(app.search.field.text == "title 9")
    #expect(app.search.kind == nil)
  }

  @Test func `C-x deletes for good, and u right after brings it back`() async {
    let app = await app(book)
    await app.perform(.openSearchHistory, .newerEntry, .deleteEntry)
    #expect(book.queries == ["title 3", "blue under", "jazz"])
    #expect(app.store.history?.selected?.query == "blue under")
    #expect(app.store.undoesDeletion)
    await app.perform(.undoDelete)
    #expect(book.queries == ["title 3", "title 4", "blue under", "jazz"])
    #expect(app.store.history?.list.rows.map(\.query) == book.queries)
    #expect(app.store.history?.selected?.query == "title 4")
    #expect(!app.store.undoesDeletion)
  }

  @Test func `u right after a deletion brings it back under a filter, too`() async {
    let app = await app(book)
    await app.perform(.openSearchHistory)
    await app.type("title")
    await app.perform(.deleteEntry)
    #expect(app.store.undoesDeletion)
    await app.perform(.undoDelete)
    #expect(app.store.history?.list.rows.map(\.query) == ["title 3", "title 4"])
  }

  @Test func `after any other key u is a letter again`() async {
    let app = await app(book)
    await app.perform(.openSearchHistory, .deleteEntry, .newerEntry)
    #expect(!app.store.undoesDeletion)
    await app.type("under")
    #expect(app.store.history?.list.rows.map(\.query) == ["blue under"])
    await app.perform(.undoDelete)
    #expect(book.queries.first == "title 3", "A-u brings it back still")
  }

  @Test func `a deleted entry does not return while it is being deleted`() async {
    let gate = Gate()
    var services = Services.fixture()
    let book = book
    services.history.entries = { filter, _ in
      book.entries.withLock { $0.filter { filter.isEmpty || $0.query.contains(filter) } }
    }
    services.history.delete = { _ in await gate.pass() }
    let app = await StoreFixture(services)
    await app.perform(.openSearchHistory)
    app.store.perform(.deleteEntry)
    await gate.arrival()
    app.store.insert("t")
    while app.store.history?.list.rows.count != 2, app.store.history?.list.rows.count != 1 { await Task.yield() }
    #expect(app.store.history?.list.rows.map(\.query) == ["title 4"])
    await gate.open()
    await app.tasks.settle()
  }

  @Test func `an entry is brought back even if it is still being deleted and the pop-up closes at once`() async {
    let gate = Gate()
    let done = Recorder<String>()
    var services = Services.fixture()
    let book = book
    services.history.entries = { _, _ in book.entries.withLock { $0 } }
    services.history.delete = { _ in
      await gate.pass()
      done.append("deleted")
    }
    services.history.restore = { _ in done.append("restored") }
    let app = await StoreFixture(services)
    await app.perform(.openSearchHistory)
    app.store.perform(.deleteEntry)
    await gate.arrival()
    app.store.perform(.undoDelete)
    app.store.perform(.cancel)
    await gate.open()
    await app.tasks.settle()
    #expect(done.values == ["deleted", "restored"])
  }

  @Test func `a search that could not be deleted is there again and says so`() async {
    var services = Services.fixture()
    let book = book
    services.history.entries = { _, _ in book.entries.withLock { $0 } }
    services.history.delete = { _ throws(ClientError) in throw .storage("read-only") }
    let app = await StoreFixture(services)
    await app.perform(.openSearchHistory, .deleteEntry)
    #expect(app.store.history?.list.rows.count == 4)
    #expect(app.store.banner?.title == "Could not delete the search")
    #expect(!app.store.undoesDeletion)
  }

  @Test func `an answer to an older filter is dropped`() async {
    let gate = Gate()
    var services = Services.fixture()
    services.history.entries = { filter, _ throws(ClientError) in
      if filter.isEmpty {
        await gate.pass()
        throw .storage("too late")
      }
      return []
    }
    let app = await StoreFixture(services)
    app.store.perform(.openSearchHistory)
    await gate.arrival()
    app.store.insert("x")
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.history?.list.status == .complete)
  }

  @Test func `an empty history takes every key`() async {
    let app = await app(Book([]))
    await app.perform(.openSearchHistory, .submit, .editEntry, .deleteEntry, .undoDelete, .newerEntry, .olderEntry)
    #expect(app.store.history != nil)
    #expect(app.store.history?.selected == nil)
  }
}
