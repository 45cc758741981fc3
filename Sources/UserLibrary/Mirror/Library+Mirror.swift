public import DiscogsModel
internal import Foundation
internal import GRDB
internal import Platform
internal import SQLiteSupport

extension Library {
  // MARK: Whose shelf

  /// The account that this shelf mirrors; nil until the first sync.
  public func mirroredAccount() async throws(LibraryError) -> String? { try await note("account") }

  /// Returns whether a file has a shelf: a copy or a want, including wants of any pressing. Opens and migrates
  /// nothing. True for a file that cannot be read or reached, so that its page can report the error.
  public static func hasShelf(at path: String) -> Bool {
    if obstacle(at: path) != nil { return true }
    do {
      let schema = try DatabaseFile.schema(of: path)
      guard schema > 0 || FileSystem.facts(of: path)?.bytes ?? 0 > 0 else { return false }
      let database = try DatabaseFile.openForReading(path, configuration(Options()))
      defer { try? database.close() }  // Only read from: closing cannot lose anything.
      return try database.read { database in
        // Tables without a schema number are not ours; opening the library reports that.
        let sql = schema > 0 ? "SELECT 1 FROM copy UNION ALL SELECT 1 FROM want" : "SELECT 1 FROM sqlite_schema"
        return try database.has("\(sql) LIMIT 1")
      }
    } catch {
      return true
    }
  }

  /// Whether there are no copies, and no wants except those of any pressing, which no account can have.
  public func isShelfEmpty() async throws(LibraryError) -> Bool {
    try await read { database in
      try !database.has("SELECT 1 FROM copy UNION ALL SELECT 1 FROM want WHERE \(ShelfTable.isOfRelease) LIMIT 1")
    }
  }

  /// Whether changes of this shelf go to an account: the one it mirrors, or the one that adopts it.
  public func isOfAccount() async throws(LibraryError) -> Bool { try await read { try Self.isOfAccount($0) } }

  static func isOfAccount(_ database: Database) throws -> Bool {
    try database.has("SELECT 1 FROM note WHERE name IN ('account', 'adopted')")
  }

  /// Whether the next sync sends rows that the account lacks, rather than removing them here.
  public func isBeingAdopted() async throws(LibraryError) -> Bool { try await note("adopted") != nil }

  /// Prepares this shelf for adoption by the signed-in account: changes are sent from now on, and the first sync sends
  /// the rows that only this shelf has.
  public func adopt(at time: Double) async throws(LibraryError) { try await set("adopted", to: String(time)) }

  /// Copies the library beside itself, as `library.sqlite.before-sync.backup`, unless the shelf is empty: imported
  /// rows that the account lacks are removed by mirroring.
  public func backUpBeforeMirroring() async throws(LibraryError) {
    guard try await !isShelfEmpty(), path != ":memory:" else { return }
    do { try Self.copy(path, to: "\(path).before-sync.backup") } catch { throw .wrapping(error, path: path) }
  }

  public func mirror(_ account: String) async throws(LibraryError) { try await set("account", to: account) }

  public func agreedAt() async throws(LibraryError) -> Double? { try await note("agreed at").flatMap(Double.init) }
  public func setAgreed(at time: Double) async throws(LibraryError) { try await set("agreed at", to: String(time)) }

  /// The time of the last complete fetch, whether or not both sides then agreed; seconds since 1970.
  public func syncedAt() async throws(LibraryError) -> Double? { try await note("synced at").flatMap(Double.init) }
  public func setSynced(at time: Double) async throws(LibraryError) { try await set("synced at", to: String(time)) }

  func note(_ name: String) async throws(LibraryError) -> String? { try await read { try Self.note(name, $0) } }

  static func note(_ name: String, _ database: Database) throws -> String? {
    try database.value("SELECT value FROM note WHERE name = ?", [name])
  }

  func set(_ name: String, to value: String?) async throws(LibraryError) {
    try await write { try Self.set(name, to: value, $0) }
  }

