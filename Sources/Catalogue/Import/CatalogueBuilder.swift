internal import DiscogsModel
internal import Foundation
internal import GRDBSQLite
internal import SQLiteSupport

/// One import from beginning to end.
final class CatalogueBuilder {
  /// Sizes that tests reduce.
  struct Limits: Sendable {
    /// The largest size of each database, in pages.
    var pages: Int?
    /// The free space to assume, in bytes; nil to ask the system.
    var freeSpace: Int?
    /// The bytes that the larger sorters hold before they write to disk.
    var sorterMemory = 8 << 20
    /// The bytes of facts that are sorted at a time.
    var factMemory = 24 << 20
    /// The bytes of pages to cache of the catalogue under construction.
    var pageCache = 16 << 20
  }

  let place: ImportPlace
  let limits: Limits
  private let report: (ImportProgress) -> Void
  let isCancelled: @Sendable () -> Bool
  let database: BuildDatabase
  let facts: Spool
  let heads: Spool
  let factWriter: IndexFactWriter
  let old: OldCatalogue?
  /// Set for an update, which saves its state as it goes and resumes after being killed.
  let resumption: Resumption?
  /// The progress so far; an update saves it.
  var standing = Standing(identity: "")
  /// Results that one step leaves to the next; an update that resumes reopens them.
  var places: Spool?
  var ranked: SpillSorter?
  var indexWriter: IndexWriter?
  var saved = ContinuousClock.now
  /// The highest number of a release that is no news; nil where months tell.
  var newsStart: Int?

  var progress = ImportProgress(phase: .reading, records: 0, skipped: 0, done: 0, total: nil)
  private var lastReport = ContinuousClock.now
  private var packed: [UInt8] = []
  var summaries: [ImportReport.File] = []

  init(
    _ place: ImportPlace, old: OldCatalogue?, limits: Limits, resumption: Resumption? = nil,
    report: @escaping (ImportProgress) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    self.place = place
    self.resumption = resumption
    (self.old, self.limits, self.report, self.isCancelled) = (old, limits, report, isCancelled)
    database =
      try resumption?.database ?? BuildDatabase(path: place.building, cache: limits.pageCache, pageLimit: limits.pages)
    facts = try resumption?.facts ?? place.makeSpool()
    heads = try resumption?.heads ?? place.makeSpool()
    factWriter = IndexFactWriter(
      spool: facts, heads: heads, artistNames: SpillSorter(memory: limits.sorterMemory / 4, makeSpool: place.makeSpool),
      labelNames: SpillSorter(memory: limits.sorterMemory / 8, makeSpool: place.makeSpool), names: resumption?.names)
  }

  /// - Parameter now: the catalogue's creation time, in seconds since 1970.
  func build(_ dumps: [DumpReader], replacingKinds: Bool, now: Double) throws -> ImportReport {
    try database.connection.execute("BEGIN")
    try database.connection.execute(CatalogueSchema.tables)
    try storing { try readAll(dumps, replacingKinds: replacingKinds, $0) }
    try commit()
    try finish(now)
    return ImportReport(files: summaries, counts: standing.counts, kept: standing.kept)
  }

  /// Runs `body` with a record writer, and waits until all its records are in the database.
  func storing(_ body: (RecordWriter) throws -> Void) throws { try RecordWriter(database).storing(body) }

  func check() throws { if isCancelled() { throw CatalogueError.cancelled } }

  /// - Parameters:
  ///   - done: what an earlier run of the update had done, as in ``ImportProgress/done``.
  ///   - records: the records it had done.
  func enter(_ phase: ImportProgress.Phase, total: Int?, done: Int = 0, records: Int = 0) {
    progress = ImportProgress(phase: phase, records: records, skipped: progress.skipped, done: done, total: total)
    report(progress)
    lastReport = .now
  }

  /// Reports the progress some times a second, and throws if the import was cancelled.
  func tick() throws {
    try check()
    guard ContinuousClock.now - lastReport > .milliseconds(100) else { return }
    lastReport = .now
    report(progress)
  }

  /// Artists and labels come first, so that releases show which names have no record.
  static let order: [EntityKind] = [.artist, .label, .master, .release]

