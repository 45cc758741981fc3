internal import DiscogsModel
internal import Foundation
internal import GRDBSQLite
internal import SQLiteSupport

/// One import from beginning to end.
final class CatalogueBuilder {
  /// What tests turn smaller.
  struct Limits: Sendable {
    /// The largest size of each database being built, in pages.
    var pages: Int?
    /// What is free, instead of what the system says.
    var freeSpace: Int?
    /// How many bytes the larger sorters hold before they write to disk.
    var sorterMemory = 8 << 20
    /// How many bytes of facts are put in order at a time.
    var factMemory = 24 << 20
    /// How many bytes of pages the catalogue being built holds.
    var pageCache = 16 << 20
  }

  let place: ImportPlace
  let limits: Limits
  private let report: (ImportProgress) -> Void
  private let isCancelled: @Sendable () -> Bool
  let database: BuildDatabase
  let facts: Spool
  let heads: Spool
  let factWriter: IndexFactWriter
  let old: OldCatalogue?
  /// What makes it an update: where it stands is saved as it goes, and read again when it was killed.
  let resumption: Resumption?

  var progress = ImportProgress(phase: .reading, records: 0, skipped: 0, done: 0, total: nil)
  private var lastReport = ContinuousClock.now
  private var packed: [UInt8] = []
  var counts: [EntityKind: Int] = [:]
  var kept = 0
  var namesOnly = 0
  /// Kinds in which an id came that was not above the one before it.
  var unordered: Set<EntityKind> = []
  var lastID = 0
  var summaries: [ImportReport.File] = []

  init(
    _ place: ImportPlace, old: OldCatalogue?, limits: Limits, resumption: Resumption? = nil,
    report: @escaping (ImportProgress) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    self.place = place
    self.resumption = resumption
    self.old = old
    self.limits = limits
    self.report = report
    self.isCancelled = isCancelled
    database =
      try resumption?.database
      ?? BuildDatabase(path: place.building, cache: limits.pageCache, pageLimit: limits.pages)
    facts = try resumption?.facts ?? place.makeSpool()
    heads = try resumption?.heads ?? place.makeSpool()
    factWriter = IndexFactWriter(
      spool: facts, heads: heads,
      artistNames: SpillSorter(memory: limits.sorterMemory / 4, makeSpool: place.makeSpool),
      labelNames: SpillSorter(memory: limits.sorterMemory / 8, makeSpool: place.makeSpool),
      names: resumption?.names)
  }

  /// - Parameter now: what the catalogue says it was made at, in seconds since 1970.
  func build(_ dumps: [Dump], replacingKinds: Bool, now: Double) throws -> ImportReport {
    try database.connection.execute("BEGIN")
    try database.connection.execute(CatalogueSchema.tables)
    try storing { records in
      try readAll(dumps, replacingKinds: replacingKinds, records)
      try addNamesOnly(records)
    }
    let superseded = try supersededFacts()
    try index(superseded)
    try finish(now)
    return ImportReport(files: summaries, counts: counts, kept: kept)
  }

  /// Lends out what stores records, and waits until all of them are in the database.
  func storing(_ body: (RecordWriter) throws -> Void) throws {
    let records = RecordWriter(database)
    let outcome = Result {
      try body(records)
      try records.flush()
    }
    // Its thread is waited for in any case: the database goes away with this import.
    let end = Result { try records.finish() }
    try outcome.get()
    try end.get()
  }

  func check() throws {
    if isCancelled() { throw CatalogueError.cancelled }
  }

  /// - Parameters:
  ///   - done, records: how much of it an update had done before it was stopped.
  func enter(_ phase: ImportProgress.Phase, total: Int?, done: Int = 0, records: Int = 0) {
    progress = ImportProgress(phase: phase, records: records, skipped: progress.skipped, done: done, total: total)
    report(progress)
    lastReport = .now
  }

  /// Tells how far things are, some times a second, and stops a cancelled import.
  func tick() throws {
    try check()
    guard ContinuousClock.now - lastReport > .milliseconds(100) else { return }
    lastReport = .now
    report(progress)
  }

  // MARK: Reading

  /// A dump that has been opened and read up to its root element.
  struct Dump {
    let reader: DumpReader
    /// Nil for a pipe.
    let size: Int?

    init(_ reader: DumpReader) {
      self.reader = reader
      size = reader.progress.bytesTotal
    }

    var path: String { reader.file }
    var kind: EntityKind { reader.kind }
  }