  static func set(_ name: String, to value: String?, _ database: Database) throws {
    guard let value else { return try database.change("DELETE FROM note WHERE name = ?", [name]) }
    try database.change(
      "INSERT INTO note (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [name, value])
  }

  // MARK: Passes

  /// The state of an unfinished sync; nil if the last one ended.
  public func mirrorProgress() async throws(LibraryError) -> MirrorProgress? {
    try await read { try Self.note("sync", $0).map(MirrorProgress.init(fromJSON:)) }
  }

  /// Begins a pass over one of the account's lists.
  ///
  /// - Parameter round: how often the list was begun in this sync, this time included.
  public func beginPass(
    _ part: MirrorProgress.Part, isFull: Bool, round: Int = 1
  ) async throws(LibraryError) -> MirrorProgress {
    try await write { database in
      var progress = MirrorProgress(
        pass: try database.count("SELECT \(Self.latestPass) + 1"), part: part, isFull: isFull)
      progress.round = round
      try Self.set("pass", to: String(progress.pass), database)
      try Self.set("sync", to: progress.json, database)
      return progress
    }
  }

  // MARK: What the account has

  /// Stores the account's folders. Folders it no longer has are deleted once they are empty.
  public func mirror(folders: [CollectionInstance.Folder]) async throws(LibraryError) {
    try await change { try MirrorWriter($0).take(folders) }
  }

  public func mirror(fields: [CollectionInstance.Field]) async throws(LibraryError) {
    try await write { try MirrorWriter($0).take(fields) }
  }

  public func fields() async throws(LibraryError) -> [CollectionInstance.Field] {
    try await read { try CollectionInstance.Field.all($0) }
  }

  /// Stores one page of the collection and the page to go on with, in one transaction.
  public func mirror(
    _ copies: [CollectionInstance], _ progress: MirrorProgress
  ) async throws(LibraryError) -> MirrorChange {
    try await takePage(of: progress) { try $0.take(copies, pass: progress.pass) }
  }

  /// Stores one page of the want list and the page to go on with, in one transaction.
  public func mirror(_ wants: [Want], _ progress: MirrorProgress) async throws(LibraryError) -> MirrorChange {
    try await takePage(of: progress) { try $0.take(wants, pass: progress.pass) }
  }

  private func takePage(
    of progress: MirrorProgress, _ take: @escaping @Sendable (MirrorWriter) throws -> MirrorChange
  ) async throws(LibraryError) -> MirrorChange {
    try await write { database in
      let change = try take(MirrorWriter(database))
      var progress = progress
      progress.hidden.formUnion(change.hidden)
      try Self.set("sync", to: progress.json, database)
      if !change.isNone { try Self.raiseShelfVersion(database) }
      return change
    }
  }

  /// Stores copies found by a second look, as if the pass had met them.
  public func mirror(found copies: [CollectionInstance], in progress: MirrorProgress) async throws(LibraryError) {
    try await change { _ = try MirrorWriter($0).take(copies, pass: progress.pass) }
  }

  // MARK: The end of a pass

  public func met(in progress: MirrorProgress) async throws(LibraryError) -> Int {
    try await read { try MirrorWriter($0).met(in: progress) }
  }

  public func missingCopies(in progress: MirrorProgress) async throws(LibraryError) -> [MissingCopy] {
    try await read { database in
      try database.rows(
        """
        SELECT copy.id, copy.release, folder.number FROM copy JOIN folder ON folder.id = copy.folder
        WHERE seen < ? AND instance IS NOT NULL AND NOT \(ShelfTable.isUnsentCopy) ORDER BY copy.id
        """, [progress.pass]
      ).map { try MissingCopy(id: $0.value(0), release: Release.ID($0.value(1) as Int), folder: $0.value(2)) }
    }
  }

  public func missingWants(in progress: MirrorProgress) async throws(LibraryError) -> Int {
    try await read { database in
      try database.count(
        "SELECT count(*) FROM want WHERE seen < ? AND isMirrored AND NOT \(ShelfTable.wants.isUnsent)", [progress.pass])
    }
  }

  /// Ends a pass that has read a whole list in one consistent state, and removes rows that a second look has confirmed
  /// gone: few at once, many after the user has agreed.
  ///
  /// - Parameters:
  ///   - gone: the copies confirmed to be gone; ignored for wants, where every row not met counts as gone.
  ///   - folders: the account's count of copies in each folder.
  /// - Returns: nil if the pass has not met as many rows as the account counts; nothing is done then.
  public func endPass(
    _ progress: MirrorProgress, gone: [Int64], folders: [Int: Int], at time: Double
  ) async throws(LibraryError) -> MirrorStanding? {
    try await write { database in
      let writer = MirrorWriter(database)
      guard let total = progress.total, try writer.met(in: progress) == total else { return nil }
      if try Self.isBeingAdopted(progress.part, database) {
        try AdoptionWriter(database, time: time).send(progress.part, missedBy: progress.pass)
        try Self.endAdoption(of: progress.part, database)
      }
      let unconfirmed = try writer.mark(gone, asGoneIn: progress)
      let (count, all) = (try writer.goneCount(progress.part), try writer.rowCount(progress.part))
      var standing = MirrorStanding(
        pass: progress.pass, there: total, here: 0, folders: folders,
        difference: unconfirmed > 0 ? .unconfirmed(unconfirmed) : nil, time: time)
      if MirrorStanding.needsQuestion(count, of: all) {
        standing.difference = .removal(count, of: all)
      } else {
        try writer.sweep(progress.part, at: time)
      }
      standing.here = try writer.count(progress.part)
      try Self.note(standing, of: progress.part, database)
      try Self.set("sync", to: nil, database)
      if count > 0 { try Self.raiseShelfVersion(database) }
      return standing
    }
  }

  /// Ends a pass that has proved nothing, or has found a difference: nothing is removed.
  public func endPass(
    _ progress: MirrorProgress, with difference: MirrorStanding.Difference, folders: [Int: Int], at time: Double
  ) async throws(LibraryError) -> MirrorStanding {
    try await write { database in
      let standing = MirrorStanding(
        pass: progress.pass, there: progress.total ?? 0, here: try MirrorWriter(database).count(progress.part),
        folders: folders, difference: difference, time: time)
      try Self.note(standing, of: progress.part, database)
      try Self.set("sync", to: nil, database)
      return standing
    }
  }

  public func endUnchangedPass() async throws(LibraryError) { try await set("sync", to: nil) }

  /// The comparison with a list of the account when it was last read to its end; nil before that.
  public func standing(of part: MirrorProgress.Part) async throws(LibraryError) -> MirrorStanding? {
    try await read { try Self.standing(of: part, $0) }
  }

  private static func standing(of part: MirrorProgress.Part, _ database: Database) throws -> MirrorStanding? {
    try note(name(of: part), database).map(MirrorStanding.init(fromJSON:))
  }

  private static func note(_ standing: MirrorStanding, of part: MirrorProgress.Part, _ database: Database) throws {
    try set(name(of: part), to: standing.json, database)
  }

  /// The name of the note that stores a list's standing.
  static func name(of part: MirrorProgress.Part) -> String { "standing of \(part.rawValue)" }

  /// Carries out the user's decision about rows that are gone from the account.
  ///
  /// Rows met since they were found missing stay in any case.
  ///
  /// - Parameter isRemoval: false keeps them.
  /// - Returns: the number of rows; 0 if there was no open question.
  @discardableResult
  public func answerRemoval(
    of part: MirrorProgress.Part, isRemoval: Bool, at time: Double
  ) async throws(LibraryError) -> Int {
    try await write { database in
      guard var standing = try Self.standing(of: part, database) else { return 0 }
      let all: Int
      switch standing.difference {
      case .removal(_, let rows), .kept(_, let rows): all = rows
      default: return 0
      }
      let writer = MirrorWriter(database)
      let count = try writer.goneCount(part)
      if isRemoval {
        try writer.sweep(part, at: time)
        standing.difference = nil
        standing.here = try writer.count(part)
      } else {
        standing.difference = .kept(count, of: all)
      }
      try Self.note(standing, of: part, database)
      try Self.raiseShelfVersion(database)
      return count
    }
  }

  /// The number of copies, or wants, that the account has as far as is known here.
  public func mirroredCount(_ part: MirrorProgress.Part) async throws(LibraryError) -> Int {
    try await read { try MirrorWriter($0).count(part) }
  }

  /// The folders whose number of copies differs from the account's count; none while changes of copies wait to be
  /// sent, as these are in another folder here.
  public func folders(thatDifferFrom folders: [CollectionInstance.Folder]) async throws(LibraryError) -> [String] {
    try await read { database in
      let unsent: Int? = try database.value(
        "SELECT count(*) FROM edit WHERE target = 'copy' AND state IN \(Self.unsent)")
      guard unsent == 0 else { return [] }
      let rows = try database.rows(
        """
        SELECT number, folder.name, count(copy.id) FROM folder LEFT JOIN copy ON copy.folder = folder.id
        WHERE number IS NOT NULL GROUP BY folder.id ORDER BY sortKey
        """)
      var there = Dictionary(folders.map { ($0.id.number, $0) }) { first, _ in first }
      there[CollectionInstance.Folder.all.number] = nil
      var different: [String] = []
      for row in rows {
        let (number, name, here): (Int, String, Int) = try (row.value(0), row.value(1), row.value(2))
        if here != there.removeValue(forKey: number)?.copies ?? 0 { different.append(name) }
      }
      return different + there.values.filter { $0.copies != 0 }.map(\.name).sorted()
    }
  }

  /// The account's numbers of the copies of a release that are known here.
  public func knownInstances(of release: Release.ID) async throws(LibraryError) -> Set<Int> {
    try await read {
      try Set($0.values("SELECT instance FROM copy WHERE release = ? AND instance IS NOT NULL", [release.number]))
    }
  }
}
