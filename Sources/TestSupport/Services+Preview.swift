public import Clients
import DiscogsModel
import RunoutModel

extension Services {
  /// Answers from a handful of records, without files: for trying a page out, and where a test needs any services.
  ///
  /// Lists have one page and are not sorted or narrowed. Changes (history, source) are not kept.
  public static var preview: Services {
    Services {
      $0.catalogue.search = { request, _, limit in
        Page(rows: Array(PreviewRecords.rows(of: request.kind).prefix(limit)), next: nil)
      }
      $0.catalogue.nearest = { _ in [] }
      $0.catalogue.count = { request in .exactly(PreviewRecords.rows(of: request.kind).count) }
      $0.catalogue.release = { id throws(ClientError) in
        try PreviewRecords.found(PreviewRecords.release, if: id == PreviewRecords.release.id, .release(id))
      }
      $0.catalogue.master = { id throws(ClientError) in
        try PreviewRecords.found(PreviewRecords.master, if: id == PreviewRecords.master.id, .master(id))
      }
      $0.catalogue.artist = { id throws(ClientError) in
        try PreviewRecords.found(PreviewRecords.artist, if: id == PreviewRecords.artist.id, .artist(id))
      }
      $0.catalogue.label = { id throws(ClientError) in
        try PreviewRecords.found(PreviewRecords.label, if: id == PreviewRecords.label.id, .label(id))
      }
      $0.catalogue.browse = { request, _, limit in
        Page(rows: Array(PreviewRecords.rows(of: request.list).prefix(limit)), next: nil)
      }
      $0.catalogue.browseCount = { request in .exactly(PreviewRecords.rows(of: request.list).count) }
      $0.catalogue.facets = { request in
        RowFacet.facets(of: PreviewRecords.rows(of: request.list), allowsSeveral: true)
      }
      $0.catalogue.sections = { id in id == PreviewRecords.artist.id ? [.albums: 1] : [:] }
      $0.catalogue.named = { name, kind in
        PreviewRecords.rows(of: kind).first { $0.title == name }?.reference
      }
      $0.catalogue.names = { references in
        let rows = PreviewRecords.rows(of: nil).filter { references.contains($0.reference) }
        return Dictionary(rows.map { ($0.reference, $0.title) }) { first, _ in first }
      }

      $0.digging.rows = { _, _, _ in Page(rows: [PreviewRecords.releaseRow], next: nil) }
      $0.digging.count = { _ in DigCount(rows: 1, all: 2) }
      $0.digging.years = { _ in YearCounts(tallies: [YearTally(year: 1959, records: 1)]) }

      $0.shelf.folders = { [CollectionFolder(name: PreviewRecords.copy.folder, copies: 1)] }
      $0.shelf.copies = { request, _, _ in
        let isShown = (request.folder ?? PreviewRecords.copy.folder) == PreviewRecords.copy.folder
        return Page(rows: isShown ? [PreviewRecords.copy] : [], next: nil)
      }
      $0.shelf.copyCount = { request in
        (request.folder ?? PreviewRecords.copy.folder) == PreviewRecords.copy.folder ? 1 : 0
      }
      $0.shelf.wants = { _, _, _ in Page(rows: [], next: nil) }
      $0.shelf.wantCount = { _ in 0 }
      $0.shelf.marks = { rows in
        let owned = [PreviewRecords.releaseRow.reference, PreviewRecords.masterRow.reference]
        let marks = rows.map(\.reference).filter(owned.contains).map { ($0, ShelfMarks(owned: .this)) }
        return Dictionary(marks) { first, _ in first }
      }
      $0.shelf.marksWithin = { _, _ in [:] }
      $0.shelf.nearest = { _, _ in "" }
      $0.shelf.placeOf = { _ in nil }
      $0.shelf.copiesOf = { id in id == PreviewRecords.copy.release ? [PreviewRecords.copy] : [] }
      $0.shelf.wantOf = { _ in nil }

      $0.edits.perform = { edits in edits.map { _ in .done } }
      $0.edits.undo = { nil }
      $0.edits.redo = { nil }
      $0.edits.pending = { [] }
      $0.edits.remedy = { _, _ in }
      $0.edits.fields = { CollectionInstance.Field.usual }
      $0.edits.removed = { [] }
      $0.edits.restore = { _ in nil }
      $0.edits.version = { "" }
      $0.edits.changes = { .finished }

      $0.sync.status = { .off }
      $0.sync.changes = {
        AsyncStream {
          $0.yield(.off)
          $0.finish()
        }
      }
      $0.sync.run = { _ in }
      $0.sync.bringUpToDate = { _ in false }
      $0.sync.pause = {}
      $0.sync.answer = { _, _ in 0 }

      $0.reports.groups = { _, _, _ in [] }
      $0.reports.duplicates = { _ in [] }
      $0.reports.pick = { _ in nil }
      $0.reports.pickOfDay = { _, _ in nil }
      $0.reports.pickWant = { _ in nil }
      $0.reports.lastPlay = { _ in nil }
      $0.reports.values = { [] }
      $0.reports.priceHistory = { _ in [] }
      $0.reports.plays = { [] }
      $0.reports.paid = { _, field, _ in PaidReport(field: field, of: []) }

      $0.lists.own = { [] }
      $0.lists.of = { _ in [] }
      $0.lists.list = { _ in nil }

      $0.crates.all = { _ in [] }
      $0.crates.save = { _ in nil }
      $0.crates.delete = { _, _ in nil }

      $0.layout.columns = { _ in ColumnChoice() }
      $0.layout.setColumns = { _, _ in }

      $0.filing.options = { FilingOptions() }
      $0.filing.setOptions = { _ in FilingChange(rows: 0, knowsPersons: false) }
      $0.filing.turn = { _ in .isGone }

      $0.intake.pressings = { _, _ in [] }
      $0.intake.lines = { [] }
      $0.intake.keep = { IntakeLine(id: 1, text: $0, folder: $1) }
      $0.intake.drop = { _ in }
      $0.selling.currency = { Currency("EUR") }
      $0.selling.fee = { Money($0.amount, $0.currency) }
      $0.selling.offer = { _ in 1 }
      $0.selling.listings = { _ in [] }
      $0.selling.listing = { Listing(id: $0, item: Listing.Item(release: 1, title: "Title")) }
      $0.selling.change = { _, _ in }
      $0.selling.remove = { _ in }
      $0.selling.orders = { _ in [] }
      $0.selling.order = { Order(id: $0) }
      $0.selling.messages = { _ in [] }
      $0.selling.write = { _, _, _ in }
      $0.news.followed = { [] }
      $0.news.follow = { _ in true }
      $0.news.unfollow = { _ in true }
      $0.news.look = { _, _ in }
      $0.news.untold = { $0 }
      $0.news.setTold = { _ in }
      $0.bookmarks.all = { [] }
      $0.bookmarks.set = { _ in nil }
      $0.bookmarks.delete = { _ in nil }

      $0.history.entries = { filter, limit in
        let entry = HistoryEntry(
          id: 1, query: "kind of blue", kind: nil, sort: .relevance, source: .demo, results: .exactly(4),
          lastRun: 1_772_366_400, runs: 3)
        return entry.query.contains(filter.lowercased()) || filter.isEmpty ? Array([entry].prefix(limit)) : []
      }
      $0.history.record = { _ in }
      $0.history.revise = { _, _ in }
      $0.history.delete = { _ in }
      $0.history.restore = { _ in }
      $0.history.commandLines = { ["source demo"] }
      $0.history.recordCommandLine = { _ in }
      $0.history.visits = { _ in [] }
      $0.history.recordVisit = { _ in }

      $0.source.current = { SourceStatus(source: .demo, releases: 1) }
      $0.source.select = { source throws(ClientError) in
        guard source == .demo else { throw .refused("No catalogue yet: runout catalogue update fetches one") }
        return SourceStatus(source: .demo, releases: 1)
      }
      $0.source.changes = { .finished }

      $0.desktop.copy = { _ in "the preview" }
      $0.desktop.play = { _ in }
      $0.desktop.open = { url throws(ClientError) in throw .refused("No browser here. Open \(url)") }
      // 1 March 2026, 12:00 UTC.
      $0.desktop.now = { 1_772_366_400 }
      $0.desktop.secondsFromUTC = { _ in 0 }
      $0.desktop.localTime = { LocalTime(1_772_366_400, secondsFromUTC: 0) }

      $0.log.entries = { limit in
        let entry = LogEntry(time: "2026-03-01T12:00:00Z", level: .notice, message: "Built the demo catalogue")
        return Array([entry].prefix(limit))
      }
      $0.log.write = { _, _, _ in }

      $0.network.status = { .local }
      $0.network.changes = { .finished }
      $0.network.cancel = { _ in }

      $0.freshness.of = { _ in nil }
      $0.freshness.changes = { .finished }
      $0.freshness.refresh = { _ in }

      $0.account.state = { .signedOut }
      $0.account.changes = { .finished }
      $0.settings.changes = { .finished }
      $0.settings.use = { _ in }
      $0.settings.beginEditing = { () throws(ClientError) in throw .refused("No configuration here") }
      $0.settings.endEditing = { nil }
      $0.account.signIn = { _ throws(ClientError) in throw noAccounts }
      $0.account.beginOAuth = { _, _ throws(ClientError) in throw noAccounts }
      $0.account.finishOAuth = { _, _ throws(ClientError) in throw noAccounts }
      $0.account.whoAmI = { () throws(ClientError) in throw .signInRequired(.signedOut) }
      $0.account.signOut = {}
      $0.account.profiles = { ["default"] }
      $0.account.select = { _ throws(ClientError) in throw noAccounts }

      $0.community.figures = { _ in nil }
      $0.community.rate = { _, _ throws(ClientError) in throw .refused("Ratings need Discogs: :source live") }
      $0.community.market = { _, _ in nil }
      $0.community.profile = { _ in nil }
      $0.community.editProfile = { _ throws(ClientError) in
        throw .refused("Profiles need Discogs: :source live")
      }

      $0.market.wants = { [] }
      $0.market.limit = { _ in nil }
      $0.market.money = { limit, _ in Money(limit.amount, limit.currency ?? Currency("USD")) }
      $0.market.check = { _, _ throws(ClientError) in throw noPrices }
      $0.market.sellers = { [] }
      $0.market.addSeller = { name in name }
      $0.market.removeSeller = { _ in false }
      $0.market.offers = { _, _, _ throws(ClientError) in throw noPrices }
      $0.market.ownListings = { _, _ throws(ClientError) in throw noPrices }

      $0.images.image = { _ throws(ClientError) in throw .refused("This source has no pictures") }
      $0.images.picture = { _, _ throws(ClientError) in throw .refused("This source has no pictures") }
    }
  }
}

private let noPrices = ClientError.refused("Prices need Discogs: :source live")
private let noAccounts = ClientError.refused("This source has no accounts")

/// The records of the preview: one of each kind, as their numbers stand on Discogs.
private enum PreviewRecords {
  static let artist = Artist(
    id: 23755, name: "Miles Davis", realName: "Miles Dewey Davis III", profile: "Trumpeter and bandleader.",
    nameVariations: ["M. Davis"], groups: [NamedArtist(id: 92623, name: "Miles Davis Quintet")])
  static let label = Discogs.Label(id: 1866, name: "Columbia", profile: "Label of [l=Columbia Records].")
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

  /// The release as an artist's page lists it.
  static let work: CatalogueRow = {
    var row = releaseRow
    row.section = .albums
    return row
  }()

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
    case .discography(let id, let section): id == artist.id && (section ?? .albums) == .albums ? [work] : []
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
