public import DiscogsModel
import Wording

/// What can go wrong with the catalogue, each with one sentence for people: what happened, and the way out.
public enum CatalogueError: Error, Hashable, Sendable {
  /// There is no file.
  case missing(path: String)
  /// The file is something else: no SQLite database, or one of another program. Safe to set aside and rebuild.
  case notACatalogue(path: String)
  /// The file is a catalogue and damaged. Safe to set aside and rebuild.
  case damaged(path: String, reason: String)
  /// Written by a later program.
  case newerSchema(path: String, found: Int, known: Int)
  /// Written by an earlier program whose catalogues this one no longer reads. Safe to set aside and rebuild.
  case olderSchema(path: String, found: Int, known: Int)
  /// The system refuses: permissions, a failing disk. The reason is half a sentence.
  case unreadable(path: String, reason: String)
  /// No such record in this catalogue.
  case notFound(EntityReference)
  /// A record is there and cannot be unpacked.
  case damagedRecord(EntityReference)
  /// A cursor that no page of this list gave.
  case unknownCursor
  /// A dump cannot be read; nothing was imported.
  case dump(DumpError)
  /// Nothing to import was named.
  case noFiles
  /// Another import into the same file is running.
  case importRunning(path: String)
  /// There is not room for the import; it was not begun. In bytes.
  case noRoom(folder: String, needed: Int, free: Int)
  /// The disk filled up during the import, which left everything as it was.
  case diskFull(folder: String)
  /// The import could not write; everything is as it was.
  case unwritable(path: String, reason: String)
  /// The caller no longer wants the answer. Never shown.
  case cancelled
}

extension CatalogueError {
  /// Whether trying again can only fail in the same way, as long as the file is the same.
  var isLasting: Bool {
    if case .newerSchema = self { true } else { callsForRebuild }
  }

  /// Whether the file is worthless as it is, so that a copy made by the program itself may be set aside and rebuilt.
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
    case .missing(let path):
      CatalogueWords.missing(path)
    case .notACatalogue(let path):
      CatalogueWords.notOurs(path)
    case .damaged(let path, let reason):
      CatalogueWords.damaged(path, reason)
    case .newerSchema(let path, let found, let known):
      CatalogueWords.newer(path, found, known)
    case .olderSchema(let path, let found, let known):
      CatalogueWords.older(path, found, known)
    case .unreadable(let path, let reason):
      CatalogueWords.unreadable(path, reason)
    case .notFound(let reference):
      CatalogueWords.noRecord(reference.kind.rawValue, reference.number)
    case .damagedRecord(let reference):
      CatalogueWords.damagedRecord(reference.kind.rawValue, reference.number)
    case .unknownCursor:
      CatalogueWords.listChanged
    case .dump(let error):
      error.description
    case .noFiles:
      CatalogueWords.noFiles
    case .importRunning(let path):
      CatalogueWords.importRunning(path)
    case .noRoom(let folder, let needed, let free):
      CatalogueWords.noRoom(folder, free: ByteCount.display(free), needed: ByteCount.display(needed))
    case .diskFull(let folder):
      CatalogueWords.diskFull(folder)
    case .unwritable(let path, let reason):
      CatalogueWords.unwritable(path, reason)
    case .cancelled:
      CatalogueWords.cancelled
    }
  }
}

/// Sizes for people.
public enum ByteCount {
  /// `1.3 GB`, `870 MB`, `12 kB`: decimal, as disks are sold and dumps are listed.
  public static func display(_ bytes: Int) -> String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")] where bytes >= unit {
      let tenths = (bytes * 10 + unit / 2) / unit
      return tenths >= 100 ? "\((tenths + 5) / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return "\(bytes) bytes"
  }
}
