import DiscogsModel
import RunoutModel
import Testing

@testable import UserLibrary

struct PlayTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  /// - Returns: the copies' numbers.
  private func addTwo() async throws -> [Int64] {
    let facts = (1...2).map { ShelfFacts(release: Release.ID($0), artist: "Artist \($0)", title: "Title") }
    _ = try await library.perform(facts.map { .add($0, folder: "Uncategorized") }, at: 1, isSent: false)
    return try await library.copies(CollectionRequest()).rows.map(\.id).sorted()
  }

  @Test func `plays are undone and redone in the next run, and no account hears of them`() async throws {
    let ids = try await addTwo()
    let made = try await library.make([.play(copy: ids[0])], at: 50, isSent: true)
    #expect(made.map(\.title) == ["Mark Artist 1 – Title as played"])
    _ = try await library.perform(ids.map { .play(copy: $0) }, at: 60, isSent: true)
    #expect(try await library.pendingEdits() == [])
    try library.close()

    let again = try scratch.open()
    #expect(try await again.lastPlay(of: ids[0]) == 60)
    #expect(try await again.undo(at: 70, isSent: true) == EditSummary(title: "Mark 2 copies as played"))
    #expect(try await again.lastPlay(of: ids[0]) == 50)
    #expect(try await again.lastPlay(of: ids[1]) == nil)
    #expect(try await again.undo(at: 71, isSent: true)?.title == "Mark Artist 1 – Title as played")
    #expect(try await again.lastPlay(of: ids[0]) == nil)
    #expect(try await again.redo(at: 72, isSent: true)?.left == 0)
    #expect(try await again.lastPlay(of: ids[0]) == 50, "a play that comes back keeps its time")
  }

  @Test func `a play that was taken back does not come back as another one`() async throws {
    let ids = try await addTwo()
    _ = try await library.perform([.play(copy: ids[0])], at: 50, isSent: false)
    _ = try await library.undo(at: 51, isSent: false)
    _ = try await library.perform([.play(copy: ids[1])], at: 52, isSent: false)
    _ = try await library.undo(at: 53, isSent: false)
    #expect(try await library.lastPlay(of: ids[0]) == nil)
    #expect(try await library.lastPlay(of: ids[1]) == nil)
  }

  @Test func `plays are listed, the latest first, on the day they are noted for`() async throws {
    let ids = try await addTwo()
    _ = try await library.perform([.play(copy: ids[0])], at: 500_000, isSent: false)
    _ = try await library.perform([.play(copy: ids[1], at: 327_210)], at: 500_010, isSent: false)
    let plays = try await library.plays()
    #expect(plays.map(\.name) == ["Artist 1 – Title", "Artist 2 – Title"])
    #expect(plays.map(\.at) == [500_000, 327_210])
    _ = try await library.perform([.remove(copy: ids[0])], at: 500_020, isSent: false)
    #expect(try await library.plays().map(\.name) == ["", "Artist 2 – Title"], "a play outlasts its copy")
  }

  @Test func `a copy that is gone cannot be played`() async throws {
    let refusal = ShelfEditOutcome.refused("This copy is no longer in your collection")
    #expect(try await library.perform([.play(copy: 9)], at: 1, isSent: false) == [refusal])
  }
}
