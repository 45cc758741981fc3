public import DiscogsModel

/// Reads a catalogue: searches, lists and records.
///
///     let store = try CatalogueStore(path: "catalogue.sqlite")
///     let page = try await store.search(CatalogueSearch(try SearchQuery(parsing: "kind of blue")), limit: 50)
///
/// The file is only ever read. When another program puts a new catalogue in its place, the store goes over to it by
/// itself and `generation` rises. Work happens off the caller's actor, and stops within a moment when the calling task
/// is cancelled: the call then throws `CatalogueError.cancelled`.
public final class CatalogueStore: Sendable {
  public let path: String

  /// Opens a catalogue.
  ///
  /// - Throws: `missing`, `notACatalogue`, `damaged`, `newerSchema`, `olderSchema` or `unreadable`.
  public init(path: String) throws(CatalogueError) {
    self.path = path
  }

  /// Rises by one whenever the store has gone over to a new catalogue.
  public var generation: Int { 0 }

  /// Looks whether the file was replaced, and goes over to the new one if so. Every call does this by itself; a program
  /// that is idle calls it now and then to notice. Costs one `stat`.
  ///
  /// - Returns: the generation after it.
  @discardableResult
  public func refresh() -> Int { 0 }

  public func info() async throws(CatalogueError) -> CatalogueInfo {
    CatalogueInfo(counts: [:], namesOnly: 0, files: [], built: 0, schema: 0)
  }

  /// One page of a search, best first unless sorted otherwise; never beyond `CatalogueStore.searchCeiling` rows.
  public func search(
    _ search: CatalogueSearch, after cursor: String? = nil, limit: Int = 50
  ) async throws(CatalogueError) -> CataloguePage {
    CataloguePage(rows: [], next: nil)
  }

  /// No search gives more rows than this, sorted or not: Discogs' own searches end here too.
  public static let searchCeiling = 10_000

  /// How many rows a search gives: exact below `searchCeiling`, at least that many beyond.
  public func count(_ search: CatalogueSearch) async throws(CatalogueError) -> CatalogueCount { .exactly(0) }

  public func release(_ id: Release.ID) async throws(CatalogueError) -> Release { throw .notFound(.release(id)) }

  public func master(_ id: Master.ID) async throws(CatalogueError) -> Master { throw .notFound(.master(id)) }

  /// An artist known from credits only has a name and nothing else.
  public func artist(_ id: Artist.ID) async throws(CatalogueError) -> Artist { throw .notFound(.artist(id)) }

  /// A label known from releases only has a name and nothing else.
  public func label(_ id: Label.ID) async throws(CatalogueError) -> Label { throw .notFound(.label(id)) }

  /// One page of a list that belongs to a record.
  public func rows(
    of list: CatalogueList, after cursor: String? = nil, limit: Int = 50
  ) async throws(CatalogueError) -> CataloguePage {
    CataloguePage(rows: [], next: nil)
  }

  public func count(of list: CatalogueList) async throws(CatalogueError) -> CatalogueCount { .exactly(0) }

  /// How many releases an artist has in each role; roles without any are absent.
  public func roles(of artist: Artist.ID) async throws(CatalogueError) -> [CatalogueRole: Int] { [:] }

  /// The best-known page with exactly this name, homonym number included; nil where there is none.
  public func reference(named name: String, kind: EntityKind) async throws(CatalogueError) -> EntityReference? { nil }

  /// The names of pages; those the catalogue does not know are absent.
  public func names(
    of references: [EntityReference]
  ) async throws(CatalogueError) -> [EntityReference: String] { [:] }
}
