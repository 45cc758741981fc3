public import GRDB

/// Columns by name and by place.
///
/// GRDB's own subscripts end the program where a column holds another type than the one asked for, or nothing. These
/// throw: a file can be damaged, or be another's work. The second of each reads the number or text straight from SQLite.
extension Row {
  @inlinable package func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
    try decode(forColumn: column)
  }

  @inlinable package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: String) throws
    -> Value
  {
    try decode(forColumn: column)
  }

  @inlinable package func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
    try decode(atIndex: column)
  }

  @inlinable package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: Int) throws
    -> Value
  {
    try decode(atIndex: column)
  }
}
