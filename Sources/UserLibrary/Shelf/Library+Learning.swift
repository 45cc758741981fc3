public import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

/// Facts that neither exports nor the account's lists have.
extension Library {
  /// Asks a catalogue for facts that exports lack: genres, styles, countries, and the masters, which show other
  /// pressings of owned records.
  ///
  /// - Parameter lookUp: facts of at most 500 releases; unknown ones are absent.
  /// - Returns: the number of rows with new facts.
  @discardableResult
  public func learnFacts(
    using lookUp: @Sendable ([Release.ID]) async throws(LibraryError) -> [Release.ID: ShelfFacts]
  ) async throws(LibraryError) -> Int {
    let missing = try await read { database in
      try Int.fetchAll(
        database,
        sql: """
          SELECT release FROM copy WHERE master IS NULL OR genres = '' OR country = '' OR artist = ''
          UNION SELECT release FROM want
            WHERE \(ShelfTable.isOfRelease) AND (master IS NULL OR genres = '' OR country = '' OR artist = '')
          """)
    }
    var (learnt, unannounced) = (0, 0)
    var rest = missing[...]
    while !rest.isEmpty {
      if Task.isCancelled { throw .cancelled }
      let asked = rest.prefix(500)
      rest = rest.dropFirst(500)
      let facts = try await lookUp(asked.map { Release.ID($0) })
      // Every page reads the shelf again when its version rises, so that happens only every 20,000 rows, and at the
      // end.
      let (isDue, before) = (rest.isEmpty || unannounced >= Self.announcedBatch, unannounced)
      let changes = try await write { database in
        let changes = try Self.learn(facts, database)
        if isDue, before + changes > 0 { try Self.raiseShelfVersion(database) }
        return changes
      }
      learnt += changes
      unannounced = isDue ? 0 : before + changes
    }
    return learnt
  }

  private static let announcedBatch = 20_000

  private static func learn(_ known: [Release.ID: ShelfFacts], _ database: Database) throws -> Int {
    var changes = 0
    for (release, facts) in known {
      let ids = try Int64.fetchAll(
        database.cachedStatement(sql: "SELECT id FROM copy WHERE release = ?"), arguments: [release.number])
      for id in ids {
        guard var copy = try CopyState.fetch(database, id: id) else { continue }
        let before = copy.facts
        guard copy.facts.learn(facts) else { continue }
        if copy.facts.isCalled(as: before) {
          try ShelfRowWriter(.copies).save(database, copy.facts, words: copy.row.words, id: id)
        } else {
          try copy.save(database, id: id)
        }
        changes += 1
      }
      guard var want = try WantState.fetch(database, id: .release(release)),
        let id: Int64 = try database.value("SELECT id FROM want WHERE release = ?", [release.number])
      else { continue }
      let before = want.facts
      guard want.facts.learn(facts) else { continue }
      if want.facts.isCalled(as: before) {
        try ShelfRowWriter(.wants).save(database, want.facts, words: want.row.words, id: id)
      } else {
        try want.save(database, id: .release(release))
      }
      changes += 1
    }
    return changes
  }

  /// The catalogue last asked for facts, as stored by `setFactsSource`; nil for none.
  public func factsSource() async throws(LibraryError) -> String? { try await note("facts from") }

  public func setFactsSource(_ source: String?) async throws(LibraryError) { try await set("facts from", to: source) }
}

extension ShelfFacts {
  /// Fills missing facts from others.
  ///
  /// - Returns: whether any were missing.
  @discardableResult
  mutating func learn(_ others: ShelfFacts) -> Bool {
    let before = self
    master = master ?? others.master
    if country.isEmpty { country = others.country }
    if genres.isEmpty { genres = others.genres }
    if styles.isEmpty { styles = others.styles }
    if artist.isEmpty { artist = others.artist }
    if title.isEmpty { title = others.title }
    return self != before
  }

  /// Whether artist and title are the same, so that the sort keys stay.
  fileprivate func isCalled(as other: ShelfFacts) -> Bool { (artist, title) == (other.artist, other.title) }
}
