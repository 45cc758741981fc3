public import DiscogsModel
internal import GRDB
internal import GRDBSQLite
public import RunoutModel
internal import SQLiteSupport

extension Library {
  /// Counts the rows that a request selects by a property. Empty for a property that the list's rows lack.
  ///
  /// Decades, years, months, ratings and grades come in their own order, everything else by size.
  public func groups(
    by grouping: ShelfGrouping, of list: ShelfList = .collection, _ request: CollectionRequest
  ) async throws(LibraryError) -> [ShelfGroup] {
    guard list.groupings.contains(grouping) else { return [] }
    return try await read { [self] database in
      let table = ShelfTable(list)
      let ids = try filtered(database, table, request)
      var counts = ShelfCounts(grouping)
      let column = ShelfCounts.column(of: grouping)
      let source = ShelfCounts.source(table, of: grouping)
      if let ids {
        try database.eachRow(of: "SELECT \(column), id FROM \(source) ORDER BY \(column)") { row in
          if ids.contains(sqlite3_column_int64(row, 1)) { counts.add(row, 1) }
        }
      } else if grouping == .added {
        // Hardly two share a second, so letting SQLite count them gains nothing.
        try database.eachRow(of: "SELECT \(column) FROM \(source) ORDER BY \(column)") { counts.add($0, 1) }
      } else {
        try database.eachRow(of: "SELECT \(column), count(*) FROM \(source) GROUP BY \(column)") { row in
          counts.add(row, Int(sqlite3_column_int64(row, 1)))
        }
      }
      if grouping == .played { counts.addUnknown(upTo: try ids?.count ?? length(of: table, database)) }
      let folders: [Int64: String] =
        grouping == .folder
        ? try Dictionary(
          uniqueKeysWithValues: database.rows("SELECT id, name FROM folder").map {
            try ($0.value(0), $0.value(1))
          }) : [:]
      return counts.groups(folders: folders)
    }
  }

  public func duplicates(_ kind: DuplicateKind) async throws(LibraryError) -> [[CollectionCopy]] {
    try await read { database in
      let key = kind.rawValue
      let rows = try database.rows(
        """
        SELECT \(key), id FROM copy WHERE \(ShelfTable.isOwnedCopy) AND \(key) IN
          (SELECT \(key) FROM copy WHERE \(key) IS NOT NULL AND \(ShelfTable.isOwnedCopy)
            GROUP BY \(key) HAVING count(*) > 1)
        ORDER BY min(shelfKey) OVER (PARTITION BY \(key)), \(key), shelfKey, id
        """)
      var groups: [(key: Int64, ids: [Int64])] = []
      for row in rows {
        if try groups.last?.key == row.value(0) as Int64 {
          groups[groups.count - 1].ids.append(try row.value(1))
        } else {
          groups.append((try row.value(0), [try row.value(1)]))
        }
      }
      return try groups.map { try CollectionCopy.fetch(database, ids: $0.ids) }
    }
  }

  // MARK: Places

  /// Where a copy stands in its folder, in shelf order; nil for a copy that is gone.
  public func place(of copy: Int64) async throws(LibraryError) -> ShelfPlace? {
    try await read { database -> ShelfPlace? in
      guard let row = try database.row("SELECT folder, shelfKey FROM copy WHERE id = ?", [copy]) else { return nil }
      let (folder, key): (Int64, String) = try (row.value(0), row.value(1))
      let before = "FROM copy WHERE folder = :folder AND (shelfKey, id) < (:key, :id) AND \(ShelfTable.isOwnedCopy)"
      let terms: StatementArguments = ["folder": folder, "key": key, "id": copy]
      let last = try database.row("SELECT id \(before) ORDER BY shelfKey DESC, id DESC LIMIT 1", terms)
      let previous = try last.flatMap { try CollectionCopy.fetch(database, ids: [$0.value(0)]).first }
      return try ShelfPlace(
        number: database.count("SELECT count(*) \(before)", terms) + 1,
        total: database.count("SELECT count(*) FROM copy WHERE folder = ? AND \(ShelfTable.isOwnedCopy)", [folder]),
        after: previous?.facts.name)
    }
  }

  // MARK: Plays

