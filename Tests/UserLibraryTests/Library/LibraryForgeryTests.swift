import DiscogsModel
import Foundation
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

/// A library in which a column holds what no column of its kind can: of damage, or of somebody's making.
struct LibraryForgeryTests {
  static let forgeries = ["NULL", "x'FF00'", "-9223372036854775808", "9e999"]

  @Test(arguments: forgeries)
  func `with anything in a column, the library answers or reports damage`(forged: String) async throws {
    let scratch = try LibraryScratch()
    try await fill(scratch)
    let columns = try columns(of: scratch)
    #expect(columns.count > 100)
    for column in columns {
      let path = scratch.file("forged.sqlite")
      try FileManager.default.copyItem(atPath: scratch.library, toPath: path)
      defer { for name in Self.files { try? FileManager.default.removeItem(atPath: path + name) } }
      guard try forge(column, to: forged, at: path) else { continue }
      do throws(LibraryError) {
        let library = try Library.open(at: path)
        await useAll(of: library, "\(column) = \(forged)")
        try library.close()
      } catch {
        expectSentence(error, "\(column) = \(forged)")
      }
    }
  }

  private static let files = ["", "-wal", "-shm"]

  /// Asks for everything, and changes what can be changed.
  private func useAll(of library: Library, _ forgery: String) async {
    for use in Self.uses {
      do { try await use(library) } catch {
        if let error = error as? LibraryError {
          expectSentence(error, forgery)
        } else {
          Issue.record("\(forgery): \(error)")
        }
      }
    }
  }

  private func expectSentence(_ error: LibraryError, _ forgery: String) {
    if case .failed(_, let reason) = error {
      // SQLite's own words for a value that a table refuses are sentences; a value of Swift's, printed, is none.
      #expect(!reason.contains("("), "\(forgery): \(reason)")
    }
  }

  // MARK: - What is asked

  private static let uses: [@Sendable (Library) async throws -> Void] = [
    { _ = try await $0.searches(matching: "blue") }, { _ = try await $0.searches() },
    { _ = try await $0.remember(SearchRecord(query: "blue", source: .demo), at: 3e9) },
    { _ = try await $0.commandLines() }, { _ = try await $0.folders() }, { _ = try await $0.fields() },
    { _ = try await $0.copies(CollectionRequest(), limit: 10) },
    { _ = try await $0.wants(CollectionRequest(), limit: 10) },
    { _ = try await $0.copies(CollectionRequest(narrowing: "t 1 rating:3..")) },
    { _ = try await $0.copyCount(CollectionRequest()) }, { _ = try await $0.copies(of: 1) },
    { _ = try await $0.holdings(of: [1, 2], [1]) }, { _ = try await $0.lists() }, { _ = try await $0.list(7) },
    { library in
      for grouping in [ShelfGrouping.folder, .decade, .year, .added, .rating, .played] {
        _ = try await library.groups(by: grouping, CollectionRequest())
      }
    },
    { _ = try await $0.duplicates(.release) }, { _ = try await $0.pick(CollectionRequest(), chance: 0.5, at: 2e9) },
    { _ = try await $0.values() }, { _ = try await $0.bookmarks() }, { _ = try await $0.crates(of: .collection) },
    { _ = try await $0.columns(of: .collection) }, { _ = try await $0.wantPrices() },
    { _ = try await $0.priceLimit(of: .release(1)) }, { _ = try await $0.limitCurrency() },
    { _ = try await $0.sellers() },
    { _ = try await $0.takePriceNews() }, { _ = try await $0.allWants() }, { _ = try await $0.masters(of: [1]) },
    { _ = try await $0.filing() }, { _ = try await $0.mirroredAccount() }, { _ = try await $0.syncedAt() },
    { _ = try await $0.mirrorProgress() }, { _ = try await $0.mirroredCount(.collection) },
    { _ = try await $0.standing(of: .collection) }, { _ = try await $0.knownInstances(of: 1) },
    { _ = try await $0.pendingEdits() }, { try await $0.recoverSending() },
    { _ = try await $0.nextDueTime(at: 2e9) },
    { library in
      for _ in 0..<4 {
        guard let edit = try await library.nextOutgoing(at: 2e9) else { break }
        try await library.settle(edit.id, as: .refused("no"))
      }
    },
    { library in for row in try await library.removedRows(at: 1e9) { _ = try await library.restoreOne(row) } },
    { _ = try await $0.undo(at: 1e9 + 9, isSent: true) }, { _ = try await $0.redo(at: 1e9 + 9, isSent: true) },
    { _ = try await $0.perform([.rate(copy: 1, stars: 3)], at: 1e9 + 10, isSent: true) },
    { _ = try await $0.perform([.play(copy: 1)], at: 1e9, isSent: false) },
  ]

