internal import DiscogsModel

extension Services {
  /// Answers from a handful of records, without files: for trying a page out, and where a test needs any services.
  ///
  /// Lists have one page and are not sorted or narrowed. Changes (history, source) are not kept.
  public static let preview = Services(
    catalogue: .preview, shelf: .preview, edits: .preview, sync: .off, reports: .none, lists: .none, crates: .none,
    layout: .none, filing: .none,
    bookmarks: .none, history: .preview, source: .preview, desktop: .preview, log: .preview, network: .local,
    freshness: .local,
    account: .signedOut, community: .none, market: .none, images: .none)
}

/// The records of the preview: one of each kind, as their numbers stand on Discogs.
private enum PreviewRecords {
  static let artist = Artist(
    id: 23755, name: "Miles Davis", realName: "Miles Dewey Davis III", profile: "Trumpeter and bandleader.",
    nameVariations: ["M. Davis"], groups: [NamedArtist(id: 92623, name: "Miles Davis Quintet")])
  static let label = Label(id: 1866, name: "Columbia", profile: "Label of [l=Columbia Records].")
  static let master = Master(
    id: 5460, title: "Kind Of Blue", keyRelease: 249504, artists: [ArtistCredit(id: 23755, name: "Miles Davis")],
    genres: ["Jazz"], styles: ["Modal"], year: 1959)
  static let release = Release(
    id: 249504, title: "Kind Of Blue", artists: [ArtistCredit(id: 23755, name: "Miles Davis")],
    labels: [LabelCredit(id: 1866, name: "Columbia", catalogueNumber: "CL 1355")],
    formats: [Format(name: "Vinyl", descriptions: ["LP", "Album", "Mono"])], genres: ["Jazz"], styles: ["Modal"],
    country: "US", released: "1959-08-17", master: 5460, isKeyRelease: true,
    tracklist: [
      Track(position: "A1", title: "So What", duration: "9:22"),
      Track(position: "A2", title: "Freddie Freeloader", duration: "9:46"),
      Track(position: "A3", title: "Blue In Green", duration: "5:37"),
      Track(position: "B1", title: "All Blues", duration: "11:33"),
      Track(position: "B2", title: "Flamenco Sketches", duration: "9:26"),
    ])

  static let releaseRow = CatalogueRow(
    reference: .release(release.id), title: release.title, artist: "Miles Davis", year: 1959, country: "US",
    format: "LP, Album, Mono", label: "Columbia", catalogueNumber: "CL 1355", master: master.id)
  static let masterRow = CatalogueRow(
    reference: .master(master.id), title: master.title, artist: "Miles Davis", year: 1959, count: 1)
  static let artistRow = CatalogueRow(reference: .artist(artist.id), title: artist.name, count: 1)
  static let labelRow = CatalogueRow(reference: .label(label.id), title: label.name, count: 1)

  static let copy = CollectionCopy(
    id: 1, release: release.id, master: master.id, artist: "Miles Davis", title: release.title, label: "Columbia",
    catalogueNumber: "CL 1355", format: "LP, Album, Mono", year: 1959, folder: "Jazz", rating: 5,
    added: "2020-11-12 12:24:52", mediaCondition: "Very Good Plus (VG+)", sleeveCondition: "Very Good (VG)",
    fields: [CollectionCopy.Field(name: "Notes", value: "Six-eye label")])

  static func rows(of kind: EntityKind?) -> [CatalogueRow] {
    let all = [masterRow, releaseRow, artistRow, labelRow]
    return kind.map { kind in all.filter { $0.reference.kind == kind } } ?? all
  }

  static func rows(of list: BrowseRequest.List) -> [CatalogueRow] {
    switch list {
    case .versions(let id): id == master.id ? [releaseRow] : []
    case .artistReleases(let id, let role): id == artist.id && (role ?? .main) == .main ? [releaseRow] : []
    case .labelReleases(let id): id == label.id ? [releaseRow] : []
    case .collection, .wants, .entries: [releaseRow]
    }
  }

  static func found<Value>(
    _ value: Value, if isAsked: Bool, _ reference: EntityReference
  ) throws(ClientError) -> Value {
    guard isAsked else { throw .notFound(reference) }
    return value
  }
}

