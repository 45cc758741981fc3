public import DiscogsModel
internal import Foundation
internal import GRDBSQLite
internal import Platform
internal import SQLiteSupport
import Wording

public struct ImportProgress: Hashable, Sendable {
  public enum Phase: Hashable, Sendable, CaseIterable {
    /// Reading records from the dumps and storing them.
    case reading
    /// Copying records from the old catalogue.
    case keeping
    /// Ordering everything by popularity.
    case ranking
    /// Building the indexes for searches and lists.
    case indexing
    /// Writing the file and putting it in place of the old one.
    case finishing
  }

  public var phase: Phase
  /// The name of the dump being read; empty in the other phases.
  public var file = ""
  /// Records done in this phase, of all files.
  public var records: Int
  public var skipped: Int
  /// The part of `total` that is done: bytes of the dumps when reading, otherwise records.
  public var done: Int
  /// Nil where it cannot be known.
  public var total: Int?
}

public struct ImportReport: Hashable, Sendable {
  public struct File: Hashable, Sendable {
    /// The path as given.
    public var path: String
    /// Includes the broken records and their offsets, for the log.
    public var summary: DumpSummary
  }

  public var files: [File]
  /// The catalogue's records of each kind.
  public var counts: [EntityKind: Int]
  /// The number of them that come from the old catalogue.
  public var kept: Int
}

/// Makes a catalogue from data dumps, or adds them to one.
///
///     let report = try CatalogueImporter.import(
///       files: ["discogs_20260801_masters.xml.gz", "discogs_20260801_releases.xml.gz"], into: path, now: now(),
///       progress: { show($0) }, isCancelled: { stopped.value })
///
/// The new catalogue is built beside the old one, which stays unchanged and readable, and replaces it at the very end.
public enum CatalogueImporter {
  /// Raised when imports write more into unchanged tables. Programs read catalogues of any edition, but rebuild the
  /// demo's and start unfinished updates over.
  public static let edition = 3

  /// Imports several files as one.
  ///
  /// Records already in the catalogue stay unless the files have a new version of them.
  ///
  /// - Parameters:
  ///   - files: dumps of any kinds, in any order, compressed or not; each is opened once, so it may be a pipe.
  ///   - path: the catalogue, created if missing. Any other file there is an error.
  ///   - now: the catalogue's creation time, in seconds since 1970.
  ///   - replacingKinds: whether to drop the old records of the kinds that the files contain.
  ///   - newsStart: the highest number of a release that is no news, where no other catalogue is replaced.
  ///   - progress: called some times a second, on the importing thread.
  ///   - isCancelled: polled often; true makes the import throw `cancelled` within a moment.
  /// - Returns: the report, once the new catalogue is safely on disk. Blocks its thread, so not for the main actor.
  public static func `import`(
    files: [String], into path: String, now: Double, replacingKinds: Bool = false, newsStart: Int? = nil,
    progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CatalogueError) -> ImportReport {
    try run(
      files: files, into: path, now: now, replacingKinds: replacingKinds, newsStart: newsStart,
      limits: CatalogueBuilder.Limits(), progress: progress, isCancelled: isCancelled)
  }

  /// Removes the files of killed imports into this catalogue, unless an import is running. The next import does so too.
  ///
  /// - Throws: `unwritable`. Blocks while it lists the folder; a missing folder is empty.
  public static func removeLeftovers(of path: String) throws(CatalogueError) {
    guard try ImportPlace.hasLeftovers(of: path) else { return }
    do {
      // It removes leftovers as soon as it holds the lock.
      _ = try ImportPlace(path)
    } catch .importRunning {}
  }

  static func run(
    files: [String], into path: String, now: Double, replacingKinds: Bool = false, newsStart: Int? = nil,
    limits: CatalogueBuilder.Limits, progress: (ImportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CatalogueError) -> ImportReport {
    guard !files.isEmpty else { throw .noFiles }
    let place = try ImportPlace(path)
    do {
      let dumps = try files.map { try DumpReader(path: $0, isCancelled: isCancelled) }
      let old = try old(place.path, replacedBy: Set(dumps.map(\.kind)))
      try checkRoom(room(for: dumps, in: place), in: place, free: limits.freeSpace ?? place.freeSpace)
      // Sound for the length of the call, which the builder does not outlive.
      return try withoutActuallyEscaping(progress) { progress in
        let builder = try CatalogueBuilder(
          place, old: old, limits: limits, report: progress, isCancelled: isCancelled)
        builder.newsStart = newsStart
        return try builder.build(dumps, replacingKinds: replacingKinds, now: now)
      }
    } catch { throw CatalogueError(importFailure: error, place) }
  }

  /// The peak disk space of an import in bytes per byte of a dump: the new catalogue, and the data gathered for its
  /// indexes. Measured on synthetic dumps (4.4 and 0.8), and rounded up.
  static let roomPerCompressedByte = 5.0
  private static let roomPerPlainByte = 1.0

  private static func room(for dumps: [DumpReader], in place: ImportPlace) -> Double {
    // Its records are copied and indexed again.
    let old = Double(ImportPlace.size(of: place.path) ?? 0) * 2
    return dumps.reduce(1_048_576 + old) { sum, dump in
      let isPlain = dump.file.lowercased().hasSuffix(".xml")
      return sum + Double(dump.progress.bytesTotal ?? 0) * (isPlain ? roomPerPlainByte : roomPerCompressedByte)
    }
  }

  static func checkRoom(_ needed: Double, in place: ImportPlace, free: Int?) throws {
    guard let free, needed > Double(free) else { return }
    // A sparse file can claim to be larger than any disk.
    throw CatalogueError.noRoom(folder: place.folder, needed: Int(min(needed, 1e18)), free: free)
  }
}

extension CatalogueError {
  /// Translates a failure in the middle of an import.
  init(importFailure error: any Error, _ place: ImportPlace) {
    switch error {
    case let error as CatalogueError: self = error
    case let error as DumpError: self = error.reason == .cancelled ? .cancelled : .dump(error)
    case let error as SQLiteFailure where error.primaryCode == SQLITE_FULL: self = .diskFull(folder: place.folder)
    case let error as SQLiteFailure: self = .unwritable(path: place.path, reason: error.message)
    case SpoolError.system(let number): self = Self.writing(number, ImportPlace.reason(number), place.path, place)
    case let error as FileError: self = Self.writing(error.code, error.reason, error.path, place)
    default: self = .unwritable(path: place.path, reason: CatalogueWords.temporaryFilesDamaged)
    }
  }

  private static func writing(_ code: Int32, _ reason: String, _ path: String, _ place: ImportPlace) -> CatalogueError {
    code == ENOSPC || code == EDQUOT ? .diskFull(folder: place.folder) : .unwritable(path: path, reason: reason)
  }
}
