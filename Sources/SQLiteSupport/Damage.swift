internal import GRDB
internal import Wording

/// Why a file is worthless, if that is what the error says: half a sentence.
package func damage(_ error: any Error) -> String? {
  switch error {
  case DatabaseFile.Refusal.damaged(let reason): return reason
  // A column or a text in one holds what was never put there.
  case is RowDecodingError, is DecodingError: return DatabaseWords.badRow
  case let error as DatabaseError:
    switch error.resultCode {
    // The last: a table is not there or not as it should be, whatever the schema's number says.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: return error.message ?? DatabaseWords.damaged
    default: return nil
    }
  default: return nil
  }
}
