internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import Wording

extension DiggingClient {
  static func live(_ sources: SourceSwitch, _ reading: ShelfReading) -> DiggingClient {
    let desk = Excavation(sources: sources, reading: reading)
    return DiggingClient {
      $0.rows = answering { request, cursor, limit in
        try desk.checkIsLocal(request.list)
        return try await desk.rows(request, after: cursor, limit: limit)
      }
      $0.count = answering { request in
        try desk.checkIsLocal(request.list)
        return try await desk.count(request)
      }
      $0.years = answering { owner in
        try desk.checkIsLocal()
        let list = try CatalogueList(of: owner)
        return try await sources.ask { store in
          let years = try await store.years(of: list)
          return YearCounts(tallies: years.tallies, unknown: years.unknown)
        }
      }
    }
  }
}

/// Answers dig requests from the catalogue in use, with the shelf where the request needs it.
private struct Excavation: Sendable {
  let sources: SourceSwitch
  let reading: ShelfReading

  /// A part of a list, paged by the catalogue, or a dig with all rows at once.
  private enum Question {
    case part(ListPart, CatalogueList)
    case whole(CatalogueDig)
  }

  /// - Throws: `refused` where the source has no catalogue.
  func checkIsLocal(_ list: DigRequest.List? = nil) throws(ClientError) {
    if sources.can(.dig) { return }
    let isShelf = sources.current.source == .shelf
    // A shelf has years but no dates.
    if isShelf, case .cameOut? = list { throw .refused(SourceWords.shelfLacksDates) }
    throw .refused(SourceWords.diggingNeedsCatalogue(onShelf: isShelf))
  }

  func rows(
    _ request: DigRequest, after cursor: PageCursor?, limit: Int
  ) async throws(ClientError) -> Page<CatalogueRow> {
    switch try question(request) {
    case .part(let part, let list):
      let shelf = try await shelf(for: request)
      return try await sources.ask { store in
        try await store.rows(of: part, of: list, shelf: shelf, after: cursor, limit: limit)
      }
    case .whole(let dig):
      let rows = try await dug(dig, request).rows
      // Few enough for one page.
      return Page(
        rows: RowOrder(sort: request.sort).sorted(RowOrder.narrowed(rows, to: request.narrowing)), next: nil)
    }
  }

  func count(_ request: DigRequest) async throws(ClientError) -> DigCount {
    switch try question(request) {
    case .part(let part, let list):
      let shelf = try await shelf(for: request)
      return try await sources.ask { store in
        let count = try await store.count(of: part, of: list, shelf: shelf)
        return DigCount(rows: count.rows, all: count.all)
      }
    case .whole(let dig):
      let found = try await dug(dig, request)
      let rows = RowOrder.narrowed(found.rows, to: request.narrowing)
      return DigCount(rows: rows.count, all: found.looked, isCut: found.isCut)
    }
  }

  private func dug(_ dig: CatalogueDig, _ request: DigRequest) async throws(ClientError) -> DugRows {
    let shelf = try await shelf(for: request)
    return try await sources.ask { store in try await store.dig(dig, shelf: shelf) }
  }

  private func shelf(for request: DigRequest) async throws(ClientError) -> ShelfContents? {
    switch request.list {
    case .gaps, .cameOut: try await reading.contents()
    case .path, .company, .alike, .years: nil
    }
  }

  private func question(_ request: DigRequest) throws(ClientError) -> Question {
    switch request.list {
    case .gaps(let owner):
      .part(.missing, try CatalogueList(of: owner, sort: request.sort, narrowing: request.narrowing))
    case .years(let owner, let years):
      .part(.years(years), try CatalogueList(of: owner, sort: request.sort, narrowing: request.narrowing))
    case .path(let start, let end): .whole(.path(from: start, to: end))
    case .company(let reference): .whole(.company(reference))
    case .alike(let id): .whole(.alike(id))
    case .cameOut(let month, let day): .whole(.cameOut(month: month, day: day))
    }
  }
}

extension CatalogueList {
  /// The list that belongs to a record.
  ///
  /// - Throws: `notFound` for a release, which has none.
  fileprivate init(
    of owner: EntityReference, sort: SortOrder = .relevance, narrowing: String = ""
  ) throws(ClientError) {
    let content: Content
    switch owner {
    case .label(let id): content = .labelReleases(id)
    case .artist(let id): content = .discography(id, section: nil)
    case .master(let id): content = .versions(id)
    case .release: throw .notFound(owner)
    }
    self.init(content, sort: sort, narrowing: narrowing)
  }
}
