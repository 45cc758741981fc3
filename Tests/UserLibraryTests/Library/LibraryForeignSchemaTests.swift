import DiscogsModel
import Foundation
import GRDB
import RunoutModel
import SQLiteSupport
import Testing

@testable import UserLibrary

/// A library file from outside, whose schema does something of its own.
struct LibraryForeignSchemaTests {
  private let scratch: LibraryScratch

  init() async throws {
    scratch = try LibraryScratch()
    let library = try scratch.open()
    let facts = (1...3).map { ShelfFacts(release: Release.ID($0), artist: "A", title: "T \($0)", year: 1959) }
    _ = try await library.perform(facts.map { .add($0, folder: "Uncategorized") }, at: 1e9, isSent: false)
    try library.close()
  }

  /// Each with the name that the error gives.
  static let forgeries: [(name: String, sql: String)] = [
    ("emptied", "CREATE TRIGGER emptied AFTER INSERT ON search BEGIN DELETE FROM copy; END"),
    ("emptied", "CREATE TRIGGER emptied AFTER UPDATE ON note BEGIN DELETE FROM search; END"),
    ("copied", "CREATE VIEW copied AS SELECT * FROM copy"),
    ("shout", "CREATE INDEX shout ON copy (upper(title))"),
    ("once", "CREATE UNIQUE INDEX once ON copy (release)"),
    ("extra", "CREATE TABLE extra (x)"),
    ("found", "CREATE VIRTUAL TABLE found USING fts5(title)"),
    (
      "note",
      """
      ALTER TABLE note RENAME TO earlier;
      CREATE TABLE note (name TEXT PRIMARY KEY ON CONFLICT REPLACE NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
      INSERT INTO note SELECT * FROM earlier;
      DROP TABLE earlier
      """
    ),
    (
      "seller", "DROP TABLE seller; CREATE VIEW seller AS SELECT '' AS name, 0 AS lookedAt, 0 AS listings, 0 AS wanted"
    ),
    (
      "sqlite_stat9",
      """
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_stat9', 'search', 0,
        'CREATE TRIGGER sqlite_stat9 AFTER INSERT ON search BEGIN DELETE FROM copy; END')
      """
    ),
  ]

  private func forge(_ sql: String) throws {
    let queue = try DatabaseQueue(path: scratch.library)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// Without those that SQLite makes beside a database that is only read.
  private func files() throws -> [String] {
    try scratch.names().filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
  }

  @Test(arguments: forgeries)
  func `a library with anything of another's in its schema is refused by name and left alone`(
    name: String, sql: String
  ) throws {
    try forge(sql)
    let (before, names) = (try scratch.bytes("library.sqlite"), try files())
    for isReadOnly in [false, true] {
      let error = #expect(throws: LibraryError.self) { try scratch.open { $0.readOnly = isReadOnly } }
      guard case .damaged(scratch.library, let reason, nil)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.contains("“\(name)”"), "\(reason)")
    }
    guard case .damaged(let reason) = DatabaseCheck.run(.library, at: scratch.library, within: .seconds(5)) else {
      Issue.record("the doctor finds nothing")
      return
    }
    #expect(reason.contains("“\(name)”"), "\(reason)")
    #expect(try scratch.bytes("library.sqlite") == before)
    #expect(try files() == names)
  }

