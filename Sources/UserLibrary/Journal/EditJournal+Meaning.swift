internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

extension EditJournal {
  /// Returns nil for an edit that changes nothing.
  ///
  /// - Throws: `EditRefusal` if it cannot be made.
  func change(_ edit: ShelfEdit) throws -> ShelfChange? {
    let now = PacificTime.export(Int(time))
    switch edit {
    case .add(let facts, let folder, let values):
      let place = try ShelfFolders.place(named: folder, database)
      var state = CopyState(
        facts: facts, folder: place.id, folderName: place.name, rating: nil, added: now, instance: nil)
      for (name, value) in values {
        try check(value, for: name)
        state.set(name, to: value)
      }
      return .copy(Change(try next(.copy), before: nil, after: state))
    case .remove(let id): return .copy(Change(id, before: try copy(id), after: nil))
    case .move(let id, let folder):
      return try change(id, copy(id)) { ($0.folder, $0.folderName) = try ShelfFolders.place(named: folder, database) }
    case .rate(let id, let stars):
      try Self.check(stars)
      return try change(id, copy(id)) { $0.rating = stars }
    case .setField(let id, let name, let value):
      try check(value, for: name)
      return try change(id, copy(id)) { $0.set(name, to: value) }
    case .play(let id, let moment):
      let facts = try copy(id).facts
      let play = PlayState(name: facts.name, copy: id, release: facts.release.item, at: moment ?? time)
      return .play(Change(try next(.play), before: nil, after: play))

    case .want(let facts, let notes, let rating):
      try Self.check(rating)
      guard try WantState.fetch(database, id: facts.wanted) == nil else {
        throw EditRefusal(LibraryWords.wantedAlready(facts.name))
      }
      let want = WantState(facts: facts, notes: notes, rating: rating, added: now)
      return .want(Change(facts.wanted, before: nil, after: want))
    case .unwant(let wanted): return .want(Change(wanted, before: try want(wanted), after: nil))
    case .noteWant(let wanted, let notes): return try change(wanted, want(wanted)) { $0.notes = notes }
    case .rateWant(let wanted, let stars):
      try Self.check(stars)
      return try change(wanted, want(wanted)) { $0.rating = stars }
    case .limitWant(let wanted, let limit): return try changeLimit(of: wanted, to: limit)

    case .makeFolder(let name): return try makeFolder(try checked(name))
    case .renameFolder(let name, let new):
      let (id, before) = try changeableFolder(named: name, orThrow: LibraryWords.cannotRename(name))
      if name == new { return nil }
      return .folder(Change(id, before: before, after: FolderState(name: try checked(new), number: before.number)))
    case .deleteFolder(let name):
      let (id, before) = try changeableFolder(named: name, orThrow: LibraryWords.cannotDelete(name))
      let copies = try database.count("SELECT count(*) FROM copy WHERE folder = ?", [id])
      guard copies == 0 else { throw EditRefusal(LibraryWords.folderNotEmpty(name, copies: copies)) }
      return .folder(Change(id, before: before, after: nil))
    }
  }

  private func copy(_ id: Int64) throws -> CopyState { try row(id, orThrow: LibraryWords.copyGone) }

  private func want(_ wanted: Wanted) throws -> WantState { try row(wanted, orThrow: LibraryWords.notWanted) }

  private func row<State: EditableState>(_ id: State.ID, orThrow sentence: String) throws -> State {
    guard let found = try State.fetch(database, id: id) else { throw EditRefusal(sentence) }
    return found
  }

  private func change<State: EditableState>(
    _ id: State.ID, _ before: State, _ body: (inout State) throws -> Void
  ) throws -> ShelfChange? {
    var after = before
    try body(&after)
    return after.differences(from: before).isEmpty ? nil : State.shelfChange(Change(id, before: before, after: after))
  }

  /// A number that no row of a table ever had, counting removed rows that may come back.
  ///
  /// - Parameter target: its name is that of its table.
  func next(_ target: EditTarget) throws -> Int64 {
    let largest: Int64? = try database.value(
      """
      SELECT max(coalesce((SELECT max(id) FROM \(target.rawValue)), 0),
        coalesce((SELECT max(item) FROM edit WHERE target = :name), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = :name), 0))
      """, ["name": target.rawValue])
    return (largest ?? 0) + 1
  }

  private static func check(_ stars: Int?) throws {
    guard let stars, !(1...5).contains(stars) else { return }
    throw EditRefusal(LibraryWords.ratingRange)
  }

