import AnswerCache
import Catalogue
import Clients
import DiscogsAPI
import DiscogsModel
import LiveClients
import Platform
import RunoutModel
import Testing
import Wording

/// The live source over a script: what it asks, what it keeps, and what it shows when it cannot ask.
struct DiscogsSourceTests {
  private let scratch: LiveScratch
  private let discogs = ScriptedDiscogs()

  init() throws {
    scratch = try LiveScratch()
  }

  private func live(_ change: (inout LiveConfiguration) throws -> Void = { _ in }) throws -> LiveServices {
    try scratch.live(discogs, token: ScriptedDiscogs.token, change)
  }

  private func request(_ query: String, sort: SortOrder = .relevance) throws -> SearchRequest {
    SearchRequest(query: try SearchQuery(parsing: query), sort: sort)
  }

  /// A page of search results, each `[id, year]`, `Artist id - Title id`.
  private func results(_ rows: [(Int, Int)], page: Int = 1, of pages: Int = 1, items: Int? = nil) -> String {
    let rows = rows.map { id, year in
      #"{"id": \#(id), "type": "release", "title": "Artist \#(id) - Title \#(id)", "year": "\#(year)", "label": ["L"]}"#
    }
    let next = page < pages ? #"{"next": "https://api.discogs.com/database/search?page=\#(page + 1)"}"# : "{}"
    return """
      {"pagination": {"page": \(page), "pages": \(pages), "per_page": 100, "items": \(items ?? rows.count), "urls": \(next)},
       "results": [\(rows.joined(separator: ", "))]}
      """
  }

  // MARK: Who answers

  @Test func `a server that is not Discogs is named and asked once, and cached pages stay`() async throws {
    discogs.answer("/releases/1", #"{"id": 1, "title": "First"}"#)
    let live = try live()
    #expect(try await live.services.catalogue.release(1).title == "First")
    discogs.failure = .untrusted("the certificate of api.discogs.com is for another name")
    let asked = discogs.requests.count
    let error = await #expect(throws: ClientError.self) { try await live.services.catalogue.release(2) }
    let sentence = "The certificate of api.discogs.com is for another name"
    #expect(error == .notDiscogs(sentence))
    #expect(discogs.requests.count == asked + 1)
    #expect(try await live.services.catalogue.release(1).title == "First")
    discogs.failure = .malformed("SSH")
    await #expect(throws: ClientError.notDiscogs(ErrorWords.notAWebServer)) {
      try await live.services.catalogue.release(3)
    }
  }

