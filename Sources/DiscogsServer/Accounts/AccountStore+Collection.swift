public import DiscogsModel
internal import Foundation
internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import UserLibrary

extension AccountStore {
  public typealias Folder = CollectionInstance.Folder
  public typealias Field = CollectionInstance.Field

  // MARK: Folders

  /// “All” first, then the uncategorised folder, then the others by name.
  public func folders(of account: ServerAccount.ID) async throws -> [Folder] {
    try await read { database in
      var counts: [Int: Int] = [:]
      let sizes = "SELECT folder, count(*) FROM item WHERE account = ? GROUP BY folder"
      for row in try database.rows(sizes, [account.number]) { counts[try row.value(0)] = try row.value(1) }
      let names = "SELECT id, name FROM folder WHERE account = ? ORDER BY name, id"
      let own = try database.rows(names, [account.number]).map { try (Folder.ID($0.value(0)), $0.value(1) as String) }
      let uncategorised = (Folder.uncategorised, Library.uncategorised)
      let all = Folder(id: Folder.all, name: "All", copies: counts.values.reduce(0, +))
      return [all]
        + ([uncategorised] + own).map { id, name in Folder(id: id, name: name, copies: counts[id.number] ?? 0) }
    }
  }

  /// - Throws: `nameTaken`.
  public func addFolder(named name: String, of account: ServerAccount.ID) async throws -> Folder {
    try await write { database in
      try Self.check(name, isFreeFor: account, database)
      let id = try Self.insertFolder(named: name, of: account, database)
      return Folder(id: id, name: name, copies: 0)
    }
  }

  /// - Throws: `protectedFolder`, `noFolder` or `nameTaken`.
  public func renameFolder(_ id: Folder.ID, to name: String, of account: ServerAccount.ID) async throws {
    try await write { database in
      try Self.check(folder: id, of: account, canChange: true, database)
      try Self.check(name, isFreeFor: account, except: id, database)
      try database.change("UPDATE folder SET name = ? WHERE id = ?", [name, id.number])
    }
  }

  /// - Throws: `protectedFolder`, `noFolder` or `folderNotEmpty`.
  public func deleteFolder(_ id: Folder.ID, of account: ServerAccount.ID) async throws {
    try await write { database in
      try Self.check(folder: id, of: account, canChange: true, database)
      if try database.has("SELECT 1 FROM item WHERE account = ? AND folder = ?", [account.number, id.number]) {
        throw AccountError.folderNotEmpty
      }
      try database.change("DELETE FROM folder WHERE id = ?", [id.number])
    }
  }

  private static func check(
    _ name: String, isFreeFor account: ServerAccount.ID, except id: Folder.ID = Folder.all, _ database: Database
  ) throws {
    let isTaken = try database.has(
      "SELECT 1 FROM folder WHERE account = ? AND name = ? AND id <> ?", [account.number, name, id.number])
    if isTaken || name == Library.uncategorised || name == "All" { throw AccountError.nameTaken }
  }

  private static func check(
    folder id: Folder.ID, of account: ServerAccount.ID, canChange: Bool, _ database: Database
  ) throws {
    if id == Folder.uncategorised || id == Folder.all {
      if canChange || id == Folder.all { throw AccountError.protectedFolder }
      return
    }
    guard try database.has("SELECT 1 FROM folder WHERE account = ? AND id = ?", [account.number, id.number]) else {
      throw AccountError.noFolder
    }
  }

  // MARK: Copies

  /// One page of a collection.
  ///
  /// - Parameters:
  ///   - folder: nil or 0 for all.
  ///   - release: only the copies of this one.
  public func items(
    of account: ServerAccount.ID, folder: Folder.ID? = nil, release: Release.ID? = nil, _ request: AccountPageRequest
  ) async throws -> CountedPage<AccountItem> {
    try await read { database in
      var wanted = [("item.account = ?", account.number)]
      if let folder, folder != Folder.all { wanted.append(("item.folder = ?", folder.number)) }
      if let release { wanted.append(("item.release = ?", release.number)) }
      let condition = wanted.map(\.0).joined(separator: " AND ")
      let arguments = wanted.map(\.1)
      let total = try database.count("SELECT count(*) FROM item WHERE \(condition)", StatementArguments(arguments))
      let order = Self.order(request.sort, added: "item.added", tie: "item.instance")
      let part = "WHERE \(condition) ORDER BY \(order) LIMIT ? OFFSET ?"
      // These orders have an index, so only the page's rows are looked up.
      let isIndexed = [nil, .relevance, .added].contains(request.sort?.field)
      var items = try database.rows(
        """
        SELECT record.*, item.instance, item.folder, item.added, rating.stars
        FROM \(isIndexed ? "(SELECT * FROM item \(part)) AS item" : "item")
        JOIN record ON record.release = item.release
        LEFT JOIN rating ON rating.release = item.release AND rating.account = item.account
        \(isIndexed ? "ORDER BY \(order)" : part)
        """, StatementArguments(arguments + [request.limit, request.offset])
      ).map { row in
        try AccountItem(
          instance: row.value("instance"), folder: Folder.ID(row.value("folder")),
          facts: ShelfFacts(account: row), rating: Stars.read(row.value("stars")), added: row.value("added"))
      }
      try Self.addNotes(to: &items, database)
      return CountedPage(rows: items, total: total)
    }
  }

