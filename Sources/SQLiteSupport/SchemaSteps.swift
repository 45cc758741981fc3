package import GRDB
internal import Wording

/// How a database's schema came about, step by step.
///
/// The number of steps taken is the database's `user_version`. Append steps; never change one that was released: the
/// files out there have taken it already.
package struct SchemaSteps: Sendable {
  package var all: [@Sendable (Database) throws -> Void]

  package init(all: [@Sendable (Database) throws -> Void]) {
    self.all = all
  }

  /// Takes the steps that are missing, all or none of them, also when two programs set out to do so at once.
  ///
  /// - Parameter target: how many steps in the end; nil for all.
  package func run(_ database: Database, upTo target: Int? = nil) throws {
    let target = target ?? all.count
    guard try Self.version(of: database) < target else { return }
    try database.inTransaction(.immediate) {
      let version = try Self.version(of: database)
      for step in all[version..<max(version, target)] { try step(database) }
      try database.execute(sql: "PRAGMA user_version = \(max(version, target))")
      return .commit
    }
  }

  /// - Throws: `DatabaseFile.Refusal.damaged` for a number that no steps have.
  package static func version(of database: Database) throws -> Int {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version >= 0 else { throw DatabaseFile.Refusal.damaged(reason: DatabaseWords.damaged) }
    return version
  }

  // MARK: Files from outside

  /// Compares a database's objects with those that the steps make, one by one.
  ///
  /// A file can come from anywhere, and a trigger, a view or a rule of a table changes what our own statements do: a
  /// single trigger empties a shelf at the next search.
  ///
  /// - Throws: `DatabaseFile.Refusal.damaged` with the first object that differs. A newer schema is not looked at.
  package func verify(_ database: Database) throws {
    let version = try Self.version(of: database)
    guard version <= all.count else { return }
    let found = try SchemaObject.all(in: database)
    let made = try DatabaseQueue().writeWithoutTransaction { fresh in
      try run(fresh, upTo: version)
      return try SchemaObject.all(in: fresh)
    }
    guard found != made else { return }
    if let foreign = found.first(where: { !made.contains($0) }) {
      throw DatabaseFile.Refusal.damaged(reason: DatabaseWords.foreign(foreign.type, foreign.name))
    }
    throw DatabaseFile.Refusal.damaged(reason: DatabaseWords.damaged)
  }
}

/// A table, index, trigger or view as `sqlite_schema` has it.
private struct SchemaObject: Hashable {
  var type: String
  var name: String
  var table: String
  /// Without white space and the quotes that SQLite puts around a new name.
  var sql: String

  /// All in the order of their names, without what SQLite makes by itself: indexes of a table's own rules, statistics.
  static func all(in database: Database) throws -> [SchemaObject] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT type, name, tbl_name, sql FROM sqlite_schema
        WHERE NOT (type = 'index' AND sql IS NULL) AND NOT (type = 'table' AND name GLOB 'sqlite_stat[1-4]')
        ORDER BY name, type
        """
    ).map { row in
      let sql: String? = try row.value("sql")
      return try SchemaObject(
        type: row.value("type"), name: row.value("name"), table: row.value("tbl_name"),
        sql: (sql ?? "").filter { !$0.isWhitespace && $0 != "\"" })
    }
  }
}

extension Configuration {
  /// Settings for a file from outside: no function in its schema runs but those that are known to do no harm.
  package static var distrusting: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.distrustSchema() }
    return configuration
  }
}

extension Database {
  /// Has SQLite treat the schema as text from outside: views, triggers, defaults and indexes may call no function that
  /// could do harm.
  package func distrustSchema() throws { try execute(sql: "PRAGMA trusted_schema = OFF") }
}
