internal import GRDB
internal import Wording

/// Half a sentence if the error means that the file is worthless; nil otherwise.
package func damage(_ error: any Error) -> String? {
  switch error {
  case DatabaseFile.Refusal.damaged(let reason): return reason
  // A column has a value, or a text in one, that was never stored there.
  case is RowDecodingError, is DecodingError: return DatabaseWords.badRow
  case let error as DatabaseError:
    switch error.resultCode {
    // SQLITE_ERROR: a table is missing or different, whatever the schema's number says.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: return error.message ?? DatabaseWords.damaged
    default: return nil
    }
  default: return nil
  }
}
