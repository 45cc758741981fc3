package import GRDB
internal import GRDBSQLite
internal import Platform
internal import Wording

/// Whether one of the program's databases is what it should be, found out without changing it.
///
///     let outcome = DatabaseCheck.run(.library, at: paths.library, within: .seconds(5))
public enum DatabaseCheck {
  /// One of the program's databases: the module that writes it says which schema it knows.
  public struct Kind: Sendable {
    let schema: Int
    /// Whether an older one is brought up to date when it is opened.
    public let isUpgraded: Bool
    let verify: @Sendable (Database) throws -> Void

    /// A database that is built in one go.
    ///
    /// - Parameter verify: throws `DatabaseFile.Refusal.damaged` for anything in a schema that is not ours.
    package init(schema: Int, verify: @escaping @Sendable (Database) throws -> Void) {
      self.schema = schema
      self.verify = verify
      isUpgraded = false
    }

    package init(_ steps: SchemaSteps) {
      schema = steps.all.count
      verify = { try steps.verify($0) }
      isUpgraded = true
    }
  }

  public enum Outcome: Hashable, Sendable {
    case missing
    /// `isChecked` is false when it was too large to be gone through in the time given.
    case whole(schema: Int, bytes: Int, isChecked: Bool)
    /// It is brought up to date, or has to be imported again, when it is opened.
    case older(schema: Int, known: Int)
    case newer(schema: Int, known: Int)
    /// Half a sentence each.
    case damaged(String)
    case unreadable(String)
  }

  /// The version of SQLite.
  public static var version: String { String(cString: sqlite3_libversion()) }

  /// Blocks its thread, for `limit` and a little more at the most as far as the disk answers.
  public static func run(_ kind: Kind, at path: String, within limit: Duration) -> Outcome {
    guard let facts = FileSystem.facts(of: path) else { return .missing }
    do {
      let schema = try DatabaseFile.schema(of: path)
      if schema > kind.schema { return .newer(schema: schema, known: kind.schema) }
      var configuration = Configuration()
      configuration.busyMode = .timeout(2)
      let database = try DatabaseFile.openForReading(path, configuration)
      try database.read { try kind.verify($0) }
      let isChecked = try check(database, within: limit)
      if schema < kind.schema { return .older(schema: schema, known: kind.schema) }
      return .whole(schema: schema, bytes: facts.bytes, isChecked: isChecked)
    } catch DatabaseFile.Refusal.damaged(let reason) {
      return .damaged(reason)
    } catch DatabaseFile.Refusal.unopenable(let reason) {
      return .unreadable(reason)
    } catch let error as DatabaseError {
      let reason = error.message ?? "\(error.resultCode)"
      return damage(error) == nil ? .unreadable(reason) : .damaged(reason)
    } catch {
      return damage(error).map { .damaged($0) } ?? .unreadable("\(error)")
    }
  }

  /// - Returns: whether it came to the end in time.
  /// - Throws: `DatabaseFile.Refusal.damaged` with the first thing that is wrong.
  private static func check(_ database: DatabaseQueue, within limit: Duration) throws -> Bool {
    let deadline = ContinuousClock.now + limit
    do {
      let said = try database.read { database in
        // Asked every million steps of SQLite's machine, some milliseconds each.
        let stop = Unmanaged.passRetained(Deadline(deadline))
        sqlite3_progress_handler(
          database.sqliteConnection, 1_000_000,
          { Unmanaged<Deadline>.fromOpaque($0!).takeUnretainedValue().isOver ? 1 : 0 }, stop.toOpaque())
        defer {
          sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
          stop.release()
        }
        return try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
      }
      guard said == "ok" else { throw DatabaseFile.Refusal.damaged(reason: said ?? DatabaseWords.noVerdict) }
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      return false
    }
  }

  private final class Deadline {
    private let instant: ContinuousClock.Instant

    init(_ instant: ContinuousClock.Instant) { self.instant = instant }

    var isOver: Bool { ContinuousClock.now > instant }
  }
}