  private static func addNotes(to items: inout [AccountItem], _ database: Database) throws {
    let rows = try database.rows(
      "SELECT instance, field, value FROM note WHERE instance IN (SELECT value FROM json_each(?))",
      [JSONList.text(items.map(\.instance))])
    let notes = try Dictionary(grouping: rows) { try $0.value(0) as Int }
    for index in items.indices {
      for row in notes[items[index].instance] ?? [] {
        items[index].notes[Field.ID(try row.value(1))] = try row.value(2)
      }
    }
  }

  static func order(_ sort: RunoutModel.SortOrder?, added: String, tie: String) -> String {
    guard let sort, sort.field != .relevance else { return "\(added) DESC, \(tie) DESC" }
    let direction = sort.isReversed ? "DESC" : "ASC"
    let columns =
      switch sort.field {
      case .artist: ["record.artistKey", "record.titleKey"]
      case .title: ["record.titleKey", "record.artistKey"]
      case .label: ["record.labelKey", "record.catnoKey"]
      case .catalogueNumber: ["record.catnoKey"]
      case .format: ["record.formatKey"]
      case .year: ["coalesce(record.year, 0)"]
      case .rating: ["coalesce(rating.stars, 0)"]
      case .added, .relevance, .price: [added]
      }
    return (columns + [tie]).map { "\($0) \(direction)" }.joined(separator: ", ")
  }

  /// Adds a copy, also of a release that the account already has.
  ///
  /// - Returns: the copy's number.
  /// - Throws: `noFolder`, or `protectedFolder` for folder 0.
  public func addCopy(
    of record: ShelfFacts, to folder: Folder.ID, of account: ServerAccount.ID, at time: Int
  ) async throws -> Int {
    try await write { database in
      try Self.check(folder: folder, of: account, canChange: false, database)
      try Self.keep(record, database)
      return try Self.insertCopy(of: record.release, in: folder, of: account, added: time, database)
    }
  }

  /// A copy, as paths name it. Folder 0 matches any folder.
  public struct CopyPath: Hashable, Sendable {
    public var folder: Folder.ID
    public var release: Release.ID
    public var instance: Int

    public init(folder: Folder.ID, release: Release.ID, instance: Int) {
      (self.folder, self.release, self.instance) = (folder, release, instance)
    }
  }

  /// Rates a copy's release, moves the copy, or both.
  ///
  /// - Parameters:
  ///   - rating: 0 for none; nil leaves it.
  ///   - target: the folder to move to; nil leaves it.
  /// - Throws: `noItem`, or `noFolder` or `protectedFolder` for the target.
  public func change(_ path: CopyPath, rating: Int?, target: Folder.ID?, of account: ServerAccount.ID) async throws {
    try await write { database in
      try Self.check(path, of: account, database)
      if let target {
        try Self.check(folder: target, of: account, canChange: false, database)
        try database.change("UPDATE item SET folder = ? WHERE instance = ?", [target.number, path.instance])
      }
      if let rating { try Self.rate(path.release, rating, by: account, database) }
    }
  }

  /// - Throws: `noItem`.
  public func deleteCopy(_ path: CopyPath, of account: ServerAccount.ID) async throws {
    try await write { database in
      try Self.check(path, of: account, database)
      try database.change("DELETE FROM item WHERE instance = ?", [path.instance])
    }
  }

  private static func check(_ path: CopyPath, of account: ServerAccount.ID, _ database: Database) throws {
    let isThere = try database.has(
      "SELECT 1 FROM item WHERE instance = ? AND account = ? AND release = ? AND ? IN (folder, 0)",
      [path.instance, account.number, path.release.number, path.folder.number])
    if !isThere { throw AccountError.noItem }
  }

