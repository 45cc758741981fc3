import Catalogue
import Clients
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing

/// Prices and inventories over the tests' own server, whose owner has the demo's want list.
@Suite(.limitedConcurrency)
struct MarketTests {
  private let world: LiveWorld
  private let reported = Recorder<MarketProgress>()

  init() async throws {
    world = try await LiveWorld()
    try await world.live.services.sync.run(false)
  }

  private var market: MarketClient { world.live.services.market }
  private var shelf: ShelfClient { world.live.services.shelf }

  private func wants() async throws -> [WantListEntry] {
    try await shelf.wants(CollectionRequest(), nil, 1_000).rows
  }

  private func offer(
    _ id: Int, _ release: Release.ID, _ amount: Int, by seller: String = TestServer.guest,
    status: String = "For Sale"
  ) -> Market.Offer {
    Market.Offer(
      id: id, seller: seller, release: release, price: Money(DecimalNumber(significand: amount), Currency("EUR")),
      status: status)
  }

  /// Sets a limit as pages do: what it comes to is found out, then it is a change of the shelf.
  @discardableResult
  private func setLimit(
    _ release: Release.ID, _ limit: PriceLimit?, in services: Services? = nil
  ) async throws -> Money? {
    let services = services ?? world.live.services
    let money: Money? = if let limit { try await services.market.money(limit, .release(release)) } else { nil }
    for case .refused(let sentence) in try await services.edits.perform([.limitWant(.release(release), money)]) {
      throw ClientError.refused(sentence)
    }
    return money
  }

  private func check(_ check: MarketCheck = MarketCheck()) async throws -> MarketNews {
    try await market.check(check) { [reported] in reported.append($0) }
  }

  private var asked: Int { world.server.count("GET", "/marketplace/stats/*") }

  @Test func `a price check covers wants with a limit once a day and reports those at their price`() async throws {
    let wants = try await wants()
    let (first, second) = (wants[0], wants[1])
    world.server.market.offers = [
      offer(1, first.release, 20), offer(2, first.release, 30), offer(3, second.release, 40),
    ]
    #expect(try await check() == MarketNews())
    #expect(asked == 0)
    for want in [first, second] {
      #expect(try await setLimit(want.release, PriceLimit(25, Currency("EUR")))?.displayName == "€25.00")
    }
    let news = try await check()
    #expect(news.asked == 2 && news.hindrance == nil)
    #expect(news.news.map(\.want.release) == [first.release])
    #expect(news.atPrice.map(\.want.release) == [first.release])
    #expect(reported.values.map(\.total) == [2, 2])
    let shown = try await market.wants()
    #expect(shown.map(\.want.release) == [first.release, second.release])
    #expect(shown.map(\.isAtPrice) == [true, false])
    #expect(shown.first?.seen?.copiesForSale == 2)

    // What was asked for within a day is not asked for again, and no price is told twice.
    let again = try await check()
    #expect(again.asked == 0 && again.news.isEmpty && again.atPrice.count == 1)
    #expect(asked == 2)
    let forced = try await check(MarketCheck(isForced: true))
    #expect(forced.asked == 2 && forced.news.isEmpty)
    world.day.move(by: 86_400)
    world.server.market.offers = [offer(1, first.release, 19), offer(3, second.release, 24)]
    #expect(try await check().news.count == 2)
    #expect(try await check(MarketCheck(includesAll: true)).asked == wants.count - 2)
    #expect(try await market.wants().count == wants.count)
  }

  @Test func `a check keeps the prices of as many copies and other wants as it may, and goes on the next time`()
    async throws
  {
    let copies = try await shelf.copies(CollectionRequest(), nil, 1_000).rows
    let records = Set(copies.map(\.release)).union(try await wants().compactMap(\.wanted.release))
    world.server.market.offers = records.enumerated().map { offer($0 + 1, $1, 20) }
    let first = try await check(MarketCheck(others: 5))
    #expect(first.asked == 5 && first.news.isEmpty && asked == 5)
    #expect(try await check(MarketCheck(others: 1_000)).asked == records.count - 5)
    #expect(try await check(MarketCheck(others: 1_000)).asked == 0)
    let copy = try #require(copies.first)
    let history = try await world.live.services.reports.priceHistory(copy.release)
    #expect(history.map(\.price.displayName) == ["€20.00"])
  }

