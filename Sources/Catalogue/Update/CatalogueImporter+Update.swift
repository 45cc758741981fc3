internal import DiscogsModel
internal import Foundation
internal import GRDBSQLite
internal import RunoutModel
internal import SQLiteSupport

extension CatalogueImporter {
  /// Makes a catalogue from dumps while they arrive, and resumes a stopped update of the same dumps.
  ///
  /// The dumps' kinds are replaced, the others stay. A killed or stopped update leaves its files beside the unchanged
  /// catalogue; the next one with the same dumps and selection resumes it, any other starts over.
  ///
  /// - Parameters:
  ///   - dumps: at most one of each kind.
  ///   - path: the catalogue, created if missing. Any other file there is an error.
  ///   - now: the catalogue's creation time, in seconds since 1970.
  ///   - progress: called some times a second, on the importing thread.
  ///   - isCancelled: polled often; true makes the update throw `cancelled` within a moment.
  /// - Returns: the report, once the new catalogue is safely on disk. Blocks its thread, so neither for the main actor
  ///   nor for a thread that the arriving bytes depend on.
  public static func update(
    _ dumps: [IncomingDump], into path: String, now: Double, options: UpdateOptions,
    progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CatalogueError) -> ImportReport {
    guard !dumps.isEmpty else { throw .noFiles }
    let place = try ImportPlace(path, isResumable: true)
    do {
      let old = try old(place.path, replacedBy: Set(dumps.map(\.kind)))
      let limits = CatalogueBuilder.Limits()
      let resumption = try Resumption(
        place, identity: identity(dumps, options, try old?.stamp()), options: options, limits: limits)
      if resumption.isComplete {
        let report = try report(of: resumption.database)
        try place.putInPlace()
        place.finish()
        return report
      }
      if !resumption.isResumed, options.only == nil {
        try checkRoom(Double(room(forCompressed: dumps.reduce(0) { $0 + $1.size })), in: place, free: place.freeSpace)
      }
      // Sound for the length of the call, which the builder does not outlive.
      let report = try withoutActuallyEscaping(progress) { progress in
        try CatalogueBuilder(
          place, old: old, limits: limits, resumption: resumption, report: progress, isCancelled: isCancelled
        ).update(dumps, resumption, now: now)
      }
      place.finish()
      return report
    } catch {
      let failure = CatalogueError(importFailure: error, place)
      if isDamage(error) || !failure.leavesUpdate { place.finish() }
      throw failure
    }
  }

  /// Whether the remains of an earlier update can never be resumed.
  private static func isDamage(_ error: any Error) -> Bool {
    switch error {
    case SpoolError.truncated: true
    case let error as SQLiteFailure: [SQLITE_CORRUPT, SQLITE_NOTADB].contains(error.primaryCode)
    default: false
    }
  }

  /// The catalogue whose other kinds stay. If all are replaced, one that can no longer be read counts as none.
  static func old(_ path: String, replacedBy kinds: Set<EntityKind>) throws -> OldCatalogue? {
    do { return try OldCatalogue(path) } catch let error as CatalogueError {
      switch error {
      case .olderSchema, .damaged:
        guard kinds == Set(EntityKind.allCases) else { throw error }
        return nil
      default: throw error
      }
    }
  }

  /// The peak disk space of building a catalogue from this many compressed bytes, in bytes.
  public static func room(forCompressed bytes: Int) -> Int {
    Int(clamping: Double(bytes) * roomPerCompressedByte + Double(1 << 20))
  }

  /// The remains of a stopped update of a catalogue; nil for none.
  public static func unfinished(of path: String) throws(CatalogueError) -> UnfinishedUpdate? {
    try ImportPlace.unfinished(of: path)
  }

  /// Whether an update of these dumps would resume the unfinished one rather than start over.
  public static func continues(
    _ unfinished: UnfinishedUpdate, with dumps: [IncomingDump], into path: String, options: UpdateOptions
  ) -> Bool {
    do {
      return unfinished.identity == identity(dumps, options, try old(path, replacedBy: Set(dumps.map(\.kind)))?.stamp())
    } catch {
      // The update itself reports errors of the old catalogue.
      return false
    }
  }

  /// Removes a catalogue and the leftovers of updates and imports into it.
  ///
  /// - Throws: `missing` where there is neither, `importRunning`, or `unwritable`.
  public static func remove(_ path: String) throws(CatalogueError) {
    let unfinished = try unfinished(of: path)
    guard unfinished != nil || ImportPlace.size(of: path) != nil else { throw .missing(path: path) }
    let place = try ImportPlace(path, isResumable: true)
    place.finish()
    try place.removeCatalogue()
  }

  /// Identifies the inputs that determine the result.
  private static func identity(_ dumps: [IncomingDump], _ options: UpdateOptions, _ stamp: Int?) -> String {
    let files = dumps.map { "\($0.name) \($0.size) \($0.checksum)" }.sorted()
    return (["\(CatalogueSchema.version).\(edition)", options.only?.description ?? "", "\(stamp ?? 0)"] + files)
      .joined(separator: "\n")
  }

  private static func report(of database: BuildDatabase) throws -> ImportReport {
    var counts: [EntityKind: Int] = [:]
    let meta = try PreparedStatement(database.connection, "SELECT key, value FROM meta WHERE key LIKE 'count.%'")
    while try meta.next() {
      if let kind = EntityKind(rawValue: String(meta.text(0).dropFirst(6))) { counts[kind] = meta.integer(1) }
    }
    return ImportReport(files: [], counts: counts, kept: 0)
  }
}

/// The remains of a stopped update.
public struct UnfinishedUpdate: Hashable, Sendable {
  /// The disk space it takes.
  public var bytes: Int
  /// Identifies its inputs.
  var identity: String
}

extension CatalogueError {
  /// Whether an update that failed this way can be resumed, as nothing it has read was wrong.
  fileprivate var leavesUpdate: Bool {
    switch self {
    case .cancelled, .diskFull, .unwritable, .importRunning: true
    case .dump(let error):
      switch error.reason {
      case .interrupted, .unreadable: true
      default: false
      }
    default: false
    }
  }
}