  // MARK: Fields

  /// In their order.
  public func fields(of account: ServerAccount.ID) async throws -> [Field] {
    try await read { try Self.fields(of: account, $0) }
  }

  private static func fields(of account: ServerAccount.ID, _ database: Database) throws -> [Field] {
    try database.rows("SELECT * FROM field WHERE account = ? ORDER BY position, id", [account.number]).map { row in
      let options = try (row.value("options") as String?).map {
        try JSONDecoder().decode([String].self, from: Data($0.utf8))
      }
      return try Field(
        id: Field.ID(row.value("id")), name: row.value("name"), kind: options == nil ? "textarea" : "dropdown",
        position: row.value("position"), isPublic: row.value("isPublic"), options: options ?? [],
        lines: options == nil ? row.value("lines") ?? 1 : nil)
    }
  }

  /// Sets a field of a copy; an empty text clears it.
  ///
  /// - Throws: `noItem`, `noField` or `noSuchChoice`.
  public func setField(
    _ field: Field.ID, to value: String, on path: CopyPath, of account: ServerAccount.ID
  ) async throws {
    try await write { database in
      try Self.check(path, of: account, database)
      guard let known = try Self.fields(of: account, database).first(where: { $0.id == field }) else {
        throw AccountError.noField
      }
      guard !value.isEmpty else {
        return try database.change("DELETE FROM note WHERE instance = ? AND field = ?", [path.instance, field.number])
      }
      guard known.options.isEmpty || known.options.contains(value) else { throw AccountError.noSuchChoice }
      try Self.note(value, in: field, of: path.instance, database)
    }
  }
}

// MARK: - Rows

extension AccountStore {
  /// Stores the facts of a release, for sorting, and for when the catalogue no longer has it.
  static func keep(_ record: ShelfFacts, _ database: Database) throws {
    try database.change(
      """
      INSERT OR REPLACE INTO record (release, master, artist, title, label, catno, format, year, artistKey, titleKey,
        labelKey, catnoKey, formatKey)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        record.release.number, record.master?.number, record.artist, record.title, record.label, record.catalogueNumber,
        record.format, record.year, ShelfOrder.key(artist: record.artist), NaturalOrder.key(record.title),
        NaturalOrder.key(record.label), NaturalOrder.key(record.catalogueNumber), NaturalOrder.key(record.format),
      ])
  }

  /// - Parameter stars: 0 clears the rating.
  static func rate(_ release: Release.ID, _ stars: Int, by account: ServerAccount.ID, _ database: Database) throws {
    try database.change("DELETE FROM rating WHERE release = ? AND account = ?", [release.number, account.number])
    guard let stars = Stars.read(stars) else { return }
    try database.change(
      "INSERT INTO rating (account, release, stars) VALUES (?, ?, ?)", [account.number, release.number, stars])
  }

  static func insertFolder(named name: String, of account: ServerAccount.ID, _ database: Database) throws -> Folder.ID {
    try database.change("INSERT INTO folder (account, name) VALUES (?, ?)", [account.number, name])
    return Folder.ID(Int(database.lastInsertedRowID))
  }

  /// - Returns: the copy's number.
  static func insertCopy(
    of release: Release.ID, in folder: Folder.ID, of account: ServerAccount.ID, added time: Int, _ database: Database
  ) throws -> Int {
    try database.change(
      "INSERT INTO item (account, folder, release, added) VALUES (?, ?, ?, ?)",
      [account.number, folder.number, release.number, time])
    return Int(database.lastInsertedRowID)
  }

  static func note(_ value: String, in field: Field.ID, of instance: Int, _ database: Database) throws {
    try database.change(
      "INSERT OR REPLACE INTO note (instance, field, value) VALUES (?, ?, ?)", [instance, field.number, value])
  }

  static func keepWant(
    _ release: Release.ID, notes: String, added time: Int, of account: ServerAccount.ID, _ database: Database
  ) throws {
    try database.change(
      "INSERT OR REPLACE INTO want (account, release, notes, added) VALUES (?, ?, ?, ?)",
      [account.number, release.number, notes, time])
  }
}

extension ShelfFacts {
  /// From a row of `record`.
  init(account row: Row) throws {
    try self.init(
      release: Release.ID(row.value("release")), master: (row.value("master") as Int?).map { Master.ID($0) },
      artist: row.value("artist"), title: row.value("title"), label: row.value("label"),
      catalogueNumber: row.value("catno"), format: row.value("format"), year: row.value("year"))
  }
}
