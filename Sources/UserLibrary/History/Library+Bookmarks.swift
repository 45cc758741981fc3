import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

extension Library {
  /// The bookmarks of this shelf, `a` before `A`, both before `b`. Places that only a newer version knows are left
  /// out.
  public func bookmarks() async throws(LibraryError) -> [Bookmark] {
    try await read { try $0.rows("SELECT * FROM bookmark ORDER BY lower(mark), mark DESC").compactMap(Bookmark.init) }
  }

  /// Stores a bookmark in place of the one with its mark.
  ///
  /// - Returns: the bookmark it replaced; nil if the mark was free.
  @discardableResult
  public func setBookmark(_ bookmark: Bookmark) async throws(LibraryError) -> Bookmark? {
    try await write { database in
      let replaced = try Self.bookmark(bookmark.mark, in: database)
      try database.change(
        "INSERT OR REPLACE INTO bookmark (mark, place, title) VALUES (?, ?, ?)",
        [bookmark.mark, bookmark.reference.stored, bookmark.name])
      return replaced
    }
  }

  /// - Returns: the deleted bookmark; nil if there was none with this mark.
  @discardableResult
  public func deleteBookmark(_ mark: String) async throws(LibraryError) -> Bookmark? {
    try await write { database in
      let deleted = try Self.bookmark(mark, in: database)
      try database.change("DELETE FROM bookmark WHERE mark = ?", [mark])
      return deleted
    }
  }

  private static func bookmark(_ mark: String, in database: Database) throws -> Bookmark? {
    try database.row("SELECT * FROM bookmark WHERE mark = ?", [mark]).flatMap { try Bookmark($0) }
  }
}

extension Bookmark {
  fileprivate init?(_ row: Row) throws {
    guard let reference = try EntityReference(stored: row.value("place")) else { return nil }
    try self.init(row.value("mark"), reference: reference, name: row.value("title"))
  }
}

extension EntityReference {
  /// `release 249504`.
  var stored: String { "\(kind.rawValue) \(number)" }

  /// Nil for a kind that only a newer version knows.
  init?(stored: String) {
    let words = stored.split(separator: " ")
    guard words.count == 2, let kind = EntityKind(rawValue: String(words[0])), let number = Int(words[1]) else {
      return nil
    }
    self.init(kind, number)
  }
}
