import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

extension Library {
  /// The bookmarks of this shelf, `a` before `A`, both before `b`. Places that only a newer version knows are left
  /// out.
  public func bookmarks() async throws(LibraryError) -> [Bookmark] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM bookmark ORDER BY lower(mark), mark DESC").compactMap {
        try Bookmark($0)
      }
    }
  }

  /// Stores a bookmark in place of the one with its letter.
  ///
  /// - Returns: the bookmark it replaced; nil if the letter was free.
  @discardableResult
  public func setBookmark(_ bookmark: Bookmark) async throws(LibraryError) -> Bookmark? {
    try await write { database in
      let replaced = try Self.bookmark(bookmark.letter, in: database)
      try database.execute(
        sql: "INSERT OR REPLACE INTO bookmark (mark, place, title) VALUES (?, ?, ?)",
        arguments: [String(bookmark.letter), bookmark.place, bookmark.name])
      return replaced
    }
  }

  /// - Returns: the deleted bookmark; nil if there was none with this letter.
  @discardableResult
  public func deleteBookmark(_ mark: Character) async throws(LibraryError) -> Bookmark? {
    try await write { database in
      let deleted = try Self.bookmark(mark, in: database)
      try database.execute(sql: "DELETE FROM bookmark WHERE mark = ?", arguments: [String(mark)])
      return deleted
    }
  }

  private static func bookmark(_ mark: Character, in database: Database) throws -> Bookmark? {
    try Row.fetchOne(database, sql: "SELECT * FROM bookmark WHERE mark = ?", arguments: [String(mark)]).flatMap {
      try Bookmark($0)
    }
  }
}

extension Bookmark {
  /// `release 249504`.
  fileprivate var place: String { "\(reference.kind.rawValue) \(reference.number)" }

  fileprivate init?(_ row: Row) throws {
    let place = try (row.value("place") as String).split(separator: " ")
    guard place.count == 2, let kind = EntityKind(rawValue: String(place[0])), let number = Int(place[1]),
      let letter = try (row.value("mark") as String).first
    else { return nil }
    try self.init(letter: letter, reference: EntityReference(kind, number), name: row.value("title"))
  }
}
