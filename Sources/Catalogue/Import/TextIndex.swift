internal import GRDBSQLite
internal import SQLiteSupport

/// Builds one of the full-text indexes in a database of its own.
///
/// That gives each index a thread, and keeps the pages freed by the merge out of the catalogue.
enum TextIndex: String, CaseIterable, Codable, Sendable {
  case search, deep

  private var declaration: String { self == .search ? CatalogueSchema.search : CatalogueSchema.deep }

  private var columns: [Fact.Section] {
    self == .search ? [.titleWords, .artistWords, .labelWords, .catalogueNumberWords] : [.trackWords, .runoutWords]
  }

  /// The indexed prefix lengths, as declared.
  private var beginnings: [Int] { self == .search ? [1, 2, 3] : [CatalogueSchema.deepPrefix] }

  /// The words gathered at a time. They take 12 bytes each, and 8 more while they are sorted.
  private static let batch = 400_000

  /// Adds all batches, but for ranks that are already in: an update repeats those it was killed before it could save.
  ///
  /// - Parameter isResumable: whether earlier calls' results survive a killed process.
  func add(at path: String, pageLimit: Int?, isResumable: Bool, next: () -> FactBatch?) throws {
    let database = try BuildDatabase(path: path, cache: 4 << 20, pageLimit: pageLimit, isResumable: isResumable)
    let connection = database.connection
    try connection.execute("BEGIN")
    let begun = try connection.integer("SELECT 1 FROM sqlite_master WHERE name = 'progress'")
    if begun == nil { try begin(connection) }
    var last = try connection.integer("SELECT rank FROM progress") ?? 0
    let columns = columns
    let postings = PostingsBuilder(columns: columns.count, beginnings: beginnings, size: Self.batch)
    let runs = try PostingsRunWriter(connection)
    while let batch = next() {
      guard batch.firstRank + batch.count > last + 1 else { continue }
      try batch.forEach { rank, fact in
        guard rank > last else { return }
        guard let sections = fact.sections else { throw SpoolError.truncated }
        for (index, column) in columns.enumerated() { postings.add(sections[column], of: UInt32(rank), in: index) }
        if postings.isFull { try runs.add(postings) }
      }
      last = batch.firstRank + batch.count - 1
    }
    try runs.add(postings)
    try count(postings, in: connection)
    try connection.execute("UPDATE progress SET rank = \(last); COMMIT")
  }

  /// `tally` holds the number of rows, then the number of words in each column.
  private func begin(_ connection: OpaquePointer) throws {
    try connection.execute(PostingsRuns.declaration)
    try connection.execute(
      """
      CREATE TABLE progress(rank INTEGER, isMerged INTEGER);
      INSERT INTO progress VALUES(0, 0);
      CREATE TABLE tally(number INTEGER PRIMARY KEY, count INTEGER);
      """)
    for number in 0...columns.count { try connection.execute("INSERT INTO tally VALUES(\(number), 0)") }
  }

  private func count(_ postings: PostingsBuilder, in connection: OpaquePointer) throws {
    for (number, count) in ([postings.rows] + postings.counts).enumerated() {
      try connection.execute("UPDATE tally SET count = count + \(count) WHERE number = \(number)")
    }
  }

  /// Merges everything added into one segment. A kill undoes all of it, which takes two seconds for a million releases.
  ///
  /// - Returns: false where it was merged already.
  func merge(at path: String, pageLimit: Int?, isResumable: Bool, isCancelled: () -> Bool) throws -> Bool {
    let database = try BuildDatabase(path: path, cache: 4 << 20, pageLimit: pageLimit, isResumable: isResumable)
    let connection = database.connection
    guard try connection.integer("SELECT isMerged FROM progress") == 0 else { return false }
    try connection.execute("BEGIN")
    try connection.execute(declaration)
    var segment = try FullTextSegment(connection, table: rawValue)
    var merged = 0
    try PostingsMerge(connection).forEach { postings in
      merged += 1
      if merged & 0xFFF == 0, isCancelled() { throw CatalogueError.cancelled }
      try segment.add(postings)
    }
    let counts = try columns.indices.map { index in
      try connection.integer("SELECT count FROM tally WHERE number = \(index + 1)") ?? 0
    }
    try segment.finish(rows: connection.integer("SELECT count FROM tally WHERE number = 0") ?? 0, counts: counts)
    try connection.execute("UPDATE progress SET isMerged = 1; COMMIT")
    return true
  }

  func attach(_ path: String, to catalogue: OpaquePointer) throws {
    let attach = try PreparedStatement(catalogue, "ATTACH ? AS part")
    attach.bind(1, path)
    try attach.run()
  }

  func isDeclared(in database: OpaquePointer) throws -> Bool {
    try database.integer("SELECT 1 FROM main.sqlite_master WHERE name = '\(rawValue)'") != nil
  }

  private static let tables = ["data", "idx", "config"]

  /// Creates the index in the catalogue, with its tables empty.
  func declare(in catalogue: OpaquePointer) throws {
    try catalogue.execute(declaration)
    for table in Self.tables { try catalogue.execute("DELETE FROM main.\(rawValue)_\(table)") }
  }

  /// The rows, of some 4 kB each, moved in one step.
  private static let movedRows = 2048

  /// Copies the next rows of the attached index into the catalogue without parsing a word; true at its end.
  ///
  /// - Parameter isWhole: whether to copy all of it at once, which is faster in SQLite.
  func move(into catalogue: OpaquePointer, isWhole: Bool) throws -> Bool {
    func move(_ table: String, _ condition: String = "") throws {
      let name = "\(rawValue)_\(table)"
      try catalogue.execute("INSERT INTO main.\(name) SELECT * FROM part.\(name) \(condition)")
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
