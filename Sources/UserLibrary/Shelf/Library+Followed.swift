public import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

/// Subjects that are followed, their new records, and the news already reported.
extension Library {
  /// By name.
  public func followed() async throws(LibraryError) -> [Followed] {
    try await read {
      try $0.rows("SELECT place, title FROM followed ORDER BY sortKey, place").compactMap(Followed.init)
    }
  }

  /// - Returns: whether it is new.
  public func follow(_ followed: Followed) async throws(LibraryError) -> Bool {
    try await write { database in
      try database.change(
        "INSERT OR IGNORE INTO followed (place, title, sortKey) VALUES (?, ?, ?)",
        [followed.subject.stored, followed.name, TextFolding.fold(followed.name)])
      return database.changesCount > 0
    }
  }

  /// - Returns: whether it was followed.
  public func unfollow(_ subject: Followed.Subject) async throws(LibraryError) -> Bool {
    try await write { database in
      try database.change("DELETE FROM newRecord WHERE place = ?", [subject.stored])
      try database.change("DELETE FROM followed WHERE place = ?", [subject.stored])
      return database.changesCount > 0
    }
  }

  // MARK: Looks on Discogs

  /// The subjects without a look since a time, the longest ago first.
  public func followedToLook(before time: Double) async throws(LibraryError) -> [FollowedLook] {
    try await read { database in
      let rows = try database.rows(
        """
        SELECT place, title, items, known FROM followed WHERE lookedAt IS NULL OR lookedAt <= ?
        ORDER BY lookedAt IS NOT NULL, lookedAt, place
        """, [time])
      return try rows.compactMap { row in
        try Followed(row).map { followed in
          let known = (try row.value(3) as String).split(separator: " ").map(String.init)
          return FollowedLook(followed, items: try row.value(2), known: Set(known))
        }
      }
    }
  }

  /// Keeps the state of a look, and the rows that are new with it.
  public func note(_ look: FollowedLook, new rows: [CatalogueRow], at time: Double) async throws(LibraryError) {
    try await write { database in
      try database.change(
        "UPDATE followed SET lookedAt = ?, items = ?, known = ? WHERE place = ?",
        [time, look.items, look.known.sorted().joined(separator: " "), look.followed.subject.stored])
      guard database.changesCount > 0 else { return }
      for row in rows { try Self.insert(row, of: look.followed.subject, at: time, database) }
      try database.change("DELETE FROM newRecord WHERE foundAt < ?", [time - Self.keptSeconds])
    }
  }

  private static let keptSeconds: Double = 400 * 86_400

  private static func insert(
    _ row: CatalogueRow, of subject: Followed.Subject, at time: Double, _ database: Database
  ) throws {
    try database.change(
      """
      INSERT OR IGNORE INTO newRecord (place, record, foundAt, artist, title, year, country, format, label, catno)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        subject.stored, row.reference.stored, time, row.artist, row.title, row.year, row.country, row.format,
        row.label, row.catalogueNumber,
      ])
  }

  /// The records found since a time, the latest first, each with the names of what they belong to as its role.
  public func newRecords(since time: Double) async throws(LibraryError) -> [CatalogueRow] {
    try await read { database in
      let rows = try database.rows(
        """
        SELECT newRecord.*, followed.title AS name FROM newRecord JOIN followed ON followed.place = newRecord.place
        WHERE foundAt >= ? ORDER BY foundAt DESC, followed.sortKey, record
        """, [time])
      var found: [CatalogueRow] = []
      var places: [EntityReference: Int] = [:]
      for row in rows {
        guard let reference = EntityReference(stored: try row.value("record")) else { continue }
        let name: String = try row.value("name")
        if let place = places[reference] {
          found[place].role += ", \(name)"
          continue
        }
        places[reference] = found.count
        found.append(
          try CatalogueRow(
            reference: reference, title: row.value("title"), artist: row.value("artist"), year: row.value("year"),
            country: row.value("country"), format: row.value("format"), label: row.value("label"),
            catalogueNumber: row.value("catno"), role: name))
      }
      return found
    }
  }

  // MARK: Telling

  /// The pieces of news that were not told before, in their order.
  public func untold(_ pieces: [String]) async throws(LibraryError) -> [String] {
    try await read { database in
      try pieces.filter { try database.count("SELECT EXISTS (SELECT 1 FROM newsTold WHERE piece = ?)", [$0]) == 0 }
    }
  }

  public func setTold(_ piece: String, at time: Double) async throws(LibraryError) {
    try await write { database in
      try database.change("INSERT OR REPLACE INTO newsTold (piece, toldAt) VALUES (?, ?)", [piece, time])
      try database.change("DELETE FROM newsTold WHERE toldAt < ?", [time - Self.keptSeconds])
    }
  }
}

extension Followed {
  /// Nil for what only a newer version can follow.
  fileprivate init?(_ row: Row) throws {
    guard let subject = try Subject(stored: row.value("place")) else { return nil }
    self.init(subject, name: try row.value("title"))
  }
}

extension Followed.Subject {
  private static let search = "search "

  /// `artist 23755`, `search miles year:1969`.
  fileprivate var stored: String {
    switch self {
    case .record(let reference): reference.stored
    case .search(let query): Self.search + query.description
    }
  }

  /// - Throws: `LibraryError.query` for a search that cannot be read.
  fileprivate init?(stored: String) throws {
    if stored.hasPrefix(Self.search) {
      do { self = .search(try SearchQuery(parsing: String(stored.dropFirst(Self.search.count)))) } catch {
        throw LibraryError.query(error)
      }
    } else if let reference = EntityReference(stored: stored) {
      self = .record(reference)
    } else {
      return nil
    }
  }
}