  @Test func `a failing proxy is named, and cached pages stay`() async throws {
    discogs.answer("/releases/1", #"{"id": 1, "title": "First"}"#)
    let live = try live()
    #expect(try await live.services.catalogue.release(1).title == "First")
    discogs.failure = .proxy("The proxy a.example:1 (HTTPS_PROXY) wants a user and password", mayPass: false)
    let asked = discogs.requests.count
    let sentence = "The proxy a.example:1 (HTTPS_PROXY) wants a user and password"
    await #expect(throws: ClientError.proxy(sentence)) { try await live.services.catalogue.release(2) }
    #expect(discogs.requests.count == asked + 1)
    #expect(try await live.services.catalogue.release(1).title == "First")
  }

  // MARK: Search

  @Test func `a search pages as Discogs does`() async throws {
    discogs.answer("/database/search?q=blue&page=1&per_page=100", results([(1, 1959)], of: 2, items: 101))
    discogs.answer("/database/search?q=blue&page=2&per_page=100", results([(2, 1960)], page: 2, of: 2, items: 101))
    let catalogue = try live().services.catalogue
    let request = try request("blue")
    let first = try await catalogue.search(request, nil, 50)
    #expect(first.rows.map(\.reference) == [.release(1)])
    #expect(first.rows[0].artist == "Artist 1" && first.rows[0].title == "Title 1" && first.rows[0].year == 1959)
    let second = try await catalogue.search(request, first.next, 50)
    #expect(second.rows.map(\.reference) == [.release(2)] && second.next == nil)
    #expect(try await catalogue.count(request) == .exactly(101))
    // The count is in the answer that is there already.
    #expect(discogs.requests.count == 2)
  }

  @Test(arguments: ["697929110035", "0697929110035", "00697929110035", "6 97929 11003 5", "barcode:0697929110035"])
  func `a barcode is found however it is written`(query: String) async throws {
    for path in ["barcode", "q"] {
      discogs.answer("/database/search?\(path)=697929110035&page=1&per_page=100", results([(1, 1990)]))
    }
    let catalogue = try live().services.catalogue
    let request = try request(query)
    #expect(try await catalogue.search(request, nil, 50).rows.map(\.reference) == [.release(1)])
    #expect(try await catalogue.count(request) == .exactly(1))
    #expect(discogs.requests.count == 1)
  }

  @Test func `a barcode that is spelled with its zero is asked for with it at last`() async throws {
    discogs.answer("/database/search?barcode=697929110035&page=1&per_page=100", results([]))
    discogs.answer("/database/search?barcode=0697929110035&page=1&per_page=100", results([(1, 1990)]))
    let catalogue = try live().services.catalogue
    let request = try request("barcode:697929110035")
    #expect(try await catalogue.search(request, nil, 50).rows.map(\.reference) == [.release(1)])
    #expect(try await catalogue.count(request) == .exactly(1))
    #expect(discogs.requests.count == 2)
  }

  private func opened(_ id: Int, _ runout: String) -> String {
    #"""
    {"id": \#(id), "title": "Title \#(id)", "artists": [{"id": 1, "name": "Somebody"}], "identifiers": [
      {"type": "Barcode", "value": "6 97929 11003 5"}, {"type": "Matrix / Runout", "value": "\#(runout)"}]}
    """#
  }

  @Test func `matrices are looked for in what was opened, and Discogs is not asked`() async throws {
    discogs.answer("/releases/5", opened(5, "XSM 47326-1A"))
    discogs.answer("/releases/6", opened(6, "CBS 1 A"))
    let services = try live().services
    _ = try await services.catalogue.release(5)
    _ = try await services.catalogue.release(6)
    let request = try request("runout:xsm47326")
    #expect(try await services.catalogue.search(request, nil, 50).rows.map(\.reference) == [.release(5)])
    #expect(try await services.catalogue.count(request) == .exactly(1))
    try await services.freshness.refresh(.search(request))
    #expect(discogs.requests.count == 2)
    let freshness = try #require(services.freshness.of(.search(request)))
    #expect(freshness.hindrance == .refused("Discogs cannot search runouts") && freshness.substitute == .seenBefore)
    await #expect(throws: ClientError.refused(SourceWords.runoutNowhereHere)) {
      try await services.catalogue.search(try self.request("runout:zzz"), nil, 50)
    }
    // So are barcodes, once there is no network.
    discogs.goOffline()
    let barcode = try self.request("0697929110035")
    #expect(try await services.catalogue.search(barcode, nil, 50).rows.count == 2)
  }

  @Test func `a search that lists a release leaves its matrices, and opening it again brings lost ones back`()
    async throws
  {
    discogs.answer("/releases/5", opened(5, "XSM 47326-1A"))
    discogs.answer(
      "/database/search",
      #"""
      {"pagination": {"page": 1, "pages": 1, "per_page": 100, "items": 1, "urls": {}}, "results": [
        {"id": 5, "type": "release", "title": "Somebody - Title 5", "barcode": ["697929110035"]}]}
      """#)
    let catalogue = try live().services.catalogue
    _ = try await catalogue.release(5)
    _ = try await catalogue.search(try request("title"), nil, 50)
    let runout = try request("runout:xsm47326")
    #expect(try await catalogue.search(runout, nil, 50).rows.map(\.reference) == [.release(5)])
    // What an earlier version left of them.
    let cache = CacheStore.open(at: try scratch.paths().cache) { _ in }
    await cache.note(
      [CatalogueRow(reference: .release(5), title: "Title 5")], identifiers: [.release(5): ["697929110035"]],
      areAll: true, server: "api.discogs.com", at: discogs.now)
    await cache.close()
    await #expect(throws: ClientError.refused(SourceWords.runoutNowhereHere)) {
      try await catalogue.search(runout, nil, 50)
    }
    let asked = discogs.requests.count
    _ = try await catalogue.release(5)
    #expect(discogs.requests.count == asked, "it comes from the cache")
    #expect(try await catalogue.search(runout, nil, 50).rows.map(\.reference) == [.release(5)])
  }

  @Test func `matrices are looked for in the imported catalogue, too`() async throws {
    try scratch.write(
      """
      <releases><release id="20" status="Accepted"><title>Etched</title><identifiers>\
      <identifier type="Matrix / Runout" value="XSM 47326-1B"/></identifiers></release></releases>

      """, to: "etched.xml")
    try FileSystem.makeDirectory(scratch.file("data"))
    _ = try CatalogueImporter.import(
      files: [scratch.file("etched.xml")], into: scratch.paths().catalogue, now: 1_772_366_400)
    discogs.answer("/releases/5", opened(5, "XSM 47326-1A"))
    let services = try live().services
    _ = try await services.catalogue.release(5)
    let request = try request("runout:xsm47326")
    #expect(try await services.catalogue.search(request, nil, 50).rows.map(\.reference) == [.release(5), .release(20)])
    #expect(services.freshness.of(.search(request))?.substitute == .catalogue)
  }

  @Test func `a label's page knows other pressings by what was seen of them`() async throws {
    discogs.answer(
      "/labels/7/releases",
      #"""
      {"pagination": {"page": 1, "pages": 1, "per_page": 100, "items": 2, "urls": {}}, "releases": [
        {"id": 1, "title": "Kind Of Blue", "artist": "Miles Davis", "catno": "A 1", "year": 1959, "status": "Accepted"},
        {"id": 2, "title": "Milestones", "artist": "Miles Davis", "catno": "A 2", "year": 1958, "status": "Accepted"}]}
      """#)
    discogs.answer("/releases/1", #"{"id": 1, "title": "Kind Of Blue", "master_id": 9, "artists": []}"#)
    let catalogue = try live().services.catalogue
    let list = BrowseRequest(.labelReleases(7))
    #expect(try await catalogue.browse(list, nil, 100).rows.map(\.master) == [nil, nil])
    _ = try await catalogue.release(1)
    #expect(try await catalogue.browse(list, nil, 100).rows.map(\.master) == [9, nil])
  }

  @Test func `exclusions that Discogs cannot make are made here, and the count is a lower bound`() async throws {
    discogs.answer("/database/search", results([(1, 1959), (2, 1960)], of: 2, items: 150))
    let catalogue = try live().services.catalogue
    let request = try request("blue -title:2")
    #expect(try await catalogue.search(request, nil, 50).rows.map(\.reference) == [.release(1)])
    #expect(try await catalogue.count(request) == .atLeast(1))
  }

  @Test func `a sorted search is loaded whole, and a large one is refused with the reason`() async throws {
    discogs.answer("/database/search", results([(1, 1990), (2, 1950), (3, 1970)]))
    let catalogue = try live().services.catalogue
    let sorted = try await catalogue.search(try request("blue", sort: SortOrder(.year)), nil, 50)
    #expect(sorted.rows.map(\.year) == [1950, 1970, 1990])
    discogs.answer("/database/search", results([(1, 1990)], of: 20, items: 2_000))
    await #expect(throws: ClientError.self) {
      try await catalogue.search(try request("red", sort: SortOrder(.year)), nil, 50)
    }
  }

  @Test func `an empty query lists what was looked at lately, without a request`() async throws {
    discogs.answer("/releases/5", #"{"id": 5, "title": "Fifth", "artists": [{"id": 1, "name": "Somebody (2)"}]}"#)
    let catalogue = try live().services.catalogue
    _ = try await catalogue.release(5)
    let seen = try await catalogue.search(SearchRequest(query: SearchQuery()), nil, 50)
    #expect(seen.rows.map(\.title) == ["Fifth"])
    #expect(discogs.requests.count == 1)
  }

  // MARK: Without a network

  // fails: search(_:page:) | no network
  @Test func `offline, a search shows rows seen before, says so, and searches again when back online`()
    async throws
  {
    discogs.answer("/database/search", results([(1, 1959), (2, 1960)]))
    let services = try live().services
    _ = try await services.catalogue.search(try request("artist"), nil, 50)
    discogs.goOffline()
    let offline = try request("title 2")
    let page = try await services.catalogue.search(offline, nil, 50)
    #expect(page.rows.map(\.reference) == [.release(2)])
    let freshness = try #require(services.freshness.of(.search(offline)))
    #expect(freshness.substitute == .seenBefore && freshness.hindrance == .offline)
    #expect(freshness.answeredAt == discogs.now)
    #expect(try await services.catalogue.count(offline) == .exactly(1))
    discogs.failure = nil
    discogs.now += 120
    discogs.answer("/database/search", results([(2, 1960), (3, 1961)]))
    try await services.freshness.refresh(.search(offline))
    #expect(services.freshness.of(.search(offline))?.substitute == nil)
    #expect(try await services.catalogue.search(offline, nil, 50).rows.count == 2)
  }

  @Test func `offline and never seen, the imported catalogue answers and is named`() async throws {
    try scratch.importCatalogue([20, 21])
    discogs.goOffline()
    let services = try live().services
    let request = try request("title 21")
    #expect(try await services.catalogue.search(request, nil, 50).rows.map(\.reference) == [.release(21)])
    #expect(services.freshness.of(.search(request))?.substitute == .catalogue)
    // It was never answered, so that it has no age.
    #expect(services.freshness.of(.search(request))?.answeredAt == nil)
  }

  @Test func `offline with nothing to show it is offline`() async throws {
    discogs.goOffline()
    let catalogue = try live().services.catalogue
    await #expect(throws: ClientError.offline) { try await catalogue.search(try request("nothing"), nil, 50) }
    await #expect(throws: ClientError.offline) { try await catalogue.release(1) }
  }

  // MARK: Freshness

  @Test func `an old page shows at once with its age, and refreshes when the new one comes`() async throws {
    discogs.answer("/releases/1", #"{"id": 1, "title": "Old"}"#)
    let services = try live().services
    #expect(try await services.catalogue.release(1).title == "Old")
    #expect(services.freshness.of(.record(.release(1)))?.hindrance == nil)
    discogs.now += 2 * 86_400
    discogs.answer("/releases/1", #"{"id": 1, "title": "New"}"#)
    let changes = services.freshness.changes()
    #expect(try await services.catalogue.release(1).title == "Old")
    for await shown in changes where shown == .record(.release(1)) { break }
    #expect(services.freshness.of(.record(.release(1)))?.isRefreshing == false)
    #expect(try await services.catalogue.release(1).title == "New")
    #expect(discogs.requests.count == 2)
  }

  @Test func `a failed background refresh keeps the old page and says why`() async throws {
    discogs.answer("/releases/1", #"{"id": 1, "title": "Old"}"#)
    let services = try live().services
    _ = try await services.catalogue.release(1)
    discogs.now += 2 * 86_400
    discogs.goOffline()
    let changes = services.freshness.changes()
    #expect(try await services.catalogue.release(1).title == "Old")
    for await shown in changes where shown == .record(.release(1)) { break }
    let freshness = try #require(services.freshness.of(.record(.release(1))))
    #expect(freshness.hindrance == .offline && !freshness.isRefreshing)
    #expect(freshness.answeredAt == discogs.now - 2 * 86_400)
  }

  @Test func `a verb waits for a new response and uses the old one only if none comes`() async throws {
    discogs.answer("/releases/1", #"{"id": 1, "title": "Old"}"#)
    let services = try live { $0.waitsForFresh = true }.services
    _ = try await services.catalogue.release(1)
    discogs.now += 2 * 86_400
    discogs.answer("/releases/1", #"{"id": 1, "title": "New"}"#)
    #expect(try await services.catalogue.release(1).title == "New")
    discogs.now += 2 * 86_400
    discogs.goOffline()
    #expect(try await services.catalogue.release(1).title == "New")
    #expect(services.freshness.of(.record(.release(1)))?.hindrance == .offline)
  }

  @Test func `the next run shows what this one kept, without a request`() async throws {
    discogs.answer("/releases/1", #"{"id": 1, "title": "First"}"#)
    let first = try live()
    _ = try await first.services.catalogue.release(1)
    await first.close()
    discogs.goOffline()
    #expect(try await live().services.catalogue.release(1).title == "First")
    #expect(discogs.requests.count == 1)
  }

  @Test func `a missing record is not asked for again and again`() async throws {
    let catalogue = try live().services.catalogue
    for _ in 1...3 {
      await #expect(throws: ClientError.notFound(.release(9))) { try await catalogue.release(9) }
    }
    #expect(discogs.requests.count == 1)
  }

  // MARK: Limits

  @Test func `a pause that is too long is an error with its seconds`() async throws {
    discogs.answer("/releases/1", .json("{}", status: 429, headers: ["Retry-After": "900"]))
    let catalogue = try live().services.catalogue
    await #expect(throws: ClientError.rateLimited(retryAfterSeconds: 900)) { try await catalogue.release(1) }
  }

  // MARK: The cache

  @Test func `the cache tells what it holds by kind, and is emptied`() async throws {
    discogs.answer("/releases/1", #"{"id": 1, "title": "First"}"#)
    discogs.answer("https://i.discogs.com/a.jpeg", HTTP.Response(status: 200, body: [0xFF, 0xD8, 0xFF]))
    let live = try live()
    _ = try await live.services.catalogue.release(1)
    _ = try await live.services.images.image("https://i.discogs.com/a.jpeg")
    let contents = try await live.cacheContents()
    #expect(contents.answers.kinds.map(\.name) == ["release"])
    #expect(contents.answers.oldest == discogs.now && contents.answers.rows == 1)
    #expect(contents.pictures.count == 1 && contents.pictures.bytes == 3)
    let gone = try await live.clearCache()
    #expect(gone.answers == 1 && gone.pictures == 1)
    let rest = try await live.cacheContents()
    #expect(rest.answers.count == 0 && rest.answers.rows == 0 && rest.pictures.count == 0)
  }
}
