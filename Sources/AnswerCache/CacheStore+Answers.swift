public import DiscogsModel
internal import Foundation
internal import GRDB
internal import Platform
internal import SQLiteSupport
internal import Synchronization

extension CacheStore {
  /// Marks the answer as used; nil where there is none.
  public func get(_ key: AnswerKey) async -> CachedAnswer? {
    let found = await read { database in
      try database.row(
        """
        SELECT answer.id, kind, status, contentType, storedAt, length, checksum, body.bytes AS body
        FROM answer JOIN body ON body.id = answer.id WHERE key = ?
        """, [key.stored]
      ).map { row in
        try (
          id: row.value("id") as Int64,
          answer: CachedAnswer(
            kind: row.value("kind"), status: row.value("status"), contentType: row.value("contentType"), body: [],
            storedAt: row.value("storedAt")),
          body: PackedBytes(stored: row.value("body"), length: row.value("length"), checksum: row.value("checksum"))
        )
      }
    }
    guard let found = found ?? nil else { return nil }
    guard let body = found.body.unpacked() else {
      // Its bytes changed on disk. The rest of the file may be intact.
      await remove(key)
      return nil
    }
    await markUsed { $0.answers.append(found.id) }
    var answer = found.answer
    answer.body = body
    return answer
  }

  /// Stores an answer, replacing an earlier one with the same key.
  ///
  /// - Parameter rows: the rows in it, which `rows(matching:)` still finds when the answer is gone.
  public func put(_ answer: CachedAnswer, for key: AnswerKey, rows: [CatalogueRow] = []) async {
    let body = PackedBytes(packing: answer.body)
    let fits = body.stored.count < limits.bytes / 4
    guard fits || !rows.isEmpty else { return }
    let used = takeUsed()
    await write { [limits] database in
      try used.mark(in: database)
      if fits { try Self.insert(answer, body, key, in: database) }
      try SeenRows(server: key.server).put(rows, at: answer.storedAt, limit: limits.rows, in: database)
      try Self.evict(to: limits, in: database)
    }
  }

  private static func insert(
    _ answer: CachedAnswer, _ body: PackedBytes, _ key: AnswerKey, in database: Database
  ) throws {
    try database.change(
      """
      INSERT INTO answer (key, kind, status, contentType, storedAt, turn, bytes, length, checksum)
      VALUES (?, ?, ?, ?, ?, (SELECT ifnull(max(turn), 0) + 1 FROM answer), ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET
        kind = excluded.kind, status = excluded.status, contentType = excluded.contentType,
        storedAt = excluded.storedAt, turn = excluded.turn, bytes = excluded.bytes, length = excluded.length,
        checksum = excluded.checksum
      """,
      [
        key.stored, answer.kind, answer.status, answer.contentType, answer.storedAt, body.stored.count, body.length,
        body.checksum,
      ])
    try database.change(
      """
      INSERT INTO body (id, bytes) VALUES ((SELECT id FROM answer WHERE key = ?), ?)
      ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes
      """, [key.stored, body.stored])
  }

  /// Deletes the least recently used answers until the rest is within the limits.
  ///
  /// SQLite and the triggers keep both measures, so only deleted rows are visited.
  private static func evict(to limits: CacheLimits, in database: Database) throws {
    let pageSize = try database.value("PRAGMA page_size") ?? 4096
    while true {
      let pages = try database.count("PRAGMA page_count")
      let free = try database.count("PRAGMA freelist_count")
      let answers = try CacheSchema.count(.answers, in: database)
      let isTooLarge = (pages - free) * pageSize > limits.bytes
      guard isTooLarge || answers > limits.answers else { return }
      let number = isTooLarge ? max(4, answers - limits.answers) : answers - limits.answers
      try database.change(
        "DELETE FROM answer WHERE id IN (SELECT id FROM answer ORDER BY turn LIMIT ?)",
        [min(number, max(answers - 1, 0))])
      if database.changesCount > 0 { continue }
      // One answer is left, so the rows take the room.
      try database.change("DELETE FROM seen WHERE id IN (SELECT id FROM seen ORDER BY turn LIMIT 500)")
      if database.changesCount == 0 { return }
    }
  }

  // MARK: Removing

