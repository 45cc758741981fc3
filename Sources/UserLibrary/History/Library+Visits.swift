import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

extension Library {
  /// The visited pages, latest first. Places that only a newer version knows are left out.
  ///
  /// - Parameter source: where their records are from: a number means another record in each.
  public func visits(in source: Source, limit: Int) async throws(LibraryError) -> [Visit] {
    try await read { database in
      try database.rows(
        "SELECT place, name, detail, at FROM visit WHERE source = ? ORDER BY turn DESC LIMIT ?",
        [source.rawValue, limit]
      ).compactMap { try Visit($0) }
    }
  }

  /// Remembers a visit in place of the last one to the same page. Beyond the limit, the page longest not visited is
  /// forgotten.
  public func remember(_ visit: Visit, in source: Source) async throws(LibraryError) {
    let kept = options.visits
    try await write { database in
      try database.change(
        """
        INSERT OR REPLACE INTO visit (source, place, name, detail, at, turn)
        VALUES (?, ?, ?, ?, ?, (SELECT ifnull(max(turn), 0) + 1 FROM visit))
        """, [source.rawValue, visit.place.stored, visit.name, visit.detail, visit.time])
      try database.change(
        "DELETE FROM visit WHERE turn <= (SELECT turn FROM visit ORDER BY turn DESC LIMIT 1 OFFSET ?)", [kept])
    }
  }
}

extension Visit {
  fileprivate init?(_ row: Row) throws {
    guard let place = try Place(stored: row.value(0)) else { return nil }
    try self.init(place, name: row.value(1), detail: row.value(2), at: row.value(3))
  }
}

extension Visit.Place {
  /// `release 249504`, `user someone`.
  fileprivate var stored: String {
    switch self {
    case .record(let reference): reference.stored
    case .user(let name): "user \(name)"
    }
  }

  fileprivate init?(stored: String) {
    if stored.hasPrefix("user "), stored.utf8.count > 5 {
      self = .user(String(stored.dropFirst(5)))
    } else if let reference = EntityReference(stored: stored) {
      self = .record(reference)
    } else {
      return nil
    }
  }
}
