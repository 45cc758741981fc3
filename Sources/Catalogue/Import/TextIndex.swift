internal import SQLiteSupport

/// Builds one of the full-text indexes in a database of its own.
///
/// Two reasons for its own: each index gets a thread, and the many parts FTS5 writes before it merges them into one
/// leave their pages behind in this file instead of as holes in the catalogue, which takes over the merged part only.
enum TextIndex: String, CaseIterable, Sendable {
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

  /// Indexes all batches; done when they are merged.
  ///
  /// - Parameter pageLimit: the largest size in pages, for tests.
  func build(at path: String, pageLimit: Int?, next: () -> FactBatch?) throws {
    let database = try BuildDatabase(path: path, cache: 4 << 20, pageLimit: pageLimit)
    let connection = database.connection
    try connection.execute("BEGIN")
    try connection.execute(declaration)
    for (setting, value) in [("hashsize", Self.gathered), ("automerge", 0), ("crisismerge", 1900)] {
      try connection.execute("INSERT INTO \(rawValue)(\(rawValue), rank) VALUES('\(setting)', \(value))")
    }
    let insert = try PreparedStatement(connection, insertion)
    let columns = columns
    while let batch = next() {
      try batch.forEach { rank, fact in
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
    }
    try connection.execute("INSERT INTO \(rawValue)(\(rawValue)) VALUES('optimize')")
    // Back to what a reader should have.
    try connection.execute("INSERT INTO \(rawValue)(\(rawValue), rank) VALUES('hashsize', 1048576)")
    try connection.execute("COMMIT")
  }

  /// Moves a finished index into the catalogue: page by page, without looking at a single word.
  func move(from path: String, into database: OpaquePointer) throws {
    let attach = try PreparedStatement(database, "ATTACH ? AS part")
    attach.bind(1, path)
    try attach.run()
    try database.execute("BEGIN")
    try database.execute(declaration)
    for table in ["data", "idx", "config"] {
      try database.execute(
        """
        DELETE FROM main.\(rawValue)_\(table);
        INSERT INTO main.\(rawValue)_\(table) SELECT * FROM part.\(rawValue)_\(table);
        """)
    }
    try database.execute("COMMIT")
    try database.execute("DETACH part")
  }
}