  public func remove(_ key: AnswerKey) async {
    await write { try $0.change("DELETE FROM answer WHERE key = ?", [key.stored]) }
  }

  /// Removes all answers of a kind. Rows seen in them can still be found.
  ///
  /// - Returns: their number; nil when the cache is not writable.
  @discardableResult
  public func removeAll(_ kind: String) async -> Int? {
    await write { database in
      try database.change("DELETE FROM answer WHERE kind = ?", [kind])
      return database.changesCount
    }
  }

  /// Removes the answers of some kinds that an account got from a server, for signing out.
  ///
  /// - Parameter kinds: nil for all kinds.
  /// - Returns: their number; nil when the cache is not writable.
  @discardableResult
  public func removeAll(server: String, account: String, kinds: [String]? = nil) async -> Int? {
    let scope = AnswerKey.scope(server: server, account: account)
    return await write { database in
      let ofKinds = kinds.map { " AND kind IN (\(databaseQuestionMarks(count: $0.count)))" } ?? ""
      // All keys with this prefix, using the index: it ends with a line break, so the next character bounds the range.
      try database.change(
        "DELETE FROM answer WHERE key >= ? AND key < ?" + ofKinds,
        [scope, "\(scope.dropLast())\u{B}"] + StatementArguments(kinds ?? []))
      return database.changesCount
    }
  }

  /// Removes an account's answers from a server at a path and below it, after a change there.
  public func removeAll(server: String, account: String, under path: String) async {
    let start = AnswerKey.scope(server: server, account: account) + "GET " + path
    _ = await write { database in
      // The path itself, with a query, and below it: followed by `/` or `?`, never by another letter.
      try database.change(
        "DELETE FROM answer WHERE key = ? OR (key >= ? AND key < ?) OR (key >= ? AND key < ?)",
        [start, start + "/", start + "0", start + "?", start + "@"])
    }
  }

  /// Removes all answers and rows, and returns their room to the disk. Pictures belong to `ImageStore`.
  ///
  /// - Returns: the number of answers; nil when the cache is not writable.
  @discardableResult
  public func clear() async -> Int? {
    used.withLock { $0.answers = [] }
    let count = await write { database in
      let count = try CacheSchema.count(.answers, in: database)
      try database.execute(sql: "DELETE FROM answer; DELETE FROM seen")
      return count
    }
    if count != nil { await shrink() }
    return count
  }

  // MARK: Information

  public func info() async -> CacheInfo {
    let found = await read { database in
      var info = CacheInfo()
      info.kinds = try database.rows(
        """
        SELECT kind, entries, bytes, (SELECT min(storedAt) FROM answer WHERE answer.kind = total.kind) AS oldest
        FROM total WHERE section = ? AND entries > 0 ORDER BY kind
        """, [CacheSchema.Section.answers.rawValue]
      ).map {
        try CacheInfo.Kind(
          name: $0.value("kind"), count: $0.value("entries"), bytes: $0.value("bytes"), oldest: $0.value("oldest"))
      }
      info.rows = try CacheSchema.count(.rows, in: database)
      return info
    }
    var info = found ?? CacheInfo()
    if !isInMemory {
      info.fileBytes = ["", "-wal", "-shm"].reduce(0) { $0 + (FileSystem.facts(of: path + $1)?.bytes ?? 0) }
    }
    return info
  }

  // MARK: Uses

  /// After this many uses they are written even if there is nothing else to write.
  private static let gathered = 256

  func markUsed(_ add: (inout Used) -> Void) async {
    let isMuch = used.withLock { used in
      add(&used)
      return used.count >= Self.gathered
    }
    if isMuch { await flush() }
  }

  /// Writes the gathered uses, if the cache is writable.
  func flush() async {
    let used = takeUsed()
    guard used.count > 0, isWritable else { return }
    await write { try used.mark(in: $0) }
  }

  func takeUsed() -> Used {
    used.withLock { used in
      defer { used = Used() }
      return used
    }
  }
}

extension CacheStore.Used {
  /// Gives each used entry the latest turn, in the order of use.
  func mark(in database: Database) throws {
    for (table, ids) in [("answer", answers), ("image", images)] {
      for id in ids {
        try database.change("UPDATE \(table) SET turn = (SELECT max(turn) + 1 FROM \(table)) WHERE id = ?", [id])
      }
    }
  }
}