  /// The time of a copy's last play, in seconds since 1970; nil for never. `ShelfEdit.play` adds a play.
  public func lastPlay(of copy: Int64) async throws(LibraryError) -> Double? {
    try await read { database in
      try database.value("SELECT max(at) FROM play WHERE copy = ?", [copy]).map(Self.readable)
    }
  }

  /// The plays, the latest first.
  public func plays() async throws(LibraryError) -> [Play] {
    try await read { database in
      try database.rows(Self.playsQuery + "ORDER BY at DESC, playID DESC").map { try Play($0) }
    }
  }

  private static let playsQuery = """
    SELECT play.id AS playID, play.copy, play.release AS played, play.at, copy.* FROM play
      LEFT JOIN copy ON copy.id = play.copy\n
    """

  private static let lastPlaySent = "listens after"

  /// The plays that were not sent to ListenBrainz, in the order they were noted: those since this was first asked, and
  /// of the minute before, since a play is what it is asked after.
  public func playsToSend(at time: Double) async throws(LibraryError) -> [Play] {
    let noted = try await note(Self.lastPlaySent).flatMap { Int64($0) }
    let last: Int64
    if let noted {
      last = noted
    } else {
      last = try await write { database in
        let last: Int64? = try database.value(
          """
          SELECT max(id) FROM play WHERE id NOT IN
            (SELECT item FROM edit JOIN batch ON batch.id = edit.batch WHERE target = ? AND batch.madeAt > ?)
          """, [EditTarget.play.rawValue, time - 60])
        try Self.set(Self.lastPlaySent, to: "\(last ?? 0)", database)
        return last ?? 0
      }
    }
    return try await read { database in
      try database.rows(Self.playsQuery + "WHERE playID > ? ORDER BY playID", [last]).map { try Play($0) }
    }
  }

  public func setSent(_ play: Play.ID) async throws(LibraryError) { try await set(Self.lastPlaySent, to: "\(play)") }

  /// Picks one of a request's copies by chance: one never played is as likely as one not played for a year, one played
  /// yesterday hardly ever.
  ///
  /// - Parameter chance: from 0 up to, not including, 1.
  public func pick(
    _ request: CollectionRequest, chance: Double, at time: Double
  ) async throws(LibraryError) -> (copy: CollectionCopy, among: Int, playedAt: Double?)? {
    try await read { [self] database in
      let played = """
        SELECT copy.id, max(play.at) FROM copy LEFT JOIN play ON play.copy = copy.id GROUP BY copy.id ORDER BY copy.id
        """
      guard let choice = try choose(database, .copies, request, since: played, chance: chance, at: time),
        let copy = try CollectionCopy.fetch(database, ids: [choice.id]).first
      else { return nil }
      return (copy, choice.among, choice.since)
    }
  }

  /// Like `pick`, from the whole collection: reads only the plays, and skips the other copies in SQLite.
  public func pickOfAll(
    chance: Double, at time: Double
  ) async throws(LibraryError) -> (copy: CollectionCopy, among: Int, playedAt: Double?)? {
    try await read { [self] database in
      let played = try database.rows(
        """
        SELECT play.copy, max(play.at) FROM play JOIN copy ON copy.id = play.copy WHERE \(ShelfTable.isOwnedCopy)
          GROUP BY play.copy ORDER BY play.copy
        """
      ).map { try (id: $0.value(0) as Int64, at: $0.value(1) as Double) }
      let all = try length(of: .copies, database)
      let rested = Double(max(0, all - played.count))
      var rest = chance * played.reduce(rested) { $0 + Self.weight(restingSince: $1.at, at: time) }
      var choice: (id: Int64, at: Double?)?
      if rest < rested {
        choice = try database.value(
          """
          SELECT id FROM copy WHERE id NOT IN (SELECT copy FROM play) AND \(ShelfTable.isOwnedCopy)
            ORDER BY id LIMIT 1 OFFSET ?
          """, [Int(rest)]
        ).map { ($0, nil) }
      } else {
        rest -= rested
        for copy in played {
          choice = (copy.id, Self.readable(copy.at))
          rest -= Self.weight(restingSince: copy.at, at: time)
          if rest < 0 { break }
        }
      }
      guard let choice, let copy = try CollectionCopy.fetch(database, ids: [choice.id]).first else { return nil }
      return (copy, all, choice.at)
    }
  }

