public import DiscogsModel
internal import Foundation
internal import GRDB
import RunoutModel
internal import SQLiteSupport

extension Library {
  // MARK: Lists

  /// Stores the account's lists without their entries. Lists it no longer has are deleted.
  ///
  /// - Returns: the lists whose entries are missing or out of date.
  public func mirror(lists: [UserList], of owner: String) async throws(LibraryError) -> [UserList] {
    try await write { database in
      var changed: [UserList] = []
      for list in lists {
        let known = try Row.fetchOne(
          database, sql: "SELECT changed FROM userList WHERE number = ? AND entries IS NOT NULL",
          arguments: [list.id.number])
        if known?["changed"] != list.changed { changed.append(list) }
        // `changed` is stored with the entries, so that an interrupted sync asks again.
        try database.execute(
          sql: """
            INSERT INTO userList (number, owner, isOwn, name, sortKey, description, isPublic, added, changed)
            VALUES (?, ?, 1, ?, ?, ?, ?, ?, '')
            ON CONFLICT (number) DO UPDATE SET owner = excluded.owner, isOwn = 1, name = excluded.name,
              sortKey = excluded.sortKey, description = excluded.description, isPublic = excluded.isPublic,
              added = excluded.added
            """,
          arguments: [
            list.id.number, owner, list.name, NaturalOrder.key(list.name), list.description, list.isPublic, list.added,
          ])
      }
      try database.execute(
        sql: "DELETE FROM userList WHERE isOwn AND number NOT IN (SELECT value FROM json_each(?))",
        arguments: [JSONList.text(lists.map(\.id.number))])
      try Self.raiseShelfVersion(database)
      return changed
    }
  }

  /// Stores the entries of a list.
  ///
  /// - Parameter changed: the list's time of change, as the account's lists have it.
  public func mirror(
    entries: [UserList.Entry], of list: UserList.ID, changed: String
  ) async throws(LibraryError) {
    try await write { database in
      try database.execute(
        sql: "UPDATE userList SET entries = ?, changed = ? WHERE number = ?",
        arguments: [
          String(decoding: try JSONEncoder().encode(entries.map(StoredEntry.init)), as: UTF8.self), changed,
          list.number,
        ])
      try Self.raiseShelfVersion(database)
    }
  }

  /// The account's lists by name, with the entries fetched so far.
  public func lists() async throws(LibraryError) -> [UserList] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM userList WHERE isOwn ORDER BY sortKey, name, number").map {
        try UserList($0)
      }
    }
  }

  /// Nil for a list that is not stored.
  public func list(_ id: UserList.ID) async throws(LibraryError) -> UserList? {
    try await read { database in
      try Row.fetchOne(database, sql: "SELECT * FROM userList WHERE number = ?", arguments: [id.number]).map {
        try UserList($0)
      }
    }
  }

  // MARK: Once a day

  /// The day on which lists and value were last fetched; nil for never.
  public func dayOfLists() async throws(LibraryError) -> String? { try await note("lists on") }
  public func setDayOfLists(_ day: String) async throws(LibraryError) { try await set("lists on", to: day) }
}

/// The stored form of a list's entry.
private struct StoredEntry: Codable {
  var kind: String
  var number: Int
  var title: String
  var comment: String

  init(_ entry: UserList.Entry) {
    (kind, number) = (entry.reference.kind.rawValue, entry.reference.number)
    (title, comment) = (entry.title, entry.comment)
  }

  /// Nil for a kind that this version does not know.
  var entry: UserList.Entry? {
    EntityKind(rawValue: kind).map {
      UserList.Entry(reference: EntityReference($0, number), title: title, comment: comment)
    }
  }
}

extension UserList {
  fileprivate init(_ row: Row) throws {
    try self.init(id: ID(row.value("number") as Int), name: row.value("name"))
    description = try row.value("description")
    isPublic = try row.value("isPublic")
    added = try row.value("added")
    changed = try row.value("changed")
    owner = try UserReference(name: row.value("owner"))
    webURL = "https://www.discogs.com/lists/\(id)"
    guard let text: String = try row.value("entries") else { return }
    entries = try JSONDecoder().decode([StoredEntry].self, from: Data(text.utf8)).compactMap(\.entry)
  }
}
