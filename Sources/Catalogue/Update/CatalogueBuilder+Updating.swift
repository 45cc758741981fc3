internal import DiscogsModel
internal import GRDBSQLite
internal import SQLiteSupport
import Wording

/// An import that can be killed at any time and resumed.
///
/// A dump is read in parts (``PartedDump``), each committed together with the state to resume from (``Standing``).
extension CatalogueBuilder {
  /// - Parameter now: the catalogue's creation time, in seconds since 1970.
  func update(_ dumps: [IncomingDump], _ resumption: Resumption, now: Double) throws -> ImportReport {
    try restore(resumption)
    if standing.kinds < Self.order.count { try readAll(dumps, resumption) }
    try finish(now)
    return ImportReport(files: summaries, counts: standing.counts, kept: standing.kept)
  }

  private func restore(_ resumption: Resumption) throws {
    standing = resumption.standing
    guard resumption.isResumed else {
      try database.connection.execute("BEGIN")
      try database.connection.execute(CatalogueSchema.tables)
      try database.connection.execute(Resumption.table)
      return try commit()
    }
    summaries = standing.files.map { ImportReport.File(path: $0.name, summary: $0.summary) }
    progress.skipped = standing.skipped
    for value in standing.facets { factWriter.facets.restore(value) }
    // Only ranks depend on the counts.
    if standing.finishing.stage < .placed { try factWriter.restoreCounts(checking: check) }
  }

  /// Ends a transaction; an update's includes its state.
  func commit() throws {
    if let resumption {
      standing.facets = factWriter.facets.values
      standing.files = summaries.map { Standing.File(name: $0.path, summary: $0.summary) }
      (standing.records, standing.skipped, standing.done) = (progress.records, progress.skipped, progress.done)
      try resumption.save(&standing)
    }
    try database.connection.execute("COMMIT")
    saved = .now
    resumption?.options.faultPoint()
  }

  /// Releases come first if they decide which other records are selected.
  private func kinds(_ resumption: Resumption) -> [EntityKind] {
    resumption.selection == nil ? Self.order : [.release, .master, .artist, .label]
  }

  private func readAll(_ dumps: [IncomingDump], _ resumption: Resumption) throws {
    enter(.reading, total: dumps.reduce(0) { $0 + $1.size }, done: standing.done, records: standing.records)
    for kind in kinds(resumption).dropFirst(standing.kinds) {
      if standing.position == nil { standing.lastID = 0 }
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
      standing.kinds += 1
      standing.position = nil
      try commit()
    }
  }

  /// Reads a dump part by part. Leaves the last part's transaction open.
  private func read(_ dump: IncomingDump, _ resumption: Resumption) throws {
    let done = progress.done - (standing.position?.point.position ?? 0)
    let parts = try PartedDump(dump, from: standing.position)
    defer { parts.close() }
    var summary = standing.current ?? DumpSummary(kind: dump.kind)
    while true {
      try database.connection.execute("BEGIN")
      let reader = try DumpReader(parts.beginPart(of: resumption.options.interval))
      guard reader.kind == dump.kind else {
        throw DumpError(file: dump.name, reason: .notADump(CatalogueWords.root(reader.kind.rawValue + "s")))
      }
      try storing { insert in
        try insert.begin(dump.kind, after: standing.lastID)
        try read(reader, mergedWith: nil, insert)
      }
      summary.add(summaries.removeLast().summary, at: parts.offset)
      guard let next = parts.next else { break }
      progress.done = done + next.point.position
      standing.position = next
      standing.current = summary
      try commit()
    }
    progress.done = done + dump.size
    standing.current = nil
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
