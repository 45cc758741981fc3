internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel

/// The releases of artists and labels.
struct DiscographyRoutes: Sendable {
  let backend: Backend
  private let discographies = RecentValues<Artist.ID, [CatalogueRow]>(capacity: 32)

  /// Pages beyond this row are refused: the lists of `Various` and the like are endless.
  private static let longestList = 20_000

  init(backend: Backend) { self.backend = backend }

  func add(to table: inout RouteTable) {
    table.at("artists/:id/releases", get: artistReleases)
    table.at("labels/:id/releases", get: labelReleases)
  }

  // MARK: Artists

  @Sendable private func artistReleases(_ call: RouteCall) async throws -> RouteAnswer {
    let rows = Self.sorted(try await discography(of: backend.artist(call).id), by: call)
    let paging = Paging(call)
    let shown = rows.dropFirst(paging.offset).prefix(paging.perPage)
    let records = try await backend.catalogue.records(of: shown.map(\.reference))
    let stats = try await backend.stats(of: shown.compactMap { records.release(of: $0.reference) }, call)
    let describer = Describer(base: call.base)
    let releases = shown.map { row in
      Self.row(row, records, describer).with(["stats": records.release(of: row.reference).map(stats)])
    }
    return try paging.answer(call, items: rows.count, ["releases": .objects(releases)])
  }

  /// An artist's works, masters in place of their releases, in Discogs' order: the artist's own by year, then the
  /// others, unofficial ones last.
  private func discography(of artist: Artist.ID) async throws -> [CatalogueRow] {
    let ranked = try await backend.ranked(CatalogueList(.discography(artist, section: nil)))
    return try await discographies.value(for: artist, in: ranked.generation) {
      let works = try await ranked.rows(offset: 0, limit: Self.longestList)
      return works.filter(Self.isOwn).sorted { ($0.year ?? .max) < ($1.year ?? .max) }
        + works.filter { !Self.isOwn($0) }
    }
  }

  private static func isOwn(_ row: CatalogueRow) -> Bool { row.section != .appearances && row.section != .unofficial }

  /// The role in Discogs' words.
  private static func role(_ row: CatalogueRow) -> String {
    switch row.role {
    case "Track": "TrackAppearance"
    case "Main" where row.section == .unofficial: "UnofficialRelease"
    default: row.role
    }
  }

  private static func sorted(_ rows: [CatalogueRow], by call: RouteCall) -> [CatalogueRow] {
    switch call["sort"] {
    case "title": rows.sorted(isReversed: call.isDescending) { NaturalOrder.key($0.title) }
    case "format": rows.sorted(isReversed: call.isDescending) { NaturalOrder.key($0.format) }
    case "year": rows.sorted(isReversed: call.isDescending) { $0.year.map(String.init) ?? "9999" }
    default: call.isDescending ? rows.reversed() : rows
    }
  }

  private static func row(_ row: CatalogueRow, _ records: CatalogueRecords, _ describer: Describer) -> JSONObject {
    let object: JSONObject = [
      "id": .int(row.reference.number), "type": .text(row.reference.kind.rawValue), "role": .text(role(row)),
      "resource_url": describer.url(row.reference), "thumb": .text(""),
    ]
    if case .master(let id) = row.reference, let master = records.masters[id] {
      return object.with([
        "title": .text(master.title), "artist": .text(master.artists.displayName), "year": .int(master.year ?? 0),
        "main_release": .int(master.keyRelease?.number ?? 0),
      ])
    }
    return object.with([
      "title": .text(row.title), "artist": .text(row.artist), "year": row.year.map(JSON.int),
      "format": .text(row.format.replacing("×", with: "x")), "label": .text(row.label), "status": .text("Accepted"),
    ])
  }

  // MARK: Labels

  @Sendable private func labelReleases(_ call: RouteCall) async throws -> RouteAnswer {
    let label = try await backend.label(call)
    let sort =
      call.sortOrder(among: [.year, .title, .format, .artist, .catalogueNumber])
      ?? SortOrder(.relevance, isReversed: call.isDescending)
    let paging = Paging(call)
    let ranked = try await backend.ranked(CatalogueList(.labelReleases(label.id), sort: sort))
    let shown = try await ranked.rows(offset: paging.offset, limit: paging.perPage)
    let stats = try await backend.stats(of: shown.map { Release.ID($0.reference.number) }, call)
    let describer = Describer(base: call.base)
    let releases = shown.map { row -> JSONObject in
      [
        "id": .int(row.reference.number), "title": .text(row.title), "artist": .text(row.artist),
        "catno": .text(row.catalogueNumber.isEmpty ? "none" : row.catalogueNumber),
        "format": .text(row.format.replacing("×", with: "x")), "status": .text("Accepted"),
        "year": .int(row.year ?? 0), "resource_url": describer.url(row.reference), "thumb": .text(""),
        "stats": stats(Release.ID(row.reference.number)),
      ]
    }
    return try paging.answer(call, items: ranked.count, ["releases": .objects(releases)])
  }
}

extension Array {
  /// In the order of a text, made once for each element; equal ones stay as they were, also reversed.
  func sorted(isReversed: Bool, by key: (Element) -> String) -> [Element] {
    map { (key: key($0), element: $0) }.sorted { isReversed ? $0.key > $1.key : $0.key < $1.key }.map(\.element)
  }
}
