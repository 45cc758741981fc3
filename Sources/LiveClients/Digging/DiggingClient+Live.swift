internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import Wording

extension DiggingClient {
  static func live(_ sources: SourceSwitch, _ reading: ShelfReading) -> DiggingClient {
    /// - Throws: `refused` with Discogs as the source.
    @Sendable func checkIsLocal() throws(ClientError) {
      if sources.current.source == .live { throw .refused(SourceWords.diggingNeedsCatalogue) }
    }
    return DiggingClient {
      $0.rows = { request, cursor, limit throws(ClientError) in
        try checkIsLocal()
        switch request.list {
        case .gaps(let owner):
          let list = try CatalogueList(of: owner, request)
          let shelf = try await reading.contents()
          return try await sources.ask { store throws(CatalogueError) in
            try await store.rows(of: .missing, of: list, shelf: shelf, after: cursor, limit: limit)
          }
        }
      }
      $0.count = { request throws(ClientError) in
        try checkIsLocal()
        switch request.list {
        case .gaps(let owner):
          let list = try CatalogueList(of: owner, request)
          let shelf = try await reading.contents()
          return try await sources.ask { store throws(CatalogueError) in
            let count = try await store.count(of: .missing, of: list, shelf: shelf)
            return DigCount(rows: count.rows, all: count.all)
          }
        }
      }
    }
  }
}

extension CatalogueList {
  /// The list that belongs to a record.
  ///
  /// - Throws: `notFound` for a release, which has none.
  fileprivate init(of owner: EntityReference, _ request: DigRequest) throws(ClientError) {
    let content: Content
    switch owner {
    case .label(let id): content = .labelReleases(id)
    case .artist(let id): content = .discography(id, section: nil)
    case .master(let id): content = .versions(id)
    case .release: throw .notFound(owner)
    }
    self.init(content, sort: request.sort, narrowing: request.narrowing)
  }
}
