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
      $0.search = { request, cursor, limit throws(ClientError) in
        Page.of(try await found.rows(request), after: cursor, limit: limit)
      }
      $0.count = { request throws(ClientError) in
        let rows = try await found.rows(request).count
        return rows < Shelves.mostFound ? .exactly(rows) : .atLeast(rows)
      }
      $0.nearest = { _ throws(ClientError) in [] }
      $0.release = { id throws(ClientError) in
        guard let facts = try await shelves.facts(of: id) else { throw .notFound(.release(id)) }
        return Release(facts)
      }
      $0.master = { id throws(ClientError) in
        let want = try await shelves.ask { library throws(LibraryError) in try await library.want(of: .master(id)) }
        guard let want else { throw .notFound(.master(id)) }
        return Master(want.facts, id)
      }
      $0.artist = { _ throws(ClientError) in throw .refused(SourceWords.onlyShelf) }
      $0.label = { _ throws(ClientError) in throw .refused(SourceWords.onlyShelf) }
      $0.browse = { _, _, _ throws(ClientError) in throw .refused(SourceWords.onlyShelf) }
      $0.browseCount = { _ throws(ClientError) in throw .refused(SourceWords.onlyShelf) }
      $0.facets = { _ throws(ClientError) in [] }
      $0.sections = { _ throws(ClientError) in [:] }
      $0.named = { _, _ throws(ClientError) in throw .refused(SourceWords.onlyShelf) }
      $0.names = { _ throws(ClientError) in [:] }
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
    let version = try await shelves.ask { library throws(LibraryError) in try await library.contentsVersion() }
    if let known = latest.withLock({ $0 }), known.request == request, known.version == version { return known.rows }
    let rows = RowOrder(sort: request.sort).sorted(try await shelves.found(by: request))
    latest.withLock { $0 = Found(request: request, version: version, rows: rows) }
    return rows
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
