import Clients
import DiscogsModel
import RunoutModel
import Sleeves

/// Makes the lines of an artist's page from the source's rows.
nonisolated struct DiscographySource: Sendable {
  var artist: Artist.ID
  var section: DiscographySection?
  var unfolded: Set<Master.ID> = []
  /// Whether the works are a wall of covers, without captions and versions.
  var isWall = false
  /// Whether whole records may be read for their covers, as they cost no request.
  var readsRecords = false
  var catalogue: CatalogueClient

  /// The most versions shown below a master; its own page has the rest.
  static let mostVersions = 50
  /// More works leave no room for covers below them.
  private static let mostCovers = 40

  private var list: BrowseRequest.List { .discography(artist, section: section) }

  var source: ListSource<ArtistRow> {
    ListSource(
      load: lines, count: { [catalogue, list] in try await catalogue.browseCount(BrowseRequest(list, $0)) },
      text: \.searchText, shown: { [list] in .list(BrowseRequest(list, $0)) }, isSame: ArtistRow.isSame,
      sorts: [.relevance, .artist, .title, .year, .format, .label], isCaption: \.isCaption)
  }

  private func lines(_ order: ListOrder, _ after: PageCursor?, _ limit: Int) async throws -> Page<ArtistRow> {
    let place = after.map { Place($0) }
    let page = try await catalogue.browse(BrowseRequest(list, order), place?.rows, limit)
    guard !isWall else {
      return Page(rows: try await works(page.rows, withSleeves: true).map(ArtistRow.work), next: page.next)
    }
    // Of a short list the covers stand below it.
    let isShort = place == nil && page.next == nil && page.rows.count <= Self.mostCovers
    let works = try await works(page.rows, withSleeves: isShort)
    var lines: [ArtistRow] = []
    if place == nil, section == nil, !order.isCutDown, !page.rows.isEmpty { lines.append(.artist(artist)) }
    var last = place?.section
    for work in works {
      if work.section != last { lines.append(.caption(work.section)) }
      last = work.section
      lines.append(.work(work))
      if let master = work.master, unfolded.contains(master) { lines += try await versions(of: master) }
    }
    return Page(rows: lines, next: page.next.map { Place(section: last, rows: $0).cursor })
  }

  func versions(of master: Master.ID) async throws -> [ArtistRow] {
    let request = BrowseRequest(.versions(master))
    let page = try await catalogue.browse(request, nil, Self.mostVersions)
    let shown = page.rows.prefix(Self.mostVersions)
    var lines = shown.map { ArtistRow.version($0, of: master) }
    if page.next != nil || shown.count < page.rows.count {
      let total = try await catalogue.browseCount(request)
      lines.append(.moreVersions(of: master, count: total.number - shown.count))
    }
    return lines
  }

  /// - Parameter withSleeves: whether covers are drawn, as on the works' own pages.
  private func works(_ rows: [CatalogueRow], withSleeves: Bool) async throws -> [ArtistRow.Work] {
    var works: [ArtistRow.Work] = []
    for row in rows {
      let sleeve = withSleeves && readsRecords ? try await catalogue.sleeve(of: row) : nil
      works.append(ArtistRow.Work(row: row, sleeve: sleeve))
    }
    return works
  }

  /// A cursor of lines: the section captioned last, and the rows' own cursor.
  fileprivate struct Place {
    var section: DiscographySection?
    var rows: PageCursor
    var cursor: PageCursor { PageCursor(token: "\(section.map { String($0.rawValue) } ?? ""):\(rows.token)") }
  }
}

nonisolated extension DiscographySource.Place {
  fileprivate init(_ cursor: PageCursor) {
    let parts = cursor.token.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    section = UInt8(parts[0]).flatMap { DiscographySection(rawValue: $0) }
    rows = PageCursor(token: parts.count == 2 ? String(parts[1]) : "")
  }
}