  /// Artists and labels first: by the time their names turn up in releases it is known which have records.
  static let order: [EntityKind] = [.artist, .label, .master, .release]

  private func readAll(_ dumps: [Dump], replacingKinds: Bool, _ insert: RecordWriter) throws {
    let sizes = dumps.map(\.size)
    enter(.reading, total: sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) })
    for kind in Self.order {
      let ofKind = dumps.filter { $0.kind == kind }
      try insert.begin(kind)
      let stays = old.flatMap { replacingKinds && !ofKind.isEmpty ? nil : $0 }
      let records = try stays?.records(of: kind)
      lastID = 0
      for dump in ofKind { try read(dump, mergedWith: records, insert) }
      progress.file = ""
      if let records { try keep(records, below: .max, insert) }
    }
    try facts.flush()
    try heads.flush()
  }

  func read(_ dump: Dump, mergedWith records: OldCatalogue.Records?, _ insert: RecordWriter) throws {
    // A dump is read once in an import, here: the background thread is the only one to use its reader from now on.
    nonisolated(unsafe) let reader = dump.reader
    let batches = DumpBatches(reader)
    defer { batches.cancel() }
    progress.file = (dump.path as NSString).lastPathComponent
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
      try tick()
    }
    var summary = batches.summary
    summary.records -= unusable + leftOut
    summary.skipped += unusable
    summaries.append(ImportReport.File(path: dump.path, summary: summary))
    if let size = dump.size { progress.done = done0 + size }
  }

  private func store(_ record: DumpRecord, _ id: Int, _ insert: RecordWriter) throws {
    packed.removeAll(keepingCapacity: true)
    switch record {
    case .artist(let artist):
      PackedRecord.encode(artist, into: &packed)
      try factWriter.add(artist)
    case .label(let label):
      PackedRecord.encode(label, into: &packed)
      try factWriter.add(label)
    case .master(let master):
      PackedRecord.encode(master, into: &packed)
      try factWriter.add(master)
    case .release(let release):
      PackedRecord.encode(release, into: &packed)
      try factWriter.add(release)
    }
    note(id, record.kind)
    try packed.withUnsafeBytes { try insert.add(id, $0) }
  }

  private func note(_ id: Int, _ kind: EntityKind) {
    if id <= lastID { unordered.insert(kind) }
    lastID = max(id, lastID)
    counts[kind, default: 0] += 1
  }

  /// Takes over the records of the old catalogue up to an id.
  func keep(_ records: OldCatalogue.Records, below limit: Int, _ insert: RecordWriter) throws {
    while let id = records.id, id < limit {
      factWriter.isKeeping = true
      defer { factWriter.isKeeping = false }
      switch try records.record() {
      case .artist(let artist): try factWriter.add(artist)
      case .label(let label): try factWriter.add(label)
      case .master(let master): try factWriter.add(master)
      case .release(let release): try factWriter.add(release)
      }
      note(id, records.kind)
      try records.withBytes { try insert.add(id, $0) }
      try records.advance()
      kept += 1
      if kept & 1023 == 0 {
        if progress.file.isEmpty { progress.phase = .keeping }
        try tick()
      }
    }
  }

  /// Pages for artists and labels that releases name and that have no record.
  func addNamesOnly(_ insert: RecordWriter) throws {
    let tallies = factWriter.tallies
    for (kind, names, tally) in [
      (EntityKind.artist, factWriter.artistNames, tallies.artists), (.label, factWriter.labelNames, tallies.labels),
    ] {
      try names.drain { id, _, name in
        // Its record came later than the credits, where releases are read first.
        guard !tally.hasRecord(UInt32(id)) else { return }
        namesOnly += 1
        if namesOnly & 1023 == 0 { try tick() }
        try factWriter.addNameOnly(kind, id: UInt32(id), name: String(decoding: name, as: UTF8.self))
        try insert.add(name: name, of: kind, Int(id))
      }
    }
    try facts.flush()
    try heads.flush()
  }

  // MARK: Ranking

  /// Facts of records that came once more. The last one counts, as it does in the tables.
  func supersededFacts() throws -> Set<UInt32> {
    guard !unordered.isEmpty else { return [] }
    var superseded: Set<UInt32> = []
    for kind in Self.order where unordered.contains(kind) {
      let sorter = SpillSorter(memory: limits.sorterMemory, makeSpool: place.makeSpool)
      var reader = SpoolReader(heads)
      var fact: UInt64 = 0
      while let bytes = try reader.take(RankingHead.size) {
        let head = RankingHead(bytes: bytes)
        if head.kind == kind { try sorter.append(UInt64(head.id), fact, value: head.isKept ? 1 : 0) }
        fact += 1
      }
      var last: (id: UInt64, fact: UInt64, isKept: Bool)?
      try sorter.drain { id, fact, bytes in
        if let last, last.id == id {
          superseded.insert(UInt32(last.fact))
          counts[kind, default: 0] -= 1
          if last.isKept { kept -= 1 }
        }
        last = (id, fact, bytes[0] != 0)
      }
    }
    if !superseded.isEmpty { try countAgain(without: superseded) }
    return superseded
  }

  private func countAgain(without superseded: Set<UInt32>) throws {
    factWriter.tallies.artists.reset()
    factWriter.tallies.labels.reset()
    var reader = SpoolReader(facts)
    var number: UInt32 = 0
    while let fact = try nextFact(&reader) {
      defer { number += 1 }
      if number & 0xFFF == 0 { try check() }
      guard fact.kind == .release, !superseded.contains(number), let sections = fact.sections else { continue }
      factWriter.tallies.count(sections)
    }
  }

  private func nextFact(_ reader: inout SpoolReader) throws -> Fact? {
    guard let size = try reader.take(4)?.loadUnaligned(as: UInt32.self) else { return nil }
    guard let bytes = try reader.take(Int(size)) else { throw SpoolError.truncated }
    return Fact(bytes: bytes)
  }

  /// Gives every fact its rank and puts the facts in the order of ranks.
  private func rankedFacts(_ superseded: Set<UInt32>) throws -> SpillSorter {
    let total = Int(factWriter.count) - superseded.count
    enter(.ranking, total: total)
    let ranked = SpillSorter(memory: limits.factMemory, makeSpool: place.makeSpool)
    let ranking = Ranking(makeSpool: place.makeSpool, tallies: factWriter.tallies, memory: limits.sorterMemory)
    var reader = SpoolReader(facts)
    var next: UInt32 = 0
    var copy: [UInt8] = []
    try ranking.rank(heads: heads, superseded: superseded, checking: check) { place in
      var fact = try nextFact(&reader)
      while next < place.fact {
        fact = try nextFact(&reader)
        next += 1
      }
      next += 1
      guard let fact else { throw SpoolError.truncated }
      copy.removeAll(keepingCapacity: true)
      copy.append(contentsOf: fact.bytes)
      try copy.withUnsafeMutableBytes { bytes in
        Fact.fill(bytes, releases: place.releases, isHead: place.isHead)
        try ranked.append(UInt64(place.rank), 0, UnsafeRawBufferPointer(bytes))
      }
      progress.records += 1
      progress.done += 1
      if progress.done & 1023 == 0 { try tick() }
    }
    return ranked
  }

  // MARK: Indexing

  func index(_ superseded: Set<UInt32>) throws {
    let ranked = try rankedFacts(superseded)
    // Some bytes for each artist there is, and nothing asks for them from here on.
    factWriter.tallies.artists.reset()
    factWriter.tallies.labels.reset()
    enter(.indexing, total: ranked.count)
    let writer = try IndexWriter(database.connection, memory: limits.sorterMemory, makeSpool: place.makeSpool)
    let workers = Self.texts.map { text in
      let path = place.textIndex(text)
      let pageLimit = limits.pages
      return Worker<FactBatch, Void>(name: "index \(text.rawValue)", ahead: 2) { next in
        try text.build(at: path, pageLimit: pageLimit, next: next)
      }
    }
    let outcome = Result {
      try add(ranked, to: writer, workers)
      try writer.finish(factWriter.facets, checking: tick)
    }
    // The workers are waited for in any case: their files go away with this import.
    let ends = workers.map { worker in Result { try worker.finish() } }
    try outcome.get()
    for end in ends { try end.get() }
    try saveIndexed()
    try database.connection.execute("COMMIT")
    resumption?.faultPoint()
    try takeOverTexts()
  }

  private func add(_ ranked: SpillSorter, to writer: IndexWriter, _ workers: [Worker<FactBatch, Void>]) throws {
    var batch = FactBatch.Builder()
    func send() throws {
      guard let full = batch.take() else { return }
      for worker in workers { try worker.give(full) }
      try full.forEach { rank, fact in try writer.add(rank, fact) }
      progress.records += full.count
      progress.done += full.count
      try tick()
    }
    try ranked.drain { _, _, fact in
      batch.append(fact)
      if batch.isFull { try send() }
    }
    try send()
  }
}
