internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension RecordSources {
  /// The most pages of another user's shelf that are compared, a request each.
  private static let mostPages = 50

  /// The rows of another user's shelf that a comparison with one's own leaves; nil where none was asked for.
  func compared(_ request: BrowseRequest) async throws(ClientError) -> [CatalogueRow]? {
    let sought = Set(request.filters[ShelfComparison.facet])
    guard request.list.isOtherShelf, !sought.isEmpty else { return nil }
    return try await comparisons(of: request).filter { !$0.found.isDisjoint(with: sought) }.map(\.row)
  }

  /// The comparison as a facet; nil for lists that are no other user's shelf.
  func comparison(of request: BrowseRequest) async throws(ClientError) -> [Facet]? {
    guard request.list.isOtherShelf else { return nil }
    let rows = try await comparisons(of: request)
    let values = ShelfComparison.allCases.map { value in
      Facet.Value(
        title: SourceWords.comparison(value.rawValue), value: value.rawValue,
        count: rows.count { $0.found.contains(value.rawValue) })
    }
    return [
      Facet(id: ShelfComparison.facet, title: SourceWords.yourShelf, allowsSeveral: false, values: values)
    ]
  }

  private func comparisons(
    of request: BrowseRequest
  ) async throws(ClientError) -> [(row: CatalogueRow, found: Set<String>)] {
    var plain = request
    plain.filters = ListFilters()
    var rows: [CatalogueRow] = []
    var cursor: PageCursor?
    for _ in 0..<Self.mostPages {
      let page = try await on.catalogue.browse(plain, cursor, 100)
      rows += page.rows
      cursor = page.next
      if cursor == nil { break }
    }
    guard cursor == nil else { throw .refused(SourceWords.listTooLong(rows.count + 1, most: rows.count)) }
    let releases = rows.compactMap { row -> Release.ID? in if case .release(let id) = row.reference { id } else { nil }
    }
    let masters = rows.compactMap(\.master)
    let own = try await shelves.ask { try await $0.holdings(of: releases, masters) }
    return rows.map { row in
      guard case .release(let id) = row.reference else { return (row, []) }
      func has(_ these: Set<Release.ID>, _ any: Set<Master.ID>) -> Bool {
        these.contains(id) || row.master.map(any.contains) ?? false
      }
      var found: Set<String> = []
      if has(own.ownedReleases, own.ownedMasters) { found.insert(ShelfComparison.owned.rawValue) }
      if has(own.wantedReleases, own.wantedMasters) { found.insert(ShelfComparison.wanted.rawValue) }
      return (row, found.isEmpty ? [ShelfComparison.missing.rawValue] : found)
    }
  }
}
