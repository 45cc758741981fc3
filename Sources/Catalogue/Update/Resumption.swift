internal import DiscogsModel
internal import Foundation
internal import GRDBSQLite
internal import Platform
internal import RunoutModel
internal import SQLiteSupport

/// The state of an update, from which the next one resumes.
///
/// Stored as a row of the database being built, so it always matches the records there.
struct Standing: Codable {
  /// Identifies the inputs; with others, an update starts over.
  var identity: String
  /// The number of kinds that have been read.
  var kinds = 0
  /// Where to continue in the next kind's dump; nil for its beginning.
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
  /// For the dump being read.
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

/// The files that an update keeps beside its database, and their reopening.
final class Resumption {
  let database: BuildDatabase
  let facts: Spool
  let heads: Spool
  let names: Spool
  /// The state that this run starts from. From then on, the builder has it.
  let standing: Standing
  let selection: Selection?
  let options: UpdateOptions
  /// Whether an earlier update was resumed.
  let isResumed: Bool
  /// Whether its database is finished and only has to be put in place.
  let isComplete: Bool

  /// Resumes an update with the same identity, or starts over.
  init(_ place: ImportPlace, identity: String, options: UpdateOptions, limits: CatalogueBuilder.Limits) throws {
    self.options = options
    selection = options.only.map(Selection.init)
    let left = try Self.left(place, identity, limits)
    isResumed = left != nil
    if left == nil { place.discard() }
    database = try left?.database ?? Self.open(place, limits)
    standing = left?.standing ?? Standing(identity: identity)
    (facts, heads, names) = try left?.spools ?? Self.spools(place, standing)
    if !isResumed { try AtomicFile.write(Array(identity.utf8), to: "\(place.building).\(ImportPlace.identityName)") }
    isComplete = try isResumed && Self.isFinished(database)
    selection?.restore(standing.selection)
  }

  private static func open(_ place: ImportPlace, _ limits: CatalogueBuilder.Limits) throws -> BuildDatabase {
    try BuildDatabase(path: place.building, cache: limits.pageCache, pageLimit: limits.pages, isResumable: true)
  }

  private static func isFinished(_ database: BuildDatabase) throws -> Bool {
    try database.connection.integer("PRAGMA user_version") == CatalogueSchema.version
  }

  /// Nil where there is nothing usable, so that the update starts over.
  ///
  /// - Throws: where the remains may be readable later, for example once a full disk has room. They are hours of work.
  private static func left(
    _ place: ImportPlace, _ identity: String, _ limits: CatalogueBuilder.Limits
  ) throws -> (database: BuildDatabase, standing: Standing, spools: Spools)? {
    guard ImportPlace.size(of: place.building) ?? 0 > 0 else { return nil }
    do {
      let database = try open(place, limits)
      if try isFinished(database) {
        // It was not put in place.
        let row = try PreparedStatement(database.connection, "SELECT value FROM meta WHERE key = 'identity'")
        guard try row.next(), row.text(0) == identity else { return nil }
        let standing = Standing(identity: identity)
        return (database, standing, try spools(place, standing))
      }
      let row = try PreparedStatement(database.connection, "SELECT state FROM progress")
      guard try row.next() else { return nil }
      let standing = try JSONDecoder().decode(Standing.self, from: Data(row.bytes(0)))
      guard standing.identity == identity else { return nil }
      for (name, size) in standing.finishing.files {
        guard ImportPlace.size(of: "\(place.building).\(name)") ?? 0 >= size else { return nil }
      }
      return (database, standing, try spools(place, standing))
    } catch let error as SQLiteFailure where [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR].contains(error.primaryCode) {
      // Damaged, or killed before it had any tables.
      return nil
    } catch SpoolError.truncated {
      return nil
    } catch is DecodingError { return nil }
  }

  private typealias Spools = (facts: Spool, heads: Spool, names: Spool)

  private static func spools(_ place: ImportPlace, _ standing: Standing) throws -> Spools {
    (
      try place.resumeSpool("facts", count: standing.facts), try place.resumeSpool("heads", count: standing.heads),
      try place.resumeSpool("names", count: standing.names)
    )
  }

  /// The table of the state, created in the first transaction.
  static let table = "CREATE TABLE progress(id INTEGER PRIMARY KEY, state BLOB)"

  /// Writes the state into the open transaction, after the files it refers to.
  func save(_ standing: inout Standing) throws {
    if standing.finishing.stage < .ranked {
      for spool in [facts, heads, names] { try spool.save() }
      (standing.facts, standing.heads, standing.names) = (facts.count, heads.count, names.count)
    } else {
      // These facts are sorted by rank now, and the files emptied.
      (standing.facts, standing.heads, standing.names) = (0, 0, 0)
    }
    standing.selection = selection?.saved ?? []
    let state = try JSONEncoder().encode(standing)
    let row = try PreparedStatement(database.connection, "INSERT OR REPLACE INTO progress VALUES(?, ?)")
    try state.withUnsafeBytes { try row.insert(1, $0) }
  }

  var notes: [(key: String, text: String)] {
    [("month", options.month), ("only", options.only?.description ?? ""), ("identity", standing.identity)]
  }
}
