internal import DiscogsModel
internal import Dispatch
internal import GRDB
internal import Platform
internal import SQLiteSupport
import Wording

/// A connection to a catalogue, with its prepared statements.
///
/// Everything but `init` and `read` is for use inside `read`, which runs one call at a time.
final class Reader: Sendable {
  private let queue: DatabaseQueue
  private let statements: Statements
  let path: String

  /// Statements by their SQL.
  fileprivate final class Statements: @unchecked Sendable {
    // Used on the queue only, and by `deinit`.
    var prepared: [String: PreparedStatement] = [:]
    var names: [Int: String] = [:]
    var blocks: BlockReader?
  }

  init(path: String) throws(CatalogueError) {
    self.path = path
    if let stranger = FileSystem.unreadableKind(at: path) { throw .unreadable(path: path, reason: stranger) }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "catalogue"
    configuration.qos = .userInitiated
    configuration.busyMode = .timeout(5)
    configuration.allowsUnsafeTransactions = true
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      statements = Statements()
      try queue.unsafeRead { database in
        guard let connection = database.sqliteConnection else { return }
        // The file never changes, so all reads are one transaction: each would take a third longer with one of its own.
        // A megabyte of pages is enough, as the system caches them too.
        try connection.execute("PRAGMA trusted_schema=OFF; PRAGMA cache_size=-1024; BEGIN")
        try CatalogueSchema.check(connection, path: path)
      }
    } catch { throw Self.sentence(error, path) }
  }

  deinit {
    // Statements must go before the connection.
    queue.unsafeRead { _ in
      statements.prepared = [:]
      statements.blocks = nil
    }
  }

  struct Access {
    fileprivate let statements: Statements
    let connection: OpaquePointer
    let cancellation: Cancellation

    /// A statement that no other query is using: each has its own SQL, or its own `purpose`.
    func statement(_ sql: String, purpose: String = "") throws(SQLiteFailure) -> PreparedStatement {
      let key = purpose.isEmpty ? sql : "\(sql)\0\(purpose)"
      if let prepared = statements.prepared[key] {
        prepared.reset()
        return prepared
      }
      let made = try PreparedStatement(connection, sql)
      statements.prepared[key] = made
      return made
    }

    /// The first row of a query with a number as its only parameter, if any; nil for no row.
    func first<Value>(
      _ sql: String, _ number: Int? = nil, purpose: String = "", _ read: (PreparedStatement) throws -> Value?
    ) throws -> Value? {
      let statement = try statement(sql, purpose: purpose)
      if let number { statement.bind(1, number) }
      defer { statement.reset() }
      return try statement.next() ? read(statement) : nil
    }

    func blocks() throws(SQLiteFailure) -> BlockReader {
      if let blocks = statements.blocks { return blocks }
      let made = try BlockReader(connection)
      statements.blocks = made
      return made
    }

    var lastRank: Int {
      get throws {
        // Artists' lists keep ranks in 28 bits; a larger one is damage, and must not cause an endless loop.
        try first("SELECT max(rank) FROM entry") { min(max($0.integer(0), 0), 1 << 28) } ?? 0
      }
    }

    /// Whether the text indexes have names of signs; older catalogues have them as whole names only.
    var hasSigns: Bool { get throws { try first("SELECT 1 FROM meta WHERE key = 'signs'") { _ in true } ?? false } }

    /// A value in the table of facets; empty for 0.
    func facetName(_ id: Int) throws -> String {
      guard id != 0 else { return "" }
      if let known = statements.names[id] { return known }
      let name = try first("SELECT name FROM facet WHERE id = ?", id) { $0.text(0) } ?? ""
      statements.names[id] = name
      return name
    }

    /// A format, which is a number in the table of facets or spelt out.
    func format(_ statement: PreparedStatement, _ column: Int32) throws -> String {
      statement.isText(column) ? statement.text(column) : try facetName(statement.integer(column))
    }
  }

  func read<Value: Sendable>(_ body: @Sendable (Access) throws -> Value) async throws(CatalogueError) -> Value {
    let cancellation = Cancellation()
    do {
      return try await withTaskCancellationHandler {
        try await queue.unsafeRead { database in
          guard let connection = database.sqliteConnection else { throw CatalogueError.cancelled }
          try cancellation.check()
          return try body(Access(statements: statements, connection: connection, cancellation: cancellation))
        }
      } onCancel: {
        cancellation.cancel()
      }
    } catch { throw Self.sentence(error, path) }
  }

  private static func sentence(_ error: any Error, _ path: String) -> CatalogueError {
    switch error {
    case let error as CatalogueError: error
    case let error as SQLiteFailure: CatalogueError(error, path: path)
    case let error as DatabaseError:
      CatalogueError(
        SQLiteFailure(
          code: error.extendedResultCode.rawValue,
          message: error.message ?? CatalogueWords.sqliteError(error.resultCode.rawValue)), path: path)
    case is CancellationError: .cancelled
    default: .unreadable(path: path, reason: "\(error)")
    }
  }
}
