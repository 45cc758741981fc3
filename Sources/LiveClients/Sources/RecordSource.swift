internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary
internal import Wording

/// A source of records: its clients, its market, and the facts that it adds to a row of a list.
struct RecordSource: Sendable {
  var catalogue: CatalogueClient
  var digging: DiggingClient
  /// Its prices and sellers; throws `refused` where it has none.
  var market: @Sendable () async throws -> any Marketplace = { throw ClientError.refused(SourceWords.pricesNeedLive) }
  /// Whether a price costs no request, so that each want can show one at once.
  var arePricesFree = false
  /// Completes the facts that a list gives of a release or master, without asking the network.
  var completed: @Sendable (ShelfFacts) async -> ShelfFacts = { $0 }
}

/// All sources. The rest of the program asks the value of the one in use, or what it can, never which one it is.
struct RecordSources: Sendable {
  let inUse: SourceSwitch
  let settings: LiveSettings
  let shelves: Shelves
  let live: RecordSource
  let catalogue: RecordSource
  let demo: RecordSource
  let shelf: RecordSource

  init(
    _ discogs: DiscogsSource, _ settings: LiveSettings, _ demoFiles: @escaping @Sendable () throws -> DemoFiles,
    now: @escaping @Sendable () -> Double
  ) {
    let (sources, shelves) = (discogs.sources, discogs.shelves)
    (inUse, self.settings, self.shelves) = (sources, settings, shelves)
    let market = DiscogsMarket(discogs, settings)
    live = RecordSource(
      catalogue: .discogs(discogs).withOwnReleases(shelves, discogs.board),
      digging: .refusing(SourceWords.diggingNeedsCatalogue(onShelf: false)).withNewsFound(shelves, now: now),
      market: { market },
      completed: { await discogs.completed($0) })
    catalogue = RecordSource(
      catalogue: .local(sources, shelves).withOwnReleases(shelves, discogs.board), digging: .local(sources, shelves),
      completed: { await sources.completed($0, by: .catalogue) })
    let demoMarket = Shared(shelves.translate) {
      let catalogue = try await sources.open(.demo)
      return try await DemoMarket(demoFiles().offers(), in: catalogue)
    }
    demo = RecordSource(
      catalogue: catalogue.catalogue, digging: catalogue.digging, market: { try await demoMarket.get() },
      arePricesFree: true, completed: { await sources.completed($0, by: .demo) })
    shelf = RecordSource(
      catalogue: .shelfAlone(shelves, discogs.board),
      digging: .refusing(SourceWords.diggingNeedsCatalogue(onShelf: true), dates: SourceWords.shelfLacksDates)
        .withNewsFound(shelves, now: now))
  }

  /// The one in use now.
  var on: RecordSource {
    switch inUse.current.source {
    case .live: live
    case .catalogue: catalogue
    case .demo: demo
    case .shelf: shelf
    }
  }

  /// A call of a client that goes to the source in use at the time.
  func answering<each Argument: Sendable, Answer: Sendable>(
    _ question: @escaping @Sendable (RecordSource, repeat each Argument) async throws -> Answer
  ) -> @Sendable (repeat each Argument) async throws(ClientError) -> Answer {
    Clients.answering { (argument: repeat each Argument) in try await question(on, repeat each argument) }
  }
}

extension CatalogueClient {
  /// Answers from the source in use, and the entries of the account's own lists from the library, on one page.
  static func live(_ records: RecordSources, _ shelves: Shelves) -> CatalogueClient {
    @Sendable func own(_ request: BrowseRequest) async throws -> [CatalogueRow]? {
      guard case .entries(let id) = request.list else { return nil }
      let list = try await shelves.ask { try await $0.list(id) }
      return list?.entries.map { RemoteList(request).arranged($0.map { CatalogueRow($0) }) }
    }
    return CatalogueClient {
      $0.search = records.answering { try await $0.catalogue.search($1, $2, $3) }
      $0.count = records.answering { try await $0.catalogue.count($1) }
      $0.nearest = records.answering { try await $0.catalogue.nearest($1) }
      $0.release = records.answering { try await $0.catalogue.release($1) }
      $0.master = records.answering { try await $0.catalogue.master($1) }
      $0.artist = records.answering { try await $0.catalogue.artist($1) }
      $0.label = records.answering { try await $0.catalogue.label($1) }
      $0.browse = records.answering { source, request, cursor, limit in
        if let rows = try await own(request) { return Page(rows: rows, next: nil) }
        if let rows = try await records.compared(request) { return Page(rows: rows, next: nil) }
        return try await source.catalogue.browse(request, cursor, limit)
      }
      $0.browseCount = records.answering { source, request in
        if let rows = try await own(request) { return .exactly(rows.count) }
        if let rows = try await records.compared(request) { return .exactly(rows.count) }
        return try await source.catalogue.browseCount(request)
      }
      $0.facets = records.answering { source, request in
        if let facets = try await records.comparison(of: request) { return facets }
        return try await source.catalogue.facets(request)
      }
      $0.sections = records.answering { try await $0.catalogue.sections($1) }
      $0.named = records.answering { try await $0.catalogue.named($1, $2) }
      $0.names = records.answering { try await $0.catalogue.names($1) }
    }
  }
}

extension DiggingClient {
  static func live(_ records: RecordSources) -> DiggingClient {
    DiggingClient {
      $0.rows = records.answering { try await $0.digging.rows($1, $2, $3) }
      $0.count = records.answering { try await $0.digging.count($1) }
      $0.years = records.answering { try await $0.digging.years($1) }
    }
  }
}
