internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

extension CollectionCopy {
  /// In the order of the ids.
  static func fetch(_ database: Database, ids: [Int64]) throws -> [CollectionCopy] {
    if ids.isEmpty { return [] }
    let rows = try database.rows(
      """
      SELECT copy.*, folder.name AS folderName,
        (SELECT min(before IS NOT NULL OR copy.instance IS NOT NULL) FROM edit
          WHERE target = 'copy' AND item = copy.id AND state = 'refused') AS refusal
      FROM copy JOIN folder ON folder.id = copy.folder WHERE copy.id IN (SELECT value FROM json_each(?))
      """, [JSONList.text(ids)])
    return try inOrder(
      of: ids,
      rows.map { row in
        var copy = try CollectionCopy(row)
        copy.refusal = try ShelfRefusal(row)
        return copy
      })
  }

  /// - Parameter query: selects ids.
  static func fetch(_ database: Database, _ query: String, _ arguments: StatementArguments) throws -> [CollectionCopy] {
    try fetch(database, ids: database.values(query, arguments))
  }

  init(_ row: Row) throws {
    try self.init(
      id: row.value("id"), facts: ShelfFacts(row), folder: row.value("folderName"),
      rating: Stars.read(row.value("rating")), added: row.value("added"), mediaCondition: row.value("mediaCondition"),
      sleeveCondition: row.value("sleeveCondition"), fields: Field.unpack(row.value("fields")))
  }
}

extension WantListEntry {
  /// In the order of the ids.
  static func fetch(_ database: Database, ids: [Int64]) throws -> [WantListEntry] {
    if ids.isEmpty { return [] }
    let rows = try database.rows(
      """
      SELECT *, (SELECT min(before IS NOT NULL) FROM edit
        WHERE target = 'want' AND item = want.release AND state = 'refused') AS refusal
      FROM want WHERE id IN (SELECT value FROM json_each(?))
      """, [JSONList.text(ids)])
    return try inOrder(
      of: ids,
      rows.map { row in
        let state = try WantState(row)
        var want = try WantListEntry(
          id: row.value("id"), facts: state.facts, rating: state.rating, notes: state.notes, added: state.added)
        want.refusal = try ShelfRefusal(row)
        return want
      })
  }

  /// - Parameter query: selects ids.
  static func fetch(
    _ database: Database, _ query: String, _ arguments: StatementArguments = StatementArguments()
  ) throws -> [WantListEntry] {
    try fetch(database, ids: database.values(query, arguments))
  }
}

private func inOrder<Entry: Identifiable>(of ids: [Int64], _ rows: [Entry]) -> [Entry] where Entry.ID == Int64 {
  let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
  return ids.compactMap { byID[$0] }
}

extension ShelfRefusal {
  /// `refusal` is 1 if only changes of the row were refused, 0 if the row itself was, null for neither.
  fileprivate init?(_ row: Row) throws {
    guard let isOfChange: Bool = try row.value("refusal") else { return nil }
    self = isOfChange ? .change : .row
  }
}
