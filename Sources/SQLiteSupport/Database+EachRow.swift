public import GRDB
public import GRDBSQLite

extension Database {
  /// Passes each row to `body` as an SQLite statement, for queries in which making values takes most of the time.
  @inlinable package func eachRow(of sql: String, _ body: (_ row: OpaquePointer) -> Void) throws {
    let statement = try makeStatement(sql: sql)
    // The rows are valid only while the statement lives.
    let code = withExtendedLifetime(statement) {
      var code = sqlite3_step(statement.sqliteStatement)
      while code == SQLITE_ROW {
        body(statement.sqliteStatement)
        code = sqlite3_step(statement.sqliteStatement)
      }
      return code
    }
    guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}