extension CatalogueClient {
  public static let preview = CatalogueClient(
    search: { request, _, limit throws(ClientError) in
      Page(rows: Array(PreviewRecords.rows(of: request.kind).prefix(limit)), next: nil)
    },
    count: { request throws(ClientError) in .exactly(PreviewRecords.rows(of: request.kind).count) },
    release: { id throws(ClientError) in
      try PreviewRecords.found(PreviewRecords.release, if: id == PreviewRecords.release.id, .release(id))
    },
    master: { id throws(ClientError) in
      try PreviewRecords.found(PreviewRecords.master, if: id == PreviewRecords.master.id, .master(id))
    },
    artist: { id throws(ClientError) in
      try PreviewRecords.found(PreviewRecords.artist, if: id == PreviewRecords.artist.id, .artist(id))
    },
    label: { id throws(ClientError) in
      try PreviewRecords.found(PreviewRecords.label, if: id == PreviewRecords.label.id, .label(id))
    },
    browse: { request, _, limit throws(ClientError) in
      Page(rows: Array(PreviewRecords.rows(of: request.list).prefix(limit)), next: nil)
    },
    browseCount: { request throws(ClientError) in .exactly(PreviewRecords.rows(of: request.list).count) },
    facets: { request throws(ClientError) in
      RowFacet.facets(of: PreviewRecords.rows(of: request.list), allowsSeveral: true)
    },
    artistRoles: { id throws(ClientError) in id == PreviewRecords.artist.id ? [.main: 1] : [:] },
    named: { name, kind throws(ClientError) in
      PreviewRecords.rows(of: kind).first { $0.title == name }?.reference
    },
    names: { references throws(ClientError) in
      let rows = PreviewRecords.rows(of: nil).filter { references.contains($0.reference) }
      return Dictionary(rows.map { ($0.reference, $0.title) }) { first, _ in first }
    })
}

extension ShelfClient {
  public static let preview = ShelfClient(
    folders: { () throws(ClientError) in [CollectionFolder(name: PreviewRecords.copy.folder, copies: 1)] },
    copies: { request, _, _ throws(ClientError) in
      let isShown = (request.folder ?? PreviewRecords.copy.folder) == PreviewRecords.copy.folder
      return Page(rows: isShown ? [PreviewRecords.copy] : [], next: nil)
    },
    copyCount: { request throws(ClientError) in
      (request.folder ?? PreviewRecords.copy.folder) == PreviewRecords.copy.folder ? 1 : 0
    },
    wants: { _, _, _ throws(ClientError) in Page(rows: [], next: nil) },
    wantCount: { _ throws(ClientError) in 0 },
    badges: { rows throws(ClientError) in
      let owned = [PreviewRecords.releaseRow.reference, PreviewRecords.masterRow.reference]
      let badges = rows.map(\.reference).filter(owned.contains).map { ($0, ShelfBadge.owned) }
      return Dictionary(badges) { first, _ in first }
    },
    copiesOf: { id throws(ClientError) in id == PreviewRecords.copy.release ? [PreviewRecords.copy] : [] },
    wantOf: { _ throws(ClientError) in nil })
}

extension ListsClient {
  /// For a source without users.
  public static let none = ListsClient(
    own: { () throws(ClientError) in [] }, of: { _ throws(ClientError) in [] }, list: { _ throws(ClientError) in nil })
}

extension CrateClient {
  /// None, and none is kept.
  public static let none = CrateClient(
    all: { _ throws(ClientError) in [] }, save: { _ throws(ClientError) in nil },
    delete: { _, _ throws(ClientError) in nil })
}

extension LayoutClient {
  /// The usual one, and none is kept.
  public static let none = LayoutClient(
    columns: { _ throws(ClientError) in [] }, setColumns: { _, _ throws(ClientError) in })
}

extension FilingClient {
  /// The usual rules, and none are kept.
  public static let none = FilingClient(
    options: { () throws(ClientError) in FilingOptions() },
    setOptions: { _ throws(ClientError) in FilingChange(rows: 0, knowsPersons: false) },
    turn: { _ throws(ClientError) in .isGone })
}

extension BookmarkClient {
  /// None, and none is kept.
  public static let none = BookmarkClient(
    all: { () throws(ClientError) in [] }, set: { _ throws(ClientError) in nil },
    delete: { _ throws(ClientError) in nil })
}

extension HistoryClient {
  public static let preview = HistoryClient(
    entries: { filter, limit throws(ClientError) in
      let entry = HistoryEntry(
        id: 1, query: "kind of blue", kind: nil, sort: .relevance, source: .demo, results: .exactly(4),
        lastRun: 1_772_366_400, runs: 3)
      return entry.query.contains(filter.lowercased()) || filter.isEmpty ? Array([entry].prefix(limit)) : []
    },
    record: { _ throws(ClientError) in },
    delete: { _ throws(ClientError) in },
    restore: { _ throws(ClientError) in },
    commandLines: { () throws(ClientError) in ["source demo"] },
    recordCommandLine: { _ throws(ClientError) in })
}

