internal import Clients
internal import DiscogsModel
internal import RunoutModel

/// Who answers for each source of records.
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
  /// Answers from the source that is on when a question is asked.
  static func following(_ sources: SourceSwitch, _ records: RecordSources) -> CatalogueClient {
    @Sendable func on() -> CatalogueClient { records.catalogue(of: sources.current.source) }
    return CatalogueClient {
      $0.search = { request, cursor, limit throws(ClientError) in try await on().search(request, cursor, limit) }
      $0.count = { request throws(ClientError) in try await on().count(request) }
      $0.nearest = { request throws(ClientError) in try await on().nearest(request) }
      $0.release = { id throws(ClientError) in try await on().release(id) }
      $0.master = { id throws(ClientError) in try await on().master(id) }
      $0.artist = { id throws(ClientError) in try await on().artist(id) }
      $0.label = { id throws(ClientError) in try await on().label(id) }
      $0.browse = { request, cursor, limit throws(ClientError) in try await on().browse(request, cursor, limit) }
      $0.browseCount = { request throws(ClientError) in try await on().browseCount(request) }
      $0.facets = { request throws(ClientError) in try await on().facets(request) }
      $0.sections = { artist throws(ClientError) in try await on().sections(artist) }
      $0.named = { name, kind throws(ClientError) in try await on().named(name, kind) }
      $0.names = { references throws(ClientError) in try await on().names(references) }
    }
  }
}
