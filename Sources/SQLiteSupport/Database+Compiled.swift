public import GRDB

/// SQL that a connection compiles once and keeps, for statements that run for every row of a page: compiling costs more
/// than running them.
///
/// The text must not contain values, as each different text is kept.
extension Database {
  package func change(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  package func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  package func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first column of the first row; nil for no row or null.
  @inlinable package func value<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = StatementArguments()
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  @inlinable package func values<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = StatementArguments()
  ) throws -> [Value] {
    try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }
}
