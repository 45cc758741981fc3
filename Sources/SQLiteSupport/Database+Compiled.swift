public import GRDB

/// SQL that a connection compiles once and keeps: for what is asked or done for every row of a page. Compiling costs more
/// than running it does, so what is asked in a loop goes through these.
///
/// The text must not have values in it, or every one of them would be kept.
extension Database {
  package func change(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The first row; nil for none.
  package func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  package func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first column of the first row; nil where there is no row, or it is null.
  @inlinable package func value<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = StatementArguments()
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first column of every row.
  @inlinable package func values<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = StatementArguments()
  ) throws -> [Value] {
    try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }
}
