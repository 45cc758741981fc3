internal import GRDBSQLite
internal import SQLiteSupport

/// A database under construction, without journal and syncing, since a failed build is thrown away. A resumable one
/// keeps everything up to its last commit.
final class BuildDatabase {
  let connection: OpaquePointer
  let path: String

  /// - Parameters:
  ///   - cache: the bytes of pages to hold in memory.
  ///   - pageLimit: the largest size in pages; nil for no limit.
  ///   - isResumable: whether commits survive a killed process. New pages are not journalled, so this costs next to
  ///     nothing while records are added.
  init(path: String, cache: Int, pageLimit: Int?, isResumable: Bool = false) throws {
    self.path = path
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = SQLiteFailure(opened)
      sqlite3_close_v2(opened)
      throw failure
    }
    connection = opened
    try connection.execute(
      """
      PRAGMA page_size=\(CatalogueSchema.pageSize);
      PRAGMA journal_mode=\(isResumable ? "TRUNCATE" : "OFF");
      PRAGMA synchronous=\(isResumable ? "NORMAL" : "OFF");
      PRAGMA locking_mode=EXCLUSIVE;
      PRAGMA cache_size=-\(cache >> 10);
      PRAGMA temp_store=MEMORY;
      """)
    if let pageLimit { try connection.execute("PRAGMA max_page_count=\(pageLimit)") }
  }

  deinit {
    sqlite3_close_v2(connection)
  }
}
