internal import AnswerCache
internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel

/// An artist's list by sections.
///
/// Discogs' rows have the artist's role, and releases the format, but masters have none. So the list is divided by
/// role, and the artist's own records by format where an earlier answer or the imported catalogue knows it. That needs
/// the whole list, a request for each hundred rows. Longer lists come page by page in Discogs' order, divided by role
/// alone.
extension RemoteList {
  /// The most rows of a list that is divided by format: five requests.
  static let mostDivided = 500
}

extension DiscogsSource {
  func discography(
    _ request: BrowseRequest, after cursor: PageCursor?
  ) async throws(ClientError) -> Page<CatalogueRow> {
    let list = RemoteList(request)
    if list.isLoadedWhole { return Self.page(of: try await dividedRows(of: list), after: cursor) }
    if case .row? = RemoteCursor(cursor) { return Self.page(of: try await dividedRows(of: list), after: cursor) }
    let number = Self.pageNumber(cursor)
    let page = try await ask(
      list.endpoint(sorted: true, page: PageRequest(number)), for: number == 1 ? .list(request) : nil,
      absence: list.absence, rows: \.rows)
    // Later pages continue as the list began, though it may be shorter by now.
    if number == 1, page.total <= RemoteList.mostDivided {
      return Self.page(of: try await dividedRows(of: list), after: nil)
    }
    // Sorted by Discogs, rows of all roles are mixed.
    let isByRole = request.sort == .relevance
    return Page(
      rows: page.rows.map { $0.placed(isByRole ? DiscographySection(role: $0.role) : .releases) },
      next: page.goesOn(after: PageRequest(number)) ? RemoteCursor.page(number + 1).cursor : nil)
  }

  /// The whole list, divided and in order.
  func dividedRows(of list: RemoteList) async throws(ClientError) -> [CatalogueRow] {
    let rows = try await sentWhole(list)
    let masters = rows.compactMap { row -> Master.ID? in
      guard case .master(let id) = row.reference else { return nil }
      return id
    }
    let known = try await facts(of: masters)
    return list.arranged(rows.map { $0.divided(known) })
  }

  /// Rows with the formats and labels of masters, from the cache, then the imported catalogue; Discogs is not asked.
  private func facts(of masters: [Master.ID]) async throws(ClientError) -> [Master.ID: CatalogueRow] {
    let parts = try await opened()
    var known = await parts.cache.rows(ofMasters: masters, server: parts.server)
    let unknown = masters.filter { known[$0] == nil }.map { EntityReference.master($0) }
    // Without a catalogue formats are missing, no more.
    guard !unknown.isEmpty, let records = await fromSubstitute({ try await $0.records(of: unknown) }) else {
      return known
    }
    for (id, master) in records.masters {
      if let key = master.keyRelease.flatMap({ records.releases[$0] }) { known[id] = CatalogueRow(key) }
    }
    return known
  }
}

extension CatalogueRow {
  fileprivate func placed(_ section: DiscographySection) -> CatalogueRow {
    var row = self
    row.section = section
    return row
  }

  /// The row in its section, with the format and label of its master.
  fileprivate func divided(_ known: [Master.ID: CatalogueRow]) -> CatalogueRow {
    var row = placed(DiscographySection(role: role))
    if case .master(let id) = reference, let facts = known[id] {
      if row.format.isEmpty { row.format = facts.format }
      if row.label.isEmpty { row.label = facts.label }
    }
    if row.section == .releases, !row.format.isEmpty { row.section = DiscographySection(shortFormat: row.format) }
    return row
  }
}

extension DiscographySection {
  /// The section of a role in Discogs' words: `Main`, `TrackAppearance`, `Producer`, …
  init(role: String) {
    switch role {
    case "Main", "": self = .releases
    case "UnofficialRelease": self = .unofficial
    default: self = .appearances
    }
  }
}
