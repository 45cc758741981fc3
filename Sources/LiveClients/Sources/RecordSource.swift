internal import Clients
internal import DiscogsModel
internal import RunoutModel

/// The client for each source of records.
struct RecordSources: Sendable {
  let discogs: CatalogueClient
  /// The imported catalogue and the demo's.
  let local: CatalogueClient
  let shelf: CatalogueClient

  func catalogue(of source: Source) -> CatalogueClient {
    switch source {
    case .live: discogs
    case .catalogue, .demo: local
    case .shelf: shelf
    }
  }
}

extension CatalogueClient {
  /// Answers from the source in use at the time of each call.
  static func following(_ sources: SourceSwitch, _ records: RecordSources) -> CatalogueClient {
    @Sendable func on() -> CatalogueClient { records.catalogue(of: sources.current.source) }
    return CatalogueClient {
      $0.search = answering { request, cursor, limit in try await on().search(request, cursor, limit) }
      $0.count = answering { request in try await on().count(request) }
      $0.nearest = answering { request in try await on().nearest(request) }
      $0.release = answering { id in try await on().release(id) }
      $0.master = answering { id in try await on().master(id) }
      $0.artist = answering { id in try await on().artist(id) }
      $0.label = answering { id in try await on().label(id) }
      $0.browse = answering { request, cursor, limit in try await on().browse(request, cursor, limit) }
      $0.browseCount = answering { request in try await on().browseCount(request) }
      $0.facets = answering { request in try await on().facets(request) }
      $0.sections = answering { artist in try await on().sections(artist) }
      $0.named = answering { name, kind in try await on().named(name, kind) }
      $0.names = answering { references in try await on().names(references) }
    }
  }
}
