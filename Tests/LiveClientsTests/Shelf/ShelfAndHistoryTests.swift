import Clients
import DiscogsModel
import Foundation
import LiveClients
import Platform
import RunoutModel
import Sleeves
import Testing
import UserLibrary

struct ShelfAndHistoryTests {
  private let scratch: LiveScratch

  init() throws {
    scratch = try LiveScratch()
  }

  private func row(_ reference: EntityReference, master: Int? = nil) -> CatalogueRow {
    CatalogueRow(reference: reference, title: "", master: master.map { Master.ID($0) })
  }

  @Test func `the demo's shelf and the user's never mix`() async throws {
    try scratch.importCatalogue([20, 21])
    try scratch.write(Dumps.collection([20, 20, 21]), to: "mine.csv")
    let live = try scratch.live(.demo)
    let report = try await live.editor.importShelf(.collection, from: scratch.file("mine.csv"))
    #expect(report.rows == 3)
    #expect(try await live.services.shelf.copies(CollectionRequest(), nil, 10).rows.map(\.release) == [1])
    _ = try await live.services.source.select(.catalogue)
    let mine = try await live.services.shelf.copies(CollectionRequest(), nil, 10).rows
    #expect(mine.map(\.release) == [20, 20, 21])
    #expect(mine.map(\.artist) == ["Artist 20", "Artist 20", "Artist 21"])
    #expect(mine.map(\.folder) == ["Folder", "Folder", "Folder"])
    #expect(try await live.services.shelf.folders() == [CollectionFolder(name: "Folder", copies: 3)])
    #expect(try await live.services.shelf.copiesOf(20).count == 2)
    #expect(try await live.services.shelf.wantOf(.release(3)) == nil)
    _ = try await live.services.source.select(.demo)
    #expect(try await live.services.shelf.wantOf(.release(3))?.title == "Title 3")
    // Nothing of the demo is in the user's file.
    await live.close()
    let library = try Library.open(at: scratch.paths().library)
    #expect(try await library.wantCount(CollectionRequest()) == 0)
    #expect(try await library.copies(of: 1).isEmpty)
  }

  @Test func `a copy has the sleeve that its release has`() async throws {
    let live = try scratch.live(.demo)
    let copies = try await live.services.shelf.copies(CollectionRequest(), nil, 10).rows
    try #require(!copies.isEmpty)
    for copy in copies {
      let (row, page) = (SleeveFacts(copy.facts), SleeveFacts(try await live.services.catalogue.release(copy.release)))
      #expect(row.seed == page.seed)
      #expect(row.genres == page.genres)
      #expect(row.styles == page.styles)
    }
    await live.close()
  }

