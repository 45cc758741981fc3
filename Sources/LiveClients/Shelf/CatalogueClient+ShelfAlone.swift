internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import Synchronization
internal import UserLibrary
internal import Wording

extension CatalogueClient {
  /// Answers from the user's own shelf alone: its releases and wanted masters, whose names have no ids. Artists, labels
  /// and lists are refused with a hint at sources that have them. The board notes that the shelf stands in.
  static func shelfAlone(_ shelves: Shelves, _ board: FreshnessBoard) -> CatalogueClient {
    let found = ShelfAnswers<SearchRequest, [CatalogueRow]>()
    let refusal = ClientError.refused(SourceWords.onlyShelf)
    @Sendable func rows(_ request: SearchRequest) async throws -> [CatalogueRow] {
      try await found.answer(to: request, in: try await shelves.current()) {
        RowOrder(sort: request.sort).sorted(try await shelves.found(by: request))
      }
    }
    return CatalogueClient {
      $0.search = shelves.translate.answering { request, cursor, limit in
        Page.of(try await rows(request), after: cursor, limit: limit)
      }
      $0.count = shelves.translate.answering { request in
        let count = try await rows(request).count
        return count < Shelves.mostFound ? .exactly(count) : .atLeast(count)
      }
      $0.nearest = shelves.translate.answering { request in
        let query = request.query
        guard query.terms.count <= 8, try await rows(request).isEmpty else { return [] }
        let library = try await shelves.current()
        let names = try await library.names(on: .collection).merging(library.names(on: .wantList), uniquingKeysWith: +)
        // Up to three, each with results.
        var queries: [SearchQuery] = []
        for repaired in await Blocking.run({ ShelfSpelling(names).repaired(query) }) where queries.count < 3 {
          let isFound = try await !rows(SearchRequest(query: repaired, kind: request.kind)).isEmpty
          if isFound { queries.append(repaired) }
        }
        return queries
      }
      $0.release = answering { id in
        guard let facts = try await shelves.facts(of: id) else { throw ClientError.notFound(.release(id)) }
        board.note(.record(.release(id)), Freshness(answeredAt: nil, substitute: .shelf))
        return Release(facts)
      }
      $0.master = answering { id in
        guard let want = try await shelves.ask({ try await $0.want(of: .master(id)) }) else {
          throw ClientError.notFound(.master(id))
        }
        return Master(want.facts, id)
      }
      $0.artist = answering { _ in throw refusal }
      $0.label = answering { _ in throw refusal }
      $0.browse = answering { _, _, _ in throw refusal }
      $0.browseCount = answering { _ in throw refusal }
      $0.facets = { _ in [] }
      $0.sections = { _ in [:] }
      $0.named = answering { _, _ in throw refusal }
      $0.names = { _ in [:] }
    }
  }
}

extension Release {
  /// Makes a release without tracks, credits and ids of names.
  init(_ facts: ShelfFacts) {
    let label = LabelCredit(id: nil, name: facts.label, catalogueNumber: facts.catalogueNumber)
    self.init(
      id: facts.release, title: facts.title, artists: facts.credits,
      labels: facts.label.isEmpty && facts.catalogueNumber.isEmpty ? [] : [label],
      formats: facts.format.isEmpty ? [] : [Format(name: facts.format)], genres: facts.genres, styles: facts.styles,
      country: facts.country, released: facts.year.map(String.init) ?? "", master: facts.master)
  }
}

extension ShelfFacts {
  fileprivate var credits: [ArtistCredit] {
    artist.isEmpty ? [] : [ArtistCredit(id: nil, name: artist, variation: displayArtist)]
  }
}

extension Master {
  fileprivate init(_ facts: ShelfFacts, _ id: Master.ID) {
    self.init(
      id: id, title: facts.title, artists: facts.credits, genres: facts.genres,
      styles: facts.styles, year: facts.year)
  }
}
