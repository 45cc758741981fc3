import DiscogsModel
import Foundation
import GRDB
import RunoutModel
import SQLiteSupport
import Testing

@testable import UserLibrary

struct LibraryOpeningTests {
  private let scratch: LibraryScratch

  init() throws {
    scratch = try LibraryScratch()
  }

  @Test func `a new library gets its directory, and saved searches are there next time`() async throws {
    let path = scratch.file("deep/down/library.sqlite")
    let library = try Library.open(at: path)
    try await library.remember(SearchRecord(query: "kind of blue", source: .demo), at: 100)
    _ = try await library.searches()
    try library.close()
    // The file alone holds everything, so moving it moves all of it.
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("deep/down")) == ["library.sqlite"])
    // Only this user may read it.
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let again = try Library.open(at: path)
    #expect(try await again.searches().map(\.query) == ["kind of blue"])
    #expect(!again.isReadOnly)
  }

  @Test func `the schema's digest is that of its steps`() throws {
    let steps = LibraryMigrations.steps
    let digest = try steps.digest(upTo: steps.all.count)
    #expect(steps.digest == digest)
  }

  @Test(arguments: ["library.sqlite", "library.sqlite-wal"])
  func `a pipe in the place of a library says what it is and is not waited for`(name: String) throws {
    #expect(mkfifo(scratch.file(name), 0o600) == 0)
    let error = #expect(throws: LibraryError.self) { try scratch.open() }
    #expect(error?.description == "Cannot open \(scratch.library): it is a pipe")
    let refusal = #expect(throws: LibraryError.self) {
      try Library.restore(scratch.library, to: scratch.file("mine.sqlite"), isRehearsal: false)
    }
    #expect(refusal != nil)
  }

  @Test func `an empty file is as good as none`() async throws {
    _ = try scratch.write("", to: "library.sqlite")
    #expect(try await scratch.open().searchCount() == 0)
  }

  @Test func `a file of another kind is named and left alone`() throws {
    let text = "These are not the records you are looking for.\n"
    _ = try scratch.write(text, to: "library.sqlite")
    let error = #expect(throws: LibraryError.self) { try scratch.open() }
    #expect(
      error?.description
        == "\(scratch.library) is damaged (it is not a database). Nothing changed: move it away to start over")
    #expect(try scratch.names() == ["library.sqlite"])
    #expect(try scratch.bytes("library.sqlite") == Data(text.utf8))
  }

  // fails: library | the file is cut short
  @Test func `a truncated library is named and left alone`() async throws {
    try await fill(20)
    let whole = try scratch.bytes("library.sqlite")
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: scratch.library))
    let error = #expect(throws: LibraryError.self) { try scratch.open() }
    #expect(error == .damaged(path: scratch.library, reason: "it ends early", backup: nil))
    #expect(try scratch.bytes("library.sqlite").count == whole.count / 2)
  }

  @Test func `a library whose end is in the log only is whole, and without the log it is cut short`() async throws {
    let library = try scratch.open()
    try await library.remember(SearchRecord(query: "kind of blue", source: .demo), at: 100)
    // As when the disk was full: what is in the log was taken over in part.
    for name in ["library.sqlite", "library.sqlite-wal"] {
      try FileManager.default.copyItem(atPath: scratch.file(name), toPath: scratch.file("copy-" + name))
    }
    try library.close()
    let first = try scratch.bytes("library.sqlite").prefix(4096 * 2)
    try first.write(to: URL(fileURLWithPath: scratch.file("copy-library.sqlite")))
    let again = try Library.open(at: scratch.file("copy-library.sqlite"))
    #expect(try await again.searches().map(\.query) == ["kind of blue"])
    try again.close()
    try first.write(to: URL(fileURLWithPath: scratch.file("copy-library.sqlite")))
    let error = #expect(throws: LibraryError.self) { try Library.open(at: scratch.file("copy-library.sqlite")) }
    #expect(error == .damaged(path: scratch.file("copy-library.sqlite"), reason: "it ends early", backup: nil))
    // A log of another time does not make up for it.
    try Data(repeating: 7, count: 5_000).write(to: URL(fileURLWithPath: scratch.file("copy-library.sqlite-wal")))
    let other = #expect(throws: LibraryError.self) { try Library.open(at: scratch.file("copy-library.sqlite")) }
    #expect(other == error)
  }

  @Test func `damage inside shows when it is met, and the file is left alone`() async throws {
    try await fill(2_000)
    var bytes = try scratch.bytes("library.sqlite")
    // Page 1, with the header and the schema, stays whole.
    for offset in 4096..<bytes.count { bytes[offset] = UInt8(truncatingIfNeeded: offset) }
    try bytes.write(to: URL(fileURLWithPath: scratch.library))
    let error = await #expect(throws: LibraryError.self) {
      let library = try scratch.open()
      _ = try await library.searches()
    }
    guard case .damaged(scratch.library, _, nil)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try scratch.bytes("library.sqlite") == bytes)
  }

  @Test func `a library of a newer program is not touched`() async throws {
    try await fill(1)
    try await DatabaseQueue(path: scratch.library).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA user_version = 99")
    }
    let before = try scratch.bytes("library.sqlite")
    let error = #expect(throws: LibraryError.self) { try scratch.open() }
    #expect(error == .newerSchema(path: scratch.library, found: 99, known: LibraryMigrations.steps.all.count))
    #expect(try scratch.bytes("library.sqlite") == before)
    #expect(try scratch.names() == ["library.sqlite"])
  }

  @Test func `changes that waited for an account that was never signed in to are settled by the upgrade`() async throws
  {
    let before = try scratch.open { $0.schema = 7 }
    _ = try await before.perform([.makeFolder("Attic")], at: 1_772_366_400, isSent: true)
    #expect(try await before.pendingEdits().count == 1)
    try before.close()
    let after = try scratch.open()
    #expect(try await after.pendingEdits().isEmpty)
    #expect(try await after.folders().map(\.name).contains("Attic"))
  }

  @Test func `a newer schema is seen while it is only in another program's log`() async throws {
    let newer = try DatabasePool(path: scratch.library)
    try await newer.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE x (y); PRAGMA user_version = 99") }
    let error = #expect(throws: LibraryError.self) { try scratch.open() }
    #expect(error == .newerSchema(path: scratch.library, found: 99, known: LibraryMigrations.steps.all.count))
  }

  // fails: library | the file or its disk is read-only
  @Test func `a read-only library opens for reading and refuses to save`() async throws {
    try await fill(3)
    let library = try scratch.open { $0.readOnly = true }
    #expect(library.isReadOnly)
    #expect(try await library.searchCount() == 3)
    let error = await #expect(throws: LibraryError.self) {
      try await library.remember(SearchRecord(query: "new", source: .demo), at: 1)
    }
    #expect(error?.description == "\(scratch.library) is read-only: nothing saved")
    #expect(try await library.searchCount() == 3)
  }

  // fails: library | its folder cannot be written to
  @Test func `a library that cannot be created names its path and the reason`() {
    let error = #expect(throws: LibraryError.self) { try Library.open(at: "/proc/self/none/library.sqlite") }
    #expect(
      error?.description == "Cannot open /proc/self/none/library.sqlite: Runout cannot create its folder")
  }

  // fails: library | the disk is full
  @Test func `on a full disk, nothing is half saved and older data survives`() async throws {
    try await fill(50)
    let pages = try scratch.bytes("library.sqlite").count / 4096
    let library = try scratch.open { $0.pages = pages + 8 }
    var kept = 50
    let error = await #expect(throws: LibraryError.self) {
      for number in 0..<2_000 {
        try await library.remember(
          SearchRecord(query: "an album title of some length \(number)", source: .demo), at: 200)
        kept += 1
      }
    }
    #expect(error == .diskFull(path: scratch.library))
    #expect(try await library.searchCount() == kept)
    try library.close()
    let again = try scratch.open()
    #expect(try await again.searchCount() == kept)
    #expect(try await again.remember(SearchRecord(query: "room again", source: .demo), at: 300))
  }

  // fails: library | the disk is full when it is opened
  @Test func `a library on a full disk opens for reading`() async throws {
    try await fill(50)
    let pages = try scratch.bytes("library.sqlite").count / 4096
    let library = try scratch.open { $0.pages = pages }
    #expect(library.isReadOnly)
    #expect(try await library.searchCount() == 50)
    let error = await #expect(throws: LibraryError.self) { try await library.rememberCommandLine("quit") }
    #expect(error == .diskFull(path: scratch.library))
  }

  // fails: import of a shelf | the disk is full
  @Test func `an import on a full disk leaves the shelf unchanged`() async throws {
    let first = try scratch.write(Export.collection([Export.Row(release: 1)]), to: "first.csv")
    let library = try scratch.open()
    _ = try await library.importCollection(from: first)
    try library.close()
    let rows = (1...3_000).map { Export.Row(release: $0, title: "Title \($0)") }
    let second = try scratch.write(Export.collection(rows), to: "second.csv")
    let full = try scratch.open { $0.pages = 100 }
    let error = await #expect(throws: LibraryError.self) { try await full.importCollection(from: second) }
    #expect(error == .diskFull(path: scratch.library))
    #expect(try await full.copies(CollectionRequest()).rows.map(\.release) == [1])
  }

  @Test func `two programs that make the library at once end up with one`() async throws {
    let path = scratch.library
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask {
          let library = try Library.open(at: path)
          try await library.remember(SearchRecord(query: "search \(number)", source: .demo), at: 1)
          try library.close()
        }
      }
      try await group.waitForAll()
    }
    #expect(try await scratch.open().searchCount() == 6)
  }

  @Test func `a whole copy is made before a library of an older program is brought up to date`() async throws {
    try await fill(5)
    try Library.backUp(scratch.library, schema: 1)
    #expect(try scratch.names() == ["library.sqlite", "library.sqlite.schema-1.backup"])
    let copy = try Library.open(at: scratch.file("library.sqlite.schema-1.backup"))
    #expect(try await copy.searchCount() == 5)
    try copy.close()
    #expect(Library.latestBackup(of: scratch.library) == scratch.file("library.sqlite.schema-1.backup"))
    // A damaged library is told together with its copy.
    _ = try scratch.write("broken", to: "library.sqlite")
    let error = #expect(throws: LibraryError.self) { try scratch.open() }
    #expect(error?.description.contains("replace it with \(scratch.library).schema-1.backup") == true)
  }

  // fails: copy before a migration | it cannot be made
  @Test func `an older library is not upgraded if it cannot be copied first`() async throws {
    let old = LibraryMigrations.steps.all.count - 1
    try scratch.open { $0.schema = old }.close()
    // A folder that is not empty stands where the copy should be.
    let copy = "library.sqlite.schema-\(old).backup"
    try FileManager.default.createDirectory(atPath: scratch.file(copy), withIntermediateDirectories: true)
    _ = try scratch.write("in the way", to: "\(copy)/file")
    let before = try scratch.names()
    let error = #expect(throws: LibraryError.self) { try scratch.open() }
    #expect(error?.description.contains(copy) == true, "\(String(describing: error))")
    #expect(try DatabaseFile.schema(of: scratch.library) == old)
    #expect(try scratch.names() == before)
  }

  @Test func `every released schema can be brought up to date`() throws {
    for version in 1...LibraryMigrations.steps.all.count {
      let queue = try DatabaseQueue()
      try queue.writeWithoutTransaction { database in
        try LibraryMigrations.steps.run(database, upTo: version)
        #expect(try SchemaSteps.version(of: database) == version)
        try LibraryMigrations.steps.run(database)
        #expect(try SchemaSteps.version(of: database) == LibraryMigrations.steps.all.count)
        #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
      }
    }
  }

  @Test(arguments: 1..<LibraryMigrations.steps.all.count)
  func `every earlier library survives its upgrade intact, with a backup`(
    _ version: Int
  ) async throws {
    let old = try DatabaseQueue(path: scratch.library)
    try await old.writeWithoutTransaction { database in
      try LibraryMigrations.steps.run(database, upTo: version)
      // The second tells the parts of what narrowing looks through apart.
      let words =
        version == 1
        ? (copy: "'miles davis kind of blue'", want: "'john coltrane blue train'")
        : (copy: "char(1) || 'miles davis' || char(14) || 'six-eye'", want: "char(1) || 'john' || char(14) || 'clean'")
      // What every one of them had.
      try database.execute(
        sql: """
          INSERT INTO search (query, kind, sort, source, folded, lastRun, runs, turn)
            VALUES ('kind of blue', '', '', 'demo', 'kind of blue', 100, 3, 1);
          INSERT INTO folder (id, name, sortKey) VALUES (7, 'Jazz', 'jazz');
          INSERT INTO copy (id, folder, added, mediaCondition, sleeveCondition, release, artist, title, label, catno,
            format, year, rating, fields, shelfKey)
            VALUES (3, 7, '2020-11-12 12:24:52', 'Mint (M)', '', 249504, 'Miles Davis (2)', 'Kind Of Blue', 'Columbia',
              'CL 1355', 'LP', 1959, 5, '\(try CollectionCopy.Field.pack([CollectionCopy.Field(name: "Notes", value: "six-eye")]))', 'miles davis');
          INSERT INTO copyWords (id, words) VALUES (3, \(words.copy));
          INSERT INTO want (id, notes, release, artist, title, label, catno, format, fields, shelfKey)
            VALUES (4, 'a clean one', 5, 'John Coltrane', 'Blue Train', '', '', '', '\(try CollectionCopy.Field.pack([]))', 'john coltrane');
          INSERT INTO wantWords (id, words) VALUES (4, \(words.want));
          """)
      if version >= 2 {
        try database.execute(
          sql: "INSERT INTO crate (name, query, sort, sortKey) VALUES ('Jazz', 'genre:jazz', '', 'jazz')")
      }
    }
    try old.close()
    let before = try await contents(scratch.library)
    let library = try scratch.open()
    let copy = try #require(try await library.copies(CollectionRequest(narrowing: "six-eye")).rows.first)
    #expect((copy.id, copy.folder, copy.rating, copy.mediaCondition) == (3, "Jazz", 5, "Mint (M)"))
    #expect(copy.fields == [CollectionCopy.Field(name: "Notes", value: "six-eye")])
    #expect(try await library.wants(CollectionRequest(narrowing: "clean")).rows.map(\.notes) == ["a clean one"])
    #expect(try await library.searches().map(\.query) == ["kind of blue"])
    // Crates were of the collection only.
    let crates = version >= 2 ? [SmartCrate(name: "Jazz", query: "genre:jazz")] : []
    #expect(try await library.crates(of: .collection) == crates)
    #expect(try await library.crates(of: .wantList) == [])
    // What the program of today does with it is undone as usual.
    #expect(try await library.perform([.remove(copy: 3)], at: 100, isSent: false) == [.done])
    #expect(try await library.undo(at: 101, isSent: false) != nil)
    #expect(try await library.copies(CollectionRequest()).rows == [copy])
    // A want of any pressing stands beside those that are there.
    let any = ShelfFacts(master: 5, title: "A")
    _ = try await library.perform([.want(any, notes: "", rating: nil)], at: 102, isSent: false)
    #expect(try await library.wants(CollectionRequest()).rows.map(\.wanted) == [.master(5), .release(5)])
    try library.close()
    let backup = "library.sqlite.schema-\(version).backup"
    #expect(try scratch.names() == ["library.sqlite", backup])
    #expect(try await contents(scratch.file(backup)) == before)
  }

  /// What a file holds, table by table, and its schema.
  private func contents(_ path: String) async throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    let all = try await queue.read { database in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      return try ["\(SchemaSteps.version(of: database))"]
        + tables.flatMap { table in
          try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\(table): \($0)" }
        }
    }
    try queue.close()
    return all
  }

  @Test func `a library in a directory with awkward letters opens`() async throws {
    let path = scratch.file("a b?c#d%20é/library.sqlite")
    let library = try Library.open(at: path)
    try await library.rememberCommandLine("source demo")
    try library.close()
    var options = Library.Options()
    options.readOnly = true
    #expect(try await Library.open(at: path, options: options).commandLines() == ["source demo"])
  }

  private func fill(_ searches: Int) async throws {
    let library = try scratch.open()
    for number in 0..<searches {
      try await library.remember(SearchRecord(query: "search \(number)", source: .demo), at: Double(number))
    }
    try library.close()
  }
}
