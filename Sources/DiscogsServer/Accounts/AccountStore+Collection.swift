public import DiscogsModel
internal import Foundation
internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import UserLibrary

extension AccountStore {
  // MARK: Folders

  /// “All” first, then the uncategorised folder, then the others by name.
  public func folders(of account: ServerAccount.ID) async throws(AccountError) -> [CollectionInstance.Folder] {
    try await read { database in
      var counts: [Int: Int] = [:]
      let rows = try Row.fetchCursor(
        database, sql: "SELECT folder, count(*) FROM item WHERE account = ? GROUP BY folder",
        arguments: [account.number])
      while let row = try rows.next() { counts[try row.value(0)] = try row.value(1) }
      let own = try Row.fetchAll(
        database, sql: "SELECT id, name FROM folder WHERE account = ? ORDER BY name, id", arguments: [account.number]
      ).map { try (CollectionInstance.Folder.ID($0.value(0)), $0.value(1) as String) }
      let uncategorised = (CollectionInstance.Folder.uncategorised, Library.uncategorised)
      let all = CollectionInstance.Folder(
        id: CollectionInstance.Folder.all, name: "All", copies: counts.values.reduce(0, +))
      return [all]
        + ([uncategorised] + own).map { id, name in
          CollectionInstance.Folder(id: id, name: name, copies: counts[id.number] ?? 0)
        }
    }
  }

  /// - Throws: `nameTaken`.
  public func addFolder(
    named name: String, of account: ServerAccount.ID
  ) async throws(AccountError) -> CollectionInstance.Folder {
    try await write { database in
      try Self.check(name, isFreeFor: account, database)
      try database.execute(
        sql: "INSERT INTO folder (account, name) VALUES (?, ?)", arguments: [account.number, name])
      let id = CollectionInstance.Folder.ID(Int(database.lastInsertedRowID))
      return CollectionInstance.Folder(id: id, name: name, copies: 0)
    }
  }

  /// - Throws: `protectedFolder`, `noFolder` or `nameTaken`.
  public func renameFolder(
    _ id: CollectionInstance.Folder.ID, to name: String, of account: ServerAccount.ID
  ) async throws(AccountError) {
    try await write { database in
      try Self.check(folder: id, of: account, canChange: true, database)
      try Self.check(name, isFreeFor: account, except: id, database)
      try database.execute(sql: "UPDATE folder SET name = ? WHERE id = ?", arguments: [name, id.number])
    }
  }

