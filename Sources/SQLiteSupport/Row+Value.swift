public import GRDB

/// Columns by name and by index.
///
/// GRDB's own subscripts crash where a column has another type, or null. These throw, since a file may be damaged or
/// foreign. The second overload of each reads numbers and texts directly from SQLite.
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
