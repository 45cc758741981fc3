public import DiscogsModel
internal import GRDB
internal import SQLiteSupport

/// A record with the letter under which it is found again.
public struct StoredBookmark: Hashable, Sendable {
  /// `a` to `z` or `A` to `Z`.
  public var mark: Character
  public var reference: EntityReference
  /// What the record was called when it was marked.
  public var title: String

  public init(mark: Character, reference: EntityReference, title: String) {
    self.mark = mark
    self.reference = reference
    self.title = title
  }
}

extension Library {
  /// The bookmarks of this shelf, `a` before `A`, both before `b`. A place that only a newer program knows is left out.
  public func bookmarks() async throws(LibraryError) -> [StoredBookmark] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM bookmark ORDER BY lower(mark), mark DESC").compactMap {
        try StoredBookmark($0)
      }
    }
  }

  /// Keeps a bookmark in place of the one with its letter.
  ///
  /// - Returns: the one that was replaced; nil where the letter was free.
  @discardableResult
  public func setBookmark(_ bookmark: StoredBookmark) async throws(LibraryError) -> StoredBookmark? {
    try await write { database in
      let replaced = try Self.bookmark(bookmark.mark, in: database)
      try database.execute(
        sql: "INSERT OR REPLACE INTO bookmark (mark, place, title) VALUES (?, ?, ?)",
        arguments: [String(bookmark.mark), bookmark.place, bookmark.title])
      return replaced
    }
  }

  /// Deletes a bookmark for good.
  ///
  /// - Returns: the one that was deleted; nil where there was none with this letter.
  @discardableResult
  public func deleteBookmark(_ mark: Character) async throws(LibraryError) -> StoredBookmark? {
    try await write { database in
      let deleted = try Self.bookmark(mark, in: database)
      try database.execute(sql: "DELETE FROM bookmark WHERE mark = ?", arguments: [String(mark)])
      return deleted
    }
  }

  private static func bookmark(_ mark: Character, in database: Database) throws -> StoredBookmark? {
    try Row.fetchOne(database, sql: "SELECT * FROM bookmark WHERE mark = ?", arguments: [String(mark)]).flatMap {
      try StoredBookmark($0)
    }
  }
}

extension StoredBookmark {
  /// `release 249504`.
  fileprivate var place: String { "\(reference.kind.rawValue) \(reference.number)" }

  fileprivate init?(_ row: Row) throws {
    let place = try (row.value("place") as String).split(separator: " ")
    guard place.count == 2, let kind = EntityKind(rawValue: String(place[0])), let number = Int(place[1]),
      let mark = try (row.value("mark") as String).first
    else { return nil }
    try self.init(mark: mark, reference: EntityReference(kind, number), title: row.value("title"))
  }
}
