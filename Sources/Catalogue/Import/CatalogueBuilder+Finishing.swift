internal import DiscogsModel
internal import Foundation
internal import GRDBSQLite
internal import SQLiteSupport

/// The steps after reading. Each is a transaction, and an update that was killed resumes with the one under way.
extension CatalogueBuilder {
  func finish(_ now: Double) throws {
    if standing.finishing.stage < .named {
      try step {
        try storing { try addNamesOnly($0) }
        standing.finishing.stage = .named
      }
    }
    if standing.finishing.stage < .placed { try placeFacts() }
    if standing.finishing.stage < .ranked { try rankFacts() }
    if standing.finishing.stage < .indexed { try indexFacts() }
    try finishIndexes()
    try takeOverTexts()
    try describe(now)
    try check()
    resumption?.options.faultPoint()
    try place.putInPlace()
    resumption?.options.faultPoint()
  }

  /// A mask: the clock is read once in 32 records.
  static let savingStride = 31

  /// Whether it is time to save the progress; never for an import that cannot be resumed.
  var isTimeToSave: Bool {
    guard let resumption else { return false }
    return ContinuousClock.now - saved >= resumption.options.interval
  }

  /// Runs `body` in a transaction that also saves the progress.
  func step(_ body: () throws -> Void) throws {
    try check()
    try database.connection.execute("BEGIN")
    try body()
    try commit()
  }

  /// A file for later steps; an update keeps it for the next one to resume.
  func spool(_ file: Finishing.File, count: Int = 0) throws -> Spool {
    resumption == nil ? try place.makeSpool() : try place.resumeSpool(file.rawValue, count: count)
  }

  /// A sorter for later steps; an update keeps its file, under this name, for the next one to resume.
  func sorter(_ name: String, _ saved: SpillSorter.Saved?, memory: Int) throws -> SpillSorter {
    guard resumption != nil else { return SpillSorter(memory: memory, makeSpool: place.makeSpool) }
    guard let saved else { return SpillSorter(memory: memory) { [place] in try place.resumeSpool(name, count: 0) } }
    return SpillSorter(memory: memory, saved, in: try place.resumeSpool(name, count: saved.end))
  }

  func rankedSorter() throws -> SpillSorter {
    try sorter(Finishing.File.ranked.rawValue, standing.finishing.ranked, memory: limits.factMemory)
  }

  func remove(_ name: String) { if resumption != nil { place.remove("\(place.building).\(name)") } }

  /// The highest number of a release by month, of this catalogue and of the one it replaces: a release above the last
  /// month's is new.
  private func highest(_ files: [CatalogueInfo.File]) throws -> [String: Int] {
    var highest: [String: Int]
    // One that cannot be read is replaced all the same: news starts with this catalogue.
    do { highest = try OldCatalogue(place.path)?.highest() ?? [:] } catch { highest = [:] }
    let noted = resumption?.options.month ?? ""
    let month = noted.isEmpty ? CatalogueInfo.month(of: files) : noted
    if !month.isEmpty { highest[month] = try BlockReader(database.connection).highestRelease() }
    if let newsStart { highest[""] = newsStart }
    // A catalogue without releases says nothing of its month.
    return highest.filter { $0.value > 0 }
  }

  /// Writes the metadata, which makes the file a catalogue.
  private func describe(_ now: Double) throws {
    let connection = database.connection
    try connection.execute("BEGIN")
    let meta = try PreparedStatement(connection, "INSERT INTO meta VALUES(?, ?)")
    var facts = standing.counts.map { ("count.\($0.key.rawValue)", $0.value) }
    facts += [("names_only", standing.namesOnly), ("stamp", .random(in: 1..<1 << 40))]
    facts += [("made", Int(now)), ("signs", 1)]
    for (key, value) in facts { try connection.execute("INSERT INTO meta VALUES('\(key)', \(value))") }
    for (key, value) in resumption?.notes ?? [] {
      meta.bind(1, key)
      meta.bind(2, value)
      try meta.run()
    }
    let file = try PreparedStatement(
      connection, "INSERT INTO file(name, kind, records, skipped, imported) VALUES(?, ?, ?, ?, ?)")
    var files = try old.map { try CatalogueInfo.files($0.connection) } ?? []
    if resumption != nil { files.removeAll { file in summaries.contains { $0.summary.kind == file.kind } } }
    files += summaries.map {
      CatalogueInfo.File(
        name: ($0.path as NSString).lastPathComponent, kind: $0.summary.kind, records: $0.summary.records,
        skipped: $0.summary.skipped, imported: now.rounded())
    }
    for (month, number) in try highest(files) {
      meta.bind(1, CatalogueInfo.highestKey + month)
      meta.bind(2, number)
      try meta.run()
    }
    for entry in files {
      file.bind(1, entry.name)
      file.bind(2, Int(Fact.number(of: entry.kind)))
      file.bind(3, entry.records)
      file.bind(4, entry.skipped)
      file.bind(5, Int(entry.imported))
      try file.run()
    }
    if resumption != nil { try connection.execute("DROP TABLE progress") }
    try connection.execute(
      """
      PRAGMA application_id=\(CatalogueSchema.applicationID);
      PRAGMA user_version=\(CatalogueSchema.version);
      COMMIT;
      """)
  }
}