  // MARK: - What is forged

  private struct Place: CustomStringConvertible {
    var table: String
    var column: String
    var description: String { "\(table).\(column)" }
  }

  /// A row in every table.
  private func fill(_ scratch: LibraryScratch) async throws {
    let library = try scratch.open()
    let facts = (1...3).map { ShelfFacts(release: Release.ID($0), artist: "A", title: "T \($0)", year: 1959) }
    _ = try await library.perform(
      facts.map { .add($0, folder: "Jazz") } + [.want(facts[0], notes: "n", rating: 3)], at: 1e9, isSent: true)
    _ = try await library.perform([.rate(copy: 1, stars: 4)], at: 1e9 + 1, isSent: true)
    _ = try await library.remember(SearchRecord(query: "kind of blue", source: .demo), at: 100)
    try await library.rememberCommandLine(":help")
    _ = try await library.perform([.play(copy: 1)], at: 1e9, isSent: false)
    try library.close()
    try edit(scratch.library) { database in
      try database.execute(
        sql: """
          INSERT INTO field VALUES (1, 'Media', 'dropdown', 1, 1, '["Mint (M)"]', NULL), (3, 'Notes', 'textarea', 3, 1, '[]', 2);
          INSERT INTO userList VALUES (7, 'me', 1, 'Rare', 'rare', '', 1, '2020', '2020', '[]');
          INSERT INTO valueOnDay VALUES ('2020-01-01', '€1.00', '€2.00', '€3.00', 3);
          INSERT INTO bookmark VALUES ('a', 'release 1', 'T 1');
          INSERT INTO crate VALUES ('collection', 'Blue', 'blue', 'artist', 'blue');
          INSERT INTO priceLimit VALUES (1, '12', 'EUR', 1e9, '');
          INSERT INTO priceSeen VALUES (1, 1e9, '10', 'EUR', 3);
          INSERT INTO seller VALUES ('shop', 1e9, 3, 1);
          INSERT INTO filing VALUES ('A', 1, 1);
          INSERT INTO removed (list, item, release, instance, state, removedAt)
            SELECT 'collection', 90, 1, 900, after, 1e9 FROM edit WHERE target = 'copy' LIMIT 1;
          INSERT INTO note VALUES ('account', 'me'), ('sync', '{}'), ('columns', 'year'), ('synced at', '1e9')
            ON CONFLICT DO NOTHING;
          """)
    }
  }

  private func edit(_ path: String, _ change: (Database) throws -> Void) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { try change($0) }
    try queue.close()
  }

  /// The columns of every table in which there is a row.
  private func columns(of scratch: LibraryScratch) throws -> [Place] {
    var places: [Place] = []
    try edit(scratch.library) { database in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      for table in tables where try Bool.fetchOne(database, sql: "SELECT count(*) > 0 FROM \(table)") == true {
        places += try database.columns(in: table).map { Place(table: table, column: $0.name) }
      }
    }
    return places
  }

  /// Whether the column holds it now: a unique one or a number of a row may refuse.
  private func forge(_ place: Place, to value: String, at path: String) throws -> Bool {
    var isForged = false
    try edit(path) { database in
      if value == "NULL" {
        // A file can be made with tables that allow it.
        try database.execute(
          sql: """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = '\(place.table)' AND type = 'table';
            PRAGMA writable_schema = RESET;
            """)
      }
      do {
        try database.execute(sql: "UPDATE OR IGNORE \(place.table) SET \(place.column) = \(value)")
        isForged = database.changesCount > 0
      } catch let error as DatabaseError where error.resultCode == .SQLITE_MISMATCH {
        // The number of a row, which is always one.
      }
    }
    return isForged
  }
}

extension Library {
  fileprivate func restoreOne(_ row: RemovedRow) async throws {
    _ = try await restore([row.id], at: 1e9 + 5, isSent: true)
  }
}
