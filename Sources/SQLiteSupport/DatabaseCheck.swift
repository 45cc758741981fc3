package import GRDB
internal import GRDBSQLite
internal import Platform
internal import Wording

/// Checks one of the program's databases without changing it.
///
///     let outcome = DatabaseCheck.run(.library, at: paths.library, within: .seconds(5))
public enum DatabaseCheck {
  /// A kind of database; the module that writes it knows its schema.
  public struct Kind: Sendable {
    let schema: Int
    /// The oldest that can be used as it is.
    let oldest: Int
    /// Whether opening an older one upgrades it.
    public let isUpgraded: Bool
    let verify: @Sendable (Database) throws -> Void
    let checksRows: Bool

    /// A database that is built in one go.
    ///
    /// - Parameter verify: throws `DatabaseFile.Refusal.damaged` for foreign parts of a schema.
    package init(schema: Int, oldest: Int, verify: @escaping @Sendable (Database) throws -> Void) {
      (self.schema, self.oldest, self.verify, isUpgraded, checksRows) = (schema, oldest, verify, false, false)
    }

    /// - Parameter checksRows: whether rows with dangling references, and values of another type than their column's,
    ///   count as damage.
    package init(_ steps: SchemaSteps, checksRows: Bool = false) {
      schema = steps.all.count
      oldest = schema
      verify = { try steps.verify($0) }
      isUpgraded = true
      self.checksRows = checksRows
    }
  }

  public enum Outcome: Hashable, Sendable {
    case missing
    /// `isChecked` is false when there was no time to check all of it.
    case whole(schema: Int, bytes: Int, isChecked: Bool)
    /// Opening it upgrades it, or it must be imported again.
    case older(schema: Int, known: Int)
    case newer(schema: Int, known: Int)
    /// The reasons are half a sentence each.
    case damaged(String)
    case unreadable(String)
  }

  public static var version: String { String(cString: sqlite3_libversion()) }

  /// Blocks its thread for little longer than `limit`, as long as the disk responds.
  public static func run(_ kind: Kind, at path: String, within limit: Duration) -> Outcome {
    guard let facts = FileSystem.facts(of: path) else { return .missing }
    do {
      let schema = try DatabaseFile.schema(of: path)
      if schema > kind.schema { return .newer(schema: schema, known: kind.schema) }
      var configuration = Configuration()
      configuration.busyMode = .timeout(2)
      let database = try DatabaseFile.openForReading(path, configuration)
      try database.read { try kind.verify($0) }
      let isChecked = try check(database, checksRows: kind.checksRows, within: limit)
      if schema < kind.oldest { return .older(schema: schema, known: kind.schema) }
      return .whole(schema: schema, bytes: facts.bytes, isChecked: isChecked)
    } catch DatabaseFile.Refusal.unopenable(let reason) {
      return .unreadable(reason)
    } catch {
      if let reason = damage(error) { return .damaged(reason) }
      return .unreadable((error as? DatabaseError).map { $0.message ?? "\($0.resultCode)" } ?? "\(error)")
    }
  }

  /// - Returns: whether it finished in time.
  /// - Throws: `DatabaseFile.Refusal.damaged` with the first fault.
  private static func check(_ database: DatabaseQueue, checksRows: Bool, within limit: Duration) throws -> Bool {
    let deadline = ContinuousClock.now + limit
    do {
      let said = try database.read { database in
        // Called every million steps of SQLite's virtual machine, some milliseconds each.
        let stop = Unmanaged.passRetained(Deadline(deadline))
        sqlite3_progress_handler(
          database.sqliteConnection, 1_000_000,
          { Unmanaged<Deadline>.fromOpaque($0!).takeUnretainedValue().isOver ? 1 : 0 }, stop.toOpaque())
        defer {
          sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
          stop.release()
        }
        let said = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        if said == "ok", checksRows { try checkRows(database) }
        return said
      }
      guard said == "ok" else { throw DatabaseFile.Refusal.damaged(reason: said ?? DatabaseWords.noVerdict) }
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      return false
    }
  }

  /// Finds faults that SQLite's own check ignores.
  private static func checkRows(_ database: Database) throws {
    if let row = try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") {
      throw DatabaseFile.Refusal.damaged(reason: DatabaseWords.pointsAtNothing(try row.value(0)))
    }
    let tables = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name")
    for table in tables {
      let wrong = try Row.fetchAll(database, sql: "PRAGMA table_info(\"\(table)\")").compactMap { column -> String? in
        let (name, type, isFilled): (String, String, Bool) = try (
          column.value("name"), column.value("type"), column.value("notnull")
        )
        guard let types = storedTypes(of: type) else { return nil }
        return "typeof(\"\(name)\") NOT IN (\(types)\(isFilled ? "" : ", 'null'"))"
      }
      guard !wrong.isEmpty else { continue }
      let sql = "SELECT 1 FROM \"\(table)\" WHERE \(wrong.joined(separator: " OR ")) LIMIT 1"
      guard try Row.fetchOne(database, sql: sql) == nil else {
        throw DatabaseFile.Refusal.damaged(reason: DatabaseWords.badRow)
      }
    }
  }

  /// The types that a column may hold, as SQL; nil for any.
  private static func storedTypes(of declared: String) -> String? {
    switch declared {
    case "INTEGER": "'integer'"
    case "REAL": "'real', 'integer'"
    case "TEXT": "'text'"
    default: nil
    }
  }

  private final class Deadline {
    private let instant: ContinuousClock.Instant

    init(_ instant: ContinuousClock.Instant) { self.instant = instant }

    var isOver: Bool { ContinuousClock.now > instant }
  }
}
