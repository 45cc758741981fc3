internal import DiscogsModel
internal import Foundation
internal import GRDB
internal import LibC
internal import Platform
internal import SQLiteSupport
internal import Synchronization
internal import Wording

/// The user's own data: the search history, and the shelf (collection and want list).
///
///     let library = try Library.open(at: paths.library)
///     try await library.remember(SearchRecord(query: "kind of blue", source: .demo), at: now())
///     let page = try await library.copies(CollectionRequest(folder: "Jazz", sort: SortOrder(.year)))
///
/// One SQLite file in WAL mode; several programs may use it at once. A newer program migrates it when it opens it,
/// after copying it; it is never deleted or rebuilt. On a read-only or full disk, or while another program keeps it
/// locked, it can still be read.
///
/// Times are seconds since 1970. Work runs off the caller's actor and stops shortly after the calling task is
/// cancelled: the call then throws `LibraryError.cancelled`, and nothing of it was written.
public final class Library: Sendable {
  public let path: String
  /// Whether the file can only be read: then every write throws `readOnly`, `diskFull` or `busy`.
  public var isReadOnly: Bool { refusal != nil }

  /// The error for every write; nil if writing works.
  private let refusal: LibraryError?

  let database: any DatabaseWriter
  let options: Options
  /// Cached findings about the lists, so that scrolling does not scan them again.
  let findings = Mutex(ShelfFindings())
  /// The number of the shelf's state last written or read; zero before.
  let version = Current<Int64>(0)
  private let gate = AccessGate()

  /// Settings that only tests change.
  struct Options: Sendable {
    var searches = 10_000
    var commandLines = 1_000
    var visits = 200
    /// The longest wait for another program's lock, in seconds.
    var patience: Double = 5
    /// The most pages of the file; nil for no limit.
    var pages: Int?
    var readOnly = false
    var schema = LibraryMigrations.steps.all.count
    var isCopiedFirst = true
  }

  /// Opens the library, creates it if there is none, and migrates it.
  ///
  /// Blocks its thread for some milliseconds, longer while it migrates: not for the main actor.
  ///
  /// - Throws: `damaged`, `newerSchema`, `unopenable`, `busy` or `diskFull`; the file is then as it was.
  public static func open(at path: String) throws(LibraryError) -> Library { try open(at: path, options: Options()) }

  static func open(at path: String, options: Options) throws(LibraryError) -> Library {
    do {
      if let reason = obstacle(at: path) { throw LibraryError.unopenable(path: path, reason: reason) }
      let found = try DatabaseFile.schema(of: path)
      if found > LibraryMigrations.steps.all.count { throw unknownSchema(found, at: path) }
      if options.readOnly || !DatabaseFile.isWritable(path) {
        guard found > 0 else { throw LibraryError.readOnly(path: path) }
        return try openReadOnly(path, schema: found, options: options, refusal: .readOnly(path: path))
      }
      do {
        if options.isCopiedFirst, found > 0, found < options.schema { try backUp(path, schema: found) }
        let database = try DatabaseFile.openForWriting(
          path, configuration(options), LibraryMigrations.steps, upTo: options.schema)
        return Library(path: path, database: database, refusal: nil, options: options)
      } catch let error as DatabaseError where error.isForWantOfRoom && found > 0 {
        return try openReadOnly(path, schema: found, options: options, refusal: .wrapping(error, path: path))
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && found > 0 {
        return try openReadOnly(path, schema: found, options: options, refusal: .busy(path: path))
      }
    } catch {
      throw .wrapping(error, path: path)
    }
  }

  /// A library without a file, gone with the value: for shelves that can be built again.
  public static func inMemory() throws(LibraryError) -> Library {
    do {
      let queue = try DatabaseQueue(configuration: configuration(Options()))
      try queue.write { _ in }
      try queue.writeWithoutTransaction { try LibraryMigrations.steps.run($0) }
      return Library(path: ":memory:", database: queue, refusal: nil, options: Options())
    } catch {
      throw .wrapping(error, path: ":memory:")
    }
  }

  private init(path: String, database: any DatabaseWriter, refusal: LibraryError?, options: Options) {
    (self.path, self.database, self.refusal, self.options) = (path, database, refusal, options)
  }

  /// Waits for readers and writers and closes the file, unless another call is about it. Later uses throw
  /// `LibraryError.cancelled`.
  public func closeWhenIdle() async throws(LibraryError) {
    version.finish()
    if await gate.close() { try closeFile() }
  }

  /// Closes the file at once; only for its sole user. `closeWhenIdle` waits for others.
  public func close() throws(LibraryError) {
    version.finish()
    if gate.shut() { try closeFile() }
  }

  /// If no other program has it open, the one file then holds everything. SQLite writes the log back only when the
  /// last connection to close may write, and GRDB closes a reader last: so one more is opened for it.
  private func closeFile() throws(LibraryError) {
    do {
      try database.close()
      guard database is DatabasePool, !isReadOnly else { return }
      let last = try DatabaseQueue(path: path, configuration: Self.configuration(options))
      _ = try last.read { try SchemaSteps.version(of: $0) }
      try last.close()
    } catch {
      throw .wrapping(error, path: path)
    }
  }

  // MARK: Reading and writing

  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(LibraryError)
    -> Value
  {
    guard gate.enter() else { throw .cancelled }
    defer { gate.leave() }
    do { return try await database.read(body) } catch { throw .wrapping(error, path: path) }
  }

  /// Runs in one transaction: all or nothing.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(LibraryError)
    -> Value
  {
    try await write { try (body($0), .commit) }
  }

  /// Runs in one transaction, which its body commits or rolls back.
  ///
  /// Never use a savepoint: after changes so large that SQLite before 3.42 had to write some of them to the log,
  /// rolling back to one leaves a frame in the log that ends every later reading of it, and later commits are lost.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> (Value, Database.TransactionCompletion)
  ) async throws(LibraryError) -> Value {
    if let refusal { throw refusal }
    guard gate.enter() else { throw .cancelled }
    defer { gate.leave() }
    do {
      return try await database.writeWithoutTransaction { [version] database in
        var result: Value?
        try database.inTransaction(.immediate) {
          // Announced by the writer, on its own connection: nothing runs in the background, where it could meet a
          // database that is being closed, and tables without row ids count too, which GRDB's observation does not
          // see.
          database.afterNextTransaction { Self.announce(version, $0) }
          let (value, completion) = try body(database)
          result = value
          return completion
        }
        guard let result else { throw LibraryError.cancelled }
        return result
      }
    } catch {
      throw .wrapping(error, path: path)
    }
  }
}

