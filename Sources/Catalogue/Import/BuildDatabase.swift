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
  ///   - isResumable: whether commits survive a killed process. New pages are not journalled, so this is cheap.
  init(path: String, cache: Int, pageLimit: Int?, isResumable: Bool = false) throws {
    self.path = path
    connection = try .open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
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

  deinit { sqlite3_close_v2(connection) }
}

extension OpaquePointer {
  /// A connection for one thread at a time. To be closed by the caller.
  static func open(_ path: String, _ flags: Int32) throws(SQLiteFailure) -> OpaquePointer {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    if code == SQLITE_OK, let opened { return opened }
    defer { sqlite3_close_v2(opened) }
    throw SQLiteFailure(opened)
  }
}

extension PreparedStatement {
  /// Runs the insertion of a row of two columns.
  func insert(_ first: Int, _ second: Int) throws {
    bind(1, first)
    bind(2, second)
    try run()
  }

  func insert(_ key: Int, _ bytes: UnsafeRawBufferPointer) throws {
    bind(1, key)
    bindBlob(2, borrowing: bytes)
    try run()
  }
}
