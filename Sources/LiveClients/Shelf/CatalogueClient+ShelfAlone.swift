internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import Synchronization
internal import UserLibrary
internal import Wording

extension CatalogueClient {
  /// Answers from the user's own shelf alone: its releases and wanted masters, with names that lead nowhere. Pages that
  /// need ids which a file does not have are refused with the sentence that says what finds more.
  static func shelfAlone(_ shelves: Shelves) -> CatalogueClient {
    let found = ShelfSearch(shelves)
    return CatalogueClient {
      $0.search = answering { request, cursor, limit in
        Page.of(try await found.rows(request), after: cursor, limit: limit)
      }
      $0.count = answering { request in
        let rows = try await found.rows(request).count
        return rows < Shelves.mostFound ? .exactly(rows) : .atLeast(rows)
      }
      $0.nearest = found.nearest
      $0.release = answering { id in
        guard let facts = try await shelves.facts(of: id) else { throw ClientError.notFound(.release(id)) }
        return Release(facts)
      }
      $0.master = answering { id in
        let want = try await shelves.ask { library in try await library.want(of: .master(id)) }
        guard let want else { throw ClientError.notFound(.master(id)) }
        return Master(want.facts, id)
      }
      $0.artist = answering { _ in throw ClientError.refused(SourceWords.onlyShelf) }
      $0.label = answering { _ in throw ClientError.refused(SourceWords.onlyShelf) }
      $0.browse = answering { _, _, _ in throw ClientError.refused(SourceWords.onlyShelf) }
      $0.browseCount = answering { _ in throw ClientError.refused(SourceWords.onlyShelf) }
      $0.facets = { _ in [] }
      $0.sections = { _ in [:] }
      $0.named = answering { _, _ in throw ClientError.refused(SourceWords.onlyShelf) }
      $0.names = { _ in [:] }
    }
  }
}

/// The rows of the shelf that a search finds; those found last stay until the shelf changes.
private final class ShelfSearch: Sendable {
  private let shelves: Shelves
  private let latest = Mutex<Found?>(nil)

  private struct Found {
    var request: SearchRequest
    var version: String
    var rows: [CatalogueRow]
  }

  init(_ shelves: Shelves) {
    self.shelves = shelves
  }

  func rows(_ request: SearchRequest) async throws(ClientError) -> [CatalogueRow] {
    let version = try await shelves.ask { library in try await library.contentsVersion() }
    if let known = latest.withLock({ $0 }), known.request == request, known.version == version { return known.rows }
    let rows = RowOrder(sort: request.sort).sorted(try await shelves.found(by: request))
    latest.withLock { $0 = Found(request: request, version: version, rows: rows) }
    return rows
  }

  /// The searches that one which finds nothing was probably meant to be, each with something to find.
  func nearest(_ request: SearchRequest) async throws(ClientError) -> [SearchQuery] {
    guard request.query.terms.count <= 8, try await rows(request).isEmpty else { return [] }
    let texts = try await rows(SearchRequest()).map { "\($0.artist) \($0.title) \($0.label)" }
    let query = request.query
    let repaired = try await Blocking.run { () throws(ClientError) in ShelfSpelling(texts).repaired(query) }
    var queries: [SearchQuery] = []
    for query in repaired where queries.count < 3 {
      let isFound = try await !rows(SearchRequest(query: query, kind: request.kind)).isEmpty
      if isFound { queries.append(query) }
    }
    return queries
  }
}

/// The words of a shelf, to find those that misspelt ones were meant to be.
private struct ShelfSpelling: Sendable {
  /// How often each stands there.
  private var counts: [String: Int] = [:]

  private static let longest = 80
  /// Of the words near one, so many are tried, and so many searches together.
  private static let tried = 3
  private static let mostQueries = 9
  /// Where names stand; nil is anywhere.
  private static let fields: Set<SearchQuery.Field?> = [nil, .artist, .title, .label]

  init(_ texts: [String]) {
    for text in texts {
      for word in TextFolding.tokens(text) { counts[word, default: 0] += 1 }
    }
  }

  /// The query with words of the shelf for those that it does not have; empty where all are right or none is near.
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
            other.terms[index].value = .text(
              words.joined(separator: " "), isPhrase: words.count > 1 && isPhrase)
            return other
          }
        }
        queries = Array(changed.prefix(Self.mostQueries))
      }
    }
    return queries == [query] ? [] : queries
  }

  /// The words with the fewest errors, of as many the most frequent; none for one that is there. A number is no error.
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
  /// A release as a shelf knows it: without tracks, credits and ids of names.
  init(_ facts: ShelfFacts) {
    let credit = ArtistCredit(id: nil, name: facts.artist, variation: facts.displayArtist)
    let label = LabelCredit(id: nil, name: facts.label, catalogueNumber: facts.catalogueNumber)
    self.init(
      id: facts.release, title: facts.title, artists: facts.artist.isEmpty ? [] : [credit],
      labels: facts.label.isEmpty && facts.catalogueNumber.isEmpty ? [] : [label],
      formats: facts.format.isEmpty ? [] : [Format(name: facts.format)], genres: facts.genres, styles: facts.styles,
      country: facts.country, released: facts.year.map(String.init) ?? "", master: facts.master)
  }
}

extension Master {
  /// A wanted master as a shelf knows it.
  fileprivate init(_ facts: ShelfFacts, _ id: Master.ID) {
    let credit = ArtistCredit(id: nil, name: facts.artist, variation: facts.displayArtist)
    self.init(
      id: id, title: facts.title, artists: facts.artist.isEmpty ? [] : [credit], genres: facts.genres,
      styles: facts.styles, year: facts.year)
  }
}
