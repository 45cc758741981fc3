internal import GRDB
internal import LibC
internal import Platform
internal import SQLiteSupport
internal import Synchronization

/// The answers of the live source, kept so that they can be shown again at once, and without a network.
///
///     let cache = CacheStore.open(at: paths.cache) { log.warning("\($0)") }
///     if let answer = await cache.get(key), answer.isFresh(for: 3600, at: now()) { … }
///     await cache.put(answer, for: key, rows: rows)
///
/// One SQLite file in WAL mode, with the index of the pictures (`ImageStore`); several programs may use it at once. All
/// of it can be fetched again, so nothing that happens to it is an error to its user: what cannot be read is not there,
/// what cannot be written is not kept, and `report` hears of each kind of trouble once.
/// A damaged file, or one of a newer program, is set aside as `cache.sqlite.corrupt-1` and replaced by an empty one; only
/// the latest of these is kept.
public final class CacheStore: Sendable {
  public let path: String
  public let limits: CacheLimits
  let options: Options
  private let report: @Sendable (CacheTrouble) -> Void
  private let state: Mutex<State>
  /// What was read since the last writing, in order: marked as used together with the next writing.
  let used = Mutex(Used())
  private let gate = AccessGate()

  /// What tests set otherwise.
  struct Options: Sendable {
    /// How long to wait for another program's lock, in seconds.
    var patience: Double = 2
    /// Pages the file may have; nil for as many as the disk holds.
    var pages: Int?
    var readOnly = false
  }

  private struct State {
    var connection: Connection
    var reported: Set<Int> = []
  }

  /// An opened database, and which file it was opened from.
  struct Connection: Sendable {
    var database: any DatabaseWriter
    /// Why nothing can be written.
    var refusal: CacheTrouble?
    /// Nil for a database in memory.
    var file: DatabaseFile.Identity?
  }

  struct Used: Sendable {
    var answers: [Int64] = []
    var images: [Int64] = []
    var count: Int { answers.count + images.count }
  }

  /// Opens the cache, and makes it where there is none. Without a place for it, it is kept in memory.
  ///
  /// Blocks its thread for some milliseconds: not for the main actor.
  ///
  /// - Parameter report: hears what does not work; called from any thread.
  public static func open(
    at path: String, limits: CacheLimits = CacheLimits(), report: @escaping @Sendable (CacheTrouble) -> Void
  ) -> CacheStore {
    open(at: path, limits: limits, options: Options(), report: report)
  }

  static func open(
    at path: String, limits: CacheLimits = CacheLimits(), options: Options,
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
    self.path = path
    self.limits = limits
    self.options = options
    self.report = report
    state = Mutex(State(connection: connection))
  }

  /// Whether what is put in is kept: until the program ends at least.
  public var isWritable: Bool { connection.refusal == nil }

  /// Whether it is kept only until the program ends.
  public var isInMemory: Bool { connection.file == nil }

  /// Writes what is still to be written, waits for readers and writers, and closes the file. Nothing is found
  /// or kept afterwards.
  public func close() async {
    await flush()
    await gate.close()
    do {
      try connection.database.close()
    } catch {
      reportOnce(trouble(error))
    }
  }

  // MARK: Reading and writing

  private var connection: Connection { state.withLock { $0.connection } }

  /// Nil when it cannot be read or the task was cancelled.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async -> Value? {
    guard gate.enter() else { return nil }
    defer { gate.leave() }
    let first = connection
    do {
      return try await first.database.read(body)
    } catch {
      guard recovers(from: error, of: first) else { return nil }
    }
    do {
      return try await connection.database.read(body)
    } catch {
      reportOnce(trouble(error))
      return nil
    }
  }

  /// Runs in one transaction, also when the task is cancelled meanwhile: what has been fetched is worth keeping.
  ///
  /// - Returns: nil when it could not be written, and nothing of it was.
  @discardableResult
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async -> Value? {
    guard gate.enter() else { return nil }
    defer { gate.leave() }
    let first = connection
    if let refusal = first.refusal {
      reportOnce(refusal)
      return nil
    }
    do {
      return try await first.database.writeInAnyCase(body)
    } catch {
      guard recovers(from: error, of: first), isWritable else { return nil }
    }
    do {
      return try await connection.database.writeInAnyCase(body)
    } catch {
      reportOnce(trouble(error))
      return nil
    }
  }

  /// Gives the disk back what deleted things took. Where that does not work, the pages are used again later.
  func shrink() async {
    guard gate.enter() else { return }
    defer { gate.leave() }
    let connection = connection
    guard connection.refusal == nil, connection.file != nil else { return }
    do {
      try await connection.database.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM")
        _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
    } catch {
      reportOnce(trouble(error))
    }
  }

  // MARK: Trouble

  /// Tells what is wrong, unless it was told before. A cancelled task is nothing wrong.
  func reportOnce(_ trouble: CacheTrouble?) {
    guard let trouble else { return }
    let isNew = state.withLock { state in
      if case .setAside = trouble { return true }
      return state.reported.insert(trouble.number).inserted
    }
    if isNew { report(trouble) }
  }

  /// Tells why what was fetched is not kept, where nothing is.
  func reportCachingOff() { reportOnce(connection.refusal) }

  private func trouble(_ error: any Error) -> CacheTrouble? { CacheTrouble(error, path: path) }

  /// Starts an empty file when the error says that this one is worthless.
  ///
  /// - Returns: whether it is worth trying again.
  private func recovers(from error: any Error, of failed: Connection) -> Bool {
    guard let reason = damage(error), let file = failed.file else {
      reportOnce(trouble(error))
      return false
    }
    let troubles: [CacheTrouble] = state.withLock { state in
      // Another call met the damage first.
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
  /// GRDB's own `write` ends when the task is cancelled.
  fileprivate func writeInAnyCase<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      asyncWrite(body) { _, result in continuation.resume(with: result) }
    }
  }
}

extension CacheTrouble {
  /// Sorts what SQLite and GRDB report; nil for a task that was cancelled.
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
    default: self = .failed(path: path, reason: damage(error) ?? "\(error)")
    }
  }
}

extension CacheTrouble {
  init(file error: FileError, path: String) {
    switch error.code {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    case EROFS, EACCES, EPERM: self = .readOnly(path: path)
    default: self = .failed(path: path, reason: error.reason)
    }
  }
}