  /// The relative probability of a row unused since then, up to 1 for a year.
  private static func weight(restingSince since: Double, at time: Double) -> Double {
    min(1, max(0.001, (time - readable(since)) / (365 * 86_400)))
  }

  /// Clamps a time to the years from 1970 to 9999, which dates can be shown for.
  fileprivate static func readable(_ time: Double) -> Double { min(max(0, time), 253_402_300_799) }

  /// Picks one of a request's wants by chance: one that has waited for a year is as likely as one without a date, one
  /// added yesterday hardly ever.
  ///
  /// - Parameter chance: from 0 up to, not including, 1.
  public func pickWant(
    _ request: CollectionRequest, chance: Double, at time: Double
  ) async throws(LibraryError) -> (want: WantListEntry, among: Int)? {
    try await read { [self] database in
      let added = "SELECT id, CAST(strftime('%s', added) AS REAL) FROM want ORDER BY id"
      guard let choice = try choose(database, .wants, request, since: added, chance: chance, at: time),
        let want = try WantListEntry.fetch(database, ids: [choice.id]).first
      else { return nil }
      return (want, choice.among)
    }
  }

  /// Picks a row, likelier the longer it was not used, up to a year.
  ///
  /// - Parameter since: a query for each row's id and last use, in seconds since 1970 or null.
  private func choose(
    _ database: Database, _ table: ShelfTable, _ request: CollectionRequest, since: String, chance: Double,
    at time: Double
  ) throws -> (id: Int64, among: Int, since: Double?)? {
    let ids = try filtered(database, table, request)
    var candidates: [(id: Int64, since: Double?, weight: Double)] = []
    var sum = 0.0
    let rows = try Row.fetchCursor(database, sql: since)
    while let row = try rows.next() {
      let (id, noted): (Int64, Double?) = try (row.value(0), row.value(1))
      let since = noted.map(Self.readable)
      if let ids, !ids.contains(id) { continue }
      sum += since.map { Self.weight(restingSince: $0, at: time) } ?? 1
      candidates.append((id, since, sum))
    }
    let chosen = candidates.first { $0.weight > chance * sum } ?? candidates.last
    return chosen.map { ($0.id, candidates.count, $0.since) }
  }

  // MARK: Value

  /// Stores the collection's value on a day; the day's latest counts.
  ///
  /// - Parameter day: `2026-11-22`, in UTC.
  public func note(_ value: CollectionValue, on day: String) async throws(LibraryError) {
    try await write { database in
      try database.change(
        """
        INSERT INTO valueOnDay (day, minimum, median, maximum, copies)
        VALUES (?, ?, ?, ?, (SELECT count(*) FROM copy WHERE \(ShelfTable.isOwnedCopy)))
        ON CONFLICT (day) DO UPDATE SET minimum = excluded.minimum, median = excluded.median,
          maximum = excluded.maximum, copies = excluded.copies
        """, [day, value.minimum, value.median, value.maximum])
      try Self.set(Self.valueRefused, to: nil, database)
    }
  }

  private static let valueRefused = "value refused"

  /// Stores that Discogs refused to give the collection's value, in its own words, which may be empty.
  public func noteValueRefused(_ words: String) async throws(LibraryError) {
    try await set(Self.valueRefused, to: words)
  }

  /// Discogs' reason for not giving the collection's value when last asked; nil if it did, or was not asked.
  public func valueRefusal() async throws(LibraryError) -> String? {
    try await read { try $0.value("SELECT value FROM note WHERE name = ?", [Self.valueRefused]) }
  }

  public func values() async throws(LibraryError) -> [ValueOnDay] {
    try await read { database in
      try database.rows("SELECT day, minimum, median, maximum, copies FROM valueOnDay ORDER BY day").map {
        try ValueOnDay(
          day: $0.value(0), value: CollectionValue(minimum: $0.value(1), median: $0.value(2), maximum: $0.value(3)),
          copies: $0.value(4))
      }
    }
  }
}

extension Play {
  fileprivate init(_ row: Row) throws {
    let isGone: Bool = try (row.value("artist") as String?) == nil
    try self.init(
      id: row.value("playID"), copy: row.value("copy"), release: Release.ID(row.value("played") as Int),
      facts: isGone ? nil : ShelfFacts(row), at: Library.readable(row.value("at")))
  }
}
