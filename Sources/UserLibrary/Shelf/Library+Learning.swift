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
    let missing: [Int] = try await read { database in
      try database.values(
        """
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
      let copies: [Int64] = try database.values("SELECT id FROM copy WHERE release = ?", [release.number])
      for id in copies {
        guard let copy = try CopyState.fetch(database, id: id) else { continue }
        if try learn(facts, for: copy, id, row: id, of: .copies, database) { changes += 1 }
      }
      guard let want = try WantState.fetch(database, id: .release(release)),
        let id: Int64 = try database.value("SELECT id FROM want WHERE release = ?", [release.number])
      else { continue }
      if try learn(facts, for: want, .release(release), row: id, of: .wants, database) { changes += 1 }
    }
    return changes
  }

  private static func learn<State: ListedState>(
    _ facts: ShelfFacts, for before: State, _ id: State.ID, row: Int64, of table: ShelfTable, _ database: Database
  ) throws -> Bool {
    var state = before
    guard state.facts.learn(facts) else { return false }
    // With the same artist and title, the sort keys stay.
    if (state.facts.artist, state.facts.title) == (before.facts.artist, before.facts.title) {
      try ShelfRowWriter(table).save(database, state.facts, words: state.row.words, id: row)
    } else {
      try state.save(database, id: id)
    }
    return true
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
}
