package import GRDB
internal import Platform
internal import Wording

/// The steps that build a database's schema.
///
/// The number of steps taken is the database's `user_version`. Append steps, but never change a released one: existing
/// files have taken it already.
package struct SchemaSteps: Sendable {
  package var all: [@Sendable (Database) throws -> Void]
  /// ``digest(upTo:)`` of all steps, so that they need not run at every start; nil where that does not matter.
  package var digest: String?

  package init(all: [@Sendable (Database) throws -> Void], digest: String? = nil) {
    (self.all, self.digest) = (all, digest)
  }

  /// Runs the missing steps, all or none of them, even if two programs start at once.
  ///
  /// - Parameter target: the number of steps in the end; nil for all.
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

  /// - Throws: `DatabaseFile.Refusal.damaged` for a negative number.
  package static func version(of database: Database) throws -> Int {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version >= 0 else { throw DatabaseFile.Refusal.damaged(reason: DatabaseWords.damaged) }
    return version
  }

  // MARK: Untrusted files

  /// Compares a database's objects with those that the steps make.
  ///
  /// A file can come from anywhere, and a foreign trigger, view or constraint changes what our own statements do: a
  /// single trigger could empty a shelf at the next search.
  ///
  /// - Throws: `DatabaseFile.Refusal.damaged` with the first object that differs. Newer schemas are not compared.
  package func verify(_ database: Database) throws {
    let version = try Self.version(of: database)
    guard version <= all.count else { return }
    let found = try SchemaObject.all(in: database)
    if version == all.count, let digest, SchemaObject.digest(of: found) == digest { return }
    let made = try objects(upTo: version)
    guard found != made else { return }
    if let foreign = found.first(where: { !made.contains($0) }) {
      throw DatabaseFile.Refusal.damaged(reason: DatabaseWords.foreign(foreign.type, foreign.name))
    }
    throw DatabaseFile.Refusal.damaged(reason: DatabaseWords.damaged)
  }

  /// The SHA-256 of the objects that the steps make: 64 hexadecimal digits.
  package func digest(upTo target: Int) throws -> String { SchemaObject.digest(of: try objects(upTo: target)) }

  private func objects(upTo target: Int) throws -> [SchemaObject] {
    try DatabaseQueue().writeWithoutTransaction { fresh in
      try run(fresh, upTo: target)
      return try SchemaObject.all(in: fresh)
    }
  }
}

/// A table, index, trigger or view in `sqlite_schema`.
private struct SchemaObject: Hashable {
  var type: String
  var name: String
  var table: String
  /// Without ASCII's white space, and without the quotes that SQLite adds around a renamed table.
  var sql: String

  /// All objects by name, without those that SQLite makes itself: indexes of constraints, statistics.
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
        sql: String(decoding: (sql ?? "").utf8.filter { !ignored.contains($0) }, as: UTF8.self))
    }
  }

  private static let ignored = Array(" \t\n\r\"".utf8)

  static func digest(of objects: [SchemaObject]) -> String {
    var digest = SHA256()
    for object in objects {
      for text in [object.type, object.name, object.table, object.sql] {
        // With its length, so that the bytes can be read in one way only.
        Array("\(text.utf8.count) \(text)".utf8).withUnsafeBytes { digest.update($0) }
      }
    }
    return SHA256.text(digest.finish())
  }
}

extension Configuration {
  /// For an untrusted file: its schema may only use functions known to be harmless.
  package static var distrusting: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.distrustSchema() }
    return configuration
  }
}

extension Database {
  /// Restricts views, triggers, defaults and indexes of the schema to functions known to be harmless.
  package func distrustSchema() throws { try execute(sql: "PRAGMA trusted_schema = OFF") }
}
