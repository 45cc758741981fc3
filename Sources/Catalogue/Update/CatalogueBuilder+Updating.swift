internal import DiscogsModel
internal import GRDBSQLite
internal import SQLiteSupport
import Wording

/// An import that can be killed at any time and resumed.
///
/// A dump is read in parts (``PartedDump``). After each, the records are committed together with the state to resume
/// from (``Standing``).
extension CatalogueBuilder {
  /// - Parameter now: the catalogue's creation time, in seconds since 1970.
  func update(_ dumps: [IncomingDump], _ resumption: Resumption, now: Double) throws -> ImportReport {
    try restore(resumption)
    if resumption.standing.kinds < Self.order.count { try readAll(dumps, resumption) }
    try finish(now)
    return ImportReport(files: summaries, counts: counts, kept: kept)
  }

  // MARK: Standing

  private func restore(_ resumption: Resumption) throws {
    let standing = resumption.standing
    guard resumption.isResumed else {
      try database.connection.execute("BEGIN")
      try database.connection.execute(CatalogueSchema.tables)
      try database.connection.execute(Resumption.table)
      return try commit()
    }
    counts = standing.counts
    kept = standing.kept
    namesOnly = standing.namesOnly
    unordered = standing.unordered
    lastID = standing.lastID
    summaries = standing.files.map { ImportReport.File(path: $0.name, summary: $0.summary) }
    progress.skipped = standing.skipped
    finishing = standing.finishing
    factWriter.restore(standing.facets)
    // Only ranks depend on the counts.
    if finishing.stage < .placed { try factWriter.restoreCounts(checking: check) }
  }

  private func note(_ resumption: Resumption) {
    resumption.standing.facets = factWriter.facets.values
    resumption.standing.counts = counts
    resumption.standing.kept = kept
    resumption.standing.namesOnly = namesOnly
    resumption.standing.unordered = unordered
    resumption.standing.lastID = lastID
    resumption.standing.files = summaries.map { Standing.File(name: $0.path, summary: $0.summary) }
    resumption.standing.records = progress.records
    resumption.standing.skipped = progress.skipped
    resumption.standing.done = progress.done
    resumption.standing.finishing = finishing
  }

  /// Ends a transaction; an update's includes its state.
  func commit() throws {
    if let resumption {
      note(resumption)
      try resumption.save()
    }
    try database.connection.execute("COMMIT")
    saved = .now
    resumption?.faultPoint()
  }

  // MARK: Reading

  /// Releases come first if they decide which other records are selected.
  private func kinds(_ resumption: Resumption) -> [EntityKind] {
    resumption.selection == nil ? Self.order : [.release, .master, .artist, .label]
  }

  private func readAll(_ dumps: [IncomingDump], _ resumption: Resumption) throws {
    let standing = resumption.standing
    enter(
      .reading, total: dumps.reduce(0) { $0 + $1.size }, done: standing.done, records: standing.records)
    for kind in kinds(resumption).dropFirst(standing.kinds) {
      if resumption.standing.position == nil { lastID = 0 }
      if let dump = dumps.first(where: { $0.kind == kind }) {
        try read(dump, resumption)
      } else if let records = try old?.records(of: kind) {
        try database.connection.execute("BEGIN")
        try storing { insert in
          try insert.begin(kind)
          try keep(records, below: .max, insert)
        }
        progress.phase = .reading
      } else {
        try database.connection.execute("BEGIN")
      }
      progress.file = ""
      resumption.standing.kinds += 1
      resumption.standing.position = nil
      try commit()
    }
  }

  /// Reads a dump part by part. Leaves the last part's transaction open.
  private func read(_ dump: IncomingDump, _ resumption: Resumption) throws {
    let done = progress.done - (resumption.standing.position?.point.position ?? 0)
    let parts = try PartedDump(dump, from: resumption.standing.position)
    defer { parts.close() }
    var summary = resumption.standing.current ?? DumpSummary(kind: dump.kind)
    while true {
      try database.connection.execute("BEGIN")
      let reader = try DumpReader(parts.makePart(of: resumption.options.interval))
      guard reader.kind == dump.kind else {
        throw DumpError(file: dump.name, reason: .notADump(CatalogueWords.root(reader.kind.rawValue + "s")))
      }
      try storing { insert in
        try insert.begin(dump.kind, after: lastID)
        try read(Dump(reader), mergedWith: nil, insert)
      }
      summary.add(summaries.removeLast().summary, at: parts.offset)
      guard let next = parts.next else { break }
      progress.done = done + next.point.position
      resumption.standing.position = next
      resumption.standing.current = summary
      try commit()
    }
    progress.done = done + dump.size
    resumption.standing.current = nil
    summaries.append(ImportReport.File(path: dump.name, summary: summary))
  }
}

extension DumpSummary {
  /// Adds the summary of the next part of the same dump.
  ///
  /// - Parameter offset: where the part's first byte is, or would be, in the whole.
  fileprivate mutating func add(_ part: DumpSummary, at offset: Int) {
    records += part.records
    skipped += part.skipped
    skips += part.skips.prefix(max(0, DumpReader.skipsRemembered - skips.count)).map { skip in
      DumpSkip(offset: skip.offset + offset, length: skip.length, reason: skip.reason)
    }
    unknown.merge(part.unknown, uniquingKeysWith: +)
    illegalCharacters += part.illegalCharacters
    trailingBytes += part.trailingBytes
    xmlBytes = offset + part.xmlBytes
  }
}