  @Test func `any pressing costs what the cheapest of them costs, found by one request for the master`() async throws {
    var found: (want: WantListEntry, master: Master.ID, pressings: [Release.ID])?
    for want in try await wants() where found == nil {
      guard let master = want.master else { continue }
      let versions = try await world.server.catalogue.rows(of: CatalogueList(.versions(master)), limit: 50).rows
      let pressings = versions.map { Release.ID($0.reference.number) }
      if (2...20).contains(pressings.count) { found = (want, master, pressings) }
    }
    let (want, master, pressings) = try #require(found)
    world.server.market.offers = pressings.enumerated().map { offer($0 + 1, $1, 30 - $0) }
    let facts = ShelfFacts(master: master, artist: want.artist, title: want.title)
    _ = try await world.live.services.edits.perform([
      .want(facts, notes: "", rating: nil), .limitWant(.master(master), Money(29, Currency("EUR"))),
    ])
    let news = try await check()
    #expect(news.asked == 1 && news.news.map(\.want.wanted) == [.master(master)])
    let seen = try #require(news.news.first?.seen)
    #expect(seen.copiesForSale == pressings.count)
    #expect(seen.lowest == Money(DecimalNumber(significand: 31 - pressings.count), Currency("EUR")))
    #expect(asked == 0)
    let masters = world.server.requests.filter { $0.path == "/masters/\(master)" }
    #expect(masters.map(\.query) == ["curr_abbr=EUR"])
    // An inventory has any of them, as far as the shelf knows their master.
    let other = try #require(pressings.first { $0 != want.release })
    let copy = ShelfFacts(release: other, master: master, artist: want.artist, title: want.title)
    _ = try await world.live.services.edits.perform([.add(copy, folder: ShelfEdit.uncategorised)])
    let offers = try await market.offers(TestServer.guest, false) { _ in }
    let others = offers.filter { $0.listing.item.release != want.release }
    #expect(!others.isEmpty && others.allSatisfy { $0.want.wanted == .master(master) && !$0.isOtherPressing })
  }

  @Test func `prices are requested in the currency of the limit`() async throws {
    let want = try await wants()[0]
    try await setLimit(want.release, PriceLimit(2_500, Currency("JPY")))
    _ = try await check()
    let stats = world.server.requests.filter { $0.path == "/marketplace/stats/\(want.release)" }
    #expect(stats.map(\.query) == ["curr_abbr=JPY"])
  }