  @Test func `marks tell this pressing from another, owned from wanted`() async throws {
    // Of the demo, release 1 is owned and 3 wanted; 1, 2 and 3 are pressings of master 1.
    let live = try scratch.live(.demo)
    let marks = try await live.services.shelf.marks([
      row(.release(1), master: 1), row(.release(2), master: 1), row(.release(3), master: 1), row(.master(1)),
      row(.release(4), master: 4), row(.artist(1)), row(.label(1)), row(.release(5)),
    ])
    #expect(
      marks == [
        .release(1): ShelfMarks(owned: .this, wanted: .another),
        .release(2): ShelfMarks(owned: .another, wanted: .another),
        .release(3): ShelfMarks(owned: .another, wanted: .this), .master(1): ShelfMarks(owned: .this, wanted: .another),
      ])
  }

  @Test func `a want of any pressing marks the master and each of its pressings`() async throws {
    let live = try scratch.live(.demo)
    _ = try await live.services.edits.perform([.want(ShelfFacts(master: 1), notes: "", rating: nil)])
    let marks = try await live.services.shelf.marks([
      row(.release(1), master: 1), row(.release(2), master: 1), row(.master(1)), row(.release(4), master: 4),
    ])
    #expect(
      marks == [
        .release(1): ShelfMarks(owned: .this, wanted: .this), .release(2): ShelfMarks(owned: .another, wanted: .this),
        .master(1): ShelfMarks(owned: .this, wanted: .this),
      ])
    // What the catalogue knows of the master is in the want.
    let want = try #require(try await live.services.shelf.wantOf(.master(1)))
    #expect(!want.title.isEmpty && !want.artist.isEmpty && want.facts.versions == 3)
    await live.close()
  }

  @Test func `rows of the shelf are marked with what else there is of them`() async throws {
    let live = try scratch.live(.demo)
    let shelf = live.services.shelf
    let copy = ShelfFacts(release: 1, master: 1)
    #expect(try await shelf.marksWithin(.collection, [copy]) == [.release(1): ShelfMarks(wanted: .another)])
    // A pressing on the want list of which another is owned.
    let want = ShelfFacts(release: 3, master: 1)
    #expect(try await shelf.marksWithin(.wantList, [want]) == [.release(3): ShelfMarks(owned: .another)])
    _ = try await live.services.edits.perform([
      .add(ShelfFacts(release: 3, master: 1), folder: ShelfEdit.uncategorised),
      .want(ShelfFacts(master: 1), notes: "", rating: nil),
    ])
    #expect(
      try await shelf.marksWithin(.collection, [copy]) == [.release(1): ShelfMarks(owned: .another, wanted: .this)])
    #expect(
      try await shelf.marksWithin(.wantList, [want, ShelfFacts(master: 1)])
        == [.release(3): ShelfMarks(owned: .this), .master(1): ShelfMarks(owned: .another)])
    await live.close()
  }

  @Test func `a want shows where no copy is owned either`() async throws {
    try scratch.write(Dumps.collection([]), to: "resources/Demo/collection.csv")
    let live = try scratch.live(.demo)
    let marks = try await live.services.shelf.marks([
      row(.release(2), master: 1), row(.release(3), master: 1), row(.master(1)),
    ])
    let another = ShelfMarks(wanted: .another)
    #expect(marks == [.release(2): another, .release(3): ShelfMarks(wanted: .this), .master(1): another])
  }

  @Test func `an import learns the masters from the catalogue that is there`() async throws {
    try scratch.importCatalogue([20, 21])
    try scratch.write(Dumps.collection([20]), to: "mine.csv")
    let live = try scratch.live(.catalogue)
    _ = try await live.editor.importShelf(.collection, from: scratch.file("mine.csv"))
    let marks = try await live.services.shelf.marks([row(.release(21), master: 2), row(.master(2))])
    #expect(marks == [.release(21): ShelfMarks(owned: .another), .master(2): ShelfMarks(owned: .this)])
  }

  @Test func `an import without an account is undone like any change`() async throws {
    try scratch.importCatalogue([20, 21])
    try scratch.write(Dumps.collection([20]), to: "mine.csv")
    try scratch.write(Dumps.collection([21, 21]), to: "theirs.csv")
    let live = try scratch.live(.catalogue)
    _ = try await live.editor.importShelf(.collection, from: scratch.file("mine.csv"))
    _ = try await live.editor.importShelf(.collection, from: scratch.file("theirs.csv"))
    #expect(try await live.services.edits.undo() == "Import theirs.csv")
    #expect(try await live.services.shelf.copies(CollectionRequest(), nil, 10).rows.map(\.release) == [20])
    #expect(try await live.services.edits.pending() == [])
    await live.close()
  }

  @Test func `a file that cannot be imported is refused in one sentence`() async throws {
    try scratch.write("Artist,Title\nA,B\n", to: "wrong.csv")
    let live = try scratch.live(.demo)
    let error = await #expect(throws: ClientError.self) {
      try await live.editor.importShelf(.collection, from: scratch.file("wrong.csv"))
    }
    #expect(
      error
        == .refused("\(scratch.file("wrong.csv")) has no column \"release_id\": export it from Discogs again, as CSV"))
  }

  @Test func `a search is remembered across runs with all that was known`() async throws {
    let record = SearchRecord(
      query: "sun ra", kind: .master, sort: SortOrder(.year), source: .demo, results: .atLeast(10_000))
    let first = try scratch.live(.demo)
    try await first.services.history.record(record)
    try await first.services.history.record(record)
    try await first.services.history.recordCommandLine("source demo")
    await first.close()
    let second = try scratch.live(.demo)
    let entry = try #require(try await second.services.history.entries("", 10).first)
    #expect(
      entry
        == HistoryEntry(
          id: entry.id, query: "sun ra", kind: .master, sort: SortOrder(.year), source: .demo,
          results: .atLeast(10_000), lastRun: 1_772_366_400, runs: 2))
    #expect(try await second.services.history.commandLines() == ["source demo"])
    try await second.services.history.delete(entry.id)
    #expect(try await second.services.history.entries("", 10).isEmpty)
    try await second.services.history.restore(entry)
    #expect(try await second.services.history.entries("sr", 10) == [entry])
    #expect(try await second.clearHistory() == 1)
  }

  @Test func `bookmarks outlast a run, and the demo's are not the user's`() async throws {
    try scratch.importCatalogue([20, 21])
    let demo = Bookmark("m", reference: .release(1), name: "Title 1")
    let mine = Bookmark("m", reference: .artist(2), name: "Artist 2")
    let first = try scratch.live(.demo)
    #expect(try await first.services.bookmarks.set(demo) == nil)
    _ = try await first.services.source.select(.catalogue)
    #expect(try await first.services.bookmarks.all().isEmpty)
    #expect(try await first.services.bookmarks.set(mine) == nil)
    await first.close()
    let second = try scratch.live(.demo)
    #expect(try await second.services.bookmarks.all() == [demo])
    let other = Bookmark("m", reference: .label(3), name: "Label 3")
    #expect(try await second.services.bookmarks.set(other) == demo)
    #expect(try await second.services.bookmarks.delete("m") == other)
    #expect(try await second.services.bookmarks.delete("m") == nil)
    _ = try await second.services.source.select(.catalogue)
    #expect(try await second.services.bookmarks.all() == [mine])
    let wrong = Bookmark(" ", reference: .label(3), name: "Label 3")
    await #expect(throws: ClientError.refused("A bookmark is a letter, or a name of at most 40 characters")) {
      try await second.services.bookmarks.set(wrong)
    }
  }

  @Test func `with a damaged library records can still be browsed`() async throws {
    try FileSystem.makeDirectory(scratch.file("data"))
    try scratch.write("This is no database.", to: "data/library.sqlite")
    let live = try scratch.live(.demo)
    let expected = ClientError.storage(
      "\(scratch.file("data/library.sqlite")) is damaged (it is not a database). Nothing changed: "
        + "move it away to start over")
    await #expect(throws: expected) { try await live.services.history.entries("", 10) }
    await #expect(throws: expected) {
      try await live.services.history.record(
        SearchRecord(query: "sun ra", kind: nil, sort: .relevance, source: .demo, results: nil))
    }
    #expect(try await live.services.catalogue.release(1).title == "Title 1")
    #expect(try await live.services.shelf.copyCount(CollectionRequest()) == 1)
    #expect(try String(contentsOfFile: scratch.file("data/library.sqlite"), encoding: .utf8) == "This is no database.")
    // Moved away while the program runs, it is created again.
    try FileManager.default.removeItem(atPath: scratch.file("data/library.sqlite"))
    #expect(try await live.services.history.entries("", 10).isEmpty)
  }

  @Test func `without a clipboard program, the terminal copies`() async throws {
    let live = try scratch.live(.demo) { $0.copyByTerminal = { $0 == "text" } }
    #expect(try await live.services.desktop.copy("text") == "the terminal")
    await #expect(
      throws: ClientError.refused("No clipboard here: set copy_command in config.toml")
    ) { try await live.services.desktop.copy("other") }
    let own = try scratch.live(.demo) { $0.settingsAtStart.copyCommand = "exit 2" }
    await #expect(throws: ClientError.refused("Could not copy: copy_command failed (exit code 2)")) {
      try await own.services.desktop.copy("text")
    }
  }

  @Test func `without a browser the address is shown`() async throws {
    let live = try scratch.live(.demo)
    await #expect(throws: ClientError.refused("No browser here. Open https://example.org")) {
      try await live.services.desktop.open("https://example.org")
    }
    #expect(live.services.desktop.now() == 1_772_366_400)
  }

  @Test func `the log page shows what was written, latest first`() async throws {
    let live = try scratch.live(.demo)
    live.services.log.write(.warning, "A row was skipped", ["line": "7"])
    live.services.log.write(.trace, "Not at this level", [:])
    #expect(
      try await live.services.log.entries(1) == [
        LogEntry(
          time: "2026-03-01T12:00:00Z", level: .warning, message: "A row was skipped",
          metadata: ["line": "7", "area": "program"])
      ])
  }
}
