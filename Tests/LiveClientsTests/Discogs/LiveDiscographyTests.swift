import Clients
import DiscogsModel
import LiveClients
import RunoutModel
import Testing

/// An artist's list from Discogs: how it is divided, and how many requests that takes.
struct LiveDiscographyTests {
  private let scratch: LiveScratch
  private let discogs = ScriptedDiscogs()

  init() throws {
    scratch = try LiveScratch()
  }

  private struct Row {
    var id: Int
    var isMaster = true
    var role = "Main"
    var format = ""
    var year = 1960

    var json: String {
      let rest = isMaster ? #""main_release": \#(id + 1000)"# : #""format": "\#(format)", "label": "Label""#
      return """
        {"id": \(id), "type": "\(isMaster ? "master" : "release")", "title": "Title \(id)", "artist": "Artist",
         "role": "\(role)", "year": \(year), \(rest)}
        """
    }
  }

  /// Answers the pages of an artist's list.
  private func answer(_ rows: [Row], perPage: Int = 100) {
    let pages = max(1, (rows.count + perPage - 1) / perPage)
    for page in 1...pages {
      let shown = rows.dropFirst((page - 1) * perPage).prefix(perPage).map(\.json).joined(separator: ", ")
      let next = page < pages ? #"{"next": "https://api.discogs.com/artists/1/releases?page=\#(page + 1)"}"# : "{}"
      let json = """
        {"pagination": {"page": \(page), "pages": \(pages), "per_page": \(perPage), "items": \(rows.count), "urls": \(next)},
         "releases": [\(shown)]}
        """
      discogs.answer("/artists/1/releases?page=\(page)&per_page=\(perPage)", json)
      if page == 1 { discogs.answer("/artists/1/releases", json) }
    }
  }

  private func listRequests() -> Int { discogs.paths.count { $0.hasPrefix("/artists/1/releases") } }

  private func all(
    _ live: LiveServices, section: DiscographySection? = nil, sort: SortOrder = .relevance, narrowing: String = ""
  ) async throws -> [CatalogueRow] {
    let request = BrowseRequest(.discography(1, section: section), sort: sort, narrowing: narrowing)
    var rows: [CatalogueRow] = []
    var cursor: PageCursor?
    repeat {
      let page = try await live.services.catalogue.browse(request, cursor, 100)
      rows += page.rows
      cursor = page.next
    } while cursor != nil
    return rows
  }

  @Test func `a list is divided by role, and further where the format is known`() async throws {
    answer([
      Row(id: 1), Row(id: 2, year: 1961), Row(id: 3, isMaster: false, format: "7\\\", Single"),
      Row(id: 4, isMaster: false, format: "LP, Comp"), Row(id: 5, role: "TrackAppearance"),
      Row(id: 6, isMaster: false, role: "UnofficialRelease", format: "LP"), Row(id: 7, role: "Producer"),
    ])
    // Master 1 was seen in a search, which says what it is.
    discogs.answer(
      "/database/search",
      #"""
      {"pagination": {"page": 1, "pages": 1, "per_page": 100, "items": 1, "urls": {}}, "results": [
        {"id": 1, "type": "master", "title": "Artist - Title 1", "year": "1960", "format": ["Vinyl", "LP", "Album"]}]}
      """#)
    let live = try scratch.live(discogs, token: ScriptedDiscogs.token)
    _ = try await live.services.catalogue.search(
      SearchRequest(query: try SearchQuery(parsing: "title")), nil, 100)
    let asked = discogs.requests.count
    let rows = try await all(live)
    #expect(rows.map(\.reference.number) == [1, 3, 4, 2, 5, 7, 6])
    #expect(
      rows.map(\.section) == [
        .albums, .singles, .compilations, .releases, .appearances, .appearances, .unofficial,
      ])
    #expect(rows.first?.format == "LP, Album", "and shows it")
    #expect(rows.map(\.role).suffix(3) == ["TrackAppearance", "Producer", "UnofficialRelease"])
    #expect(discogs.requests.count == asked + 1, "one page is one request, and none for any row")
    #expect(try await all(live, section: .appearances).map(\.reference.number) == [5, 7])
    #expect(try await all(live, narrowing: "title 2").map(\.reference.number) == [2])
    let appearances = BrowseRequest(.discography(1, section: .appearances))
    #expect(try await live.services.catalogue.browseCount(appearances) == .exactly(2))
    #expect(discogs.requests.count == asked + 1, "what is here is not asked for again")
    await live.close()
  }

  @Test func `a list of three pages costs three requests`() async throws {
    answer((1...250).map { Row(id: $0, role: $0 <= 200 ? "Main" : "Appearance", year: 1900 + $0) })
    let live = try scratch.live(discogs, token: ScriptedDiscogs.token)
    let rows = try await all(live)
    #expect(rows.count == 250 && listRequests() == 3)
    let latest = try await all(live, sort: SortOrder(.artist))
    #expect(latest.count == 250 && latest.last?.section == .appearances)
    #expect(listRequests() == 3)
    await live.close()
  }

  @Test func `a long list comes page by page, divided by role`() async throws {
    answer((1...1140).map { Row(id: $0, role: $0 <= 900 ? "Main" : "TrackAppearance") })
    let live = try scratch.live(discogs, token: ScriptedDiscogs.token)
    let request = BrowseRequest(.discography(1, section: nil))
    let first = try await live.services.catalogue.browse(request, nil, 50)
    #expect(first.rows.count == 100 && listRequests() == 1)
    #expect(first.rows.allSatisfy { $0.section == .releases })
    #expect(try await live.services.catalogue.browseCount(request) == .exactly(1140))
    let rows = try await all(live)
    #expect(rows.count == 1140 && listRequests() == 12)
    #expect(rows.map { $0.section?.rawValue ?? 0 } == rows.map { $0.section?.rawValue ?? 0 }.sorted())
    await live.close()
  }
}
