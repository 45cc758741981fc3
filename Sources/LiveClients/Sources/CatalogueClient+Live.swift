internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import Wording

extension CatalogueClient {
  /// Answers from the local catalogue in use.
  static func local(_ sources: SourceSwitch) -> CatalogueClient {
    CatalogueClient {
      $0.search = answering { request, cursor, limit in
        try await sources.ask { store in try await store.search(request, after: cursor, limit: limit) }
      }
      $0.count = answering { request in try await sources.ask { store in try await store.count(request) } }
      $0.nearest = answering { request in try await sources.ask { store in try await store.nearest(request) } }
      $0.release = answering { id in try await sources.ask { store in try await store.release(id) } }
      $0.master = answering { id in try await sources.ask { store in try await store.master(id) } }
      $0.artist = answering { id in try await sources.ask { store in try await store.artist(id) } }
      $0.label = answering { id in try await sources.ask { store in try await store.label(id) } }
      $0.browse = answering { request, cursor, limit in
        guard request.filters.isEmpty else {
          return Page.of(try await filtered(request, sources), after: cursor, limit: limit)
        }
        let list = try CatalogueList(request)
        return try await sources.ask { store in try await store.rows(of: list, after: cursor, limit: limit) }
      }
      $0.browseCount = answering { request in
        guard request.filters.isEmpty else { return .exactly(try await filtered(request, sources).count) }
        let list = try CatalogueList(request)
        return try await sources.ask { store in try await store.count(of: list) }
      }
      $0.facets = answering { request in
        RowFacet.facets(of: try await filtered(request, sources), allowsSeveral: true)
      }
      $0.sections = answering { artist in try await sources.ask { store in try await store.sections(of: artist) } }
      $0.named = answering { name, kind in
        try await sources.ask { store in try await store.reference(named: name, kind: kind) }
      }
      $0.names = answering { references in try await sources.ask { store in try await store.names(of: references) } }
    }
  }
}

extension CatalogueClient {
  /// The rows of a list that pass its filters. The catalogue has no index for them, so the whole list is read.
  private static func filtered(_ request: BrowseRequest, _ sources: SourceSwitch) async throws(ClientError)
    -> [CatalogueRow]
  {
    let list = try CatalogueList(request)
    return try await sources.ask { store in
      var rows: [CatalogueRow] = []
      var cursor: PageCursor?
      repeat {
        let page = try await store.rows(of: list, after: cursor, limit: 1_000)
        rows += page.rows.filter { $0.has(request.filters) }
        cursor = page.next
      } while cursor != nil
      return rows
    }
  }
}

extension Page {
  /// A page of rows in memory; the cursor is the number of rows before it.
  static func of(_ rows: [Row], after cursor: PageCursor?, limit: Int) -> Page {
    let start = min(rows.count, cursor.flatMap { Int($0.token) } ?? 0)
    let end = min(rows.count, start + limit)
    return Page(rows: Array(rows[start..<end]), next: end < rows.count ? PageCursor(token: String(end)) : nil)
  }
}

extension SourceClient {
  static func live(_ sources: SourceSwitch) -> SourceClient {
    SourceClient {
      $0.current = { sources.current }
      $0.select = sources.select
      $0.changes = { sources.changes() }
    }
  }
}

// MARK: - The store's words and the clients'

extension CatalogueList {
  /// - Throws: `refused` for lists that only Discogs has.
  fileprivate init(_ request: BrowseRequest) throws(ClientError) {
    let content: Content
    switch request.list {
    case .versions(let master): content = .versions(master)
    case .discography(let artist, let section): content = .discography(artist, section: section)
    case .labelReleases(let label): content = .labelReleases(label)
    case .collection, .wants: throw .refused(SourceWords.communityNeedsLive)
    case .entries: throw .refused(SourceWords.listNeedsLive)
    }
    self.init(content, sort: request.sort, narrowing: request.narrowing)
  }
}
