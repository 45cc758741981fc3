import Clients
import DiscogsModel
import Foundation
import LiveClients
import Platform
import RunoutModel
import Testing

struct SourceTests {
  private let scratch: LiveScratch

  init() throws {
    scratch = try LiveScratch()
  }

  private let everything = SearchRequest(query: SearchQuery(), kind: .release)

  private func releases(_ live: LiveServices) async throws -> [Int] {
    try await live.services.catalogue.search(everything, nil, 100).rows.map(\.reference.number).sorted()
  }

  @Test func `without a catalogue the demo is on, and its first answer builds it`() async throws {
    let live = try scratch.live()
    #expect(live.services.source.current() == SourceStatus(source: .demo))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("cache")))
    #expect(try await releases(live) == [1, 2, 3])
    #expect(live.services.source.current() == SourceStatus(source: .demo, releases: 3))
    #expect(try await live.services.catalogue.release(2).title == "Title 2")
    let error = await #expect(throws: ClientError.self) { try await live.services.catalogue.release(99) }
    #expect(error == .notFound(.release(99)))
  }

  @Test func `a catalogue that is opened early is known before the first request`() async throws {
    try scratch.importCatalogue([10, 20])
    let live = try scratch.live()
    let changes = live.services.source.changes()
    live.openEarly()
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == SourceStatus(source: .catalogue, releases: 2))
    await live.close()
  }

  @Test func `an imported catalogue becomes the source`() async throws {
    try scratch.importCatalogue([20, 21])
    let live = try scratch.live()
    #expect(live.services.source.current().source == .catalogue)
    #expect(try await releases(live) == [20, 21])
    #expect(live.services.source.current() == SourceStatus(source: .catalogue, releases: 2))
  }

  @Test func `asking for a catalogue where none was imported is refused with the way out`() async throws {
    let refusal = ClientError.refused("No catalogue yet: runout catalogue update fetches one")
    #expect(throws: refusal) { try scratch.live(.catalogue) }
    let live = try scratch.live(.demo)
    await #expect(throws: refusal) { try await live.services.source.select(.catalogue) }
    #expect(live.services.source.current().source == .demo)
    #expect(try await releases(live) == [1, 2, 3])
  }

  @Test func `switching the source switches every client and notifies listeners`() async throws {
    try scratch.importCatalogue([20, 21])
    let live = try scratch.live(.demo)
    #expect(try await releases(live) == [1, 2, 3])
    var changes = live.services.source.changes().makeAsyncIterator()
    let status = try await live.services.source.select(.catalogue)
    #expect(status == SourceStatus(source: .catalogue, releases: 2, generation: 1))
    #expect(await changes.next() == status)
    #expect(try await releases(live) == [20, 21])
    #expect(try await live.services.shelf.copyCount(CollectionRequest()) == 0)
    let back = try await live.services.source.select(.demo)
    #expect(back == SourceStatus(source: .demo, releases: 3, generation: 2))
    #expect(await changes.next() == back)
    #expect(try await live.services.shelf.copyCount(CollectionRequest()) == 1)
    await live.close()
    #expect(await changes.next() == nil)
  }

  @Test func `from the demo one returns to a shelf of one's own, with rows or without`() async throws {
    let live = try scratch.live(.demo)
    #expect(try await live.services.shelf.copyCount(CollectionRequest()) == 1)
    let status = try await live.services.source.select(.shelf)
    #expect(status == SourceStatus(source: .shelf, generation: 1))
    #expect(try await live.services.shelf.copyCount(CollectionRequest()) == 0)
    #expect(try await releases(live) == [])
    let back = try await live.services.source.select(.demo)
    #expect(back.source == .demo && back.generation == 2)
    await live.close()
  }

  @Test func `the status says what an imported catalogue holds before the first question`() async throws {
    try scratch.importCatalogue([20, 21])
    let live = try scratch.live()
    var changes = live.services.source.changes().makeAsyncIterator()
    #expect(await changes.next() == SourceStatus(source: .catalogue, releases: 2))
    await live.close()
  }

  @Test func `an import by another program is noticed by polling`() async throws {
    try scratch.importCatalogue([20])
    let clock = ManualClock()
    let live = try scratch.live { $0.clock = clock }
    #expect(try await releases(live) == [20])
    var changes = live.services.source.changes().makeAsyncIterator()
    // Nothing has changed: nothing is said.
    await clock.advance(by: .seconds(3))
    await clock.untilAsleep()
    try scratch.importCatalogue([21, 22])
    await clock.advance(by: .seconds(3))
    #expect(await changes.next() == SourceStatus(source: .catalogue, releases: 3, generation: 1))
    #expect(try await releases(live) == [20, 21, 22])
    await live.close()
  }

  @Test func `the demo is built once and opened the next time`() async throws {
    let first = try scratch.live()
    _ = try await releases(first)
    _ = try await first.services.shelf.folders()
    await first.close()
    let built = try scratch.names(in: "cache")
    #expect(built.filter { $0.hasSuffix(".sqlite") }.count == 2)
    #expect(built.allSatisfy { $0.hasPrefix("demo-") })
    let again = try scratch.live()
    #expect(try await releases(again) == [1, 2, 3])
    await again.close()
    #expect(try scratch.logged().filter { $0 == "Built the demo catalogue" }.count == 1)
  }

  @Test func `new resources make a new demo, and the old one goes`() async throws {
    let first = try scratch.live()
    _ = try await releases(first)
    await first.close()
    let old = try scratch.names(in: "cache")
    try scratch.write(Dumps.releases([1, 2, 3, 4]), to: "resources/Demo/releases.xml")
    let second = try scratch.live()
    #expect(try await releases(second) == [1, 2, 3, 4])
    await second.close()
    #expect(Set(old).isDisjoint(with: try scratch.names(in: "cache")))
  }

  @Test func `programs that start at once build the demo together`() async throws {
    let programs = try (0..<4).map { _ in try scratch.live() }
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for program in programs {
        group.addTask {
          let rows = try await program.services.catalogue.search(
            SearchRequest(query: SearchQuery(), kind: .release), nil, 10
          ).rows
          return (rows.count, try await program.services.shelf.copyCount(CollectionRequest()))
        }
      }
      for try await (rows, copies) in group {
        #expect(rows == 3)
        #expect(copies == 1)
      }
    }
    for program in programs { await program.close() }
    #expect(try scratch.logged().filter { $0 == "Built the demo catalogue" }.count == 1)
    #expect(try scratch.names(in: "cache").filter { $0.hasSuffix(".sqlite") }.count == 2)
  }

  @Test(arguments: ["", "This is no database.", "half"])
  func `a damaged demo is rebuilt`(content: String) async throws {
    let first = try scratch.live()
    _ = try await releases(first)
    await first.close()
    for name in try scratch.names(in: "cache") where name.hasSuffix(".sqlite") {
      let file = scratch.file("cache/\(name)")
      let whole = try Data(contentsOf: URL(fileURLWithPath: file))
      try (content == "half" ? whole.prefix(whole.count / 2) : Data(content.utf8)).write(to: URL(fileURLWithPath: file))
    }
    let again = try scratch.live()
    #expect(try await releases(again) == [1, 2, 3])
    #expect(try await again.services.catalogue.release(1).title == "Title 1")
    #expect(try await again.services.shelf.copyCount(CollectionRequest()) == 1)
    await again.close()
  }

  // fails: demo | its folder cannot be written to
  @Test func `if the cache is read-only, the demo is built elsewhere and cleaned up`() async throws {
    let paths = try scratch.paths(cache: "/proc/self/none")
    let live = try scratch.live { $0.paths = paths }
    #expect(try await releases(live) == [1, 2, 3])
    #expect(try await live.services.shelf.copyCount(CollectionRequest()) == 1)
    #expect(try scratch.names(in: ".").contains { $0.hasPrefix("runout-demo-") })
    await live.close()
    #expect(try !scratch.names(in: ".").contains { $0.hasPrefix("runout-demo-") })
  }

  @Test func `files of killed programs go at the next start, and those of running ones stay`() async throws {
    // No system gives a process such a number.
    let gone = 999_999_999
    try FileManager.default.createDirectory(atPath: scratch.file("cache"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: scratch.file("data"), withIntermediateDirectories: true)
    for process in [gone, Int(getpid())] {
      try FileManager.default.createDirectory(
        atPath: scratch.file("runout-demo-\(process)-abcdef"), withIntermediateDirectories: true)
      try scratch.write("half", to: "runout-demo-\(process)-abcdef/demo.sqlite")
      for name in [
        "demo-0123456789abcdef.sqlite.\(process)", ".demo-0123456789abcdef.sqlite.\(process).importing-\(process).deep",
        "demo-0123456789abcdef-shelf.sqlite.\(process)-wal",
      ] {
        try scratch.write("half", to: "cache/\(name)")
      }
    }
    try scratch.write("half", to: "data/.catalogue.sqlite.importing-\(gone)")
    try scratch.write("mine", to: "cache/demo-notes.txt")
    for name in ["demo-tape.sqlite", "demo-cafe.sqlite.\(gone)"] { try scratch.write("mine", to: "cache/\(name)") }
    try scratch.write("mine", to: "runout-demo-script")

    let clock = ManualClock()
    let live = try scratch.live { $0.clock = clock }
    let changes = live.services.source.changes()
    // Not before the first page is there.
    await clock.untilAsleep()
    #expect(try scratch.names(in: "data") != [])
    await clock.advance(by: .seconds(3))
    await clock.untilAsleep()
    withExtendedLifetime(changes) {}
    #expect(
      try scratch.names(in: "cache") == [
        ".demo-0123456789abcdef.sqlite.\(getpid()).importing-\(getpid()).deep",
        "demo-0123456789abcdef-shelf.sqlite.\(getpid())-wal",
        "demo-0123456789abcdef.sqlite.\(getpid())", "demo-cafe.sqlite.\(gone)", "demo-notes.txt", "demo-tape.sqlite",
      ])
    #expect(
      try scratch.names(in: ".").filter { $0.hasPrefix("runout-demo") } == [
        "runout-demo-\(getpid())-abcdef", "runout-demo-script",
      ])
    #expect(try scratch.names(in: "data") == [])
    await live.close()
  }

  // fails: leftovers | they cannot be removed
  @Test func `leftover files that cannot be removed do no harm`() async throws {
    // No system gives a process such a number. A directory that is not empty is removed by no one here.
    let name = "demo-0123456789abcdef.sqlite.999999999"
    try FileManager.default.createDirectory(atPath: scratch.file("cache/\(name)"), withIntermediateDirectories: true)
    try scratch.write("mine", to: "cache/\(name)/note.txt")
    let live = try scratch.live()
    #expect(try await releases(live) == [1, 2, 3])
    await live.close()
    #expect(FileSystem.isFile(scratch.file("cache/\(name)/note.txt")))
    #expect(try scratch.logged().contains("Could not remove a file of a killed program"))
  }

  @Test func `missing resources name the fix, and the catalogue works without them`() async throws {
    try scratch.importCatalogue([20])
    let live = try scratch.live { configuration in
      configuration.resources = { () throws(ResourcesNotFound) in
        throw ResourcesNotFound(lookedIn: ["/usr/share/runout"])
      }
    }
    #expect(try await releases(live) == [20])
    let error = await #expect(throws: ClientError.self) { try await live.services.source.select(.demo) }
    #expect(
      error
        == .refused(
          "No demo files in /usr/share/runout: name their folder with --resources DIR"))
  }

  @Test func `a damaged catalogue is named and never removed`() async throws {
    try FileSystem.makeDirectory(scratch.file("data"))
    try scratch.write("This is no database.", to: "data/catalogue.sqlite")
    let live = try scratch.live()
    let error = await #expect(throws: ClientError.self) { try await live.services.catalogue.search(everything, nil, 1) }
    guard case .storage(let sentence)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sentence.contains("catalogue.sqlite"))
    #expect(
      try String(contentsOfFile: scratch.file("data/catalogue.sqlite"), encoding: .utf8) == "This is no database.")
    #expect(try scratch.logged().contains("The catalogue failed"))
  }

  @Test func `closing a page cancels all its requests`() async throws {
    let live = try scratch.live()
    _ = try await releases(live)
    let services = live.services
    let task = Task { () async -> ClientError? in
      while !Task.isCancelled { await Task.yield() }
      do throws(ClientError) {
        _ = try await services.catalogue.search(SearchRequest(query: SearchQuery()), nil, 10)
        return nil
      } catch {
        return error
      }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }
}
