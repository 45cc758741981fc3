internal import DiscogsModel
internal import Foundation
internal import GRDB
internal import LibC
internal import SQLiteSupport
internal import Synchronization
internal import Wording

/// What belongs to the user: the search history, and the shelf (collection and want list).
///
///     let library = try Library.open(at: paths.library)
///     try await library.remember(SearchRecord(query: "kind of blue", source: .demo), at: now())
///     let page = try await library.copies(CollectionRequest(folder: "Jazz", sort: SortOrder(.year)))
///
/// One SQLite file in WAL mode; several programs may use it at once. It is migrated when a newer program opens it,
/// after a copy of it was made beside it, and never deleted, replaced or rebuilt. On a read-only or full disk, or where
/// another program does not let go of it, it can be read.
///
/// Work happens off the caller's actor and stops within a moment when the calling task is cancelled: the call then
/// throws `LibraryError.cancelled`, and nothing of it was written.
public final class Library: Sendable {
  public let path: String
  /// Whether the file or its disk allows reading only: then everything that writes throws `readOnly` or `diskFull`.
  public var isReadOnly: Bool { refusal != nil }

  /// The error for every writer; nil where writing works.
  private let refusal: LibraryError?

  let database: any DatabaseWriter
  let options: Options
  /// What was found out of the lists, so that scrolling does not look through them again.
  let findings = Mutex(ShelfFindings())
  /// The number of the shelf's state that was written or read last; zero before.
  let version = Current<Int64>(0)
  private let gate = AccessGate()

  /// What tests set otherwise.
  struct Options: Sendable {
    /// How many searches are kept.
    var searches = 10_000
    var commandLines = 1_000
    /// How many pages that were looked at are remembered.
    var visits = 200
    /// How long to wait for another program's lock, in seconds.
    var patience: Double = 5
    /// Pages the file may have; nil for as many as the disk holds.
    var pages: Int?
    var readOnly = false
    /// The migrations to run.
    var schema = LibraryMigrations.steps.all.count
    /// Whether an older file is copied before it is migrated.
    var isCopiedFirst = true
  }

  /// Opens the library, makes it where there is none, and brings it up to date.
  ///
  /// Blocks its thread for some milliseconds, and for longer while it migrates: not for the main actor.
  ///
  /// - Throws: `damaged`, `newerSchema`, `unopenable`, `busy` or `diskFull`; the file is then as it was.
  public static func open(at path: String) throws(LibraryError) -> Library {
    try open(at: path, options: Options())
  }

  static func open(at path: String, options: Options) throws(LibraryError) -> Library {
    do {
      let found = try DatabaseFile.schema(of: path)
      if found > LibraryMigrations.steps.all.count {
        throw LibraryError.newerSchema(path: path, found: found, known: LibraryMigrations.steps.all.count)
      }
      if options.readOnly || !DatabaseFile.isWritable(path) {
        guard found > 0 else { throw LibraryError.readOnly(path: path) }
        return try openReadOnly(path, schema: found, options: options, refusal: .readOnly(path: path))
      }
      do {
        if options.isCopiedFirst, found > 0, found < options.schema { try backUp(path, schema: found) }
        return try openForWriting(path, options: options)
      } catch let error as DatabaseError where error.isForWantOfRoom && found > 0 {
        return try openReadOnly(path, schema: found, options: options, refusal: .diskFull(path: path))
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && found > 0 {
        return try openReadOnly(path, schema: found, options: options, refusal: .busy(path: path))
      }
    } catch {
      throw .wrapping(error, path: path)
    }
  }

  /// A library without a file, gone with the value: for shelves that can be had again.
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
    self.path = path
    self.database = database
    self.refusal = refusal
    self.options = options
  }

  /// Waits for readers and writers and closes the file. Later calls are refused, and get
  /// `LibraryError.cancelled`.
  public func closeWhenIdle() async throws(LibraryError) {
    version.finish()
    await gate.close()
    try close()
  }

  /// Closes the file, for the only one who uses it: `closeWhenIdle` waits for others.
  ///
  /// When no other program has it open, the one file then holds everything. SQLite sees to that only when the last
  /// connection to close may write, and GRDB closes one that reads last: so one more is opened for it.
  public func close() throws(LibraryError) {
    version.finish()
    gate.shut()
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

  /// Runs in one transaction: all of it is written, or nothing.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(LibraryError)
    -> Value
  {
    try await write { try (body($0), .commit) }
  }

  /// Runs in one transaction, which is kept or taken back as its body says.
  ///
  /// Never by a savepoint: where so much was changed that SQLite before 3.42 had to write some of it to the log, rolling
  /// back to one leaves the log with a frame that ends every later reading of it, and what was committed since is lost.
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
          // By the writer, on its own connection: nothing of it runs in the background and could meet a database that is
          // being closed, and a table without row numbers, which GRDB's observation does not see, counts as well.
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
      // What was deleted is overwritten; what was saved stays saved when the power goes.
      try database.execute(sql: "PRAGMA secure_delete = FAST; PRAGMA synchronous = FULL")
      // On a Mac a plain `fsync` leaves it in the drive's own memory. Elsewhere these do nothing.
      try database.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
      try database.execute(sql: "PRAGMA journal_size_limit = 8388608")
      if let pages = options.pages { try database.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }
    return configuration
  }

  private static func openForWriting(_ path: String, options: Options) throws -> Library {
    let database = try DatabaseFile.openForWriting(
      path, configuration(options), LibraryMigrations.steps, upTo: options.schema)
    return Library(path: path, database: database, refusal: nil, options: options)
  }

  private static func openReadOnly(
    _ path: String, schema: Int, options: Options, refusal: LibraryError
  ) throws -> Library {
    // An older schema would have to be brought up to date first.
    guard schema == options.schema else { throw refusal }
    let database = try DatabaseFile.openForReading(path, configuration(options))
    try database.read { try LibraryMigrations.steps.verify($0) }
    return Library(path: path, database: database, refusal: refusal, options: options)
  }

  // MARK: Copies

  /// Makes a whole copy of the file beside it before a migration: `library.sqlite.schema-1.backup`.
  static func backUp(_ path: String, schema: Int) throws {
    try copy(path, to: "\(path).schema-\(schema).backup")
  }

  /// Makes a whole copy of the file, in place of one that is there.
  static func copy(_ path: String, to target: String) throws {
    let temporary = "\(target).\(UUID().uuidString)"
    do {
      // Closed to others from the first byte: SQLite takes an empty file as it is.
      DatabaseFile.createForThisUser(temporary)
      try DatabaseQueue(path: path, configuration: .distrusting).writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM INTO ?", arguments: [temporary])
      }
      guard rename(temporary, target) == 0 else {
        throw LibraryError.unopenable(path: path, reason: LibraryWords.copyNotCreated(target))
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// The copy made before the latest migration, where there is one.
  static func latestBackup(of path: String) -> String? {
    (1...max(1, LibraryMigrations.steps.all.count)).reversed().map { "\(path).schema-\($0).backup" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}
