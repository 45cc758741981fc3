internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension Shelves {
  /// How many rows stand in for a search that Discogs cannot be asked.
  private static let mostSubstitutes = 400
  private static let pageLength = 500
  /// Where a search of the shelf ends, as one of Discogs does: sorting and typing on wait for no more rows than these.
  static let mostFound = 10_000

  /// The rows of the shelf that a search finds: copies, then wants, each release once.
  ///
  /// Empty where the shelf knows nothing of what is asked, such as track titles, and where it cannot be read: what is
  /// wrong with the search is said where it was made.
  func rows(of request: SearchRequest) async -> [CatalogueRow] {
    guard !request.query.isEmpty else { return [] }
    do throws(ClientError) { return try await rows(of: request, most: Self.mostSubstitutes) } catch { return [] }
  }

  /// The first ``mostFound`` rows of the shelf that a search finds, in shelf order; of an empty search any rows.
  ///
  /// - Throws: `refused` for what a shelf does not know of its records.
  func found(by request: SearchRequest) async throws(ClientError) -> [CatalogueRow] {
    try await rows(of: request, most: Self.mostFound)
  }

  private func rows(of request: SearchRequest, most: Int) async throws(ClientError) -> [CatalogueRow] {
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

extension SearchRequest {
  /// The query for a list of the shelf, and the kinds of its rows that are meant: `type:` is no word of the shelf's own.
  ///
  /// - Throws: `refused` for what a shelf does not know of its records.
  fileprivate func onShelf() throws(ClientError) -> (request: CollectionRequest, kinds: Set<EntityKind>) {
    var query = wholeQuery
    var kinds = kind.map { Set([$0]) } ?? Set(EntityKind.allCases)
    for term in query.terms {
      switch term.field {
      case .track?, .barcode?, .runout?: throw .refused(SourceWords.shelfLacks("\(term.field?.rawValue ?? "")s"))
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
  /// Whether its rows can be of one of these kinds: artists and labels have none.
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
