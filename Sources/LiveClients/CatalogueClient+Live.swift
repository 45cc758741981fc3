internal import Catalogue
internal import Clients
internal import DiscogsModel

extension CatalogueClient {
  /// Answers from the source on this machine that is on.
  static func local(_ sources: SourceSwitch) -> CatalogueClient {
    CatalogueClient(
      search: { request, cursor, limit throws(ClientError) in
        try await sources.ask { store throws(CatalogueError) in
          Page(try await store.search(CatalogueSearch(request), after: cursor?.token, limit: limit))
        }
      },
      count: { request throws(ClientError) in
        try await sources.ask { store throws(CatalogueError) in
          RowCount(try await store.count(CatalogueSearch(request)))
        }
      },
      release: { id throws(ClientError) in
        try await sources.ask { store throws(CatalogueError) in try await store.release(id) }
      },
      master: { id throws(ClientError) in
        try await sources.ask { store throws(CatalogueError) in try await store.master(id) }
      },
      artist: { id throws(ClientError) in
        try await sources.ask { store throws(CatalogueError) in try await store.artist(id) }
      },
      label: { id throws(ClientError) in
        try await sources.ask { store throws(CatalogueError) in try await store.label(id) }
      },
      browse: { request, cursor, limit throws(ClientError) in
        try await sources.ask { store throws(CatalogueError) in
          Page(try await store.rows(of: CatalogueList(request), after: cursor?.token, limit: limit))
        }
      },
      browseCount: { request throws(ClientError) in
        try await sources.ask { store throws(CatalogueError) in
          RowCount(try await store.count(of: CatalogueList(request)))
        }
      },
      artistRoles: { artist throws(ClientError) in
        let roles = try await sources.ask { store throws(CatalogueError) in try await store.roles(of: artist) }
        return Dictionary(uniqueKeysWithValues: roles.map { (ArtistRole($0), $1) })
      },
      named: { name, kind throws(ClientError) in
        try await sources.ask { store throws(CatalogueError) in try await store.reference(named: name, kind: kind) }
      },
      names: { references throws(ClientError) in
        try await sources.ask { store throws(CatalogueError) in try await store.names(of: references) }
      })
  }
}

extension SourceClient {
  static func live(_ sources: SourceSwitch) -> SourceClient {
    SourceClient(
      current: { sources.current },
      select: { source throws(ClientError) in try await sources.select(source) },
      changes: { sources.changes() })
  }
}

// MARK: - The store's words and the clients'

extension CatalogueSearch {
  fileprivate init(_ request: SearchRequest) {
    self.init(request.query, kind: request.kind, sort: request.sort)
  }
}

extension CatalogueList {
  fileprivate init(_ request: BrowseRequest) {
    let content: Content =
      switch request.list {
      case .versions(let master): .versions(master)
      case .artistReleases(let artist, let role): .artistReleases(artist, role: role.map { CatalogueRole($0) })
      case .labelReleases(let label): .labelReleases(label)
      }
    self.init(content, sort: request.sort, narrowing: request.narrowing)
  }
}

extension CatalogueRole {
  fileprivate init(_ role: ArtistRole) {
    self =
      switch role {
      case .main: .main
      case .track: .track
      case .credit: .credit
      }
  }
}

extension ArtistRole {
  fileprivate init(_ role: CatalogueRole) {
    self =
      switch role {
      case .main: .main
      case .track: .track
      case .credit: .credit
      }
  }
}

extension Page<CatalogueRow> {
  fileprivate init(_ page: CataloguePage) {
    self.init(rows: page.rows, next: page.next.map { PageCursor(token: $0) })
  }
}

extension RowCount {
  fileprivate init(_ count: CatalogueCount) {
    self =
      switch count {
      case .exactly(let number): .exactly(number)
      case .atLeast(let number): .atLeast(number)
      }
  }
}
