internal import DiscogsModel
internal import Foundation
internal import GRDBSQLite
internal import RunoutModel
internal import SQLiteSupport

extension CatalogueImporter {
  /// Makes a catalogue from dumps while they arrive, and goes on where an update of the same dumps was stopped.
  ///
  /// The kinds of the dumps are replaced, the others stay. Killed or stopped, an update leaves what it has built beside
  /// the catalogue, which is as it was; the next one with the same dumps and the same selection goes on with it, and any
  /// other one starts over.
  ///
  /// - Parameters:
  ///   - dumps: one of each kind at the most.
  ///   - path: the catalogue; made if there is none. A file there that is no catalogue is an error.
  ///   - now: when this is, in seconds since 1970: what the catalogue says it was made at.
  ///   - progress: called some times a second, on the thread that imports.
  ///   - isCancelled: asked often; true makes the update throw `cancelled` within a moment.
  /// - Returns: when the new catalogue is safely on disk. Blocks its thread meanwhile: neither for the main actor, nor
  ///   for a thread that the arriving bytes depend on.
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
      if !resumption.isResumed, options.only == nil { try checkRoom(for: dumps, in: place) }
      // Sound for the length of the call, and the builder is gone after it.
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

  /// Whether what an earlier update has left cannot be gone on with, today or any other day.
  private static func isDamage(_ error: any Error) -> Bool {
    switch error {
    case SpoolError.truncated: true
    case let error as SQLiteFailure: [SQLITE_CORRUPT, SQLITE_NOTADB].contains(error.primaryCode)
    default: false
    }
  }

  /// The catalogue whose other kinds stay. Where none do, it may as well be one that can no longer be read.
  static func old(_ path: String, replacedBy kinds: Set<EntityKind>) throws -> OldCatalogue? {
    do {
      return try OldCatalogue.open(path)
    } catch let error as CatalogueError {
      switch error {
      case .olderSchema, .damaged:
        guard kinds == Set(EntityKind.allCases) else { throw error }
        return nil
      default: throw error
      }
    }
  }

  /// What building a catalogue takes at its peak, in bytes, from dumps of so many compressed bytes.
  public static func room(forCompressed bytes: Int) -> Int {
    Int(clamping: Double(bytes) * roomPerCompressedByte + Double(1 << 20))
  }

  /// What an update that was stopped has left beside a catalogue to go on with; nil for nothing.
  public static func unfinished(of path: String) throws(CatalogueError) -> UnfinishedUpdate? {
    try ImportPlace.unfinished(of: path)
  }

  /// Whether an update of these dumps would go on with what was left, and not start over.
  public static func continues(
    _ unfinished: UnfinishedUpdate, with dumps: [IncomingDump], into path: String, options: UpdateOptions
  ) -> Bool {
    do {
      return unfinished.identity == identity(dumps, options, try old(path, replacedBy: Set(dumps.map(\.kind)))?.stamp())
    } catch {
      // What is wrong with the old catalogue, the update itself reports.
      return false
    }
  }

  /// Removes a catalogue, and what updates and imports into it have left.
  ///
  /// - Throws: `missing` where there is neither, `importRunning`, or `unwritable`.
  public static func remove(_ path: String) throws(CatalogueError) {
    let unfinished = try unfinished(of: path)
    guard unfinished != nil || ImportPlace.size(of: path) != nil else { throw .missing(path: path) }
    let place = try ImportPlace(path, isResumable: true)
    place.finish()
    try place.removeCatalogue()
  }

  private static func checkRoom(for dumps: [IncomingDump], in place: ImportPlace) throws {
    guard let free = place.freeSpace else { return }
    let needed = room(forCompressed: dumps.reduce(0) { $0 + $1.size })
    if needed > free { throw CatalogueError.noRoom(folder: place.folder, needed: needed, free: free) }
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

/// What an update that was stopped has left.
public struct UnfinishedUpdate: Hashable, Sendable {
  /// On disk.
  public var bytes: Int
  /// Of which dumps it is, and for which catalogue.
  var identity: String
}

extension CatalogueError {
  /// Whether an update that failed so can be gone on with: nothing that it has read was wrong.
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
