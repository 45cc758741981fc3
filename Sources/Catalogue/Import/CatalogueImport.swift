public import DiscogsModel
internal import Foundation
internal import GRDBSQLite
internal import Platform
internal import SQLiteSupport
import Wording

/// How far an import has come.
public struct ImportProgress: Hashable, Sendable {
  public enum Phase: Hashable, Sendable, CaseIterable {
    /// Records are read from the dumps and stored.
    case reading
    /// Records of the old catalogue that stay are taken over.
    case keeping
    /// Everything is put in order of popularity.
    case ranking
    /// The indexes for searching and for lists are built.
    case indexing
    /// The file is written out and put in the old one's place.
    case finishing
  }

  public var phase: Phase
  /// The dump being read, without its folder; empty in the other phases.
  public var file = ""
  /// Records done in this phase, all files together.
  public var records: Int
  /// Records left out because they were broken.
  public var skipped: Int
  /// How much of this phase is done, in `total`s of whatever it goes through: bytes of the dumps when reading, else
  /// records. `total` is nil where it cannot be known.
  public var done: Int
  public var total: Int?
}

/// What an import did.
public struct ImportReport: Hashable, Sendable {
  public struct File: Hashable, Sendable {
    /// The path as given.
    public var path: String
    /// With the broken records and their offsets, for the log.
    public var summary: DumpSummary

    public init(path: String, summary: DumpSummary) {
      self.path = path
      self.summary = summary
    }
  }

  public var files: [File]
  /// How many records of each kind the catalogue holds now.
  public var counts: [EntityKind: Int]
  /// How many of them were taken over from the catalogue before.
  public var kept: Int
}

/// Makes a catalogue from data dumps, or adds them to one.
///
///     let report = try CatalogueImporter.import(
///       files: ["discogs_20260801_masters.xml.gz", "discogs_20260801_releases.xml.gz"], into: path, now: now(),
///       progress: { show($0) }, isCancelled: { stopped.value })
///
/// The new catalogue is built beside the old one and takes its place in one step at the very end: whatever happens
/// before that, the old one is as it was, and programs that read it go on reading it.
public enum CatalogueImporter {
  /// Raised when an import writes more than before into tables that stay as they were: programs read catalogues of any
  /// edition, and make the demo's, and what an update has left unfinished, once more.
  public static let edition = 2

  /// Imports several files as one.
  ///
  /// Records already in the catalogue stay, except those the files bring a new version of.
  ///
  /// - Parameters:
  ///   - files: dumps of any kinds, in any order, compressed or not; each is opened once, so that it may be a pipe.
  ///   - path: the catalogue; made if there is none. A file there that is no catalogue is an error.
  ///   - now: when this is, in seconds since 1970: what the catalogue says it was made at.
  ///   - replacingKinds: leave nothing of the old catalogue in the kinds that the files hold.
  ///   - progress: called some times a second, on the thread that imports.
  ///   - isCancelled: asked often; true makes the import throw `cancelled` within a moment.
  /// - Returns: when the new catalogue is safely on disk. Blocks its thread meanwhile: not for the main actor.
  public static func `import`(
    files: [String], into path: String, now: Double, replacingKinds: Bool = false,
    progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CatalogueError) -> ImportReport {
    try run(
      files: files, into: path, now: now, replacingKinds: replacingKinds, limits: CatalogueBuilder.Limits(),
      progress: progress, isCancelled: isCancelled)
  }

  /// Removes what imports into this catalogue left that were killed. An import that is running is left alone; the next
  /// import does this by itself.
  ///
  /// - Throws: `unwritable`. Blocks for a look into the folder; one that is not there has nothing in it.
  public static func removeLeftovers(of path: String) throws(CatalogueError) {
    guard try ImportPlace.hasLeftovers(of: path) else { return }
    do throws(CatalogueError) {
      // It removes them as soon as it knows that no other program is at work.
      _ = try ImportPlace(path)
    } catch .importRunning {
      return
    }
  }

  static func run(
    files: [String], into path: String, now: Double, replacingKinds: Bool = false, limits: CatalogueBuilder.Limits,
    progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CatalogueError) -> ImportReport {
    guard !files.isEmpty else { throw .noFiles }
    let place = try ImportPlace(path)
    do {
      let dumps = try files.map { file in
        CatalogueBuilder.Dump(try DumpReader(path: file, isCancelled: isCancelled))
      }
      let old = try old(place.path, replacedBy: Set(dumps.map(\.kind)))
      try checkRoom(for: dumps, in: place, limits)
      // Sound for the length of the call, and the builder is gone after it.
      return try withoutActuallyEscaping(progress) { progress in
        try CatalogueBuilder(place, old: old, limits: limits, report: progress, isCancelled: isCancelled)
          .build(dumps, replacingKinds: replacingKinds, now: now)
      }
    } catch {
      throw CatalogueError(importFailure: error, place)
    }
  }

  /// What building takes at its peak, in bytes for each byte of a dump: the new catalogue, and what is gathered for its
  /// indexes while these are built. Measured on synthetic dumps (4.4 and 0.8), and rounded up.
  static let roomPerCompressedByte = 5.0
  private static let roomPerPlainByte = 1.0

  private static func checkRoom(
    for dumps: [CatalogueBuilder.Dump], in place: ImportPlace, _ limits: CatalogueBuilder.Limits
  ) throws {
    guard let free = limits.freeSpace ?? place.freeSpace else { return }
    var needed = 1_048_576.0
    for dump in dumps {
      let isPlain = dump.path.lowercased().hasSuffix(".xml")
      needed += Double(dump.size ?? 0) * (isPlain ? roomPerPlainByte : roomPerCompressedByte)
    }
    // Its records are taken over and indexed again.
    needed += Double(ImportPlace.size(of: place.path) ?? 0) * 2
    guard needed > Double(free) else { return }
    // A file with holes can say that it is larger than any disk.
    throw CatalogueError.noRoom(folder: place.folder, needed: Int(min(needed, 1e18)), free: free)
  }
}

extension CatalogueError {
  /// What a failure in the middle of an import means for its caller.
  init(importFailure error: any Error, _ place: ImportPlace) {
    switch error {
    case let error as CatalogueError: self = error
    case let error as DumpError: self = error.reason == .cancelled ? .cancelled : .dump(error)
    case let error as SQLiteFailure where error.primaryCode == SQLITE_FULL: self = .diskFull(folder: place.folder)
    case let error as SQLiteFailure: self = .unwritable(path: place.path, reason: error.message)
    case SpoolError.system(let number) where number == ENOSPC || number == EDQUOT:
      self = .diskFull(folder: place.folder)
    case let error as FileError where error.code == ENOSPC || error.code == EDQUOT:
      self = .diskFull(folder: place.folder)
    case let error as FileError: self = .unwritable(path: error.path, reason: error.reason)
    case SpoolError.system(let number):
      self = .unwritable(path: place.path, reason: ImportPlace.reason(number))
    default: self = .unwritable(path: place.path, reason: CatalogueWords.temporaryFilesDamaged)
    }
  }
}
