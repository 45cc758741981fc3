internal import GRDBSQLite

package struct SQLiteFailure: Error, CustomStringConvertible {
  /// The extended result code.
  package var code: Int32
  package var message: String

  /// Without the details: `SQLITE_FULL`, `SQLITE_CORRUPT`.
  package var primaryCode: Int32 { code & 0xFF }

  package var description: String { message }

  package init(code: Int32, message: String) { (self.code, self.message) = (code, message) }

  package init(_ connection: OpaquePointer?) {
    code = sqlite3_extended_errcode(connection)
    message = String(cString: sqlite3_errmsg(connection))
  }
}

/// A prepared statement, bound and read by index.
///
/// Imports and searches run millions of these: rows and values are not boxed, and text is passed without copying. For
/// its connection's thread. Inlinable, as a call across modules for each column costs more than the column.
package final class PreparedStatement {
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let connection: OpaquePointer

  package init(_ connection: OpaquePointer, _ sql: String) throws(SQLiteFailure) {
    var handle: OpaquePointer?
    guard
      sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil) == SQLITE_OK,
      let handle
    else { throw SQLiteFailure(connection) }
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  // MARK: Binding, from 1

  @inlinable package func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }

  @inlinable package func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

  package func bind(_ index: Int32, _ value: String) {
    var value = value
    value.withUTF8 { bytes in
      _ = sqlite3_bind_text(
        handle, index,
        bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) } ?? Self.emptyText,
        Int32(bytes.count), Self.transient)
    }
  }

  /// Binds UTF-8 without copying, which must stay valid until the statement has run; empty text binds null.
  @inlinable package func bindText(_ index: Int32, borrowing bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else {
      sqlite3_bind_null(handle, index)
      return
    }
    sqlite3_bind_text(handle, index, base.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil)
  }

  /// Binds bytes without copying, which must stay valid until the statement has run.
  @inlinable package func bindBlob(_ index: Int32, borrowing bytes: UnsafeRawBufferPointer) {
    sqlite3_bind_blob(handle, index, bytes.baseAddress ?? UnsafeRawPointer(Self.emptyText), Int32(bytes.count), nil)
  }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  /// A valid address, since a null pointer would bind null. Never freed, never written.
  @usableFromInline nonisolated(unsafe) static let emptyText = UnsafePointer(
    UnsafeMutablePointer<CChar>.allocate(capacity: 1))

  // MARK: Running

  /// Steps to the next row; false at the end, when it can be run again.
  @inlinable package func next() throws(SQLiteFailure) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    default:
      let failure = SQLiteFailure(connection)
      sqlite3_reset(handle)
      throw failure
    }
  }

  @inlinable package func run() throws(SQLiteFailure) { while try next() {} }

  @inlinable package func reset() { sqlite3_reset(handle) }

  // MARK: Reading, from 0

  @inlinable package func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  @inlinable package func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  @inlinable package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  @inlinable package func isText(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_TEXT }

  /// Empty for null.
  @inlinable package func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Valid until the next step.
  @inlinable package func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }
}

extension OpaquePointer {
  /// Runs one or more statements without parameters.
  package func execute(_ sql: String) throws(SQLiteFailure) {
    guard sqlite3_exec(self, sql, nil, nil, nil) == SQLITE_OK else { throw SQLiteFailure(self) }
  }

  /// The first column of the first row; nil for no row or null.
  package func integer(_ sql: String) throws(SQLiteFailure) -> Int? {
    let statement = try PreparedStatement(self, sql)
    guard try statement.next(), !statement.isNull(0) else { return nil }
    return statement.integer(0)
  }
}
