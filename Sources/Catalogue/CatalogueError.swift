public import DiscogsModel
import Wording

/// The failures of reading, importing and updating catalogues. `description` is one sentence for people.
public enum CatalogueError: Error, Hashable, Sendable {
  case missing(path: String)
  /// Not an SQLite database, or another program's. Safe to set aside and rebuild.
  case notACatalogue(path: String)
  /// A damaged catalogue. Safe to set aside and rebuild.
  case damaged(path: String, reason: String)
  /// Written by a newer program.
  case newerSchema(path: String, found: Int, known: Int)
  /// Written by an older program, in a schema that can no longer be read. Safe to set aside and rebuild.
  case olderSchema(path: String, found: Int, known: Int)
  /// The system failed: permissions, a failing disk. The reason is half a sentence.
  case unreadable(path: String, reason: String)
  case notFound(EntityReference)
  /// The record exists but cannot be unpacked.
  case damagedRecord(EntityReference)
  /// The cursor is not from a page of this list.
  case unknownCursor
  /// A dump cannot be read; nothing was imported.
  case dump(DumpError)
  /// The list of files to import is empty.
  case noFiles
  /// Another import into the same file is running.
  case importRunning(path: String)
  /// Too little space, in bytes; the import did not start.
  case noRoom(folder: String, needed: Int, free: Int)
  /// The disk filled up during the import; the old catalogue is unchanged.
  case diskFull(folder: String)
  /// The import could not write; the old catalogue is unchanged.
  case unwritable(path: String, reason: String)
  /// The calling task was cancelled. Never shown.
  case cancelled
}

extension CatalogueError {
  /// Whether trying again fails the same way until the file changes.
  var isLasting: Bool { if case .newerSchema = self { true } else { callsForRebuild } }

  /// Whether the file is worthless, so that a copy made by the program itself may be set aside and rebuilt.
  public var callsForRebuild: Bool {
    switch self {
    case .missing, .notACatalogue, .damaged, .olderSchema, .damagedRecord: true
    default: false
    }
  }
}

extension CatalogueError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let path): CatalogueWords.missing(path)
    case .notACatalogue(let path): CatalogueWords.notOurs(path)
    case .damaged(let path, let reason): CatalogueWords.damaged(path, reason)
    case .newerSchema(let path, let found, let known): CatalogueWords.newer(path, found, known)
    case .olderSchema(let path, let found, let known): CatalogueWords.older(path, found, known)
    case .unreadable(let path, let reason): CatalogueWords.unreadable(path, reason)
    case .notFound(let reference): CatalogueWords.noRecord(reference.kind.rawValue, reference.number)
    case .damagedRecord(let reference): CatalogueWords.damagedRecord(reference.kind.rawValue, reference.number)
    case .unknownCursor: CatalogueWords.listChanged
    case .dump(let error): error.description
    case .noFiles: CatalogueWords.noFiles
    case .importRunning(let path): CatalogueWords.importRunning(path)
    case .noRoom(let folder, let needed, let free):
      CatalogueWords.noRoom(folder, free: ByteCount.display(free), needed: ByteCount.display(needed))
    case .diskFull(let folder): CatalogueWords.diskFull(folder)
    case .unwritable(let path, let reason): CatalogueWords.unwritable(path, reason)
    case .cancelled: CatalogueWords.cancelled
    }
  }
}

public enum ByteCount {
  /// `1.3 GB`, `870 MB`, `12 kB`: decimal, as disks are sold and dumps are listed.
  public static func display(_ bytes: Int) -> String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")] where bytes >= unit {
      let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit / 10)
      let tenths = rest >= unit / 20 ? whole + 1 : whole
      return tenths >= 100 ? "\((tenths + 5) / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return "\(bytes) bytes"
  }
}
