internal import DiscogsModel
internal import Foundation
internal import GRDBSQLite
internal import Platform
internal import RunoutModel
internal import SQLiteSupport

/// Where an update stands: all that the next one needs to go on.
///
/// It is a row of the database that is being built, and so in step with the records there whatever happens.
struct Standing: Codable {
  /// What is imported into what; another update starts over.
  var identity: String
  /// How many kinds are read.
  var kinds = 0
  /// Where to go on in the dump of the next kind; nil for its beginning.
  var position: DumpPosition?
  /// The lengths of the files beside the database.
  var facts = 0
  var heads = 0
  var names = 0
  var facets: [FacetTable.Value] = []
  var counts: [EntityKind: Int] = [:]
  var kept = 0
  var namesOnly = 0
  var unordered: Set<EntityKind> = []
  var lastID = 0
  var files: [File] = []
  /// Of the dump that is being read.
  var current: DumpSummary?
  var records = 0
  var skipped = 0
  var done = 0
  var selection: [Data] = []
  var finishing = Finishing()

  struct File: Codable {
    var name: String
    var summary: DumpSummary
  }
}

/// What an update keeps beside the database it builds, and how it is opened again.
final class Resumption {
  let database: BuildDatabase
  let facts: Spool
  let heads: Spool
  let names: Spool
  var standing: Standing
  /// Nil for everything.
  let selection: Selection?
  let options: UpdateOptions
  /// Whether there was something to go on with.
  let isResumed: Bool
  /// Whether a database was left that only has to be put in place.
  let isComplete: Bool

  static let names = "names"

  /// Opens what an update of the same identity has left, or begins.
  init(_ place: ImportPlace, identity: String, options: UpdateOptions, limits: CatalogueBuilder.Limits) throws {
    self.options = options
    selection = options.only.map(Selection.init)
    if let left = try Self.left(place, identity, limits) {
      (database, facts, heads, names, standing) = left
      isResumed = true
    } else {
      place.discard()
      database = try Self.open(place, limits)
      facts = try place.resumeSpool("facts", count: 0)
      heads = try place.resumeSpool("heads", count: 0)
      names = try place.resumeSpool(Self.names, count: 0)
      standing = Standing(identity: identity)
      isResumed = false
      try AtomicFile.write(Array(identity.utf8), to: "\(place.building).\(ImportPlace.identityName)")
    }
    isComplete = try isResumed && Self.isFinished(database)
    selection?.restore(standing.selection)
  }

  private static func open(_ place: ImportPlace, _ limits: CatalogueBuilder.Limits) throws -> BuildDatabase {
    try BuildDatabase(path: place.building, cache: limits.pageCache, pageLimit: limits.pages, isResumable: true)
  }

  private static func isFinished(_ database: BuildDatabase) throws -> Bool {
    try database.connection.integer("PRAGMA user_version") == CatalogueSchema.version
  }

  private typealias Left = (BuildDatabase, Spool, Spool, Spool, Standing)

  /// Nil where there is nothing, or nothing of use: then the update starts over, which is all it can do.
  ///
  /// - Throws: where it cannot be read now and may be later, on a full disk for example. It is hours of work.
  private static func left(
    _ place: ImportPlace, _ identity: String, _ limits: CatalogueBuilder.Limits
  ) throws -> Left? {
    guard ImportPlace.size(of: place.building) ?? 0 > 0 else { return nil }
    do {
      let database = try open(place, limits)
      if try isFinished(database) { return try finished(place, database, identity) }
      let row = try PreparedStatement(database.connection, "SELECT state FROM progress")
      guard try row.next() else { return nil }
      let standing = try JSONDecoder().decode(Standing.self, from: Data(row.bytes(0)))
      guard standing.identity == identity else { return nil }
      for (name, size) in standing.finishing.files {
        guard ImportPlace.size(of: "\(place.building).\(name)") ?? 0 >= size else { return nil }
      }
      return (
        database, try place.resumeSpool("facts", count: standing.facts),
        try place.resumeSpool("heads", count: standing.heads),
        try place.resumeSpool(Self.names, count: standing.names), standing
      )
    } catch let error as SQLiteFailure where [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR].contains(error.primaryCode) {
      // Damaged, or killed before it had any table.
      return nil
    } catch SpoolError.truncated {
      return nil
    } catch is DecodingError {
      return nil
    }
  }

  /// A catalogue that was finished and not put in place.
  private static func finished(_ place: ImportPlace, _ database: BuildDatabase, _ identity: String) throws -> Left? {
    let row = try PreparedStatement(database.connection, "SELECT value FROM meta WHERE key = 'identity'")
    guard try row.next(), row.text(0) == identity else { return nil }
    return (
      database, try place.resumeSpool("facts", count: 0), try place.resumeSpool("heads", count: 0),
      try place.resumeSpool(Self.names, count: 0), Standing(identity: identity)
    )
  }

  /// The table of the row; to be made with the others, in the first transaction.
  static let table = "CREATE TABLE progress(id INTEGER PRIMARY KEY, state BLOB)"

  /// Writes the standing into the open transaction. What it counts on is safely on disk then.
  func save() throws {
    if standing.finishing.stage < .ranked {
      for spool in [facts, heads, names] { try spool.save() }
      (standing.facts, standing.heads, standing.names) = (facts.count, heads.count, names.count)
    } else {
      // What they hold is in the order of ranks by now, and they are emptied.
      (standing.facts, standing.heads, standing.names) = (0, 0, 0)
    }
    standing.selection = selection?.saved ?? []
    let state = try JSONEncoder().encode(standing)
    let row = try PreparedStatement(database.connection, "INSERT OR REPLACE INTO progress VALUES(1, ?)")
    try state.withUnsafeBytes { bytes in
      row.bindBlob(1, borrowing: bytes)
      try row.run()
    }
  }

  /// What the catalogue is to say of itself.
  var notes: [(key: String, text: String)] {
    [("month", options.month), ("only", options.only?.description ?? ""), ("identity", standing.identity)]
  }

  func faultPoint() { options.faultPoint() }
}
