import Foundation
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

/// Backups where the library is none, or where SQLite or the file system has it in an unusual form.
struct LibraryBackupTests {
  private let scratch: LibraryScratch

  init() throws {
    scratch = try LibraryScratch()
  }

  private func fill() async throws {
    let library = try scratch.open()
    _ = try await library.importCollection(
      from: scratch.write(Export.collection([Export.Row(release: 1), Export.Row(release: 2)]), to: "two.csv"))
    try library.close()
  }

  /// A thing that can stand where the library should be.
  enum Stranger: String, CaseIterable {
    case text, empty, pipe, device, anothers, damaged, link
  }

  private func put(_ stranger: Stranger) async throws {
    switch stranger {
    case .text: _ = try scratch.write("These are not the records you are looking for.\n", to: "library.sqlite")
    case .empty: _ = try scratch.write("", to: "library.sqlite")
    case .pipe: #expect(mkfifo(scratch.library, 0o600) == 0)
    case .device: #expect(symlink("/dev/null", scratch.library) == 0)
    case .anothers:
      try await DatabaseQueue(path: scratch.library).write { try $0.execute(sql: "CREATE TABLE x (y)") }
    case .damaged:
      try await fill()
      let bytes = try scratch.bytes("library.sqlite")
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: scratch.library))
    case .link: #expect(symlink(scratch.file("disk/library.sqlite"), scratch.library) == 0)
    }
  }

  // fails: backup | the library is none, or is damaged
  @Test(arguments: Stranger.allCases)
  func `a backup of what is no library names that file, and writes nothing`(_ stranger: Stranger) async throws {
    try await put(stranger)
    let names = try scratch.names()
    let error = #expect(throws: LibraryError.self) {
      try Library.backUp(scratch.library, to: scratch.file("copy.sqlite"))
    }
    #expect(error?.description.contains(scratch.library) == true, "\(String(describing: error))")
    #expect(error?.description.contains("copy.sqlite") == false, "\(String(describing: error))")
    #expect(try scratch.names() == names)
  }

  @Test(arguments: [512, 65_536])
  func `a library with pages of another size is restored`(_ size: Int) async throws {
    try await fill()
    let backup = scratch.file("backup.sqlite")
    try Library.backUp(scratch.library, to: backup)
    try await DatabaseQueue(path: backup).writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA page_size = \(size); VACUUM")
    }
    let library = try scratch.open()
    let copies = try await library.copies(CollectionRequest()).rows
    _ = try await library.make([.remove(copy: copies[0].id)], at: 1, isSent: false)
    // Also while the library is open.
    let restored = try Library.restore(backup, to: scratch.library, isRehearsal: false)
    #expect(restored.copies == 2)
    #expect(try await library.copies(CollectionRequest()).rows == copies)
    try library.close()
  }

  @Test func `a schema below zero is none of Runout's, not a newer one`() async throws {
    try await fill()
    let other = scratch.file("other.sqlite")
    try FileManager.default.copyItem(atPath: scratch.library, toPath: other)
    try await DatabaseQueue(path: other).write { try $0.execute(sql: "PRAGMA user_version = -5") }
    let bytes = try scratch.bytes("other.sqlite")
    for error in [
      #expect(throws: LibraryError.self) { try Library.open(at: other) },
      #expect(throws: LibraryError.self) { try Library.restore(other, to: scratch.library, isRehearsal: false) },
    ] {
      #expect(error == .failed(path: other, reason: "it is not a Runout library"))
    }
    #expect(try scratch.bytes("other.sqlite") == bytes)
    // A backup takes its place as that of a damaged one.
    let restored = try Library.restore(scratch.library, to: other, isRehearsal: false)
    #expect(try Data(contentsOf: URL(fileURLWithPath: try #require(restored.keptAs))) == bytes)
    try Library.open(at: other).close()
  }

  /// Links on the way to a library, from the folder it is in, and the one that leads nowhere.
  struct Link: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var links: [(name: String, target: String)]
    var library = "library.sqlite"
    /// The link that is named, and where it leads.
    var named: String
    var target: String
  }

  // fails: library | a link to it leads nowhere
  @Test(
    arguments: [
      Link(
        testDescription: "a file", links: [("library.sqlite", "disk/library.sqlite")], named: "it",
        target: "disk/library.sqlite"),
      Link(
        testDescription: "a folder", links: [("data", "disk/data")], library: "data/library.sqlite", named: "data",
        target: "disk/data"),
      Link(
        testDescription: "a circle", links: [("library.sqlite", "other"), ("other", "library.sqlite")], named: "it",
        target: "other"),
    ])
  func `a link that leads nowhere is named with its target, and is no empty library`(_ link: Link) throws {
    for (name, target) in link.links { #expect(symlink(target, scratch.file(name)) == 0) }
    let (path, names) = (scratch.file(link.library), try scratch.names())
    let named = link.named == "it" ? "it" : scratch.file(link.named)
    let sentence = "Cannot open \(path): \(named) is a link to \(scratch.file(link.target)), which leads nowhere"
    #expect(Library.hasShelf(at: path))
    let opening = #expect(throws: LibraryError.self) { try Library.open(at: path) }
    #expect(opening?.description == sentence)
    let backup = #expect(throws: LibraryError.self) { try Library.backUp(path, to: scratch.file("copy.sqlite")) }
    #expect(backup?.description == sentence)
    #expect(try scratch.names() == names)
    // A library of its own beside it, which is not to take the link's place.
    let mine = scratch.file("mine.sqlite")
    try Library.open(at: mine).close()
    let restoring = #expect(throws: LibraryError.self) { try Library.restore(mine, to: path, isRehearsal: false) }
    #expect(restoring?.description == sentence)
    #expect(try scratch.names().filter { !$0.hasPrefix("mine.sqlite") } == names)
  }

  @Test func `a library behind a link is the library`() async throws {
    try FileManager.default.createDirectory(atPath: scratch.file("disk"), withIntermediateDirectories: true)
    #expect(!Library.hasShelf(at: scratch.library))
    #expect(Library.obstacle(at: scratch.library) == nil)
    try Library.open(at: scratch.file("disk/library.sqlite")).close()
    #expect(symlink("disk/library.sqlite", scratch.library) == 0)
    try await fill()
    #expect(Library.hasShelf(at: scratch.library) && Library.hasShelf(at: scratch.file("disk/library.sqlite")))
    #expect(try scratch.names() == ["disk", "library.sqlite", "two.csv"])
  }
}
