internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel

/// The releases of artists and labels.
struct DiscographyRoutes: Sendable {
  let backend: Backend
  private let known = RecentValues<Key, [CatalogueRow]>(capacity: 32)

  private struct Key: Hashable {
    var artist: Artist.ID
    var generation: Int
  }

  /// Pages beyond this row are refused: the lists of `Various` and the like are endless.
  private static let longestList = 20_000

  init(backend: Backend) {
    self.backend = backend
  }

  func add(to table: inout RouteTable) {
    table.at("artists/:id/releases", get: artistReleases)
    table.at("labels/:id/releases", get: labelReleases)
  }

  // MARK: Artists

  @Sendable private func artistReleases(_ call: RouteCall) async throws -> RouteAnswer {
    let id = Artist.ID(try call.number("id", else: .noArtist))
    _ = try await backend.ask(else: .noArtist) { () async throws(CatalogueError) in
      try await backend.catalogue.artist(id)
    }
    var rows = try await discography(of: id)
    Self.sort(&rows, by: call)
    let paging = Paging(call)
    let shown = Array(rows.dropFirst(paging.offset).prefix(paging.perPage))
    let records = try await backend.ask { () async throws(CatalogueError) in
      try await backend.catalogue.records(of: shown.map(\.reference))
    }
    let releases = shown.compactMap { Self.release(of: $0, records) }
    let community = try await backend.accounts.community(of: releases)
    let holdings = try await backend.holdings(releases, call)
    return try await paging.answer(call, items: rows.count) { body in
      let describer = Describer(base: call.base)
      body["releases"] = .objects(
        shown.map { row in
          var object = Self.row(row, records, describer)
          if let release = Self.release(of: row, records) {
            object["stats"] = describer.stats(release, community[release], holdings)
          }
          return object
        })
    }
  }

  /// An artist's works, masters in place of their releases, in Discogs' order: the artist's own by year, then the
  /// others, unofficial ones last.
  private func discography(of artist: Artist.ID) async throws -> [CatalogueRow] {
    try await backend.ask { () async throws(CatalogueError) in
      let ranked = try await backend.ranked(CatalogueList(.discography(artist, section: nil)))
      let key = Key(artist: artist, generation: ranked.generation)
      if let rows = known[key] { return rows }
      let works = try await ranked.rows(offset: 0, limit: Self.longestList)
      let own = works.filter { Self.isOwn($0) }
      let byYear = own.enumerated().sorted { left, right in
        (left.element.year ?? .max, left.offset) < (right.element.year ?? .max, right.offset)
      }
      let rows = byYear.map(\.element) + works.filter { !Self.isOwn($0) }
      known[key] = rows
      return rows
    }
  }

  private static func isOwn(_ row: CatalogueRow) -> Bool {
    row.section != .appearances && row.section != .unofficial
  }

  /// The role in Discogs' words.
  private static func role(_ row: CatalogueRow) -> String {
    switch row.role {
    case "Track": "TrackAppearance"
    case "Main" where row.section == .unofficial: "UnofficialRelease"
    default: row.role
    }
  }

  private static func sort(_ rows: inout [CatalogueRow], by call: RouteCall) {
    let isReversed = call["sort_order"] == "desc"
    let key: (CatalogueRow) -> String
    switch call["sort"] {
    case "title": key = { NaturalOrder.key($0.title) }
    case "format": key = { NaturalOrder.key($0.format) }
    case "year": key = { $0.year.map(String.init) ?? "9999" }
    default:
      if isReversed { rows.reverse() }
      return
    }
    let keyed = rows.enumerated().map { (key: key($0.element), index: $0.offset, row: $0.element) }
    rows = keyed.sorted { left, right in
      if left.key != right.key { return (left.key < right.key) != isReversed }
      return left.index < right.index
    }.map(\.row)
  }

  /// The release a row is about: a master's key release.
  private static func release(of row: CatalogueRow, _ records: CatalogueRecords) -> Release.ID? {
    switch row.reference {
    case .release(let id): id
    case .master(let id): records.masters[id]?.keyRelease
    case .artist, .label: nil
    }
  }

  private static func row(_ row: CatalogueRow, _ records: CatalogueRecords, _ describer: Describer) -> JSONObject {
    var object: JSONObject = [
      "id": .int(row.reference.number),
      "type": .text(row.reference.kind.rawValue),
      "role": .text(role(row)),
      "resource_url": describer.url(row.reference),
      "thumb": .text(""),
    ]
    if case .master(let id) = row.reference, let master = records.masters[id] {
      object["title"] = .text(master.title)
      object["artist"] = .text(master.artists.displayName)
      object["year"] = .int(master.year ?? 0)
      object["main_release"] = .int(master.keyRelease?.number ?? 0)
    } else {
      object["title"] = .text(row.title)
      object["artist"] = .text(row.artist)
      object["year"] = row.year.map(JSON.int)
      object["format"] = .text(row.format.replacing("×", with: "x"))
      object["label"] = .text(row.label)
      object["status"] = .text("Accepted")
    }
    return object
  }

  // MARK: Labels

  @Sendable private func labelReleases(_ call: RouteCall) async throws -> RouteAnswer {
    let id = Discogs.Label.ID(try call.number("id", else: .noLabel))
    let field: SortOrder.Field? =
      switch call["sort"] {
      case "year": .year
      case "title": .title
      case "format": .format
      case "artist": .artist
      case "catno": .catalogueNumber
      default: nil
      }
    let sort = SortOrder(field ?? .relevance, isReversed: call["sort_order"] == "desc")
    let paging = Paging(call)
    let (total, shown) = try await backend.ask(else: .noLabel) { () async throws(CatalogueError) in
      _ = try await backend.catalogue.label(id)
      let ranked = try await backend.ranked(CatalogueList(.labelReleases(id), sort: sort))
      return (ranked.count, try await ranked.rows(offset: paging.offset, limit: paging.perPage))
    }
    let releases = shown.map { Release.ID($0.reference.number) }
    let community = try await backend.accounts.community(of: releases)
    let holdings = try await backend.holdings(releases, call)
    return try await paging.answer(call, items: total) { body in
      let describer = Describer(base: call.base)
      body["releases"] = .objects(
        shown.map { row in
          var object: JSONObject = [
            "id": .int(row.reference.number),
            "title": .text(row.title),
            "artist": .text(row.artist),
            "catno": .text(row.catalogueNumber.isEmpty ? "none" : row.catalogueNumber),
            "format": .text(row.format.replacing("×", with: "x")),
            "status": .text("Accepted"),
            "year": .int(row.year ?? 0),
            "resource_url": describer.url(row.reference),
            "thumb": .text(""),
          ]
          let release = Release.ID(row.reference.number)
          object["stats"] = describer.stats(release, community[release], holdings)
          return object
        })
    }
  }
}
