public import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

/// An artist's line to ask a catalogue about, with one of its releases.
public struct FilingQuestion: Hashable, Sendable {
  public var artist: String
  public var release: Release.ID
}

/// The rules for filing the shelf: the options, the catalogue's knowledge of its artists, and the user's overrides.
extension Library {
  public func filing() async throws(LibraryError) -> FilingOptions { try await read { try ShelfFiling($0).options } }

  /// Files the shelf by other options; rows that keep their place are not written.
  public func setFiling(_ options: FilingOptions) async throws(LibraryError) -> FilingChange {
    try await write { database in
      let words = options.words.map(\.rawValue).joined(separator: " ")
      try Self.set("filing", to: options == FilingOptions() ? nil : words, database)
      let rows = try Self.refile(database)
      if rows > 0 { try Self.raiseShelfVersion(database) }
      let knowsPersons = try database.has("SELECT 1 FROM filing WHERE isPerson LIMIT 1")
      return FilingChange(rows: rows, knowsPersons: knowsPersons)
    }
  }

  /// Toggles the filing of a row's artist: by the last name, or as written. The user's choice overrides a catalogue's,
  /// and is kept.
  public func turnFiling(of row: FiledRow) async throws(LibraryError) -> FilingAnswer {
    try await write { database in
      let line: String? =
        switch row {
        case .copy(let id): try database.value("SELECT artist FROM copy WHERE id = ?", [id])
        case .want(let id): try database.value("SELECT artist FROM want WHERE id = ?", [id])
        }
      guard let line else { return .isGone }
      let filing = try ShelfFiling(database)
      guard filing.options.personsByLastName else { return .byFirstName }
      let known = try filing.known(of: line)
      // Among unknown names a single one is taken for a person: “Stan Getz”, not a pair.
      let isDecided = known.map { $0.isUsersWord || $0.isPerson } ?? false
      let artist = (isDecided ? known?.artist : nil) ?? ArtistLine.beginnings(of: line).last ?? line
      let shown = ShelfFacts.withoutMarks(artist)
      guard let name = FilingRules(filing.options).name(ofPerson: artist) else { return .hasNoLastName(shown) }
      let isPerson = !(known?.isPerson ?? false)
      try database.change(
        "INSERT OR REPLACE INTO filing (artist, isPerson, isUsersWord) VALUES (?, ?, 1)", [artist, isPerson])
      if try Self.refile(database, beginningWith: artist) > 0 { try Self.raiseShelfVersion(database) }
      return .filed(shown, under: isPerson ? name.filed : shown)
    }
  }

  /// Asks a catalogue which artists on the shelf are persons: all of them if it is another catalogue than before,
  /// otherwise those that it was not asked about yet.
  ///
  /// - Parameters:
  ///   - source: identifies the catalogue.
  ///   - lookUp: answers for at most 500 lines, by the names they begin with; unknown ones are absent.
  public func learnPersons(
    from source: String,
    using lookUp: @Sendable ([FilingQuestion]) async throws(LibraryError) -> [String: Bool]
  ) async throws(LibraryError) {
    let isOther = try await note("persons from") != source
    let questions = try await read { database in
      try database.rows(
        """
        SELECT artist, coalesce(min(CASE WHEN release > 0 THEN release END), 0)
        FROM (SELECT artist, release FROM copy UNION ALL SELECT artist, release FROM want)
        WHERE artist <> '' \(isOther ? "" : "AND artist NOT IN (SELECT artist FROM filing)") GROUP BY artist
        """
      ).map { try FilingQuestion(artist: $0.value(0), release: Release.ID($0.value(1))) }
    }
    if questions.isEmpty, !isOther { return }
    var answers: [String: Bool] = [:]
    var rest = questions[...]
    while !rest.isEmpty {
      if Task.isCancelled { throw .cancelled }
      answers.merge(try await lookUp(Array(rest.prefix(500)))) { first, _ in first }
      rest = rest.dropFirst(500)
    }
    try await write { [answers] database in
      if isOther {
        try database.change("DELETE FROM filing WHERE NOT isUsersWord")
        try Self.set("persons from", to: source, database)
      }
      for question in questions {
        try database.change("INSERT OR IGNORE INTO filing (artist) VALUES (?)", [question.artist])
      }
      for (artist, isPerson) in answers {
        try database.change(
          """
          INSERT INTO filing (artist, isPerson) VALUES (?, ?)
          ON CONFLICT (artist) DO UPDATE SET isPerson = excluded.isPerson WHERE NOT isUsersWord
          """, [artist, isPerson])
      }
      if try Self.refile(database) > 0 { try Self.raiseShelfVersion(database) }
    }
  }