  @Test func `a limit without a currency takes that of the limits there are, or of the account`() async throws {
    let wants = try await wants()
    await #expect(
      throws: ClientError.refused("Which currency? Type 25 EUR, or set currency in config.toml")
    ) {
      _ = try await setLimit(wants[0].release, PriceLimit(25))
    }
    var owner = try #require(try await world.server.accounts.account(named: TestServer.owner))
    owner.currency = "SEK"
    try await world.server.accounts.update(owner)
    try await world.freshness.refresh(.user(TestServer.owner))
    #expect(try await setLimit(wants[0].release, PriceLimit(25))?.currency == Currency("SEK"))
    #expect(try await setLimit(wants[1].release, PriceLimit(9, Currency("GBP")))?.currency == Currency("GBP"))
    world.day.move(by: 1)
    #expect(try await setLimit(wants[0].release, PriceLimit(26))?.currency == Currency("SEK"))
    await #expect(throws: ClientError.self) {
      try await setLimit(wants[0].release, PriceLimit(1, Currency("XYZ")))
    }
    #expect(try await setLimit(wants[0].release, nil) == nil)
    #expect(try await market.limit(wants[0].wanted) == nil)
  }

  @Test func `the configuration's currency is that of limits without one`() async throws {
    let world = try await LiveWorld { $0.settingsAtStart.currency = "GBP" }
    try await world.live.services.sync.run(false)
    let want = try #require(try await world.live.services.shelf.wants(CollectionRequest(), nil, 1).rows.first)
    let (services, market) = (world.live.services, world.live.services.market)
    #expect(try await setLimit(want.release, PriceLimit(25), in: services)?.currency == Currency("GBP"))
    try await setLimit(want.release, PriceLimit(25, Currency("CHF")), in: services)
    #expect(try await setLimit(want.release, PriceLimit(26), in: services)?.currency == Currency("CHF"))
    _ = try await market.check(MarketCheck()) { _ in }
    let stats = world.server.requests.filter { $0.path == "/marketplace/stats/\(want.release)" }
    #expect(stats.map(\.query) == ["curr_abbr=CHF"])
  }

  @Test func `only wants have limits`() async throws {
    let owned = try #require(try await shelf.copies(CollectionRequest(), nil, 1).rows.first)
    let refusal = ClientError.refused("Only wants have limits, and this is not on your want list")
    await #expect(throws: refusal) { _ = try await setLimit(owned.release, PriceLimit(5, Currency("EUR"))) }
    #expect(try await setLimit(owned.release, nil) == nil)
  }

  @Test func `a limit is undone by the account's shelf, which has nothing to send for it`() async throws {
    let want = try await wants()[0]
    try await setLimit(want.release, PriceLimit(25, Currency("EUR")))
    #expect(try await world.live.services.edits.pending().isEmpty)
    #expect(try await world.live.services.edits.undo() == "Limit \(want.artist) – \(want.title) to €25.00")
    #expect(try await market.limit(want.wanted) == nil)
    _ = try await world.live.services.edits.redo()
    #expect(try await market.limit(want.wanted)?.displayName == "€25.00")
    try await world.live.services.sync.run(false)
    #expect(world.server.requests.allSatisfy { $0.method == "GET" })
  }

  // fails: marketplaceStats(of:currency:) | in the middle of a check of prices
  @Test func `a price check that fails midway keeps its results and says why`() async throws {
    let wants = try await wants()
    for want in wants.prefix(3) { try await setLimit(want.release, PriceLimit(25, Currency("EUR"))) }
    world.server.market.offers = wants.prefix(3).enumerated().map { offer($0, $1.release, 10) }
    world.fail(FaultRule(.status(403), path: "/marketplace/stats/\(wants[1].release)"))
    let news = try await check()
    #expect(news.asked == 1 && news.news.count == 1)
    guard case .forbidden? = news.hindrance else { return _ = Issue.record("\(String(describing: news.hindrance))") }
    world.heal()
    #expect(try await check().asked == 2)
  }

  @Test func `a deleted release is not for sale, and nothing fails`() async throws {
    let want = try await wants()[0]
    try await setLimit(want.release, PriceLimit(25, Currency("EUR")))
    world.fail(FaultRule(.status(404), path: "/marketplace/stats/*"))
    let news = try await check()
    #expect(news.asked == 1 && news.hindrance == nil)
    #expect(try await market.wants().first?.seen?.copiesForSale == 0)
  }

  @Test func `a seller's inventory is read to its end and crossed with the want list`() async throws {
    let wants = try await wants()
    let others = try await world.server.catalogue.search(SearchRequest(kind: .release), limit: 300).rows.map {
      Release.ID($0.reference.number)
    }.filter { id in !wants.contains { $0.release == id } }
    let noise = (1...230).map { offer($0, others[$0 % others.count], $0) }
    try await setLimit(wants[3].release, PriceLimit(12, Currency("EUR")))
    world.server.market.offers =
      noise + [
        offer(900, wants[2].release, 50), offer(901, wants[3].release, 11), offer(902, wants[2].release, 15),
        offer(903, wants[1].release, 5, status: "Draft"), offer(904, wants[1].release, 5, by: "somebody else"),
      ]
    _ = try await market.addSeller("GUEST")
    #expect(try await market.sellers() == [FollowedSeller(name: TestServer.guest)])
    let offers = try await market.offers(TestServer.guest, false) { [reported] in reported.append($0) }
    let exact = offers.filter { !$0.isOtherPressing }
    #expect(exact.map(\.listing.id.number) == [901, 902, 900])
    #expect(exact.map(\.isAtPrice) == [true, false, false])
    #expect(exact.allSatisfy { $0.listing.item.title == $0.want.title })
    #expect(reported.values == (1...3).map { MarketProgress(done: $0, total: 3) })
    #expect(world.server.count("GET", "/users/*/inventory") == 3)
    let seller = try #require(try await market.sellers().first)
    #expect(seller.listings == 233 && seller.wanted == offers.count && seller.lookedAt == world.day.now)
    // Kept for a while, and asked for again where that is wanted.
    _ = try await market.offers(TestServer.guest, false) { _ in }
    #expect(world.server.count("GET", "/users/*/inventory") == 3)
    _ = try await market.offers(TestServer.guest, true) { _ in }
    #expect(world.server.count("GET", "/users/*/inventory") == 6)
  }

  @Test func `another pressing of a wanted master is found where the shelf knows its master`() async throws {
    var found: (want: WantListEntry, master: Master.ID, other: Release.ID)?
    for want in try await wants() where found == nil {
      guard let master = want.master else { continue }
      let versions = try await world.server.catalogue.rows(of: CatalogueList(.versions(master)), limit: 50).rows
      let other = versions.map { Release.ID($0.reference.number) }.first { $0 != want.release }
      found = other.map { (want, master, $0) }
    }
    let (want, master, other) = try #require(found)
    let facts = ShelfFacts(release: other, master: master, artist: want.artist, title: want.title)
    _ = try await world.live.services.edits.perform([.add(facts, folder: ShelfEdit.uncategorised)])
    world.server.market.offers = [offer(1, other, 10)]
    let offers = try await market.offers(TestServer.guest, false) { _ in }
    #expect(offers.map(\.isOtherPressing) == [true])
    #expect(offers.first?.want.release == want.release && offers.first?.isAtPrice == false)
  }

  @Test func `a seller who does not exist is not found`() async throws {
    await #expect(throws: ClientError.noSuchUser("nobody-here")) { _ = try await market.addSeller("nobody-here") }
    await #expect(throws: ClientError.noSuchUser("nobody-here")) {
      _ = try await market.offers("nobody-here", false) { _ in }
    }
    #expect(try await market.sellers().isEmpty)
    #expect(try await !market.removeSeller("nobody-here"))
  }

  @Test func `the own listings are all there, beside the copies on the shelf`() async throws {
    let copy = try #require(try await shelf.copies(CollectionRequest(), nil, 1).rows.first)
    let want = try await wants()[0]
    world.server.market.offers = [
      offer(1, copy.release, 30, by: TestServer.owner),
      offer(2, want.release, 5, by: TestServer.owner, status: "Draft"),
      offer(3, want.release, 5),
    ]
    let own = try await market.ownListings(false) { _ in }
    #expect(own.map(\.listing.id.number) == [1, 2])
    #expect(own.map(\.listing.status) == ["For Sale", "Draft"])
    #expect(own[0].copies.contains { $0.id == copy.id } && own[1].copies.isEmpty)
    #expect(own[0].listing.price?.displayName == "€30.00")
  }

  @Test func `limits and sellers need no network, prices and inventories need a market`() async throws {
    try world.scratch.importCatalogue([20])
    let catalogue = try world.scratch.live(.catalogue)
    let market = catalogue.services.market
    #expect(try await market.addSeller("stall") == "stall")
    #expect(try await market.sellers().map(\.name) == ["stall"])
    let refusal = ClientError.refused("Prices need Discogs: :source live")
    await #expect(throws: refusal) { _ = try await market.check(MarketCheck()) { _ in } }
    await #expect(throws: refusal) { _ = try await market.offers("stall", false) { _ in } }
    await #expect(throws: refusal) { _ = try await market.ownListings(false) { _ in } }
    await catalogue.close()
  }
}
