public import DiscogsModel
internal import Foundation
internal import GRDB

/// How far a sync has come, on disk: it goes on there after the program was killed.
public struct MirrorProgress: Codable, Hashable, Sendable {
  public enum Part: String, Codable, Hashable, Sendable {
    case collection, wants, lists
  }

  /// Counts the passes: what a pass has met is what is there.
  public var pass: Int
  public var part: Part
  /// The page to ask for next, from 1.
  public var page: Int
  /// How many rows the account's list has, as the last page said.
  public var total: Int?
  /// Whether everything is fetched, or only until what is known comes.
  public var isFull: Bool

  public init(pass: Int, part: Part, page: Int = 1, total: Int? = nil, isFull: Bool) {
    self.pass = pass
    self.part = part
    self.page = page
    self.total = total
    self.isFull = isFull
  }
}

/// What a page of the account's list has changed here.
public struct MirrorChange: Hashable, Sendable {
  public var added = 0
  public var changed = 0

  public init() {}

  public var isNone: Bool { added == 0 && changed == 0 }
}

/// How the mirror and the account compare.
public struct MirrorCount: Hashable, Sendable {
  /// What the account would have, if everything pending was sent or given up.
  public var here: Int
  public var there: Int

  public var agrees: Bool { here == there }
}

extension Library {
  // MARK: Whose shelf

  /// The account this shelf mirrors; nil for none so far.
  public func mirroredAccount() async throws(LibraryError) -> String? { try await note("account") }

  /// Whether nothing is owned and nothing is wanted here.
  public func isShelfEmpty() async throws(LibraryError) -> Bool {
    try await read { database in
      try Int.fetchOne(database, sql: "SELECT 1 FROM copy UNION ALL SELECT 1 FROM want LIMIT 1") == nil
    }
  }

  /// Makes a copy of the library beside it, `library.sqlite.before-sync.backup`, where something is on the shelf: what
  /// was imported from a file and the account does not have goes when it is mirrored.
  public func backUpBeforeMirroring() async throws(LibraryError) {
    guard try await !isShelfEmpty(), path != ":memory:" else { return }
    do { try Self.copy(path, to: "\(path).before-sync.backup") } catch { throw .wrapping(error, path: path) }
  }

  /// Makes this shelf the mirror of an account's.
  public func mirror(_ account: String) async throws(LibraryError) {
    try await set("account", to: account)
  }

  public func agreedAt() async throws(LibraryError) -> Double? { try await note("agreed at").flatMap(Double.init) }
  public func setAgreed(at time: Double) async throws(LibraryError) { try await set("agreed at", to: String(time)) }

  /// When the shelf was last fetched to the end, whether or not both sides then agreed; seconds since 1970.
  public func syncedAt() async throws(LibraryError) -> Double? { try await note("synced at").flatMap(Double.init) }
  public func setSynced(at time: Double) async throws(LibraryError) { try await set("synced at", to: String(time)) }

  func note(_ name: String) async throws(LibraryError) -> String? {
    try await read { try String.fetchOne($0, sql: "SELECT value FROM note WHERE name = ?", arguments: [name]) }
  }

  func set(_ name: String, to value: String?) async throws(LibraryError) {
    try await write { try Self.set(name, to: value, $0) }
  }

