internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import Wording

/// What can go wrong with the user's library, each with one sentence for people: what happened, and the way out.
///
/// Nothing in here ever deletes or replaces the file: it holds what cannot be had anywhere else.
public enum LibraryError: Error, Hashable, Sendable {
  /// The file is no database, is cut short, or contradicts itself. `backup` is the latest copy, where there is one.
  case damaged(path: String, reason: String, backup: String?)
  /// Written by a later program; nothing was touched.
  case newerSchema(path: String, found: Int, known: Int)
  /// It could be read and cannot be written: a read-only disk or permissions.
  case readOnly(path: String)
  /// The disk is full; what was being saved is not, what was saved before is.
  case diskFull(path: String)
  /// Another program kept it locked for longer than anybody waits.
  case busy(path: String)
  /// The file or its directory cannot be opened or made. The reason is half a sentence.
  case unopenable(path: String, reason: String)
  case failed(path: String, reason: String)
  /// A cursor that no page of this list gave.
  case unknownCursor
  /// What a list is to be narrowed by cannot be read.
  case query(QueryError)
  /// A file to import cannot be used; nothing was imported.
  case shelfFile(ShelfFileError)
  /// An export would take the place of what an account has, or is to have.
  case mirrorsAccount(path: String)
  /// The caller no longer wants the answer. Never shown.
  case cancelled
}

extension LibraryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .damaged(let path, let reason, let backup):
      LibraryWords.damaged(path, reason, backup: backup)
    case .newerSchema(let path, let found, let known):
      LibraryWords.newer(path, found, known)
    case .readOnly(let path):
      LibraryWords.readOnly(path)
    case .diskFull(let path):
      LibraryWords.diskFull(path)
    case .busy(let path):
      LibraryWords.busy(path)
    case .unopenable(let path, let reason):
      LibraryWords.unopenable(path, reason)
    case .failed(let path, let reason):
      LibraryWords.failed(path, reason)
    case .unknownCursor:
      CatalogueWords.listChanged
    case .query(let error):
      QueryWords.column(error.column)
    case .shelfFile(let error):
      error.description
    case .mirrorsAccount(let path):
      LibraryWords.mirrorsAccount(path)
    case .cancelled:
      CatalogueWords.cancelled
    }
  }
}

extension LibraryError {
  /// Sorts what SQLite and GRDB report into the cases a user can act on.
  package static func wrapping(_ error: any Error, path: String) -> LibraryError {
    switch error {
    case let error as LibraryError: error
    case DatabaseFile.Refusal.damaged(let reason):
      .damaged(path: path, reason: reason, backup: Library.latestBackup(of: path))
    case DatabaseFile.Refusal.unopenable(let reason): .unopenable(path: path, reason: reason)
    case is CancellationError: .cancelled
    case let error as DatabaseError where error.isForWantOfRoom: .diskFull(path: path)
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        .damaged(
          path: path, reason: error.message ?? DatabaseWords.notADatabase, backup: Library.latestBackup(of: path))
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
      case .SQLITE_INTERRUPT, .SQLITE_ABORT: .cancelled
      case .SQLITE_CANTOPEN: .unopenable(path: path, reason: error.message ?? LibraryWords.systemRefuses)
      default: .failed(path: path, reason: error.message ?? "\(error.resultCode)")
      }
    case is RowDecodingError, is DecodingError:
      .damaged(path: path, reason: damage(error) ?? "\(error)", backup: Library.latestBackup(of: path))
    default: .failed(path: path, reason: "\(error)")
    }
  }
}
