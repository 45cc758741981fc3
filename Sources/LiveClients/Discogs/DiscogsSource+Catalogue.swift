internal import AnswerCache
internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel
internal import Wording

// MARK: - Records

extension DiscogsSource {
  func release(_ id: Release.ID) async throws(ClientError) -> Release {
    try await ask(.release(id), for: .record(.release(id)), about: .release(id)) { [CatalogueRow($0)] }
  }

  func master(_ id: Master.ID) async throws(ClientError) -> Master {
    try await ask(.master(id), for: .record(.master(id)), about: .master(id)) { [CatalogueRow($0)] }
  }

  func artist(_ id: Artist.ID) async throws(ClientError) -> Artist {
    try await ask(.artist(id), for: .record(.artist(id)), about: .artist(id)) {
      [CatalogueRow(reference: .artist($0.id), title: $0.name)]
    }
  }

  func label(_ id: Discogs.Label.ID) async throws(ClientError) -> Discogs.Label {
    try await ask(.label(id), for: .record(.label(id)), about: .label(id)) {
      [CatalogueRow(reference: .label($0.id), title: $0.name)]
    }
  }

  /// Asks the network for something that is shown, however fresh it is.
  func refresh(_ shown: Shown, lane: Lane = .user) async throws(ClientError) {
    switch shown {
    case .record(.release(let id)): try await refresh(.release(id), for: shown, lane: lane, about: .release(id))
    case .record(.master(let id)): try await refresh(.master(id), for: shown, lane: lane, about: .master(id))
    case .record(.artist(let id)): try await refresh(.artist(id), for: shown, lane: lane, about: .artist(id))
    case .record(.label(let id)): try await refresh(.label(id), for: shown, lane: lane, about: .label(id))
    case .search(let request):
      guard !request.query.isEmpty, !request.query.asksRunout else { return }
      let query = RemoteQuery(request.wholeQuery, kind: request.kind)
      try await refresh(.search(try await criteria(of: query), page: .first), for: shown, lane: lane) {
        $0.rows.map(\.listedRow)
      }
    case .list(let request):
      let list = RemoteList(request)
      try await refresh(list.endpoint(sorted: !list.isLoadedWhole, page: .first), for: shown, lane: lane, rows: \.rows)
    // What people have and want comes with the release; the user's own rating is a call of its own.
    case .community(let id):
      try await refresh(.release(id), for: shown, lane: lane, about: .release(id))
      guard case .signedIn = accounts.board.value else { return }
      try await refresh(.rating(of: id, by: try await userName()), for: shown, lane: lane)
    case .market(let id): try await refresh(.marketplaceStats(of: id), for: shown, lane: lane, about: .release(id))
    case .user(let name): try await refresh(.profile(of: name), for: shown, lane: lane)
    }
  }

  /// Refreshes the three latest pages that are outdated because of the network or a token: likely the open ones.
  /// Called when answers can be had again.
  func refreshHindered() async {
    for shown in board.hindered(\.isOfTheNetwork).prefix(3) where board.begin(shown) {
      // The error is on the board; the next try comes when the network returns again.
      do { try await refresh(shown, lane: .background) } catch { continue }
    }
  }

  // MARK: Names

  /// The page with exactly this name among the first 50 results of a search for it.
  func reference(named name: String, _ kind: EntityKind) async throws(ClientError) -> EntityReference? {
    var criteria = SearchCriteria(Homonym.strip(name), kind: kind)
    criteria.kind = kind
    let page = try await ask(.search(criteria, page: PageRequest(rows: 50))) { $0.rows.map(\.listedRow) }
    return page.rows.first { $0.row.title == name }?.row.reference
  }

  /// The names known from earlier answers. Discogs is not asked: a profile can name a hundred pages.
  func names(of references: [EntityReference]) async throws(ClientError) -> [EntityReference: String] {
    let parts = try await opened()
    return await parts.cache.titles(of: references, server: parts.server)
  }
}

// MARK: - Lists

extension DiscogsSource {
  func rows(of request: BrowseRequest, after cursor: PageCursor?) async throws(ClientError) -> Page<CatalogueRow> {
    let page = try await sentRows(of: request, after: cursor)
    return Page(rows: try await withMasters(page.rows), next: page.next)
  }

  /// Adds masters from the cache and the imported catalogue: Discogs omits them in lists of labels and artists, and the
  /// shelf needs them to mark other pressings.
  private func withMasters(_ rows: [CatalogueRow]) async throws(ClientError) -> [CatalogueRow] {
    let releases = rows.compactMap { row -> Release.ID? in
      guard case .release(let id) = row.reference, row.master == nil else { return nil }
      return id
    }
    guard !releases.isEmpty else { return rows }
    let parts = try await opened()
    var masters = await parts.cache.masters(of: releases, server: parts.server)
    let unknown = releases.filter { masters[$0] == nil }.map { EntityReference.release($0) }
    // Without a catalogue marks are missing, no more.
    if !unknown.isEmpty, let records = await fromSubstitute({ try await $0.records(of: unknown) }) {
      for (id, release) in records.releases { masters[id] = release.master }
    }
    return rows.map { row in
      guard case .release(let id) = row.reference, row.master == nil else { return row }
      var row = row
      row.master = masters[id]
      return row
    }
  }

