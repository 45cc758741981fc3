public import DiscogsModel
internal import Foundation
internal import GRDB
internal import SQLiteSupport
public import UserLibrary

/// Stores the data of the server's users: collections with folders and fields, want lists, ratings, lists.
///
///     let store = try AccountStore.open(at: "server.sqlite")
///     let account = try await store.account(named: "collector")
///     let copy = try await store.addCopy(of: record, to: 1, of: account.id, at: now)
///
/// An SQLite file apart from `library.sqlite`: no client of the server may touch the user's own shelf. Every change is
/// one transaction.
public final class AccountStore: Sendable {
  public let path: String
  private let database: any DatabaseWriter

  /// Opens the file, makes it where there is none, for this user only, and brings it up to date. Blocks its thread for
  /// some milliseconds.
  ///
  /// - Throws: `damaged`, `newerSchema`, `readOnly`, `unopenable`, `busy` or `diskFull`; the file is then as it was.
  public static func open(at path: String) throws(LibraryError) -> AccountStore {
    do {
      let database = try DatabaseFile.openForWriting(
        path, configuration(), AccountSchema.steps, isClosingToOthers: true)
      return try AccountStore(path: path, database: database)
    } catch { throw .wrapping(error, path: path) }
  }

  /// Makes a store in memory: a copy of another one, much faster than filling one, or else empty.
  public static func inMemory(like other: AccountStore? = nil) throws(LibraryError) -> AccountStore {
    do {
      let queue = try DatabaseQueue(configuration: configuration())
      try other?.database.backup(to: queue)
      return try AccountStore(path: ":memory:", database: queue)
    } catch { throw .wrapping(error, path: ":memory:") }
  }

  private static func configuration() -> Configuration {
    var configuration = Configuration.distrusting
    configuration.label = "accounts"
    configuration.busyMode = .timeout(5)
    return configuration
  }

  private init(path: String, database: any DatabaseWriter) throws {
    self.path = path
    self.database = database
    let known = AccountSchema.steps.all.count
    let found = try database.read { try SchemaSteps.version(of: $0) }
    guard found <= known else { throw LibraryError.newerSchema(path: path, found: found, known: known) }
    try database.writeWithoutTransaction { try AccountSchema.steps.run($0) }
  }

  /// Waits for writes under way and closes the file.
  public func close() throws(LibraryError) { do { try database.close() } catch { throw .wrapping(error, path: path) } }

  // MARK: Reading and writing

  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    do { return try await database.read(body) } catch { throw wrapping(error) }
  }

  /// Runs `body` in one transaction.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    do { return try await database.write(body) } catch { throw wrapping(error) }
  }

  private func wrapping(_ error: any Error) -> AccountError {
    (error as? AccountError) ?? .storage(.wrapping(error, path: path))
  }

  // MARK: Accounts

  /// Nil for an unknown name. Case does not count.
  public func account(named username: String) async throws -> ServerAccount? {
    try await read { try Self.account(named: username, $0) }
  }

  public func account(_ id: ServerAccount.ID) async throws -> ServerAccount? {
    try await read { try $0.row("SELECT * FROM account WHERE id = ?", [id.number]).map(ServerAccount.init) }
  }

  private static func account(named username: String, _ database: Database) throws -> ServerAccount? {
    try database.row("SELECT * FROM account WHERE username = ?", [username]).map(ServerAccount.init)
  }

  /// The account of this name; a missing one is made and filled with `stock`.
  @discardableResult
  public func makeAccount(
    named username: String, at time: Int, stock: AccountStock = AccountStock()
  ) async throws -> ServerAccount {
    try await write { database in
      if let known = try Self.account(named: username, database) { return known }
      try database.change("INSERT INTO account (username, registered) VALUES (?, ?)", [username, time])
      let id = ServerAccount.ID(Int(database.lastInsertedRowID))
      for field in CollectionInstance.Field.usual { try Self.insert(field, of: id, database) }
      try stock.fill(id, at: time, database)
      return ServerAccount(id: id, username: username, registered: time)
    }
  }

  static func insert(_ field: CollectionInstance.Field, of account: ServerAccount.ID, _ database: Database) throws {
    let options =
      field.options.isEmpty ? nil : String(decoding: try JSONEncoder().encode(field.options), as: UTF8.self)
    try database.change(
      "INSERT INTO field (account, id, name, position, isPublic, options, lines) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [account.number, field.id.number, field.name, field.position, field.isPublic, options, field.lines])
  }

  /// Writes an account's data except its number, its name and the time it was made.
  public func update(_ account: ServerAccount) async throws {
    try await write { database in
      try database.change(
        """
        UPDATE account SET name = ?, homePage = ?, location = ?, profile = ?, currency = ?, collectionIsPublic = ?,
          wantListIsPublic = ? WHERE id = ?
        """,
        [
          account.name, account.homePage, account.location, account.profile, account.currency,
          account.isCollectionPublic, account.isWantListPublic, account.id.number,
        ])
    }
  }

  public func totals(of account: ServerAccount.ID) async throws -> AccountTotals {
    try await read { database in
      func count(_ table: String, _ condition: String = "") throws -> Int {
        try database.count("SELECT count(*) FROM \(table) WHERE account = ? \(condition)", [account.number])
      }
      return AccountTotals(
        copies: try count("item"), wants: try count("want"), rated: try count("rating"),
        publicLists: try count("list", "AND isPublic"), privateLists: try count("list", "AND NOT isPublic"))
    }
  }
}

extension ServerAccount {
  init(_ row: Row) throws {
    try self.init(
      id: ServerAccount.ID(row.value("id")), username: row.value("username"), name: row.value("name"),
      homePage: row.value("homePage"), location: row.value("location"), profile: row.value("profile"),
      currency: row.value("currency"), registered: row.value("registered"),
      isCollectionPublic: row.value("collectionIsPublic"), isWantListPublic: row.value("wantListIsPublic"))
  }
}
