public import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import UserLibrary

extension AccountStore {
  // MARK: Want list

  /// One page of a want list.
  public func wants(
    of account: ServerAccount.ID, _ request: AccountPageRequest
  ) async throws -> CountedPage<AccountWant> {
    try await read { database in
      let total = try database.count("SELECT count(*) FROM want WHERE account = ?", [account.number])
      let order = Self.order(request.sort, added: "want.added", tie: "want.release")
      let rows = try database.rows(
        "\(Self.wantSQL) WHERE want.account = ? ORDER BY \(order) LIMIT ? OFFSET ?",
        [account.number, request.limit, request.offset])
      return CountedPage(rows: try rows.map(AccountWant.init), total: total)
    }
  }

  private static let wantSQL = """
    SELECT record.*, want.notes, want.added, rating.stars
    FROM want JOIN record ON record.release = want.release
    LEFT JOIN rating ON rating.release = want.release AND rating.account = want.account
    """

  private static func want(
    _ release: Release.ID, of account: ServerAccount.ID, _ database: Database
  ) throws -> AccountWant? {
    try database.row("\(wantSQL) WHERE want.account = ? AND want.release = ?", [account.number, release.number])
      .map(AccountWant.init)
  }

  /// Adds a release to the want list, or changes its entry.
  ///
  /// - Parameters:
  ///   - notes, rating: nil leaves them.
  ///   - mustExist: whether only an existing entry is changed; the answer is nil without one.
  public func setWant(
    of record: ShelfFacts, notes: String?, rating: Int?, mustExist: Bool, of account: ServerAccount.ID, at time: Int
  ) async throws -> AccountWant? {
    try await write { database in
      let known = try Self.want(record.release, of: account, database)
      if known == nil, mustExist { return nil }
      try Self.keep(record, database)
      if let rating { try Self.rate(record.release, rating, by: account, database) }
      try Self.keepWant(
        record.release, notes: notes ?? known?.notes ?? "", added: known?.added ?? time, of: account, database)
      return try Self.want(record.release, of: account, database)
    }
  }

  /// - Returns: whether it was there.
  public func deleteWant(of release: Release.ID, of account: ServerAccount.ID) async throws -> Bool {
    try await write { database in
      try database.change("DELETE FROM want WHERE account = ? AND release = ?", [account.number, release.number])
      return database.changesCount > 0
    }
  }

  // MARK: Ratings and community

  /// 0 where the user has not rated it.
  public func rating(of release: Release.ID, by account: ServerAccount.ID) async throws -> Int {
    try await read { database in
      let sql = "SELECT stars FROM rating WHERE release = ? AND account = ?"
      return Stars.read(try database.value(sql, [release.number, account.number])) ?? 0
    }
  }

  /// - Parameter stars: 1 to 5; 0 clears the rating.
  public func setRating(_ stars: Int, of release: Release.ID, by account: ServerAccount.ID) async throws {
    try await write { try Self.rate(release, stars, by: account, $0) }
  }

  /// The community figures of some releases; those without any are absent.
  public func community(of releases: [Release.ID]) async throws -> [Release.ID: LocalFigures] {
    if releases.isEmpty { return [:] }
    let ids = JSONList.text(releases.map(\.number))
    return try await read { database in
      var figures: [Release.ID: LocalFigures] = [:]
      let rows = try database.rows(
        """
        SELECT 0, release, count(DISTINCT account), 0 FROM item
        WHERE release IN (SELECT value FROM json_each(:ids)) GROUP BY release
        UNION ALL SELECT 1, release, count(*), 0 FROM want
        WHERE release IN (SELECT value FROM json_each(:ids)) GROUP BY release
        UNION ALL SELECT 2, release, count(*), sum(stars) FROM rating
        WHERE release IN (SELECT value FROM json_each(:ids)) GROUP BY release
        """, ["ids": ids])
      for row in rows {
        let id = try Release.ID(row.value(1))
        switch try row.value(0) as Int {
        case 0: figures[id, default: LocalFigures()].have = try row.value(2)
        case 1: figures[id, default: LocalFigures()].want = try row.value(2)
        default:
          figures[id, default: LocalFigures()].ratings = try row.value(2)
          figures[id, default: LocalFigures()].stars = try row.value(3)
        }
      }
      return figures
    }
  }

  /// The releases of these that a user has, and those that the user wants.
  public func holdings(of releases: [Release.ID], by account: ServerAccount.ID) async throws -> Holdings {
    let ids = JSONList.text(releases.map(\.number))
    return try await read { database in
      func releases(_ table: String) throws -> Set<Release.ID> {
        let sql =
          "SELECT DISTINCT release FROM \(table) WHERE account = ? AND release IN (SELECT value FROM json_each(?))"
        return Set(try database.values(sql, [account.number, ids]).map { Release.ID($0) })
      }
      return Holdings(owned: try releases("item"), wanted: try releases("want"))
    }
  }

  // MARK: Lists

  /// A user's lists without their items, latest first.
  public func lists(
    of account: ServerAccount.ID, withPrivate: Bool, _ request: AccountPageRequest
  ) async throws -> CountedPage<AccountList> {
    try await read { database in
      let condition = "account = ?" + (withPrivate ? "" : " AND isPublic")
      let total = try database.count("SELECT count(*) FROM list WHERE \(condition)", [account.number])
      let rows = try database.rows(
        "SELECT * FROM list WHERE \(condition) ORDER BY changed DESC, id DESC LIMIT ? OFFSET ?",
        [account.number, request.limit, request.offset])
      return CountedPage(rows: try rows.map(AccountList.init), total: total)
    }
  }

  /// A list with its items; nil for an unknown number.
  public func list(_ id: Int) async throws -> AccountList? {
    try await read { database in
      guard var list = try database.row("SELECT * FROM list WHERE id = ?", [id]).map(AccountList.init) else {
        return nil
      }
      let rows = try database.rows("SELECT * FROM listItem WHERE list = ? ORDER BY position", [id])
      list.items = try rows.compactMap { row in
        guard let kind = try EntityKind(rawValue: row.value("kind")) else { return nil }
        return try AccountList.Item(
          reference: EntityReference(kind, row.value("number")), title: row.value("title"),
          comment: row.value("comment"))
      }
      return list
    }
  }
}

extension AccountWant {
  fileprivate init(_ row: Row) throws {
    try self.init(
      facts: ShelfFacts(account: row), rating: Stars.read(row.value("stars")), notes: row.value("notes"),
      added: row.value("added"))
  }
}

extension AccountList {
  fileprivate init(_ row: Row) throws {
    try self.init(
      id: row.value("id"), account: ServerAccount.ID(row.value("account")), name: row.value("name"),
      description: row.value("description"), isPublic: row.value("isPublic"), added: row.value("added"),
      changed: row.value("changed"))
  }
}