extension SourceClient {
  public static let preview = SourceClient(
    current: { SourceStatus(source: .demo, releases: 1) },
    select: { source throws(ClientError) in
      guard source == .demo else { throw .refused("No catalogue imported yet: runout import FILE…") }
      return SourceStatus(source: .demo, releases: 1)
    },
    changes: { AsyncStream { $0.finish() } })
}

extension ShelfEditClient {
  /// Takes every change and keeps none.
  public static let preview = ShelfEditClient(
    perform: { edits throws(ClientError) in edits.map { _ in .done } },
    undo: { () throws(ClientError) in nil }, redo: { () throws(ClientError) in nil },
    pending: { () throws(ClientError) in [] }, remedy: { _, _ throws(ClientError) in },
    fields: { () throws(ClientError) in CollectionInstance.Field.usual },
    removed: { () throws(ClientError) in [] }, restore: { _ throws(ClientError) in nil },
    changes: { AsyncStream { $0.finish() } })
}

extension ShelfReportClient {
  /// Of an empty shelf.
  public static let none = ShelfReportClient(
    groups: { _, _, _ throws(ClientError) in [] }, duplicates: { _ throws(ClientError) in [] },
    pick: { _ throws(ClientError) in nil }, pickWant: { _ throws(ClientError) in nil },
    played: { _ throws(ClientError) in },
    values: { () throws(ClientError) in [] })
}

extension DesktopClient {
  public static let preview = DesktopClient(
    copy: { _ throws(ClientError) in "the preview" },
    open: { url throws(ClientError) in throw .refused("There is no browser here. The page is \(url)") },
    // 1 March 2026, 12:00 UTC.
    now: { 1_772_366_400 })
}

extension LogClient {
  public static let preview = LogClient(
    entries: { limit throws(ClientError) in
      let entry = LogEntry(time: "2026-03-01T12:00:00Z", level: .notice, message: "The demo catalogue was built")
      return Array([entry].prefix(limit))
    },
    write: { _, _, _ in })
}

extension ImageClient {
  /// No pictures.
  public static let none = ImageClient(image: { _ throws(ClientError) in
    throw .refused("There are no pictures in this source")
  })
}

extension CommunityClient {
  /// No other people.
  public static let none = CommunityClient(
    figures: { _ throws(ClientError) in nil },
    rate: { _, _ throws(ClientError) in throw .refused("Rating needs Discogs itself: :source live") },
    market: { _, _ throws(ClientError) in nil },
    profile: { _ throws(ClientError) in nil },
    editProfile: { _ throws(ClientError) in throw .refused("Your profile is kept by Discogs itself: :source live") })
}

extension MarketClient {
  /// Nothing is for sale, and no limit is kept.
  public static let none = MarketClient(
    wants: { () throws(ClientError) in [] }, limit: { _ throws(ClientError) in nil },
    money: { limit, _ throws(ClientError) in Money(limit.amount, limit.currency ?? Currency("USD")) },
    check: { _, _ throws(ClientError) in throw noPrices }, sellers: { () throws(ClientError) in [] },
    addSeller: { name throws(ClientError) in name }, removeSeller: { _ throws(ClientError) in false },
    offers: { _, _, _ throws(ClientError) in throw noPrices },
    ownListings: { _, _ throws(ClientError) in throw noPrices })

  private static let noPrices = ClientError.refused("Only Discogs itself knows prices: :source live")
}

extension FreshnessClient {
  /// Everything comes from this machine.
  public static let local = FreshnessClient(
    of: { _ in nil }, changes: { AsyncStream { $0.finish() } }, refresh: { _ throws(ClientError) in })
}

extension NetworkClient {
  /// No network is used.
  public static let local = NetworkClient(
    status: { .local }, changes: { AsyncStream { $0.finish() } }, cancel: { _ in })
}

extension AccountClient {
  /// Nobody is signed in, and nobody can.
  public static let signedOut = AccountClient(
    state: { .signedOut }, changes: { AsyncStream { $0.finish() } },
    signIn: { _ throws(ClientError) in throw noAccounts },
    beginOAuth: { _, _ throws(ClientError) in throw noAccounts },
    finishOAuth: { _, _ throws(ClientError) in throw noAccounts },
    whoAmI: { () throws(ClientError) in throw .signInRequired(.nobody) }, signOut: { () throws(ClientError) in },
    profiles: { () throws(ClientError) in ["default"] }, select: { _ throws(ClientError) in throw noAccounts })

  private static let noAccounts = ClientError.refused("There are no accounts here")
}
