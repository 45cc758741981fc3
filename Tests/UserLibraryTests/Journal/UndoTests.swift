import DiscogsModel
import Foundation
import RunoutModel
import Testing
@testable import UserLibrary

/// Undo and redo of changes of the shelf.
extension LibraryEditingTests {
  @Test func `a removed copy comes back with its folder, fields, rating and notes`() async throws {
    _ = try await perform(.makeFolder("Jazz"), .add(Self.blue, folder: "Jazz"))
    let id = try #require(try await copies().first?.id)
    _ = try await perform(
      .rate(copy: id, stars: 5), .setField(copy: id, name: ShelfEdit.sleeveCondition, value: "Generic"),
      .setField(copy: id, name: "Notes", value: "six-eye"))
    let before = try await copies()
    _ = try await perform(.remove(copy: id))
    #expect(try await copies().isEmpty)
    // Discogs has heard of neither.
    #expect(
      try await library.undo(at: 2000, isSent: true)
        == EditSummary(title: "Remove Miles Davis – Kind Of Blue from your collection"))
    #expect(try await copies() == before)
  }

  @Test func `undoing a change that was not sent leaves nothing to send`() async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"))
    _ = try await library.undo(at: 1001, isSent: true)
    #expect(try await copies().isEmpty)
    #expect(try await library.pendingEdits().isEmpty)
    _ = try await perform(.want(Self.blue, notes: "", rating: nil))
    _ = try await perform(.unwant(.release(249504)))
    #expect(try await library.pendingEdits().isEmpty)
  }

  @Test func `a removal that is undone and redone before it is sent is sent`() async throws {
    let mirrored = CollectionInstance(
      id: 77, release: Self.mirroredBlue, folder: 1, added: "2020-11-12T12:24:52-08:00")
    _ = try await library.mirror([mirrored], library.beginPass(.collection, isFull: true))
    let id = try #require(try await copies().first?.id)
    _ = try await perform(.remove(copy: id))
    for _ in 1...2 {
      _ = try await library.undo(at: 1001, isSent: true)
      // The account has it all the while.
      #expect(try await library.knownInstances(of: 249504) == [77])
      _ = try await library.redo(at: 1001, isSent: true)
    }
    let sent = try await library.nextOutgoing(at: 1002)?.change
    #expect(sent == .removeCopy(249504, instance: 77, CopyTerms(folder: 1)))
  }

  @Test func `a folder's deletion that is undone and redone before it is sent is sent`() async throws {
    try await library.mirror(folders: [CollectionInstance.Folder(id: 9, name: "Jazz", copies: 0)])
    _ = try await perform(.deleteFolder("Jazz"))
    _ = try await library.undo(at: 1001, isSent: true)
    _ = try await library.redo(at: 1001, isSent: true)
    #expect(try await library.nextOutgoing(at: 1002)?.change == .deleteFolder(9))
  }

  @Test func `undo steps back, redo forward, and a new change ends redo`() async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"))
    let id = try #require(try await copies().first?.id)
    for stars in 1...3 { _ = try await perform(.rate(copy: id, stars: stars)) }
    _ = try await library.undo(at: 1001, isSent: true)
    _ = try await library.undo(at: 1001, isSent: true)
    #expect(try await copies().first?.rating == 1)
    _ = try await library.redo(at: 1001, isSent: true)
    #expect(try await copies().first?.rating == 2)
    #expect(try await library.redo(at: 1001, isSent: true)?.title == "Rate Miles Davis – Kind Of Blue 3 of 5")
    #expect(try await library.redo(at: 1001, isSent: true) == nil)
    for _ in 1...4 { _ = try await library.undo(at: 1001, isSent: true) }
    #expect(try await copies().isEmpty)
    #expect(try await library.undo(at: 1001, isSent: true) == nil)
    for _ in 1...4 { _ = try await library.redo(at: 1001, isSent: true) }
    #expect(try await copies().map(\.rating) == [3])
    #expect(try await copies().first?.id == id)
    _ = try await library.undo(at: 1001, isSent: true)
    _ = try await perform(.rate(copy: id, stars: 5))
    #expect(try await library.redo(at: 1001, isSent: true) == nil)
  }

  @Test(arguments: [true, false])
  func `what was done again and undone again is done again first`(isSent: Bool) async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"))
    let id = try #require(try await copies().first?.id)
    for stars in 1...3 { _ = try await perform(.rate(copy: id, stars: stars)) }
    for _ in 1...2 { _ = try await library.undo(at: 1001, isSent: isSent) }
    for _ in 1...2 {
      _ = try await library.redo(at: 1001, isSent: isSent)
      #expect(try await copies().first?.rating == 2)
      _ = try await library.undo(at: 1001, isSent: isSent)
      #expect(try await copies().first?.rating == 1)
    }
    for rating in 2...3 {
      _ = try await library.redo(at: 1001, isSent: isSent)
      #expect(try await copies().first?.rating == rating)
    }
  }

  @Test func `changes made together are undone together`() async throws {
    _ = try await perform(.makeFolder("Jazz"))
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"), .add(Self.blue, folder: "Uncategorized"))
    let ids = try await copies().map(\.id)
    #expect(
      try await library.perform(ids.map { .move(copy: $0, folder: "Jazz") }, at: 1001, isSent: true) == [.done, .done])
    #expect(try await copies().map(\.folder) == ["Jazz", "Jazz"])
    #expect(try await library.undo(at: 1002, isSent: true)?.title == "Move 2 copies to Jazz")
    #expect(try await copies().map(\.folder) == ["Uncategorized", "Uncategorized"])
  }

  @Test func `a want that was got goes back to the want list in one undo`() async throws {
    _ = try await perform(.want(Self.blue, notes: "mono only", rating: 4))
    _ = try await perform(.unwant(.release(249504)), .add(Self.blue, folder: "Uncategorized"))
    #expect(try await library.wants(CollectionRequest()).rows.isEmpty)
    #expect(try await library.undo(at: 1002, isSent: true)?.title == "Got Miles Davis – Kind Of Blue")
    #expect(try await library.wants(CollectionRequest()).rows.first?.notes == "mono only")
    #expect(try await library.wants(CollectionRequest()).rows.first?.rating == 4)
    #expect(try await copies().isEmpty)
  }

  @Test func `after a day a change stays`() async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"), at: 1000)
    #expect(try await library.undo(at: 1000 + 86_401, isSent: true) == nil)
  }
}
