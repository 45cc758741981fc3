internal import DiscogsModel
internal import Foundation
internal import GRDBSQLite
internal import SQLiteSupport

extension CatalogueBuilder {
  static let texts: [TextIndex] = [.search, .deep]

  /// Takes the finished text indexes into the catalogue; those that an update has taken over before it was killed are
  /// there.
  func takeOverTexts() throws {
    enter(.finishing, total: nil)
    for text in Self.texts {
      try check()
      let path = place.textIndex(text)
      if try !isThere(text) { try text.move(from: path, into: database.connection) }
      resumption?.faultPoint()
      unlink(path)
    }
  }

  private func isThere(_ text: TextIndex) throws -> Bool {
    try database.connection.integer("SELECT 1 FROM sqlite_master WHERE name = '\(text.rawValue)'") != nil
  }

  func finish(_ now: Double) throws {
    let connection = database.connection
    try connection.execute("BEGIN")
    let meta = try PreparedStatement(connection, "INSERT INTO meta VALUES(?, ?)")
    var facts = counts.map { ("count.\($0.key.rawValue)", $0.value) }
    facts += [("names_only", namesOnly), ("stamp", Int.random(in: 1..<1 << 40))]
    facts.append(("made", Int(now)))
    for (key, value) in facts {
      meta.bind(1, key)
      meta.bind(2, value)
      try meta.run()
    }
    for (key, value) in resumption?.notes ?? [] {
      meta.bind(1, key)
      meta.bind(2, value)
      try meta.run()
    }
    let file = try PreparedStatement(
      connection, "INSERT INTO file(name, kind, records, skipped, imported) VALUES(?, ?, ?, ?, ?)")
    var files = try old?.files() ?? []
    if resumption != nil { files.removeAll { file in summaries.contains { $0.summary.kind == file.kind } } }
    files += summaries.map {
      CatalogueInfo.File(
        name: ($0.path as NSString).lastPathComponent, kind: $0.summary.kind, records: $0.summary.records,
        skipped: $0.summary.skipped, imported: now.rounded())
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
    try check()
    resumption?.faultPoint()
    try place.putInPlace()
    resumption?.faultPoint()
  }
}
