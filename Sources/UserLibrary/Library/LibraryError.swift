internal import GRDB
internal import LibC
internal import Platform
public import RunoutModel
internal import SQLiteSupport
internal import Wording

/// An error of the user's library, with one sentence for people: what happened, and the way out.
///
/// No code here deletes or replaces the file: its contents exist nowhere else.
public enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is no database, is cut short, or contradicts itself. `backup` is the latest copy, if any.
  case damaged(path: String, reason: String, backup: String?)
  /// Written by a newer version; nothing was touched.
  case newerSchema(path: String, found: Int, known: Int)
  /// Readable but not writable: a read-only disk, or permissions.
  case readOnly(path: String)
  /// The disk is full; this change is not saved, earlier ones are.
  case diskFull(path: String)
  /// Another program kept it locked for longer than `Options.patience`.
  case busy(path: String)
  /// The file or its directory cannot be opened or created. The reason is half a sentence.
  case unopenable(path: String, reason: String)
  case failed(path: String, reason: String)
  case unknownCursor
  case query(QueryError)
  /// A file to import cannot be used; nothing was imported.
  case shelfFile(ShelfFileError)
  /// A replacement would lose data that an account has, or is to get.
  case mirrorsAccount(path: String)
  /// The calling task was cancelled. Never shown.
  case cancelled

  public var description: String {
    switch self {
    case .damaged(let path, let reason, let backup): LibraryWords.damaged(path, reason, backup: backup)
    case .newerSchema(let path, let found, let known): LibraryWords.newer(path, found, known)
    case .readOnly(let path): LibraryWords.readOnly(path)
    case .diskFull(let path): LibraryWords.diskFull(path)
    case .busy(let path): LibraryWords.busy(path)
    case .unopenable(let path, let reason): LibraryWords.unopenable(path, reason)
    case .failed(let path, let reason): LibraryWords.failed(path, reason)
    case .unknownCursor: CatalogueWords.listChanged
    case .query(let error): QueryWords.column(error.column)
    case .shelfFile(let error): error.description
    case .mirrorsAccount(let path): LibraryWords.mirrorsAccount(path)
    case .cancelled: CatalogueWords.cancelled
    }
  }

  /// Maps errors of SQLite and GRDB to the cases that a user can act on.
  package static func wrapping(_ error: any Error, path: String) -> LibraryError {
    switch error {
    case let error as LibraryError: error
    case DatabaseFile.Refusal.damaged(let reason):
      .damaged(path: path, reason: reason, backup: Library.latestBackup(of: path))
    case DatabaseFile.Refusal.unopenable(let reason): .unopenable(path: path, reason: reason)
    case is CancellationError: .cancelled
    // SQLite reports the shell's size limit as a full disk or an I/O error.
    case let error as DatabaseError where error.resultCode == .SQLITE_IOERR && FileSizeLimit.isSet:
      .failed(path: path, reason: LibraryWords.fileSizeLimit)
    case let error as FileError:
      .failed(
        path: error.path,
        reason: error.code == EFBIG && FileSizeLimit.isSet ? LibraryWords.fileSizeLimit : error.reason)
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