  private func sentRows(
    of request: BrowseRequest, after cursor: PageCursor?
  ) async throws(ClientError) -> Page<CatalogueRow> {
    if case .discography = request.list { return try await discography(request, after: cursor) }
    let list = RemoteList(request)
    if list.isLoadedWhole { return Self.page(of: list.arranged(try await wholeRows(of: list)), after: cursor) }
    let number = Self.pageNumber(cursor)
    let page = try await ask(
      list.endpoint(sorted: true, page: PageRequest(number)), for: number == 1 ? .list(request) : nil,
      absence: list.absence, rows: \.rows)
    return Page(
      rows: await withArtist(page.rows, of: request.list),
      next: page.goesOn(after: PageRequest(number)) ? RemoteCursor.page(number + 1).cursor : nil)
  }

  private func wholeRows(of list: RemoteList) async throws(ClientError) -> [CatalogueRow] {
    await withArtist(try await sentWhole(list), of: list.request.list)
  }

  func sentWhole(_ list: RemoteList) async throws(ClientError) -> [CatalogueRow] {
    try await whole(
      of: .list(list.request), absence: list.absence, endpoint: { list.endpoint(sorted: false, page: $0) }, row: { $0 })
  }

  /// Adds the artist to a master's versions, which Discogs lists without: the master's, if that is cached.
  private func withArtist(_ rows: [CatalogueRow], of list: BrowseRequest.List) async -> [CatalogueRow] {
    guard case .versions(let id) = list, let master = await kept(.master(id)) else { return rows }
    return rows.map { row in
      var row = row
      if row.artist.isEmpty { row.artist = master.artists.displayName }
      return row
    }
  }

  func count(of request: BrowseRequest) async throws(ClientError) -> RowCount {
    let list = RemoteList(request)
    if list.isLoadedWhole {
      if case .discography = request.list { return .exactly(try await dividedRows(of: list).count) }
      return .exactly(list.arranged(try await wholeRows(of: list)).count)
    }
    return .exactly(try await ask(list.endpoint(sorted: true, page: .first), absence: list.absence).total)
  }

  /// Facets come with the list's first page, which is cached by now.
  func facets(of request: BrowseRequest) async throws(ClientError) -> [Facet] {
    let list = RemoteList(request)
    return try await ask(list.endpoint(sorted: !list.isLoadedWhole, page: .first)).facets.filter { !$0.values.isEmpty }
  }

  // MARK: Search

  func search(
    _ request: SearchRequest, after cursor: PageCursor?, limit: Int
  ) async throws(ClientError) -> Page<CatalogueRow> {
    if case .catalogue(let token)? = RemoteCursor(cursor) {
      return await catalogue(request, after: token, limit: limit, because: nil) ?? Page(rows: [], next: nil)
    }
    // Discogs does not know the shelf's other pressings.
    if request.query.asksShelf { throw .refused(SourceWords.shelfFieldsNeedCatalogue) }
    if request.query.asksRole { throw .refused(SourceWords.roleNeedsCatalogue) }
    guard !request.query.isEmpty else { return try await seenLately(request) }
    if request.query.asksRunout { return try await searchHere(request, limit: limit) }
    do {
      return try await search(request, after: cursor)
    } catch {
      guard cursor == nil, let page = await substitutes(for: request, because: error) else { throw error }
      return page
    }
  }

  /// The 200 latest rows seen, for an empty query, which Discogs cannot be asked.
  private func seenLately(_ request: SearchRequest) async throws(ClientError) -> Page<CatalogueRow> {
    let parts = try await opened()
    let seen = await parts.cache.latestRows(kind: request.kind, server: parts.server, limit: 200)
    let rows = RowOrder.narrowed(seen.map(\.row), to: request.narrowing.joined(separator: " "))
    return Page(rows: RowOrder(sort: request.sort).sorted(rows), next: nil)
  }

  /// Searches matrices, which Discogs cannot: in records seen before and in the imported catalogue.
  private func searchHere(_ request: SearchRequest, limit: Int) async throws(ClientError) -> Page<CatalogueRow> {
    let reason = ClientError.refused(SourceWords.runoutsSearchedHere)
    let parts = try await opened()
    let seen = await parts.cache.rows(matching: request.wholeQuery, kind: request.kind, server: parts.server)
    let known = await catalogue(request, after: nil, limit: limit, because: reason)
    guard !seen.isEmpty || known != nil else { throw .refused(SourceWords.runoutNowhereHere) }
    if known == nil {
      let newest = seen.map(\.seenAt).max() ?? 0
      board.note(.search(request), Freshness(answeredAt: newest, hindrance: reason, substitute: .seenBefore))
    }
    let others = known == nil ? seen.map(\.row) : await unknown(seen.map(\.row))
    return Page(rows: RowOrder(sort: request.sort).sorted(others) + (known?.rows ?? []), next: known?.next)
  }

