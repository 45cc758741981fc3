public import GRDB

/// SQL that a connection compiles once and keeps: compiling costs more than running a short statement.
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

  package func has(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Bool {
    try row(sql, arguments) != nil
  }

  /// The number that a query returns; 0 for no row or null.
  package func count(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int {
    try value(sql, arguments) ?? 0
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