  @Test(arguments: forgeries)
  func `such a file is not restored, and leaves nothing behind`(name: String, sql: String) async throws {
    try FileManager.default.copyItem(atPath: scratch.library, toPath: scratch.file("mine.sqlite"))
    try forge(sql)
    for isRehearsal in [true, false] {
      let error = #expect(throws: LibraryError.self) {
        try Library.restore(scratch.library, to: scratch.file("mine.sqlite"), isRehearsal: isRehearsal)
      }
      #expect(error?.description.contains(name) == true, "\(String(describing: error))")
    }
    #expect(try scratch.names().filter { $0.hasSuffix("backup") || $0.contains("restoring") } == [])
    let library = try Library.open(at: scratch.file("mine.sqlite"))
    #expect(try await library.copyCount(CollectionRequest()) == 3)
    try library.close()
  }

  @Test(arguments: [
    "PRAGMA foreign_keys = OFF; UPDATE copy SET folder = 777", "PRAGMA foreign_keys = OFF; DELETE FROM folder",
    "UPDATE copy SET title = zeroblob(100)", "UPDATE copy SET fields = x'ff00'", "UPDATE copy SET rating = 'x'",
    "UPDATE copy SET year = 'abc'", "UPDATE batch SET madeAt = 'then'", "DROP TABLE play",
  ])
  func `a library whose rows cannot be read is found to be damaged, and is not restored`(sql: String) async throws {
    try FileManager.default.copyItem(atPath: scratch.library, toPath: scratch.file("mine.sqlite"))
    try forge(sql)
    guard case .damaged = DatabaseCheck.run(.library, at: scratch.library, within: .seconds(5)) else {
      Issue.record("the doctor finds nothing")
      return
    }
    for isRehearsal in [true, false] {
      let error = #expect(throws: LibraryError.self) {
        try Library.restore(scratch.library, to: scratch.file("mine.sqlite"), isRehearsal: isRehearsal)
      }
      #expect(error?.description.split(separator: "it is damaged", omittingEmptySubsequences: false).count == 2)
    }
    #expect(try scratch.names().filter { $0.hasSuffix("backup") || $0.contains("restoring") } == [])
    let library = try Library.open(at: scratch.file("mine.sqlite"))
    #expect(try await library.copyCount(CollectionRequest()) == 3)
    try library.close()
  }

  @Test func `tables without a schema's number are a shelf that cannot be opened, and no empty one`() throws {
    try forge("PRAGMA user_version = 0")
    #expect(Library.hasShelf(at: scratch.library))
    let before = try scratch.bytes("library.sqlite")
    let error = #expect(throws: LibraryError.self) { try scratch.open() }
    #expect(error?.description.contains("Nothing changed") == true, "\(String(describing: error))")
    #expect(try scratch.bytes("library.sqlite") == before)
    #expect(try !Library.hasShelf(at: scratch.write("", to: "empty.sqlite")))
    #expect(!Library.hasShelf(at: scratch.file("none.sqlite")))
  }

  @Test func `a library that SQLite has looked through for statistics is still ours`() async throws {
    try forge("ANALYZE")
    let library = try scratch.open()
    #expect(try await library.copyCount(CollectionRequest()) == 3)
  }

  @Test(arguments: 1..<LibraryMigrations.steps.all.count)
  func `restoring an earlier library leaves one copy, of what was there`(version: Int) async throws {
    let old = scratch.file("old.sqlite")
    var options = Library.Options()
    options.schema = version
    try Library.open(at: old, options: options).close()
    _ = try Library.restore(old, to: scratch.library, isRehearsal: true)
    #expect(try files() == ["library.sqlite", "old.sqlite"])
    let restored = try Library.restore(old, to: scratch.library, isRehearsal: false)
    let first = "library.sqlite.before-restore.backup"
    #expect(restored.keptAs == scratch.file(first))
    #expect(try files() == ["library.sqlite", first, "old.sqlite"])
    // What the first restore kept is not lost by a second one.
    let again = try Library.restore(old, to: scratch.library, isRehearsal: false)
    #expect(again.keptAs == scratch.file("library.sqlite.before-restore-2.backup"))
    let kept = try Library.open(at: scratch.file(first))
    #expect(try await kept.copyCount(CollectionRequest()) == 3)
    try kept.close()
  }

  @Test func `a restore that another program's lock stops leaves no copy behind`() async throws {
    let backup = scratch.file("backup.sqlite")
    try Library.backUp(scratch.library, to: backup)
    let other = try DatabaseQueue(path: scratch.library)
    try await other.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      #expect(throws: LibraryError.self) {
        try Library.restore(backup, to: scratch.library, isRehearsal: false)
      }
      try database.execute(sql: "ROLLBACK")
    }
    try other.close()
    #expect(try scratch.names().filter { $0.contains("restor") } == [])
  }

  @Test func `a restore tidies up after one that was killed`() throws {
    let backup = scratch.file("backup.sqlite")
    try Library.backUp(scratch.library, to: backup)
    for end in ["", "-wal"] { _ = try scratch.write("half", to: "library.sqlite.restoring-0815\(end)") }
    let before = try files()
    _ = try Library.restore(backup, to: scratch.library, isRehearsal: true)
    #expect(try files() == before)
    _ = try Library.restore(backup, to: scratch.library, isRehearsal: false)
    #expect(try files().filter { $0.contains(".restoring-") } == [])
  }
}