// MARK: - Opening

extension Library {
  static func configuration(_ options: Options) -> Configuration {
    var configuration = Configuration()
    configuration.label = "library"
    configuration.busyMode = .timeout(options.patience)
    configuration.maximumReaderCount = 3
    configuration.prepareDatabase { database in
      try database.distrustSchema()
      // Deleted data is overwritten; saved data survives a power cut.
      try database.execute(sql: "PRAGMA secure_delete = FAST; PRAGMA synchronous = FULL")
      // On a Mac a plain `fsync` leaves the data in the drive's cache. Elsewhere these do nothing.
      try database.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
      try database.execute(sql: "PRAGMA journal_size_limit = 8388608")
      if let pages = options.pages { try database.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }
    return configuration
  }

  private static func openReadOnly(
    _ path: String, schema: Int, options: Options, refusal: LibraryError
  ) throws -> Library {
    // An older schema would have to be migrated first.
    guard schema == options.schema else { throw refusal }
    let database = try DatabaseFile.openForReading(path, configuration(options))
    try database.read { try LibraryMigrations.steps.verify($0) }
    return Library(path: path, database: database, refusal: refusal, options: options)
  }

  /// Returns why it is unclear what is at a path, as half a sentence: a link on the way leads nowhere, or access is
  /// denied. A library on a disk that is not mounted must not pass for a missing one.
  ///
  /// Nil if something is there, or plainly nothing is.
  public static func obstacle(at path: String) -> String? {
    var place = path
    while true {
      var status = stat()
      if stat(place, &status) == 0 { return nil }
      let code = errno
      guard [ENOENT, ENOTDIR, ELOOP].contains(code) else {
        return code == EACCES ? DatabaseWords.forbidden : String(cString: strerror(code))
      }
      if let target = FileSystem.linkTarget(of: place) {
        return LibraryWords.leadsNowhere(place == path ? nil : place, to: target)
      }
      guard let parent = place.parentDirectory else { return nil }
      place = parent
    }
  }

  /// Returns whether no program of ours made a schema number: a negative one, which is read as unsigned.
  static func isForeign(_ schema: Int) -> Bool { schema > Int(Int32.max) }

  /// The error for a schema number beyond our steps.
  static func unknownSchema(_ found: Int, at path: String) -> LibraryError {
    isForeign(found)
      ? .failed(path: path, reason: LibraryWords.notALibrary)
      : .newerSchema(path: path, found: found, known: LibraryMigrations.steps.all.count)
  }

  // MARK: Copies

  /// Copies the whole file beside itself before a migration: `library.sqlite.schema-1.backup`.
  static func backUp(_ path: String, schema: Int) throws { try copy(path, to: "\(path).schema-\(schema).backup") }

  /// Copies the whole file, replacing an existing copy.
  ///
  /// - Parameter pageSize: the copy's page size in bytes, if it is to be taken over into a library: SQLite copies only
  ///   pages of the same size into one that others have open. Nil for the file's own.
  static func copy(_ path: String, to target: String, pageSize: Int? = nil) throws {
    let temporary = "\(target).\(UUID().uuidString)"
    do {
      // Private from the first byte: SQLite accepts an empty file.
      DatabaseFile.createForThisUser(temporary)
      try DatabaseQueue(path: path, configuration: .distrusting).writeWithoutTransaction { database in
        if let pageSize { try database.execute(sql: "PRAGMA page_size = \(pageSize)") }
        try database.change("VACUUM INTO ?", [temporary])
      }
      guard rename(temporary, target) == 0 else {
        throw LibraryError.unopenable(path: path, reason: LibraryWords.copyNotCreated(target))
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// The copy made before the latest migration; nil if there is none.
  static func latestBackup(of path: String) -> String? {
    (1...max(1, LibraryMigrations.steps.all.count)).reversed().map { "\(path).schema-\($0).backup" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}
