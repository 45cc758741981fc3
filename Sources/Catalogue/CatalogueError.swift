public import DiscogsModel

/// What can go wrong with the catalogue, each with one sentence for people: what happened, and the way out.
public enum CatalogueError: Error, Hashable, Sendable {
  /// There is no file.
  case missing(path: String)
  /// The file is something else: no SQLite database, or one of another program. Safe to set aside and build anew.
  case notACatalogue(path: String)
  /// The file is a catalogue and damaged. Safe to set aside and build anew.
  case damaged(path: String, reason: String)
  /// Written by a later program.
  case newerSchema(path: String, found: Int, known: Int)
  /// Written by an earlier program whose catalogues this one no longer reads. Safe to set aside and build anew.
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
      "There is no catalogue at \(path): `runout import` makes one from Discogs' data dumps."
    case .notACatalogue(let path):
      "\(path) is not a catalogue of Runout: move it away, then import again."
    case .damaged(let path, let reason):
      "\(path) is damaged (\(reason)): delete it and import again."
    case .newerSchema(let path, let found, let known):
      "\(path) was written by a newer Runout (schema \(found), this one knows \(known)): import again or update."
    case .olderSchema(let path, let found, let known):
      "\(path) was written by an older Runout (schema \(found), this one needs \(known)): delete it and import again."
    case .unreadable(let path, let reason):
      "\(path) cannot be read: \(reason)."
    case .notFound(let reference):
      "This catalogue has no \(reference.kind.rawValue) \(reference.number)."
    case .damagedRecord(let reference):
      "The catalogue's record of \(reference.kind.rawValue) \(reference.number) is damaged: import again."
    case .unknownCursor:
      "The list has changed since: reload it."
    case .dump(let error):
      error.description
    case .noFiles:
      "No dump was named: give the files to import."
    case .importRunning(let path):
      "Another import into \(path) is running: wait for it, or stop it first."
    case .noRoom(let folder, let needed, let free):
      "\(folder) has \(ByteCount.display(free)) free and the import needs about \(ByteCount.display(needed)):"
        + " make room or choose another place."
    case .diskFull(let folder):
      "\(folder) is full; nothing was imported and the old catalogue is as it was: make room and try again."
    case .unwritable(let path, let reason):
      "\(path) cannot be written: \(reason). Nothing was imported."
    case .cancelled:
      "Cancelled."
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
