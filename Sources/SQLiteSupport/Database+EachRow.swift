public import GRDB
public import GRDBSQLite

extension Database {
  /// Hands over each row of a query as SQLite has it: for very many, of which making values takes most of the time.
  @inlinable package func eachRow(of sql: String, _ body: (_ row: OpaquePointer) -> Void) throws {
    let statement = try makeStatement(sql: sql)
    // Its rows are gone with it.
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
