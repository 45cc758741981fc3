internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension Shelves {
  /// The most rows that stand in for a failed search of Discogs.
  private static let mostSubstitutes = 400
  fileprivate static let pageLength = 500
  /// The most rows of a search of the shelf, as Discogs has a limit: sorting and further typing wait for no more.
  static let mostFound = 10_000

  /// The rows of the shelf that stand in for a failed search: copies, then wants, each release once.
  ///
  /// Empty where the shelf lacks a field, such as track titles, or cannot be read: the page shows the search's error.
  func rows(of request: SearchRequest) async -> [CatalogueRow] {
    guard !request.query.isEmpty else { return [] }
    do { return try await found(by: request, most: Self.mostSubstitutes) } catch { return [] }
  }

  /// The first rows of the shelf that match, in shelf order; all rows match an empty search.
  ///
  /// - Throws: `refused` for fields that a shelf lacks.
  func found(by request: SearchRequest, most: Int = mostFound) async throws(ClientError) -> [CatalogueRow] {
    let (asked, kinds) = try request.onShelf()
    return try await ask { library in
      var rows: [CatalogueRow] = []
      var seen: Set<EntityReference> = []
      func take(_ found: [CatalogueRow]) {
        rows += found.filter { row in
          kinds.contains(row.reference.kind) && seen.insert(row.reference).inserted
        }
      }
      for list in ShelfList.allCases where list.holds(kinds) && rows.count < most {
        var cursor: PageCursor?
        repeat {
          switch list {
          case .collection:
            let page = try await library.copies(asked, after: cursor, limit: Self.pageLength)
            take(page.rows.map(CatalogueRow.init))
            cursor = page.next
          case .wantList:
            let page = try await library.wants(asked, after: cursor, limit: Self.pageLength)
            take(page.rows.map(CatalogueRow.init))
            cursor = page.next
          }
        } while cursor != nil && rows.count < most
      }
      return Array(rows.prefix(most))
    }
  }
}

// MARK: - What a shelf lacks

extension RecordSources {
  /// A request with the records that its filter needs and no shelf knows by itself: those of barcodes, tracks, credits
  /// and matrix numbers.
  func withLookUps(_ request: CollectionRequest) async throws(ClientError) -> CollectionRequest {
    let query: ShelfQuery
    // The library reports a mistake in the filter.
    do { query = try ShelfQuery(parsing: request.narrowing) } catch { return request }
    var request = request
    request.paidField = settings.paidField
    for asked in query.lookUps { request.lookedUp[asked] = try await records(of: asked) }
    for asked in query.readAsBarcode?.lookUps ?? [] where request.lookedUp[asked] == nil {
      do {
        request.lookedUp[asked] = try await records(of: asked)
      } catch {
        // They are words all the same, which need no source.
        if error == .cancelled { throw error }
      }
    }
    return request
  }

  /// The releases that a search finds, and their masters, which may be wanted in any pressing.
  ///
  /// - Throws: `refused` where no source here knows.
  private func records(of query: SearchQuery) async throws(ClientError) -> Set<Wanted> {
    let field = query.terms.first?.field
    let isCommon = field == .track || field == .credit
    // A track or credit can be on more records than are ever listed: a catalogue finds those on the shelf.
    let rows =
      isCommon
      ? try await onShelf(query)
      : try await on.catalogue.search(SearchRequest(query: query), nil, Shelves.pageLength).rows
    return Set(rows.compactMap { Wanted($0.reference) } + rows.compactMap(\.master).map { Wanted.master($0) })
  }

  private func onShelf(_ query: SearchQuery) async throws(ClientError) -> [CatalogueRow] {
    let isDemo = inUse.current.source.hasDemoShelf
    guard let store = isDemo ? try await inUse.open(.demo) : await inUse.catalogueIfAny() else {
      throw .refused(SourceWords.needCatalogue("\(query.terms.first?.field?.rawValue ?? "")s"))
    }
    let contents = try await shelves.contents()
    var rows: [CatalogueRow] = []
    for list in [SearchQuery.Field.owned, .wanted] {
      var asked = query
      asked.terms.append(.init(field: list, value: .standing(.yes)))
      let request = SearchRequest(query: asked)
      rows += try await shelves.translate.errors {
        try await store.search(request, limit: CatalogueStore.searchCeiling, shelf: contents).rows
      }
    }
    return rows
  }
}

extension SearchRequest {
  /// The query for a list of the shelf, without `type:`, which the shelf does not know, and the kinds that it allows.
  ///
  /// - Throws: `refused` for fields that a shelf lacks.
  fileprivate func onShelf() throws(ClientError) -> (request: CollectionRequest, kinds: Set<EntityKind>) {
    var query = wholeQuery
    var kinds = kind.map { Set([$0]) } ?? Set(EntityKind.allCases)
    for term in query.terms {
      switch term.field {
      case .track?, .barcode?, .runout?, .credit?, .role?:
        throw .refused(SourceWords.shelfLacks("\(term.field?.rawValue ?? "")s"))
      default: break
      }
      guard case .kind(let kind) = term.value else { continue }
      if term.isExcluded { kinds.remove(kind) } else { kinds.formIntersection([kind]) }
    }
    query.terms.removeAll { if case .kind = $0.value { true } else { false } }
    return (CollectionRequest(narrowing: query.description), kinds)
  }
}

extension ShelfList {
  /// Returns whether the list can have rows of one of these kinds.
  fileprivate func holds(_ kinds: Set<EntityKind>) -> Bool {
    kinds.contains(.release) || self == .wantList && kinds.contains(.master)
  }
}

extension CatalogueRow {
  fileprivate init(_ copy: CollectionCopy) {
    self.init(
      reference: .release(copy.release), title: copy.title, artist: copy.artist, year: copy.year, format: copy.format,
      label: copy.label, catalogueNumber: copy.catalogueNumber, master: copy.master)
  }

  fileprivate init(_ want: WantListEntry) {
    self.init(
      reference: want.wanted.reference, title: want.title, artist: want.artist, year: want.year, format: want.format,
      label: want.label, catalogueNumber: want.catalogueNumber, count: want.facts.versions, master: want.master)
  }
}
