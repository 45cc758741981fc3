public import DiscogsModel
public import RunoutModel
internal import SQLiteSupport

/// All rows of a search or list in order, for callers that count pages rather than follow cursors.
///
///     let ranked = try await store.ranked(SearchRequest(query: query))
///     let third = try await ranked.rows(offset: 100, limit: 50)
///
/// Takes four bytes a row. It keeps reading the catalogue it was made from, even after another replaces it;
/// `generation` tells which that is.
public struct RankedRows: Sendable {
  /// The number of all rows. For a search it can exceed `count`, which ends at `CatalogueStore.searchCeiling`.
  public let total: Int
  public var count: Int { entries.count }
  public var generation: Int { snapshot.generation }
  fileprivate let entries: [UInt32]
  /// Nil for a search.
  fileprivate let list: CatalogueList.Content?
  fileprivate let snapshot: Snapshot

  /// Rows from a position on; fewer, or none, at the end.
  public func rows(offset: Int, limit: Int) async throws(CatalogueError) -> [CatalogueRow] {
    let shown = Array(entries.dropFirst(max(0, offset)).prefix(max(0, limit)))
    return try await snapshot.front.read { [list] access in
      try list.map { try ListReader($0, access).rows(shown) } ?? access.rows(shown.map(Int.init))
    }
  }
}

public struct CatalogueRecords: Sendable {
  public var releases: [Release.ID: Release] = [:]
  public var masters: [Master.ID: Master] = [:]
}

extension CatalogueStore {
  /// All rows of a search up to `searchCeiling`, and the number of rows beyond.
  public func ranked(_ search: SearchRequest) async throws(CatalogueError) -> RankedRows {
    let snapshot = snapshot()
    return try await snapshot.back().read { access in
      let runner = try SearchRunner(search, access, snapshot)
      let ranks = try runner.ranks(after: nil, limit: Self.searchCeiling).map { UInt32($0.rank) }
      let total = ranks.count < Self.searchCeiling ? ranks.count : try runner.count(upTo: .max)
      let entries = try access.sorted(ranks, by: search.sort)
      return RankedRows(total: total, entries: entries, list: nil, snapshot: snapshot)
    }
  }

  public func ranked(_ list: CatalogueList) async throws(CatalogueError) -> RankedRows {
    let snapshot = snapshot()
    return try await snapshot.back().read { access in
      let entries = try ListReader(list.content, access).ordered(by: list.sort, narrowing: Narrowing(list.narrowing))
      return RankedRows(total: entries.count, entries: entries, list: list.content, snapshot: snapshot)
    }
  }

  /// The releases and masters among these that exist, with the masters' key releases.
  public func records(of references: [EntityReference]) async throws(CatalogueError) -> CatalogueRecords {
    try await snapshot().front.read { access in
      var records = CatalogueRecords()
      func addRelease(_ id: Release.ID) throws {
        if records.releases[id] == nil { records.releases[id] = try access.release(id) }
      }
      for reference in references {
        switch reference {
        case .release(let id): try addRelease(id)
        case .master(let id):
          guard records.masters[id] == nil, let master = try access.master(id) else { continue }
          records.masters[id] = master
          if let key = master.keyRelease { try addRelease(key) }
        case .artist, .label: continue
        }
      }
      return records
    }
  }
}
