import DiscogsModel
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

struct LibraryBookmarkTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  private func mark(_ mark: String, _ reference: EntityReference, _ title: String = "Kind Of Blue") -> Bookmark {
    Bookmark(mark, reference: reference, name: title)
  }

  @Test func `bookmarks are there when the library opens again`() async throws {
    let marks = [
      mark("a", .artist(23755), "Miles Davis"), mark("A", .label(1866), "Columbia"), mark("b", .master(5460)),
      mark("z", .release(249504), "坂本龍一 – 千のナイフ"),
    ]
    for mark in marks.reversed() { #expect(try await library.setBookmark(mark) == nil) }
    #expect(try await library.bookmarks() == marks)
    try library.close()
    #expect(try await scratch.open().bookmarks() == marks)
  }

  @Test func `a letter set again names the replaced record`() async throws {
    let (old, new) = (mark("m", .release(1)), mark("m", .artist(2), "Miles Davis"))
    try await library.setBookmark(old)
    #expect(try await library.setBookmark(new) == old)
    #expect(try await library.bookmarks() == [new])
  }

  @Test func `a deleted bookmark is returned and gone, and one that never was is nil`() async throws {
    try await library.setBookmark(mark("m", .release(1)))
    #expect(try await library.deleteBookmark("M") == nil, "a capital is another letter")
    #expect(try await library.deleteBookmark("m") == mark("m", .release(1)))
    #expect(try await library.deleteBookmark("m") == nil)
    #expect(try await library.bookmarks().isEmpty)
  }

  @Test func `a place that only a newer program knows is left out and left alone`() async throws {
    try await library.write { database in
      try database.execute(sql: "INSERT INTO bookmark (mark, place, title) VALUES ('n', 'shop 12', 'A shop')")
    }
    try await library.setBookmark(mark("m", .release(1)))
    #expect(try await library.bookmarks() == [mark("m", .release(1))])
    #expect(try await library.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM bookmark") } == 2)
  }

  @Test func `bookmarks go into a backup with the rest`() async throws {
    try await library.setBookmark(mark("m", .release(1)))
    try library.close()
    try Library.copy(scratch.library, to: scratch.file("copy.sqlite"))
    #expect(try await Library.open(at: scratch.file("copy.sqlite")).bookmarks() == [mark("m", .release(1))])
  }

  @Test func `a library that may only be read keeps no bookmark and says why`() async throws {
    try await library.setBookmark(mark("m", .release(1)))
    try library.close()
    let library = try scratch.open { $0.readOnly = true }
    #expect(try await library.bookmarks() == [mark("m", .release(1))])
    await #expect(throws: LibraryError.readOnly(path: scratch.library)) {
      try await library.setBookmark(mark("n", .release(1)))
    }
  }
}
