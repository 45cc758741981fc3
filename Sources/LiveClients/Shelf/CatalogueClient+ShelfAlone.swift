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
        let texts = try await rows(SearchRequest()).map { "\($0.artist) \($0.title) \($0.label)" }
        // Up to three, each with results.
        var queries: [SearchQuery] = []
        for repaired in await Blocking.run({ ShelfSpelling(texts).repaired(query) }) where queries.count < 3 {
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

/// The words of a shelf, as corrections of misspelt ones.
private struct ShelfSpelling: Sendable {
  /// The number of times each word occurs.
  private var counts: [String: Int] = [:]

  private static let longest = 80
  /// Limits: corrections of one word, and corrected queries in all.
  private static let tried = 3
  private static let mostQueries = 9
  /// The fields that contain names; nil is a term without a field.
  private static let fields: Set<SearchQuery.Field?> = [nil, .artist, .title, .label]

  init(_ texts: [String]) {
    for word in texts.flatMap(TextFolding.tokens) { counts[word, default: 0] += 1 }
  }

  /// The query with unknown words replaced by the shelf's; empty where all are known or none is near.
  func repaired(_ query: SearchQuery) -> [SearchQuery] {
    var queries = [query]
    for (index, term) in query.terms.enumerated() where !term.isExcluded && Self.fields.contains(term.field) {
      guard case .text(let text, let isPhrase) = term.value else { continue }
      let words = TextFolding.tokens(text)
      for (number, word) in words.enumerated() {
        let near = nearest(to: word)
        if near.isEmpty { continue }
        let changed = queries.flatMap { query in
          near.map { word -> SearchQuery in
            guard case .text(let text, _) = query.terms[index].value else { return query }
            var words = TextFolding.tokens(text)
            words[number] = word
            var other = query
            other.terms[index].value = .text(words.joined(separator: " "), isPhrase: words.count > 1 && isPhrase)
            return other
          }
        }
        queries = Array(changed.prefix(Self.mostQueries))
      }
    }
    return queries == [query] ? [] : queries
  }

  /// The nearest words by number of errors, then frequency; none for a known word, a short one, or a number.
  private func nearest(to word: String) -> [String] {
    guard counts[word] == nil, word.utf8.count <= Self.longest, word.unicodeScalars.count > 2,
      word.utf8.contains(where: { $0 > UInt8(ascii: "9") })
    else { return [] }
    let most = word.unicodeScalars.count < 5 ? 1 : 2
    var found: [(word: String, errors: Int, count: Int)] = []
    // A letter beyond ASCII has several bytes.
    for (other, count) in counts where abs(other.utf8.count - word.utf8.count) <= 3 * most {
      let errors = Spelling.distance(other, word)
      if errors <= most { found.append((other, errors, count)) }
    }
    found.sort { ($0.errors, -$0.count, $0.word) < ($1.errors, -$1.count, $1.word) }
    return found.prefix(Self.tried).map(\.word)
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
