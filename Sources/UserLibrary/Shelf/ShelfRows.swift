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
      """, [JSONList.text(ids)]
    ).map { row in
      var copy = try CollectionCopy(
        id: row.value("id"), facts: ShelfFacts(row), folder: row.value("folderName"),
        rating: Stars.read(row.value("rating")), added: row.value("added"),
        mediaCondition: row.value("mediaCondition"), sleeveCondition: row.value("sleeveCondition"),
        fields: try CollectionCopy.Field.unpack(row.value("fields")))
      copy.refusal = try ShelfRefusal(row, "refusal")
      return copy
    }
    let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    return ids.compactMap { byID[$0] }
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
      """, [JSONList.text(ids)]
    ).map {
      var want = try WantListEntry(
        id: $0.value("id"), facts: ShelfFacts(wantedIn: $0), rating: Stars.read($0.value("rating")),
        notes: $0.value("notes"),
        added: $0.value("added"))
      want.refusal = try ShelfRefusal($0, "refusal")
      return want
    }
    let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    return ids.compactMap { byID[$0] }
  }
}
