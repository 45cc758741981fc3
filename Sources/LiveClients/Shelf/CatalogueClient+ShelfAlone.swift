internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import Synchronization
internal import UserLibrary
internal import Wording

extension CatalogueClient {
  /// Answers from the user's own shelf alone: its releases and wanted masters, whose names have no ids. Artists, labels
  /// and lists are refused with a hint at sources that have them.
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

/// Searches the shelf; the last result is kept until the shelf changes.
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

  /// Up to three corrections of a search without results, each with results.
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
    for text in texts {
      for word in TextFolding.tokens(text) { counts[word, default: 0] += 1 }
    }
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
  fileprivate init(_ facts: ShelfFacts, _ id: Master.ID) {
    let credit = ArtistCredit(id: nil, name: facts.artist, variation: facts.displayArtist)
    self.init(
      id: id, title: facts.title, artists: facts.artist.isEmpty ? [] : [credit], genres: facts.genres,
      styles: facts.styles, year: facts.year)
  }
}
