import Catalogue
import Clients
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing

/// What the live source asks for and what it spares, what it keeps and for how long, and how it lives without a network.
struct LiveReadingTests {
  private let kindOfBlue = SearchRequest(
    query: SearchQuery(terms: [.init(field: nil, value: .text("kind of blue", isPhrase: false))]))

  // MARK: Requests

  @Test func `making the live source and its first screen ask for nothing`() async throws {
    let world = try await LiveWorld()
    let first = try await world.catalogue.search(SearchRequest(query: SearchQuery()), nil, 50)
    #expect(first.rows == [])
    #expect(try await world.catalogue.count(SearchRequest(query: SearchQuery())) == .exactly(0))
    #expect(world.server.requests.count == 0)
  }

  @Test func `a page that was seen asks for nothing, in this run and the next`() async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    func view(_ live: LiveServices) async throws {
      _ = try await live.services.catalogue.release(id)
      _ = try await live.services.community.figures(id)
      _ = try await live.services.community.market(id, true)
    }
    try await view(world.live)
    // The record, whose token it is, the own rating, what is for sale, and for how much.
    #expect(
      world.server.requests.map(\.path).sorted() == [
        "/marketplace/price_suggestions/\(id)", "/marketplace/stats/\(id)", "/oauth/identity", "/releases/\(id)",
        "/releases/\(id)/rating/\(TestServer.owner)",
      ])
    try await view(world.live)
    #expect(world.server.requests.count == 5)
    try await view(world.nextRun())
    // A token from the environment says no name: whose it is was asked once and is kept.
    #expect(world.server.requests.count == 5)
  }

  @Test func `a search asks once for its first page and its count`() async throws {
    let world = try await LiveWorld()
    async let rows = world.catalogue.search(kindOfBlue, nil, 50).rows
    async let count = world.catalogue.count(kindOfBlue)
    #expect(try await count == .exactly(rows.count))
    _ = try await world.catalogue.search(kindOfBlue, nil, 50)
    #expect(world.server.requests.count == 1)
  }

  @Test func `equal questions at the same time are one request`() async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    world.fail(FaultRule(.delay(.milliseconds(50))))
    let titles = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 1...20 { group.addTask { try await world.catalogue.release(id).title } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(titles.count == 1)
    #expect(world.server.requests.count == 1)
  }

  @Test func `that something does not exist is remembered for a little`() async throws {
    let world = try await LiveWorld()
    for _ in 1...3 {
      let error = await #expect(throws: ClientError.self) { try await world.catalogue.release(999_999_999) }
      #expect(error == .notFound(.release(999_999_999)))
    }
    #expect(world.server.requests.count == 1)
    world.day.move(by: 11 * 60)
    await #expect(throws: ClientError.self) { try await world.catalogue.release(999_999_999) }
    #expect(world.server.requests.count == 2)
  }

  @Test func `an account that may not see prices is not asked for them at every record`() async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    world.fail(
      FaultRule(
        .body("{\"message\": \"You must fill out your seller settings first.\"}", status: 403),
        path: "/marketplace/price_suggestions/*"))
    for _ in 1...3 { #expect(try await world.community.market(id, true)?.suggestions == []) }
    #expect(world.server.count("GET", "/marketplace/price_suggestions/*") == 1)
  }

  // MARK: Freshness

  @Test func `an old page shows at once and refreshes in the background`() async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    let shown = Shown.record(.release(id))
    _ = try await world.catalogue.release(id)
    #expect(world.freshness.of(shown) == Freshness(answeredAt: world.day.now))
    world.day.move(by: 3_600)
    _ = try await world.catalogue.release(id)
    #expect(world.server.requests.count == 1)
    #expect(world.freshness.of(shown) == Freshness(answeredAt: world.day.now - 3_600))

    world.day.move(by: 86_400)
    _ = try await world.catalogue.release(id)
    let now = world.day.now
    #expect(await world.freshness(of: shown) { $0.answeredAt == now } == Freshness(answeredAt: now))
    _ = try await world.catalogue.release(id)
    #expect(world.server.requests.count == 2)
  }

  @Test func `looking again does not end the renewing, nor begin a second`() async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    let shown = Shown.record(.release(id))
    _ = try await world.catalogue.release(id)
    world.day.move(by: 3 * 86_400)
    world.fail(FaultRule(.delay(.milliseconds(100))))
    for _ in 1...3 {
      _ = try await world.catalogue.release(id)
      #expect(world.freshness.of(shown)?.isRefreshing == true)
    }
    #expect(await world.freshness(of: shown) { !$0.isRefreshing }?.hindrance == nil)
    #expect(world.server.requests.count == 2)
  }

  @Test func `a manual refresh fetches the page in front`() async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    _ = try await world.community.figures(id)
    _ = try await world.community.market(id, false)
    try await world.freshness.refresh(.community(id))
    #expect(world.server.count("GET", "/releases/*") == 2)
    #expect(world.server.count("GET", "/releases/*/rating/*") == 2)
    try await world.freshness.refresh(.market(id))
    #expect(world.server.count("GET", "/marketplace/stats/*") == 2)
    #expect(world.server.count("GET", "/releases/*") == 2)
  }

  @Test(arguments: [-400 * 86_400.0, 400 * 86_400.0])
  func `a clock that is set back or forward changes ages and loses nothing`(_ jump: Double) async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    let shown = Shown.record(.release(id))
    let title = try await world.catalogue.release(id).title
    world.day.move(by: jump)
    world.fail(FaultRule(.resetBefore))
    #expect(try await world.catalogue.release(id).title == title)
    #expect(await world.freshness(of: shown) { !$0.isRefreshing }?.hindrance == .offline)
    world.heal()
    try await world.freshness.refresh(shown)
    let now = world.day.now
    #expect(world.freshness.of(shown) == Freshness(answeredAt: now))
    _ = try await world.catalogue.release(id)
    #expect(world.server.count("GET", "/releases/*") - 1 == 4)
  }

  // MARK: Without a network

  @Test func `a failed search shows what is on the shelf, too`() async throws {
    let world = try await LiveWorld()
    world.fail(FaultRule(.resetBefore))
    let facts = ShelfFacts(release: 77, artist: "Sun Ra", title: "Lanquidity", format: "LP", year: 1978)
    _ = try await world.live.services.edits.perform([.want(facts, notes: "", rating: nil)])
    let request = SearchRequest(query: try SearchQuery(parsing: "lanquid"))
    let rows = try await world.catalogue.search(request, nil, 50).rows
    #expect(rows.map(\.reference) == [.release(77)])
    #expect(rows.first?.artist == "Sun Ra")
    let artists = SearchRequest(query: request.query, kind: .artist)
    await #expect(throws: ClientError.offline) { try await world.catalogue.search(artists, nil, 50) }
    let tracks = SearchRequest(query: try SearchQuery(parsing: "track:lanquidity"))
    await #expect(throws: ClientError.offline) { try await world.catalogue.search(tracks, nil, 50) }
  }

  @Test func `a failed search shows rows seen before, then the catalogue's`() async throws {
    let world = try await LiveWorld()
    let found = try await world.catalogue.search(kindOfBlue, nil, 50).rows
    world.fail(FaultRule(.resetBefore))
    // Other words for the same: never asked before.
    let words = SearchRequest(
      query: SearchQuery(terms: [.init(field: .title, value: .text("kind of blue", isPhrase: false))]))
    let seen = try await world.catalogue.search(words, nil, 50)
    #expect(Set(seen.rows.map(\.reference)).isSubset(of: found.map(\.reference)))
    #expect(!seen.rows.isEmpty)
    #expect(world.freshness.of(.search(words))?.substitute == .seenBefore)
    #expect(world.freshness.of(.search(words))?.hindrance == .offline)
    #expect(try await world.catalogue.count(words) == .exactly(seen.rows.count))

    let other = SearchRequest(
      query: SearchQuery(terms: [.init(field: nil, value: .text("title", isPhrase: false))]))
    let error = await #expect(throws: ClientError.self) { try await world.catalogue.search(other, nil, 50) }
    #expect(error == .offline)
    try world.scratch.importCatalogue([20, 21])
    let imported = try await world.catalogue.search(other, nil, 50)
    #expect(Set(imported.rows.map(\.reference.number)).isSuperset(of: [20, 21]))
    #expect(world.freshness.of(.search(other))?.substitute == .catalogue)

    world.heal()
    #expect(try await world.catalogue.search(words, nil, 50).rows.count >= seen.rows.count)
    #expect(world.freshness.of(.search(words)) == Freshness(answeredAt: world.day.now))
  }

  @Test func `a want made offline from a master's versions has the master's artist, and so have they`() async throws {
    let world = try await LiveWorld(stock: AccountStock())
    let found = try await world.server.catalogue.search(
      SearchRequest(query: try SearchQuery(parsing: "kind of blue"), kind: .master), limit: 1)
    guard case .master(let id)? = found.rows.first?.reference else { return #expect(Bool(false)) }
    let row = try #require(try await world.catalogue.browse(BrowseRequest(.versions(id)), nil, 50).rows.last)
    #expect(row.artist.isEmpty, "Discogs does not say whose the versions are")
    let master = try await world.catalogue.master(id)
    world.fail(FaultRule(.resetBefore))
    // What is said of a change names the row.
    let named = try #require(try await world.catalogue.browse(BrowseRequest(.versions(id)), nil, 50).rows.last)
    #expect(ShelfFacts(named)?.name == "\(ShelfFacts.withoutMarks(master.artists.displayName)) – \(row.title)")
    let narrowed = BrowseRequest(.versions(id), narrowing: master.artists.displayName)
    #expect(try await world.catalogue.browseCount(narrowed).number > 0)
    let facts = try #require(ShelfFacts(row))
    _ = try await world.live.services.edits.perform([.want(facts, notes: "", rating: nil)])
    let want = try #require(try await world.live.services.shelf.wantOf(.release(facts.release)))
    #expect(want.artist == master.artists.displayName && !want.artist.isEmpty)
    #expect(want.title == row.title)
  }

  @Test func `the network coming back is noticed, and what was old is renewed`() async throws {
    let world = try await LiveWorld { $0.discogs.reconnectPause = .seconds(5) }
    let id = try await world.release()
    let shown = Shown.record(.release(id))
    _ = try await world.catalogue.release(id)
    world.day.move(by: 3 * 86_400)
    world.fail(FaultRule(.resetBefore))
    _ = try await world.catalogue.release(id)
    #expect(await world.freshness(of: shown) { $0.hindrance != nil }?.hindrance == .offline)
    for await status in world.live.services.network.changes() where status.connection == .offline { break }
    world.heal()
    let now = world.day.now
    #expect(await world.freshness(of: shown) { $0.answeredAt == now } == Freshness(answeredAt: now))
    for await status in world.live.services.network.changes() where status.connection == .online { break }
    await world.live.close()
  }

  @Test func `while the network is away it is tried less and less often`() async throws {
    let (pauses, told) = AsyncStream.makeStream(of: Duration.self)
    let world = try await LiveWorld {
      $0.discogs.reconnectPause = .seconds(5)
      $0.clock = WarpClock { if $0 >= .seconds(5) { told.yield($0) } }
    }
    let id = try await world.release()
    world.fail(FaultRule(.resetBefore))
    await #expect(throws: ClientError.offline) { try await world.catalogue.release(id) }
    var slept: [Duration] = []
    for await pause in pauses {
      slept.append(pause)
      if slept.count == 7 { break }
    }
    #expect(slept == [5, 10, 20, 40, 60, 60, 60].map { .seconds($0) })
    await world.live.close()
  }

  @Test func `trying again after many failures reaches the network`() async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    world.fail(FaultRule(.resetBefore))
    for _ in 1...6 { await #expect(throws: ClientError.offline) { try await world.catalogue.release(id) } }
    world.heal()
    #expect(try await world.catalogue.release(id).id == id)
  }

  // MARK: The account

  @Test func `a refused token is kept, and a single refusal is forgotten when it passes`() async throws {
    let world = try await LiveWorld()
    let account = world.live.services.account
    _ = try await account.whoAmI()
    #expect(account.state() == .signedIn(user: TestServer.owner))
    world.fail(FaultRule(.revoked, times: 1))
    await #expect(throws: ClientError.signInRequired(.refused)) {
      try await world.catalogue.search(kindOfBlue, nil, 50)
    }
    #expect(account.state() == .refused(user: TestServer.owner))
    _ = try await world.catalogue.search(kindOfBlue, nil, 50)
    for await state in account.changes() where state == .signedIn(user: TestServer.owner) { break }
    await world.live.close()
  }
}