  /// Rewrites the keys of rows whose artist is filed elsewhere now, walking over the artists rather than the rows.
  ///
  /// - Parameter beginning: the beginning of the artists' lines to check; nil for all.
  /// - Returns: the number of rows written.
  static func refile(_ database: Database, beginningWith beginning: String? = nil) throws -> Int {
    let filing = try ShelfFiling(database, readsAll: beginning == nil)
    var written = 0
    for table in [ShelfTable.copies, .wants] {
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT artist, substr(shelfKey, 1, instr(shelfKey, char(1)) - 1), count(*) FROM \(table.rawValue)
          \(beginning == nil ? "" : "WHERE artist >= :beginning AND artist < :beginning || char(0x10FFFF)") GROUP BY 1, 2
          """, arguments: beginning.map { ["beginning": $0] } ?? [:])
      var keys: [String: String] = [:]
      var (total, moved) = (0, 0)
      while let row = try rows.next() {
        let artist: String = try row.value(0)
        let key = ShelfOrder.key(artist: artist, rules: try filing.rules(for: artist))
        total += try row.value(2)
        guard try key != row.value(1) else { continue }
        keys[artist] = key
        moved += try row.value(2)
      }
      // The rest of a key, after the artist, stays.
      let update = try database.makeStatement(
        sql: """
          UPDATE \(table.rawValue) SET shelfKey = :key || substr(shelfKey, instr(shelfKey, char(1))),
            artistKey = :key || substr(artistKey, instr(artistKey, char(1)))
          WHERE artist = :artist AND substr(shelfKey, 1, instr(shelfKey, char(1)) - 1) <> :key
          """)
      let write = {
        for (artist, key) in keys { try update.execute(arguments: ["key": key, "artist": artist]) }
      }
      if beginning == nil, moved > max(500, total / 20) {
        try withoutIndexes(of: table, on: "shelfKey", database, write)
      } else {
        try write()
      }
      written += moved
    }
    return written
  }
}

/// The filing of artists, within one transaction.
struct ShelfFiling {
  struct Known {
    var artist: String
    var isPerson: Bool
    var isUsersWord: Bool
  }

  let options: FilingOptions
  private let database: Database
  private var everybody: [String: Known]?

  /// - Parameter readsAll: true for very many rows: the whole table is read first, instead of looking up each artist.
  init(_ database: Database, readsAll: Bool = false) throws {
    self.database = database
    let words = try Library.note("filing", database) ?? ""
    options = FilingOptions(words.split(separator: " ").compactMap { FilingOptions.Word(rawValue: String($0)) })
    guard readsAll, options.personsByLastName else { return }
    var everybody: [String: Known] = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT artist, isPerson, isUsersWord FROM filing WHERE isPerson IS NOT NULL")
    while let row = try rows.next() { everybody[try row.value(0)] = try Known(row) }
    self.everybody = everybody
  }

  func rules(for artist: String) throws -> FilingRules {
    guard options.personsByLastName, let known = try known(of: artist), known.isPerson else {
      return FilingRules(options)
    }
    return FilingRules(options) { $0 == artist ? known.artist : nil }
  }

  /// The known artist that a line begins with: the user's choice before a catalogue's, the longer name before the
  /// shorter.
  func known(of line: String) throws -> Known? {
    let found = try ArtistLine.beginnings(of: line).compactMap { try self.known(as: $0) }
    return found.first(where: \.isUsersWord) ?? found.first
  }

  private func known(as artist: String) throws -> Known? {
    if let everybody { return everybody[artist] }
    return try database.row(
      "SELECT artist, isPerson, isUsersWord FROM filing WHERE artist = ? AND isPerson IS NOT NULL", [artist]
    ).map(Known.init)
  }
}

extension ShelfFiling.Known {
  fileprivate init(_ row: Row) throws {
    try self.init(artist: row.value(0), isPerson: row.value(1), isUsersWord: row.value(2))
  }
}