  /// The rows that the catalogue lacks, with all that are no releases; all rows where it cannot be read.
  private func unknown(_ rows: [CatalogueRow]) async -> [CatalogueRow] {
    guard let records = await fromSubstitute({ try await $0.records(of: rows.map(\.reference)) }) else { return rows }
    return rows.filter { row in
      guard case .release(let id) = row.reference else { return true }
      return records.releases[id] == nil
    }
  }

  /// The first of a query's attempts with results at Discogs; the last, untried, where all before have none.
  private func criteria(of query: RemoteQuery) async throws(ClientError) -> SearchCriteria {
    for criteria in query.attempts.dropLast() {
      if try await ask(.search(criteria, page: .first), rows: { $0.rows.map(\.listedRow) }).total > 0 {
        return criteria
      }
    }
    return query.attempts.last ?? query.criteria
  }

  private func search(
    _ request: SearchRequest, after cursor: PageCursor?
  ) async throws(ClientError) -> Page<CatalogueRow> {
    let query = RemoteQuery(request.wholeQuery, kind: request.kind)
    let criteria = try await criteria(of: query)
    if request.sort != .relevance {
      let rows = try await whole(
        of: .search(request), endpoint: { .search(criteria, page: $0) },
        row: { query.allows($0) ? $0.listedRow : nil })
      return Self.page(of: RowOrder(sort: request.sort).sorted(rows), after: cursor)
    }
    var number = Self.pageNumber(cursor)
    while true {
      let page = try await ask(
        .search(criteria, page: PageRequest(number)), for: number == 1 ? .search(request) : nil
      ) { $0.rows.map(\.listedRow) }
      let rows = page.rows.filter(query.allows).map(\.listedRow)
      let next = page.goesOn(after: PageRequest(number)) ? RemoteCursor.page(number + 1).cursor : nil
      // Pages left empty by local filtering are skipped, with three requests at most.
      guard rows.isEmpty, next != nil, number < Self.pageNumber(cursor) + 2 else { return Page(rows: rows, next: next) }
      number += 1
    }
  }

  func count(_ request: SearchRequest) async throws(ClientError) -> RowCount {
    if request.query.asksShelf { throw .refused(SourceWords.shelfFieldsNeedCatalogue) }
    if request.query.asksRole { throw .refused(SourceWords.roleNeedsCatalogue) }
    guard !request.query.isEmpty else { return .exactly(try await seenLately(request).rows.count) }
    if request.query.asksRunout {
      let page = try await searchHere(request, limit: 500)
      return page.next == nil ? .exactly(page.rows.count) : .atLeast(page.rows.count)
    }
    if board.freshness(of: .search(request))?.substitute != nil,
      let page = await substitutes(for: request, because: .offline)
    {
      return page.next == nil ? .exactly(page.rows.count) : .atLeast(page.rows.count)
    }
    let query = RemoteQuery(request.wholeQuery, kind: request.kind)
    let first = try await ask(.search(try await criteria(of: query), page: .first))
    guard query.checksRows else { return .exactly(first.total) }
    let allowed = first.rows.count { query.allows($0) }
    return first.hasNext ? .atLeast(allowed) : .exactly(allowed)
  }

  /// Corrections of a search without results, from the imported catalogue; none without one.
  func nearest(_ request: SearchRequest) async throws(ClientError) -> [SearchQuery] {
    guard let store = await sources.catalogueIfAny() else { return [] }
    return try await translate.errors { try await store.nearest(request) }
  }

  // MARK: Pages

  static func pageNumber(_ cursor: PageCursor?) -> Int {
    if case .page(let number)? = RemoteCursor(cursor) { number } else { 1 }
  }

  /// All rows of a list, one request for each page.
  ///
  /// - Throws: `ClientError.refused` where the list is longer than `RemoteList.mostRows`.
  func whole<Row: Sendable>(
    of shown: Shown, absence: ClientError? = nil, endpoint: (PageRequest) -> Endpoint<Paged<Row>>,
    row: (Row) -> CatalogueRow?
  ) async throws(ClientError) -> [CatalogueRow] {
    var rows: [CatalogueRow] = []
    var number = 1
    while true {
      let page = try await ask(endpoint(PageRequest(number)), for: number == 1 ? shown : nil, absence: absence)
      guard page.total <= RemoteList.mostRows else {
        throw .refused(SourceWords.listTooLong(page.total, most: RemoteList.mostRows))
      }
      rows += page.rows.compactMap(row)
      guard page.goesOn(after: PageRequest(number)) else { return rows }
      number += 1
    }
  }

  static func page(of rows: [CatalogueRow], after cursor: PageCursor?) -> Page<CatalogueRow> {
    let start = if case .row(let start)? = RemoteCursor(cursor) { start } else { 0 }
    let end = min(rows.count, start + 100)
    let next = end < rows.count ? RemoteCursor.row(end).cursor : nil
    return Page(rows: Array(rows[min(start, end)..<end]), next: next)
  }
}

extension SearchResult {
  /// The row, without catalogue numbers such as “none”.
  fileprivate var listedRow: CatalogueRow {
    var shown = row
    shown.catalogueNumber = LabelCredit.numbers(row.catalogueNumber)
    return shown
  }
}
