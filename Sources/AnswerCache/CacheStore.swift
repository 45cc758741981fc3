internal import GRDB
internal import LibC
internal import Platform
internal import SQLiteSupport
internal import Synchronization

/// Caches the answers of the live source, for showing them again at once and offline.
///
///     let cache = CacheStore.open(at: paths.cache) { log.warning("\($0)") }
///     if let answer = await cache.get(key), answer.isFresh(for: 3600, at: now()) { … }
///     await cache.put(answer, for: key, rows: rows)
///
/// One SQLite file in WAL mode, including the index of the pictures (`ImageStore`); several programs may use it at
/// once. Everything can be fetched again, so no failure reaches the user: unreadable entries are missing, unwritable
/// ones are not stored, and `report` gets each kind of trouble once. A damaged file, or a newer program's, is set aside
/// as `cache.sqlite.corrupt-1` and replaced by an empty one; only the latest of these is kept.
public final class CacheStore: Sendable {
  public let path: String
  let limits: CacheLimits
  let options: Options
  private let report: @Sendable (CacheTrouble) -> Void
  private let state: Mutex<State>
  /// The uses since the last write, in order; the next write marks them.
  let used = Mutex(Used())
  private let gate = AccessGate()

  struct Options: Sendable {
    /// Seconds to wait for another program's lock.
    var patience: Double = 2
    /// The most pages of the file; nil for no limit.
    var pages: Int?
    var readOnly = false
  }

  private struct State {
    var connection: Connection
    var reported: Set<Int> = []
  }

  /// An open database, and the file it was opened from.
  struct Connection: Sendable {
    var database: any DatabaseWriter
    /// The reason why nothing can be written; nil where it can.
    var refusal: CacheTrouble?
    /// Nil for a database in memory.
    var file: DatabaseFile.Identity?
  }

  struct Used: Sendable {
    var answers: [Int64] = []
    var images: [Int64] = []
    var count: Int { answers.count + images.count }
  }

  /// Opens the cache, creating it if necessary; in memory where there can be no file.
  ///
  /// Blocks its thread for some milliseconds, so not for the main actor.
  ///
  /// - Parameter report: called from any thread.
  public static func open(at path: String, report: @escaping @Sendable (CacheTrouble) -> Void) -> CacheStore {
    open(at: path, limits: CacheLimits(), options: Options(), report: report)
  }

  static func open(
    at path: String, limits: CacheLimits, options: Options = Options(),
    report: @escaping @Sendable (CacheTrouble) -> Void
  ) -> CacheStore {
    let (connection, troubles) = CacheOpening(path: path, options: options).open()
    let store = CacheStore(path: path, limits: limits, options: options, connection: connection, report: report)
    for trouble in troubles { store.reportOnce(trouble) }
    return store
  }

  private init(
    path: String, limits: CacheLimits, options: Options, connection: Connection,
    report: @escaping @Sendable (CacheTrouble) -> Void
  ) {
    (self.path, self.limits, self.options, self.report) = (path, limits, options, report)
    state = Mutex(State(connection: connection))
  }

  /// Whether entries are stored, at least until the program ends.
  public var isWritable: Bool { connection.refusal == nil }

  /// Whether entries are lost when the program ends.
  var isInMemory: Bool { connection.file == nil }

  /// Writes the gathered uses, waits for readers and writers, and closes the file. Afterwards nothing is found or
  /// stored.
  public func close() async {
    await flush()
    guard await gate.close() else { return }
    do { try connection.database.close() } catch { reportOnce(trouble(error)) }
  }

  // MARK: Reading and writing

  private var connection: Connection { state.withLock { $0.connection } }

  /// Nil when the file cannot be read or the task was cancelled.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async -> Value? {
    await attempt(isWriting: false) { try await $0.read(body) }
  }

  /// Runs in one transaction, even if the task is cancelled meanwhile, since fetched data are worth storing.
  ///
  /// - Returns: nil when nothing could be written.
  @discardableResult
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async -> Value? {
    await attempt(isWriting: true) { try await $0.writeInAnyCase(body) }
  }

  /// Does work with the database, and once more with a new one if the file turns out to be worthless.
  private func attempt<Value: Sendable>(
    isWriting: Bool, _ work: (any DatabaseWriter) async throws -> Value
  ) async -> Value? {
    guard gate.enter() else { return nil }
    defer { gate.leave() }
    let first = connection
    if isWriting, let refusal = first.refusal {
      reportOnce(refusal)
      return nil
    }
    do { return try await work(first.database) } catch {
      guard recovers(from: error, of: first), isWritable || !isWriting else { return nil }
    }
    do { return try await work(connection.database) } catch {
      reportOnce(trouble(error))
      return nil
    }
  }

  /// Returns the room of deleted entries to the disk. If that fails, the pages are reused later.
  func shrink() async {
    guard gate.enter() else { return }
    defer { gate.leave() }
    let connection = connection
    guard connection.refusal == nil, connection.file != nil else { return }
    do {
      try await connection.database.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM")
        _ = try database.row("PRAGMA wal_checkpoint(TRUNCATE)")
      }
    } catch {
      reportOnce(trouble(error))
    }
  }

  // MARK: Trouble

  /// Reports a trouble once for each kind; files set aside always.
  func reportOnce(_ trouble: CacheTrouble?) {
    guard let trouble else { return }
    let isNew = state.withLock { state in
      if case .setAside = trouble { return true }
      return state.reported.insert(trouble.number).inserted
    }
    if isNew { report(trouble) }
  }

  func reportCachingOff() { reportOnce(connection.refusal) }

  private func trouble(_ error: any Error) -> CacheTrouble? { CacheTrouble(error, path: path) }

  /// Starts an empty file if the error shows that this one is worthless.
  ///
  /// - Returns: whether to try again.
  private func recovers(from error: any Error, of failed: Connection) -> Bool {
    guard let reason = damage(error), let file = failed.file else {
      reportOnce(trouble(error))
      return false
    }
    let troubles: [CacheTrouble] = state.withLock { state in
      // Another call found the damage first.
      guard state.connection.database === failed.database else { return [] }
      let (connection, troubles) = CacheOpening(path: path, options: options).reopen(insteadOf: file, reason: reason)
      state.connection = connection
      return troubles
    }
    used.withLock { $0 = Used() }
    for trouble in troubles { reportOnce(trouble) }
    return true
  }
}

extension DatabaseWriter {
  /// Unlike GRDB's own `write`, does not end when the task is cancelled.
  fileprivate func writeInAnyCase<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      asyncWrite(body) { _, result in continuation.resume(with: result) }
    }
  }
}

extension CacheTrouble {
  /// Classifies the errors of SQLite and GRDB; nil for a cancelled task.
  init?(_ error: any Error, path: String) {
    switch error {
    case is CancellationError: return nil
    case DatabaseFile.Refusal.damaged(let reason), DatabaseFile.Refusal.unopenable(let reason):
      self = .failed(path: path, reason: reason)
    case let error as DatabaseError where error.isForWantOfRoom: self = .diskFull(path: path)
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_INTERRUPT, .SQLITE_ABORT: return nil
      case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
      default: self = .failed(path: path, reason: error.message ?? "\(error.resultCode)")
      }
    case let error as FileError:
      switch error.code {
      case ENOSPC, EDQUOT: self = .diskFull(path: path)
      case EROFS, EACCES, EPERM: self = .readOnly(path: path)
      default: self = .failed(path: path, reason: error.reason)
      }
    default: self = .failed(path: path, reason: damage(error) ?? "\(error)")
    }
  }
}