  /// - Throws: `protectedFolder`, `noFolder` or `folderNotEmpty`.
  public func deleteFolder(
    _ id: CollectionInstance.Folder.ID, of account: ServerAccount.ID
  ) async throws(AccountError) {
    try await write { database in
      try Self.check(folder: id, of: account, canChange: true, database)
      let isUsed = try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM item WHERE account = ? AND folder = ?)",
        arguments: [account.number, id.number])
      if isUsed == true { throw AccountError.folderNotEmpty }
      try database.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [id.number])
    }
  }

  private static func check(
    _ name: String, isFreeFor account: ServerAccount.ID,
    except id: CollectionInstance.Folder.ID = CollectionInstance.Folder.all, _ database: Database
  ) throws {
    let isTaken = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM folder WHERE account = ? AND name = ? AND id <> ?)",
      arguments: [account.number, name, id.number])
    if isTaken == true || name == Library.uncategorised || name == "All" { throw AccountError.nameTaken }
  }

  private static func check(
    folder id: CollectionInstance.Folder.ID, of account: ServerAccount.ID, canChange: Bool, _ database: Database
  ) throws {
    if id == CollectionInstance.Folder.uncategorised || id == CollectionInstance.Folder.all {
      if canChange || id == CollectionInstance.Folder.all { throw AccountError.protectedFolder }
      return
    }
    let isThere = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM folder WHERE account = ? AND id = ?)",
      arguments: [account.number, id.number])
    if isThere != true { throw AccountError.noFolder }
  }

  // MARK: Copies

  /// One page of a collection.
  ///
  /// - Parameters:
  ///   - folder: nil or 0 for all.
  ///   - release: only the copies of this one.
  public func items(
    of account: ServerAccount.ID, folder: CollectionInstance.Folder.ID? = nil, release: Release.ID? = nil,
    _ request: AccountPageRequest
  ) async throws(AccountError) -> CountedPage<AccountItem> {
    try await read { database in
      var condition = "item.account = ?"
      var arguments: [Int] = [account.number]
      if let folder, folder != CollectionInstance.Folder.all {
        condition += " AND item.folder = ?"
        arguments.append(folder.number)
      }
      if let release {
        condition += " AND item.release = ?"
        arguments.append(release.number)
      }
      let total =
        try Int.fetchOne(
          database, sql: "SELECT count(*) FROM item WHERE \(condition)", arguments: StatementArguments(arguments)) ?? 0
      let order = Self.order(request.sort, added: "item.added", tie: "item.instance")
      let part = "WHERE \(condition) ORDER BY \(order) LIMIT ? OFFSET ?"
      // These orders have an index, so only the page's rows are looked up.
      let isIndexed = [nil, .relevance, .added].contains(request.sort?.field)
      var items = try Row.fetchAll(
        database,
        sql: """
          SELECT record.*, item.instance, item.folder, item.added, rating.stars
          FROM \(isIndexed ? "(SELECT * FROM item \(part)) AS item" : "item")
          JOIN record ON record.release = item.release
          LEFT JOIN rating ON rating.release = item.release AND rating.account = item.account
          \(isIndexed ? "ORDER BY \(order)" : part)
          """, arguments: StatementArguments(arguments + [request.limit, request.offset])
      ).map { row in
        try AccountItem(
          instance: row.value("instance"), folder: CollectionInstance.Folder.ID(row.value("folder")),
          facts: ShelfFacts(account: row), rating: Stars.read(row.value("stars")), added: row.value("added"))
      }
      try Self.addNotes(to: &items, database)
      return CountedPage(rows: items, total: total)
    }
  }

  private static func addNotes(to items: inout [AccountItem], _ database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT instance, field, value FROM note WHERE instance IN (SELECT value FROM json_each(?))",
      arguments: [JSONList.text(items.map(\.instance))])
    let notes = try Dictionary(grouping: rows) { try $0.value(0) as Int }
    for index in items.indices {
      for row in notes[items[index].instance] ?? [] {
        items[index].notes[CollectionInstance.Field.ID(try row.value(1))] = try row.value(2)
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
    of record: ShelfFacts, to folder: CollectionInstance.Folder.ID, of account: ServerAccount.ID, at time: Int
  ) async throws(AccountError) -> Int {
    try await write { database in
      try Self.check(folder: folder, of: account, canChange: false, database)
      try Self.keep(record, database)
      try database.execute(
        sql: "INSERT INTO item (account, folder, release, added) VALUES (?, ?, ?, ?)",
        arguments: [account.number, folder.number, record.release.number, time])
      return Int(database.lastInsertedRowID)
    }
  }

  /// A copy, as paths name it. Folder 0 matches any folder.
  public struct CopyPath: Hashable, Sendable {
    public var folder: CollectionInstance.Folder.ID
    public var release: Release.ID
    public var instance: Int

    public init(folder: CollectionInstance.Folder.ID, release: Release.ID, instance: Int) {
      self.folder = folder
      self.release = release
      self.instance = instance
    }
  }

  /// Rates a copy's release, moves the copy, or both.
  ///
  /// - Parameters:
  ///   - rating: 0 for none; nil leaves it.
  ///   - target: the folder to move to; nil leaves it.
  /// - Throws: `noItem`, or `noFolder` or `protectedFolder` for the target.
  public func change(
    _ path: CopyPath, rating: Int?, target: CollectionInstance.Folder.ID?, of account: ServerAccount.ID
  ) async throws(AccountError) {
    try await write { database in
      try Self.check(path, of: account, database)
      if let target {
        try Self.check(folder: target, of: account, canChange: false, database)
        try database.execute(
          sql: "UPDATE item SET folder = ? WHERE instance = ?", arguments: [target.number, path.instance])
      }
      if let rating { try Self.rate(path.release, rating, by: account, database) }
    }
  }

  /// - Throws: `noItem`.
  public func deleteCopy(_ path: CopyPath, of account: ServerAccount.ID) async throws(AccountError) {
    try await write { database in
      try Self.check(path, of: account, database)
      try database.execute(sql: "DELETE FROM item WHERE instance = ?", arguments: [path.instance])
    }
  }

  private static func check(_ path: CopyPath, of account: ServerAccount.ID, _ database: Database) throws {
    let isThere = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM item WHERE instance = ? AND account = ? AND release = ? AND (folder = ? OR ? = 0))
        """,
      arguments: [
        path.instance, account.number, path.release.number, path.folder.number, path.folder.number,
      ])
    if isThere != true { throw AccountError.noItem }
  }

  // MARK: Fields

  /// In their order.
  public func fields(of account: ServerAccount.ID) async throws(AccountError) -> [CollectionInstance.Field] {
    try await read { try Self.fields(of: account, $0) }
  }

  private static func fields(of account: ServerAccount.ID, _ database: Database) throws -> [CollectionInstance.Field] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM field WHERE account = ? ORDER BY position, id", arguments: [account.number]
    ).map { row in
      let options = try (row.value("options") as String?).map {
        try JSONDecoder().decode([String].self, from: Data($0.utf8))
      }
      return try CollectionInstance.Field(
        id: CollectionInstance.Field.ID(row.value("id")), name: row.value("name"),
        kind: options == nil ? "textarea" : "dropdown", position: row.value("position"),
        isPublic: row.value("isPublic"), options: options ?? [],
        lines: options == nil ? row.value("lines") ?? 1 : nil)
    }
  }

  /// Sets a field of a copy; an empty text clears it.
  ///
  /// - Throws: `noItem`, `noField` or `noSuchChoice`.
  public func setField(
    _ field: CollectionInstance.Field.ID, to value: String, on path: CopyPath, of account: ServerAccount.ID
  ) async throws(AccountError) {
    try await write { database in
      try Self.check(path, of: account, database)
      guard let known = try Self.fields(of: account, database).first(where: { $0.id == field }) else {
        throw AccountError.noField
      }
      if !known.options.isEmpty, !value.isEmpty, !known.options.contains(value) {
        throw AccountError.noSuchChoice
      }
      try database.execute(
        sql: "DELETE FROM note WHERE instance = ? AND field = ?", arguments: [path.instance, field.number])
      guard !value.isEmpty else { return }
      try database.execute(
        sql: "INSERT INTO note (instance, field, value) VALUES (?, ?, ?)",
        arguments: [path.instance, field.number, value])
    }
  }
}

// MARK: - Rows

extension AccountStore {
  /// Stores the facts of a release, for sorting, and for when the catalogue no longer has it.
  static func keep(_ record: ShelfFacts, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO record (release, master, artist, title, label, catno, format, year, artistKey, titleKey,
          labelKey, catnoKey, formatKey)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        record.release.number, record.master?.number, record.artist, record.title, record.label,
        record.catalogueNumber, record.format, record.year, ShelfOrder.key(artist: record.artist),
        NaturalOrder.key(record.title), NaturalOrder.key(record.label), NaturalOrder.key(record.catalogueNumber),
        NaturalOrder.key(record.format),
      ])
  }

  /// - Parameter stars: 0 clears the rating.
  static func rate(_ release: Release.ID, _ stars: Int, by account: ServerAccount.ID, _ database: Database) throws {
    try database.execute(
      sql: "DELETE FROM rating WHERE release = ? AND account = ?", arguments: [release.number, account.number])
    guard let stars = Stars.read(stars) else { return }
    try database.execute(
      sql: "INSERT INTO rating (account, release, stars) VALUES (?, ?, ?)",
      arguments: [account.number, release.number, stars])
  }
}

extension ShelfFacts {
  /// From a row of `record`.
  init(account row: Row) throws {
    try self.init(
      release: Release.ID(row.value("release")), master: (row.value("master") as Int?).map { Master.ID($0) },
      artist: row.value("artist"), title: row.value("title"), label: row.value("label"),
      catalogueNumber: row.value("catno"),
      format: row.value("format"), year: row.value("year"))
  }
}