  private func check(_ value: String, for name: String) throws {
    let own = CollectionInstance.Field.withColumn[name]?.number
    guard !value.isEmpty, let row = try database.row("SELECT * FROM field WHERE name = ? OR number = ?", [name, own])
    else { return }
    let field = try CollectionInstance.Field(row)
    guard field.options.isEmpty || field.options.contains(value) else {
      throw EditRefusal(LibraryWords.notAValue(value, of: name))
    }
  }

  private func changeLimit(of wanted: Wanted, to limit: Money?) throws -> ShelfChange? {
    let before = try LimitState.fetch(database, id: wanted)
    guard let limit else { return before.map { .limit(Change(wanted, before: $0, after: nil)) } }
    guard let want = try WantState.fetch(database, id: wanted) else {
      throw EditRefusal(LibraryWords.onlyWantsHaveLimits)
    }
    // With a new limit, the same price is reported again.
    let after = LimitState(
      name: want.facts.name, amount: limit.amount.description, currency: limit.currency.code, setAt: time,
      told: "")
    return before?.comparable == after.comparable ? nil : .limit(Change(wanted, before: before, after: after))
  }

  // MARK: Folders

  /// A new folder; the name has to be valid and free.
  func makeFolder(_ name: String) throws -> ShelfChange {
    .folder(Change(try next(.folder), before: nil, after: FolderState(name: name, number: nil)))
  }

  private func checked(_ name: String) throws -> String {
    guard name.contains(where: { !$0.isWhitespace }) else { throw EditRefusal(LibraryWords.folderNeedsName) }
    guard name.lowercased() != "all" else { throw EditRefusal(LibraryWords.allIsTaken) }
    if try ShelfFolders.id(of: name, database) != nil { throw EditRefusal(LibraryWords.folderExists(name)) }
    return name
  }

  private func changeableFolder(named name: String, orThrow sentence: String) throws -> (Int64, FolderState) {
    guard name != ShelfEdit.uncategorised, name.lowercased() != "all" else { throw EditRefusal(sentence) }
    guard let row = try database.row("SELECT id, number FROM folder WHERE name = ?", [name]) else {
      throw EditRefusal(LibraryWords.noFolder(name))
    }
    return try (row.value(0), FolderState(name: name, number: row.value(1)))
  }
}

extension CollectionInstance.Field {
  /// The fields with a column of their own, by the names that edits have for them.
  static let withColumn = [ShelfEdit.mediaCondition: mediaCondition, ShelfEdit.sleeveCondition: sleeveCondition]
}

enum ShelfFolders {
  /// Puts a copy into its former folder, or into Discogs' own if that has been deleted since.
  static func findPlace(for copy: inout CopyState, _ database: Database) throws {
    let folder = try database.row(
      "SELECT id, name FROM folder WHERE id = :id OR name = :name ORDER BY id = :id DESC LIMIT 1",
      ["id": copy.folder, "name": copy.folderName])
    if let folder {
      (copy.folder, copy.folderName) = try (folder.value("id"), folder.value("name"))
    } else {
      (copy.folder, copy.folderName) = try place(named: ShelfEdit.uncategorised, database)
    }
  }

  /// The folder with this name, and its present name: the account may have renamed Discogs' own.
  ///
  /// - Throws: `EditRefusal` if there is none.
  static func place(named name: String, _ database: Database) throws -> (id: Int64, name: String) {
    let id = try named(name, database)
    return (id, try database.value("SELECT name FROM folder WHERE id = ?", [id]) ?? name)
  }

  /// The id of the folder with this name. Discogs' own is found by its number, and made when first needed.
  ///
  /// - Throws: `EditRefusal` if there is none.
  static func named(_ name: String, _ database: Database) throws -> Int64 {
    let own = CollectionInstance.Folder.uncategorised.number
    if name == ShelfEdit.uncategorised,
      let id: Int64 = try database.value("SELECT id FROM folder WHERE number = ?", [own])
    {
      return id
    }
    if let id = try id(of: name, database) { return id }
    guard name == ShelfEdit.uncategorised else { throw EditRefusal(LibraryWords.noFolder(name)) }
    return try insert(name, number: own, database)
  }

  static func id(of name: String, _ database: Database) throws -> Int64? {
    try database.value("SELECT id FROM folder WHERE name = ?", [name])
  }

  static func insert(_ name: String, number: Int? = nil, _ database: Database) throws -> Int64 {
    try database.change(
      "INSERT INTO folder (name, sortKey, number) VALUES (?, ?, ?)", [name, NaturalOrder.key(name), number])
    return database.lastInsertedRowID
  }
}
