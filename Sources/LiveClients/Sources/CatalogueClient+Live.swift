internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import Wording

extension CatalogueClient {
  /// Answers from the local catalogue in use: the imported one, or the demo's.
  static func local(_ sources: SourceSwitch, _ shelves: Shelves) -> CatalogueClient {
    CatalogueClient {
      $0.search = sources.answering {
        try await $0.search($1, after: $2, limit: $3, shelf: $1.query.asksShelf ? shelves.contents() : nil)
      }
      $0.count = sources.answering { try await $0.count($1, shelf: $1.query.asksShelf ? shelves.contents() : nil) }
      $0.nearest = sources.answering { try await $0.nearest($1) }
      $0.release = sources.answering { try await $0.release($1) }
      $0.master = sources.answering { try await $0.master($1) }
      $0.artist = sources.answering { try await $0.artist($1) }
      $0.label = sources.answering { try await $0.label($1) }
      $0.browse = sources.answering { store, request, cursor, limit in
        if request.filters.isEmpty {
          return try await store.rows(of: CatalogueList(request), after: cursor, limit: limit)
        }
        return Page.of(try await store.rows(passing: request), after: cursor, limit: limit)
      }
      $0.browseCount = sources.answering { store, request in
        guard request.filters.isEmpty else { return .exactly(try await store.rows(passing: request).count) }
        return try await store.count(of: CatalogueList(request))
      }
      $0.facets = sources.answering { RowFacet.facets(of: try await $0.rows(passing: $1), allowsSeveral: true) }
      $0.sections = sources.answering { try await $0.sections(of: $1) }
      $0.named = sources.answering { try await $0.reference(named: $1, kind: $2) }
      $0.names = sources.answering { try await $0.names(of: $1) }
    }
  }
}

extension CatalogueStore {
  /// The rows of a list that pass its filters. The catalogue has no index for them, so the whole list is read.
  fileprivate func rows(passing request: BrowseRequest) async throws -> [CatalogueRow] {
    let list = try CatalogueList(request)
    var rows: [CatalogueRow] = []
    var cursor: PageCursor?
    repeat {
      let page = try await self.rows(of: list, after: cursor, limit: 1_000)
      rows += page.rows.filter { $0.has(request.filters) }
      cursor = page.next
    } while cursor != nil
    return rows
  }
}

extension Page {
  /// A page of rows in memory; the cursor is the number of rows before it.
  static func of(_ rows: [Row], after cursor: PageCursor?, limit: Int) -> Page {
    if cursor == .end { return Page(rows: rows.suffix(limit), next: nil, first: max(0, rows.count - limit)) }
    let start = min(rows.count, cursor.flatMap { Int($0.token) } ?? 0)
    let end = min(rows.count, start + limit)
    return Page(rows: Array(rows[start..<end]), next: end < rows.count ? PageCursor(token: String(end)) : nil)
  }
}

extension CatalogueList {
  /// - Throws: `refused` for lists that only Discogs has.
  fileprivate init(_ request: BrowseRequest) throws(ClientError) {
    let content: Content =
      switch request.list {
      case .versions(let master): .versions(master)
      case .discography(let artist, let section): .discography(artist, section: section)
      case .labelReleases(let label): .labelReleases(label)
      case .collection, .wants: throw .refused(SourceWords.communityNeedsLive)
      case .entries: throw .refused(SourceWords.listNeedsLive)
      }
    self.init(content, sort: request.sort, narrowing: request.narrowing)
  }
}