  private func readAll(_ dumps: [DumpReader], replacingKinds: Bool, _ insert: RecordWriter) throws {
    let sizes = dumps.map(\.progress.bytesTotal)
    enter(.reading, total: sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) })
    for kind in Self.order {
      let ofKind = dumps.filter { $0.kind == kind }
      try insert.begin(kind)
      let stays = old.flatMap { replacingKinds && !ofKind.isEmpty ? nil : $0 }
      let records = try stays?.records(of: kind)
      standing.lastID = 0
      for dump in ofKind { try read(dump, mergedWith: records, insert) }
      progress.file = ""
      if let records { try keep(records, below: .max, insert) }
    }
    try facts.flush()
    try heads.flush()
  }

  func read(_ dump: DumpReader, mergedWith records: OldCatalogue.Records?, _ insert: RecordWriter) throws {
    let size = dump.progress.bytesTotal
    // A dump is read once, here: from now on only the background thread uses its reader.
    nonisolated(unsafe) let reader = dump
    let batches = DumpBatches(reader)
    defer { batches.cancel() }
    progress.file = (dump.file as NSString).lastPathComponent
    let (records0, done0, skipped0) = (progress.records, progress.done, progress.skipped)
    var unusable = 0
    var leftOut = 0
    while let batch = try batches.next() {
      for record in batch.records {
        let id = record.number
        guard id > 0, id < Int(UInt32.max) else {
          unusable += 1
          continue
        }
        guard resumption?.selection?.accepts(record) ?? true else {
          leftOut += 1
          continue
        }
        if let records { try keep(records, below: id, insert) }
        if let records, records.id == id { try records.advance() }
        try store(record, id, insert)
      }
      progress.records = records0 + batch.progress.records
      progress.skipped = skipped0 + batch.progress.skipped + unusable
      progress.done = done0 + batch.progress.bytesRead
      batches.giveBack(consume batch)
      try tick()
    }
    var summary = batches.summary
    summary.records -= unusable + leftOut
    summary.skipped += unusable
    summaries.append(ImportReport.File(path: dump.file, summary: summary))
    if let size { progress.done = done0 + size }
  }

  private func store(_ record: DumpRecord, _ id: Int, _ insert: RecordWriter) throws {
    packed.removeAll(keepingCapacity: true)
    note(id, record.kind)
    PackedRecord.encode(record, into: &packed)
    try factWriter.add(record)
    try packed.withUnsafeBytes { try insert.add(id, $0) }
  }

  private func note(_ id: Int, _ kind: EntityKind) {
    if id <= standing.lastID { standing.unordered.insert(kind) }
    standing.lastID = max(id, standing.lastID)
    standing.counts[kind, default: 0] += 1
  }

  /// Copies the old catalogue's records with smaller ids.
  func keep(_ records: OldCatalogue.Records, below limit: Int, _ insert: RecordWriter) throws {
    while let id = records.id, id < limit {
      factWriter.isKeeping = true
      defer { factWriter.isKeeping = false }
      try factWriter.add(records.record())
      note(id, records.kind)
      try records.withBytes { try insert.add(id, $0) }
      try records.advance()
      standing.kept += 1
      if standing.kept & 1023 == 0 {
        if progress.file.isEmpty { progress.phase = .keeping }
        try tick()
      }
    }
  }

  /// Adds pages for artists and labels that releases name but that have no record.
  func addNamesOnly(_ insert: RecordWriter) throws {
    let tallies = factWriter.tallies
    for (kind, names, tally) in [
      (EntityKind.artist, factWriter.artistNames, tallies.artists), (.label, factWriter.labelNames, tallies.labels),
    ] {
      try names.drain { id, _, name in
        // Its record came after the credits, where releases are read first.
        guard !tally.hasRecord(UInt32(id)) else { return }
        standing.namesOnly += 1
        if standing.namesOnly & 1023 == 0 { try tick() }
        try factWriter.addName(String(decoding: name, as: UTF8.self), of: kind, id: UInt32(id))
        try insert.add(name: name, of: kind, Int(id))
      }
    }
    try facts.flush()
    try heads.flush()
  }
}
