internal import GRDBSQLite
internal import SQLiteSupport

/// Builds one of the full-text indexes in a database of its own.
///
/// Two reasons for its own: each index gets a thread, and the many parts FTS5 writes before it merges them into one
/// leave their pages behind in this file instead of as holes in the catalogue, which takes over the merged part only.
enum TextIndex: String, CaseIterable, Codable, Sendable {
  case search, deep

  private var declaration: String {
    switch self {
    case .search: CatalogueSchema.search
    case .deep: CatalogueSchema.deep
    }
  }

  private var insertion: String {
    switch self {
    case .search: "INSERT INTO search(rowid, title, artist, label, catno) VALUES(?, ?, ?, ?, ?)"
    case .deep: "INSERT INTO deep(rowid, track, runout) VALUES(?, ?, ?)"
    }
  }

  private var columns: [Fact.Section] {
    switch self {
    case .search: [.titleWords, .artistWords, .labelWords, .catalogueNumberWords]
    case .deep: [.trackWords, .runoutWords]
    }
  }

  /// Words gathered in memory before they are written as one part, in bytes. Fewer parts are merged sooner.
  private static let gathered = 12 << 20

  // MARK: Building

  /// Adds all batches. Facts up to the last rank that is there are left out, which an update adds once more that was
  /// killed before it knew.
  ///
  /// - Parameters:
  ///   - pageLimit: the largest size in pages, for tests.
  ///   - isResumable: whether a process that is killed leaves what earlier calls have added.
  func add(at path: String, pageLimit: Int?, isResumable: Bool, next: () -> FactBatch?) throws {
    let database = try BuildDatabase(path: path, cache: 4 << 20, pageLimit: pageLimit, isResumable: isResumable)
    let connection = database.connection
    try connection.execute("BEGIN")
    if try !isDeclared(in: connection) { try begin(connection) }
    var last = try connection.integer("SELECT rank FROM progress") ?? 0
    let insert = try PreparedStatement(connection, insertion)
    let columns = columns
    while let batch = next() {
      guard batch.firstRank + batch.count > last + 1 else { continue }
      try batch.forEach { rank, fact in
        guard rank > last else { return }
        guard let sections = fact.sections else { throw SpoolError.truncated }
        var isEmpty = true
        for (index, column) in columns.enumerated() {
          let words = sections[column]
          insert.bindText(Int32(index) + 2, borrowing: words)
          if !words.isEmpty { isEmpty = false }
        }
        guard !isEmpty else { return }
        insert.bind(1, rank)
        try insert.run()
      }
      last = batch.firstRank + batch.count - 1
    }
    try connection.execute("UPDATE progress SET rank = \(last); COMMIT")
  }

  private func begin(_ connection: OpaquePointer) throws {
    try connection.execute(declaration)
    for (setting, value) in [("hashsize", Self.gathered), ("automerge", 0), ("crisismerge", 1900)] {
      try connection.execute("INSERT INTO \(rawValue)(\(rawValue), rank) VALUES('\(setting)', \(value))")
    }
    try connection.execute(
      "CREATE TABLE progress(rank INTEGER, isMerged INTEGER); INSERT INTO progress VALUES(0, 0)")
  }

  /// How many pages of 4 kB are merged at a time where that is done in steps.
  private static let mergedPages = 4096

  /// Merges what has been added into one part.
  ///
  /// - Parameter interval: how long a step takes that a kill must not undo; nil for one step.
  func merge(
    at path: String, pageLimit: Int?, savingEvery interval: Duration?, faultPoint: () -> Void,
    isCancelled: () -> Bool
  ) throws {
    let database = try BuildDatabase(path: path, cache: 4 << 20, pageLimit: pageLimit, isResumable: interval != nil)
    let connection = database.connection
    while try connection.integer("SELECT isMerged FROM progress") == 0 {
      try connection.execute("BEGIN")
      let isMerged = try interval.map { try mergeSome(connection, for: $0, isCancelled) } ?? mergeAll(connection)
      if isMerged {
        // Back to what a reader should have.
        try connection.execute(
          """
          INSERT INTO \(rawValue)(\(rawValue), rank) VALUES('hashsize', 1048576);
          UPDATE progress SET isMerged = 1;
          """)
      }
      try connection.execute("COMMIT")
      faultPoint()
    }
  }

  private func mergeAll(_ connection: OpaquePointer) throws -> Bool {
    try connection.execute("INSERT INTO \(rawValue)(\(rawValue)) VALUES('optimize')")
    return true
  }

  /// Merges for some time; true when there is nothing left to merge.
  private func mergeSome(
    _ connection: OpaquePointer, for interval: Duration, _ isCancelled: () -> Bool
  ) throws -> Bool {
    let start = ContinuousClock.now
    let merge = try PreparedStatement(
      connection, "INSERT INTO \(rawValue)(\(rawValue), rank) VALUES('merge', -\(Self.mergedPages))")
    repeat {
      if isCancelled() { throw CatalogueError.cancelled }
      let changes = sqlite3_total_changes(connection)
      try merge.run()
      // The command itself counts as one.
      if sqlite3_total_changes(connection) &- changes < 2 { return true }
    } while ContinuousClock.now - start < interval
    return false
  }

  // MARK: Moving

  /// Opens a finished index beside the catalogue.
  func attach(_ path: String, to catalogue: OpaquePointer) throws {
    let attach = try PreparedStatement(catalogue, "ATTACH ? AS part")
    attach.bind(1, path)
    try attach.run()
  }

  func isDeclared(in database: OpaquePointer) throws -> Bool {
    try database.integer("SELECT 1 FROM main.sqlite_master WHERE name = '\(rawValue)'") != nil
  }

  private static let tables = ["data", "idx", "config"]

  /// Makes the index in the catalogue, with nothing at all in it.
  func declare(in catalogue: OpaquePointer) throws {
    try catalogue.execute(declaration)
    for table in Self.tables { try catalogue.execute("DELETE FROM main.\(rawValue)_\(table)") }
  }

  /// How many rows of some 4 kB are moved at a time where that is done in steps.
  private static let movedRows = 2048

  /// Moves what comes next of the attached index into the catalogue, row by row, without looking at a single word; true
  /// at its end.
  ///
  /// - Parameter isWhole: whether to move all of it, which SQLite does faster.
  func move(into catalogue: OpaquePointer, isWhole: Bool) throws -> Bool {
    func move(_ table: String, _ condition: String = "") throws {
      try catalogue.execute(
        "INSERT INTO main.\(rawValue)_\(table) SELECT * FROM part.\(rawValue)_\(table) \(condition)")
    }
    if isWhole {
      try move("data")
    } else {
      let last = try catalogue.integer("SELECT max(id) FROM main.\(rawValue)_data") ?? 0
      try move("data", "WHERE id > \(last) ORDER BY id LIMIT \(Self.movedRows)")
      guard sqlite3_changes(catalogue) < Self.movedRows else { return false }
    }
    try move("idx")
    try move("config")
    return true
  }
}
