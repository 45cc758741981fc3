public import DiscogsModel
internal import GRDB
import RunoutModel
internal import SQLiteSupport

extension Library {
  // MARK: Lists

  /// Stores the account's lists without their entries. Lists it no longer has are deleted.
  ///
  /// - Returns: the lists whose entries are missing or out of date.
  public func mirror(lists: [UserList], of owner: String) async throws(LibraryError) -> [UserList] {
    try await change { database in
      var changed: [UserList] = []
      for list in lists {
        let known = try database.row(
          "SELECT changed FROM userList WHERE number = ? AND entries IS NOT NULL", [list.id.number])
        if known?["changed"] != list.changed { changed.append(list) }
        // `changed` is stored with the entries, so that an interrupted sync asks again.
        try database.change(
          """
          INSERT INTO userList (number, owner, isOwn, name, sortKey, description, isPublic, added, changed)
          VALUES (?, ?, 1, ?, ?, ?, ?, ?, '')
          ON CONFLICT (number) DO UPDATE SET owner = excluded.owner, isOwn = 1, name = excluded.name,
            sortKey = excluded.sortKey, description = excluded.description, isPublic = excluded.isPublic,
            added = excluded.added
          """,
          [list.id.number, owner, list.name, NaturalOrder.key(list.name), list.description, list.isPublic, list.added])
      }
      try database.change(
        "DELETE FROM userList WHERE isOwn AND number NOT IN (SELECT value FROM json_each(?))",
        [JSONList.text(lists.map(\.id.number))])
      return changed
    }
  }

  /// Stores the entries of a list.
  ///
  /// - Parameter changed: the list's time of change, as the account's lists have it.
  public func mirror(entries: [UserList.Entry], of list: UserList.ID, changed: String) async throws(LibraryError) {
    try await change { database in
      try database.change(
        "UPDATE userList SET entries = ?, changed = ? WHERE number = ?",
        [entries.map(StoredEntry.init).json, changed, list.number])
    }
  }

  public func lists() async throws(LibraryError) -> [UserList] {
    try await read { database in
      try database.rows("SELECT * FROM userList WHERE isOwn ORDER BY sortKey, name, number").map(UserList.init)
    }
  }

  /// Nil for a list that is not stored.
  public func list(_ id: UserList.ID) async throws(LibraryError) -> UserList? {
    try await read { database in
      try database.row("SELECT * FROM userList WHERE number = ?", [id.number]).map { try UserList($0) }
    }
  }

  // MARK: Once a day

  /// The day on which lists and value were last fetched; nil for never.
  public func dayOfLists() async throws(LibraryError) -> String? { try await note("lists on") }
  public func setDayOfLists(_ day: String) async throws(LibraryError) { try await set("lists on", to: day) }
}

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
    entries = try [StoredEntry](fromJSON: text).compactMap(\.entry)
  }
}