  static func set(_ name: String, to value: String?, _ database: Database) throws {
    guard let value else {
      try database.execute(sql: "DELETE FROM note WHERE name = ?", arguments: [name])
      return
    }
    try database.execute(
      sql: "INSERT INTO note (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      arguments: [name, value])
  }

  // MARK: Passes

  /// Where an unfinished sync stands; nil where the last one came to its end.
  public func mirrorProgress() async throws(LibraryError) -> MirrorProgress? {
    try await read { database in
      guard let text = try String.fetchOne(database, sql: "SELECT value FROM note WHERE name = 'sync'") else {
        return nil
      }
      return try JSONDecoder().decode(MirrorProgress.self, from: Data(text.utf8))
    }
  }

  /// Begins a pass over one of the account's lists.
  public func beginPass(_ part: MirrorProgress.Part, isFull: Bool) async throws(LibraryError) -> MirrorProgress {
    try await write { database in
      let last = try Int.fetchOne(database, sql: "SELECT CAST(value AS INTEGER) FROM note WHERE name = 'pass'") ?? 0
      try Self.set("pass", to: String(last + 1), database)
      let progress = MirrorProgress(pass: last + 1, part: part, isFull: isFull)
      try Self.save(progress, database)
      return progress
    }
  }

  private static func save(_ progress: MirrorProgress, _ database: Database) throws {
    try set("sync", to: String(decoding: try JSONEncoder().encode(progress), as: UTF8.self), database)
  }

  // MARK: What the account has

  /// Takes in the account's folders. Those it no longer has go once nothing is in them.
  public func mirror(folders: [CollectionInstance.Folder]) async throws(LibraryError) {
    try await write { database in
      try MirrorWriter(database).take(folders)
      try Self.raiseShelfVersion(database)
    }
  }

  /// Takes in the account's fields.
  ///
  /// - Returns: whether a known field has another name now, so that what is here bears the old one.
  public func mirror(fields: [CollectionInstance.Field]) async throws(LibraryError) -> Bool {
    try await write { try MirrorWriter($0).take(fields) }
  }

  /// The account's fields in its order; empty where no sync has told them.
  public func fields() async throws(LibraryError) -> [CollectionInstance.Field] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM field ORDER BY position, number").map {
        try CollectionInstance.Field($0)
      }
    }
  }

  /// Takes in one page of the collection, and notes where to go on, in one transaction.
  public func mirror(
    _ copies: [MirroredCopy], _ progress: MirrorProgress
  ) async throws(LibraryError) -> MirrorChange {
    try await write { database in
      let change = try MirrorWriter(database).take(copies, pass: progress.pass)
      try Self.save(progress, database)
      if !change.isNone { try Self.raiseShelfVersion(database) }
      return change
    }
  }

  /// Takes in one page of the want list, and notes where to go on, in one transaction.
  public func mirror(
    _ wants: [MirroredWant], _ progress: MirrorProgress
  ) async throws(LibraryError) -> MirrorChange {
    try await write { database in
      let change = try MirrorWriter(database).take(wants, pass: progress.pass)
      try Self.save(progress, database)
      if !change.isNone { try Self.raiseShelfVersion(database) }
      return change
    }
  }

  /// Ends a pass. The proof is in the counts.
  ///
  /// Of a full one that has met as many as there are, what it has not met is no longer there. One that has not met all
  /// takes nothing away: a row that moved while it was read may be on a page that was read before.
  public func endPass(_ progress: MirrorProgress) async throws(LibraryError) -> MirrorCount {
    try await write { database in
      let writer = MirrorWriter(database)
      let there = progress.total ?? 0
      guard progress.isFull else {
        try Self.set("sync", to: nil, database)
        return MirrorCount(here: try writer.count(progress.part), there: there)
      }
      let met = try writer.count(progress.part, metIn: progress.pass)
      guard met == there else { return MirrorCount(here: met, there: there) }
      try writer.sweep(progress)
      try Self.raiseShelfVersion(database)
      try Self.set("sync", to: nil, database)
      return MirrorCount(here: try writer.count(progress.part), there: there)
    }
  }

  /// Gives a pass up that does not come to agree.
  public func abandonPass() async throws(LibraryError) { try await set("sync", to: nil) }

  /// How many copies, or wants, the account has as far as is known here.
  public func mirroredCount(_ part: MirrorProgress.Part) async throws(LibraryError) -> Int {
    try await read { try MirrorWriter($0).count(part) }
  }

  /// Whether every folder holds as many copies here as there.
  public func agrees(with folders: [CollectionInstance.Folder]) async throws(LibraryError) -> Bool {
    try await read { database in
      let unsent = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM edit WHERE target = 'copy' AND state IN \(Self.unsent)")
      // What is not sent yet is in another folder here; the whole is counted all the same.
      guard unsent == 0 else { return true }
      for folder in folders where folder.id != CollectionInstance.Folder.all {
        let here = try Int.fetchOne(
          database,
          sql: "SELECT count(*) FROM copy JOIN folder ON folder.id = copy.folder WHERE number = ?",
          arguments: [folder.id.number])
        if here != folder.copies { return false }
      }
      return true
    }
  }

  /// The account's numbers of the copies of a release that are known here.
  public func knownInstances(of release: Release.ID) async throws(LibraryError) -> Set<Int> {
    try await read {
      try Int.fetchSet(
        $0, sql: "SELECT instance FROM copy WHERE release = ? AND instance IS NOT NULL", arguments: [release.number])
    }
  }
}
