internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel
internal import Wording

/// A list that belongs to a page, as Discogs can be asked for it.
struct RemoteList {
  /// Longer lists are not loaded as a whole: ten requests are a sixth of a minute's budget.
  static let mostRows = 1_000

  let request: BrowseRequest

  init(_ request: BrowseRequest) { self.request = request }

  /// Whether all rows are needed first: the list is narrowed, or sorted by a field that Discogs cannot sort by.
  var isLoadedWhole: Bool {
    if !request.narrowing.isEmpty { return true }
    switch request.list {
    // A list comes on one page.
    case .discography(_, .some), .entries: return true
    case .versions, .discography, .labelReleases, .collection, .wants: break
    }
    return request.sort.field != .relevance && !isSortedByDiscogs
  }

  /// The message for a list that does not exist; nil for one of a record, whose page says so.
  var absence: ClientError? {
    switch request.list {
    case .versions, .discography, .labelReleases: nil
    case .collection(let user), .wants(let user): .noSuchUser(user)
    case .entries(let id): .refused(SourceWords.listPrivate(id.number))
    }
  }

  private var isSortedByDiscogs: Bool {
    switch request.list {
    case .versions: versionField != nil
    case .discography: releaseField != nil
    // Sorting is not documented for labels, so it is done here.
    case .labelReleases, .entries: false
    case .collection: collectionField != nil
    case .wants: wantField != nil
    }
  }

  private var versionField: VersionField? {
    switch request.sort.field {
    case .year: .released
    case .title: .title
    case .format: .format
    case .label: .label
    case .catalogueNumber: .catalogueNumber
    case .relevance, .artist, .added, .rating, .price: nil
    }
  }

  private var releaseField: ReleaseListField? {
    switch request.sort.field {
    case .year: .year
    case .title: .title
    case .format: .format
    case .relevance, .artist, .label, .catalogueNumber, .added, .rating, .price: nil
    }
  }

  private var collectionField: CollectionSortField? {
    // The usual order of a shelf that is not one's own.
    request.sort.field == .relevance ? .artist : CollectionSortField(rawValue: request.sort.field.rawValue)
  }

  private var wantField: WantListSortField? {
    request.sort.field == .relevance ? .artist : WantListSortField(rawValue: request.sort.field.rawValue)
  }

  func endpoint(sorted: Bool, page: PageRequest) -> Endpoint<Paged<CatalogueRow>> {
    // Latest and best first, as on the user's own shelf.
    let isDescending = request.sort.isReversed != [.added, .rating].contains(request.sort.field)
    func sorting<Field>(_ field: Field?) -> Sorting<Field>? {
      sorted ? field.map { Sorting(by: $0, isDescending: isDescending) } : nil
    }
    switch request.list {
    case .collection(let user):
      return Endpoint<Paged<CollectionInstance>>.collection(
        of: user, sorting: sorting(collectionField), page: page
      ).map { $0.map { CatalogueRow($0.release) } }
    case .wants(let user):
      return Endpoint<Paged<Want>>.wants(of: user, sorting: sorting(wantField), page: page).map {
        $0.map { CatalogueRow($0.release) }
      }
    case .entries(let list):
      return Endpoint<UserList>.list(list).map { Paged(rows: ($0.entries ?? []).map { CatalogueRow($0) }) }
    case .versions(let master):
      let filters = VersionFilters(
        formats: request.filters["format"], labels: request.filters["label"], countries: request.filters["country"],
        released: request.filters["released"].first ?? "")
      return Endpoint<Paged<ListedRelease>>.versions(
        of: master, filters: filters, sorting: sorting(versionField), page: page
      ).map { $0.map(\.listedRow) }
    case .discography(let artist, _):
      return Endpoint<Paged<ListedRelease>>.releases(by: artist, sorting: sorting(releaseField), page: page).map {
        $0.map(\.listedRow)
      }
    case .labelReleases(let label):
      return Endpoint<Paged<ListedRelease>>.releases(on: label, page: page).map { $0.map(\.listedRow) }
    }
  }

  /// The requested rows of the whole list, in the requested order.
  func arranged(_ rows: [CatalogueRow]) -> [CatalogueRow] {
    var rows = rows
    if case .discography(_, let section?) = request.list { rows = rows.filter { $0.section == section } }
    rows = RowOrder(sort: request.sort).sorted(RowOrder.narrowed(rows, to: request.narrowing))
    guard case .discography = request.list else { return rows }
    return DiscographySection.allCases.flatMap { section in rows.filter { $0.section == section } }
  }
}

extension CatalogueRow {
  /// Splits the `Artist - Title` of releases and masters, which Discogs sends as one text.
  init(_ entry: UserList.Entry) {
    let isRecord = entry.reference.kind == .release || entry.reference.kind == .master
    let parts = isRecord ? entry.title.split(separator: " - ", maxSplits: 1).map(String.init) : []
    let comment = TextMarkup(parsing: entry.comment).numbering().plain
    self.init(
      reference: entry.reference, title: parts.count == 2 ? parts[1] : entry.title,
      artist: parts.count == 2 ? parts[0] : "",
      role: comment.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  init(_ release: Release) {
    self.init(
      reference: .release(release.id), title: release.title, artist: release.artists.displayName,
      year: release.year, released: ReleaseDate.exact(release.released), country: release.country,
      format: release.formats.shortName,
      label: release.labels.first?.displayName ?? "",
      catalogueNumber: release.labels.first?.displayCatalogueNumber ?? "", master: release.master)
  }

  init(_ master: Master) {
    self.init(
      reference: .master(master.id), title: master.title, artist: master.artists.displayName, year: master.year,
      master: master.id)
  }
}

extension ListedRelease {
  /// The row, with the format shortened as in other lists, and without catalogue numbers such as “none”.
  var listedRow: CatalogueRow {
    var shown = row
    shown.format = Format.shortNames(in: row.format)
    shown.released = ReleaseDate.exact(released)
    shown.catalogueNumber = LabelCredit.numbers(row.catalogueNumber)
    return shown
  }
}
