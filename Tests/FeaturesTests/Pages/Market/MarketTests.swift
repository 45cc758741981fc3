import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct MarketTests {
  let market: FixtureMarket
  let shelf = fixtureShelf()
  let live = ScriptedLive()

  init() {
    market = FixtureMarket(shelf: shelf)
  }

  func euros(_ amount: Int) -> Money { Money(DecimalNumber(significand: amount), Currency("EUR")) }

  func want(_ index: Int, limit: Int? = nil, lowest: Int? = nil, at time: Double = 0) -> PricedWant {
    PricedWant(
      want: shelf.content.wants[index], limit: limit.map(euros),
      seen: lowest.map { SeenPrice(at: time, lowest: euros($0), copiesForSale: 3) })
  }

  func listing(_ id: Int, _ release: Release.ID, _ amount: Int) -> Listing {
    var listing = Listing(
      id: Listing.ID(id), item: Listing.Item(release: release, title: "Title \(release)"))
    listing.item.artist = "Artist \(release)"
    listing.price = euros(amount)
    listing.status = "For Sale"
    return listing
  }

  private func limits() async throws -> [String?] { try await market.client.wants().map { $0.limit?.displayName } }

  func services(isLive: Bool = true) -> Services {
    var services = shelf.services()
    if isLive { services = live.services(services) }
    services.market = market.client
    return services
  }

  func model(_ app: StoreFixture) throws -> MarketModel {
    guard let model = app.store.page as? MarketModel else {
      Issue.record("not on Market")
      throw CancellationError()
    }
    return model
  }

  @Test func `the market has four parts and fetches an inventory when it is shown`() async throws {
    market.content.wants = [want(0, limit: 25, lowest: 20), want(1, limit: 5)]
    market.content.listings = [OwnListing(listing: listing(1, 1, 30), copies: [shelf.content.copies[0]])]
    let app = await StoreFixture(services())
    await app.perform(.openMarket)
    let model = try model(app)
    #expect(model.part == .wants && model.wants.list.rows.map(\.isAtPrice) == [true, false])
    #expect(market.looks.values.isEmpty)
    await app.perform(.nextType)
    #expect(model.part == .listings && model.listings.list.rows.count == 1)
    await app.perform(.nextType, .nextType, .previousType, .previousType)
    #expect(model.part == .listings && market.looks.values == ["own"])
    await app.perform(.refreshView)
    #expect(market.looks.values == ["own", "own again", "own"])
    await app.perform(.open)
    #expect(app.store.page.route == .release(1))
  }

  @Test func `a limit is set on the market, on the want list and on a release's page`() async throws {
    market.content.wants = [want(0), want(1)]
    let app = await StoreFixture(services())
    await app.perform(.openMarket, .moveDown)
    await app.commandLine("limit 25 EUR")
    #expect(app.store.notice == "Limit €25.00: Artist 6 – Title 6 · u to undo")
    #expect(try model(app).wants.list.rows.map(\.limit) == [nil, euros(25)])
    await app.perform(.openWantList, .markAll)
    await app.commandLine("limit 9,50")
    #expect(try await limits() == ["€9.50", "€9.50"])
    #expect(app.store.notice == "Limit €9.50 for 2 wants · u to undo")
    await app.perform(.moveToTop, .open)
    await app.commandLine("limit none")
    #expect(try await limits() == [nil, "€9.50"])
    #expect(app.store.notice == "Limit removed: Artist 5 – Title 5 · u to undo")
  }

  @Test func `limits that were set together are taken back together`() async throws {
    market.content.wants = [want(0, limit: 7), want(1)]
    let app = await StoreFixture(services())
    await app.perform(.openMarket, .markAll)
    await app.commandLine("limit 9,50 GBP")
    #expect(try await limits() == ["£9.50", "£9.50"])
    #expect(shelf.performed.values.count == 1)
    #expect(try model(app).wants.marked.isEmpty)
    await app.perform(.undo)
    #expect(try await limits() == ["€7.00", nil])
    #expect(try model(app).wants.list.rows.map(\.limit) == [euros(7), nil])
    await app.perform(.redo)
    #expect(try await limits() == ["£9.50", "£9.50"])
  }

  @Test func `a row that cannot have a limit says why`() async throws {
    market.content.wants = [want(0)]
    let app = await StoreFixture(services())
    await app.commandLine("limit 25 quid")
    #expect(app.store.prompt?.error?.hasPrefix("limit takes 25, 25 EUR (USD, ") == true)
    await app.perform(.cancel, .openCollection)
    await app.commandLine("limit 25")
    #expect(app.store.notice == "Only wants have limits, and this is not on your want list")
    await app.perform(.openLog)
    await app.commandLine("limit 25")
    #expect(app.store.notice == "Select a want first: a limit is the most you would pay for it")
  }

  @Test func `limit and seller without a word ask for it`() async {
    let app = await StoreFixture(services())
    await app.perform(.openMarket)
    await app.commandLine("limit")
    #expect(app.store.prompt?.field.text == "limit ")
    await app.perform(.cancel)
    await app.commandLine("seller")
    #expect(app.store.prompt?.field.text == "seller ")
  }

  @Test func `R checks prices and announces those at your price once`() async throws {
    market.content.wants = [want(0, limit: 25)]
    let app = await StoreFixture(services())
    await app.perform(.openMarket)
    let found = want(0, limit: 25, lowest: 20)
    market.content.news = MarketNews(asked: 1, atPrice: [found], news: [found])
    market.content.wants = [found]
    await app.perform(.refreshView)
    #expect(market.checks.values == [MarketCheck(isForced: true)])
    #expect(app.store.notifications.alert?.text == "At your price: Artist 5 – Title 5, €20.00 · 6 to see")
    #expect(app.store.notice == "Checked 1 price: 1 at your price")
    #expect(try model(app).wants.list.rows.first?.isAtPrice == true)
    market.content.news = MarketNews(asked: 1, atPrice: [found])
    await app.perform(.cancel, .refreshView)
    #expect(app.store.notifications.alert == nil)
  }

  @Test func `several wants at their price are one notification`() async {
    let found = [want(0, limit: 25, lowest: 20), want(1, limit: 9, lowest: 9)]
    market.content.news = MarketNews(asked: 2, atPrice: found, news: found)
    let app = await StoreFixture(services())
    await app.perform(.openMarket, .refreshView)
    #expect(
      app.store.notifications.alert?.text
        == "2 wants at your price: Artist 5 – Title 5, €20.00; Artist 6 – Title 6, €9.00 · 6 to see")
  }

  @Test func `a failed price check says why and keeps its results`() async {
    let found = want(0, limit: 25, lowest: 20)
    market.content.news = MarketNews(asked: 1, atPrice: [found], news: [found], hindrance: .offline)
    let app = await StoreFixture(services())
    await app.perform(.openMarket, .refreshView)
    #expect(app.store.banner?.title == "Could not check all prices")
    #expect(app.store.notifications.alert != nil)
    market.content.failure = .timedOut
    await app.perform(.refreshView)
    #expect(app.store.banner?.title == "Could not check prices")
  }

  @Test func `the prices are looked up by themselves once the shelf is up to date`() async {
    var environment = AppEnvironment.testing
    environment.syncDelay = .zero
    let (market, order) = (market, Recorder<String>())
    var services = services()
    services.sync.bringUpToDate = { _ throws(ClientError) in
      order.append("synced")
      throw .offline
    }
    services.market.check = { check, report throws(ClientError) in
      order.append("checked")
      return try await market.client.check(check, report)
    }
    market.content.failure = .timedOut
    let app = await StoreFixture(services, environment: environment)
    app.store.start()
    await app.tasks.settle()
    #expect(order.values == ["synced", "checked"])
    #expect(market.checks.values == [MarketCheck(isForced: false)])
    #expect(app.store.banner == nil && app.store.notifications.all.isEmpty)
    app.store.stop()
  }

  @Test func `on a catalogue the market says that only Discogs knows prices`() async throws {
    var services = services(isLive: false)
    services.source.current = { SourceStatus(source: .catalogue) }
    let app = await StoreFixture(services)
    await app.perform(.openMarket, .refreshView)
    #expect(app.store.notice == "Prices need Discogs: :source live")
    await app.perform(.nextType)
    #expect(try model(app).listings.list.status == .complete)
    #expect(market.checks.values.isEmpty && market.looks.values.isEmpty)
  }

  @Test func `a seller is added, opened, and removed after a question`() async throws {
    market.content.offers["stall"] = [
      WantOffer(listing: listing(7, 5, 20), want: shelf.content.wants[0], limit: euros(25)),
      WantOffer(listing: listing(8, 77, 10), want: shelf.content.wants[1], limit: euros(25)),
    ]
    let app = await StoreFixture(services())
    await app.perform(.openMarket)
    await app.commandLine("seller stall")
    let model = try model(app)
    #expect(model.part == .sellers && model.selectedSeller?.name == "stall")
    await app.perform(.open)
    guard let seller = app.store.page as? SellerModel else { return _ = Issue.record("not on a seller") }
    #expect(seller.offers.list.rows.map(\.isAtPrice) == [true, false])
    #expect(seller.offers.list.rows.map(\.isOtherPressing) == [false, true])
    #expect(seller.panes.selectedURL == "https://www.discogs.com/sell/item/7")
    await app.perform(.moveDown, .open)
    #expect(app.store.page.route == .release(77))
    await app.perform(.back, .refreshView, .back)
    #expect(market.looks.values == ["stall", "stall again", "stall"])
    #expect(model.selectedSeller?.wanted == 2, "what was found is told on the way back")
    await app.perform(.remove, .decline)
    #expect(market.content.sellers.map(\.name) == ["stall"])
    await app.perform(.remove, .confirm)
    #expect(market.content.sellers.isEmpty && model.sellers.list.isEmpty)
    #expect(app.store.notice == "Removed seller stall")
  }

  @Test func `a seller who does not exist, or has no name, is not added`() async {
    let app = await StoreFixture(services())
    await app.perform(.openMarket)
    await app.commandLine("seller unknown")
    #expect(app.store.banner?.error == .noSuchUser("unknown"))
    await app.commandLine("seller a/b")
    #expect(app.store.prompt?.error == "A seller name is one word without /, ?, # and @")
  }

  @Test func `the shelf's keys work on wants for sale, and narrowing leaves what has the words`() async throws {
    market.content.wants = [want(0, limit: 25), want(1, limit: 5)]
    let app = await StoreFixture(services())
    await app.perform(.openMarket)
    _ = try model(app).perform(.narrow, .text("artist 6"))
    await app.tasks.settle()
    #expect(try model(app).wants.list.rows.map(\.want.title) == ["Title 6"])
    await app.perform(.toggleWant)
    #expect(shelf.content.wants.map(\.title) == ["Title 5"])
  }

  // MARK: Sorting

  private func offered(_ release: Release.ID, _ artist: String, _ lowest: Money?, _ year: Int? = nil) -> PricedWant {
    PricedWant(
      want: WantListEntry(id: Int64(release.number), release: release, artist: artist, title: "Title", year: year),
      seen: SeenPrice(at: 0, lowest: lowest, copiesForSale: lowest == nil ? 0 : 1))
  }

  @Test func `wants are sorted by price, each currency by itself, and what is not for sale comes last`() async throws {
    market.content.wants = [
      offered(1, "The Cure", euros(30)), offered(2, "Can", Money(5, Currency("GBP"))), offered(3, "Abba", nil, 1976),
      offered(4, "Björk", euros(9), 1993),
    ]
    let app = await StoreFixture(services())
    await app.perform(.openMarket)
    let model = try model(app)
    func order(_ command: Command) async -> [Int] {
      await app.perform(command)
      return model.wants.list.rows.map(\.want.release.number)
    }
    #expect(await order(.sort(by: .price)) == [4, 1, 2, 3])
    #expect(await order(.sort(by: .price, isReversed: true)) == [2, 1, 4, 3])
    #expect(await order(.sort(by: .artist)) == [3, 4, 2, 1], "as on a shelf")
    #expect(await order(.sort(by: .year, isReversed: true)) == [4, 3, 1, 2], "undated last, as they stood")
    #expect(model.sort == SortOrder(.year, isReversed: true))
    #expect(await order(.sort(by: .relevance)) == [1, 2, 3, 4])
    await app.commandLine("sort price")
    #expect(await order(.moveDown) == [4, 1, 2, 3])
    await app.perform(.openHome, .openMarket)
    #expect(try self.model(app).sort == SortOrder(.price), "and comes back so")
  }

  @Test func `an order that is not possible says why`() async throws {
    market.content.listings = [OwnListing(listing: listing(1, 2, 30)), OwnListing(listing: listing(2, 1, 20))]
    market.content.offers["stall"] = [WantOffer(listing: listing(7, 5, 20), want: shelf.content.wants[0])]
    market.content.sellers = [FollowedSeller(name: "stall")]
    let app = await StoreFixture(services())
    await app.perform(.openMarket, .sort(by: .added))
    #expect(app.store.notice == "Only your want list sorts by date added")
    await app.perform(.nextType, .sort(by: .price))
    #expect(try model(app).listings.list.rows.map(\.listing.id) == [2, 1])
    await app.perform(.sort(by: .rating))
    #expect(app.store.notice == "Listings do not sort by rating")
    await app.perform(.nextType, .sort(by: .title))
    #expect(app.store.notice == "Orders come latest first")
    await app.perform(.nextType, .sort(by: .title))
    #expect(app.store.notice == "Sellers are sorted by name")
    await app.perform(.open, .sort(by: .price), .sort(by: .rating, isReversed: true))
    #expect(app.store.notice == "Offers do not sort by rating")
    for page in [Command.openWantList, .openCollection, .openSearch] {
      await app.perform(page, .sort(by: .price))
      #expect(app.store.notice == "Only Market sorts by price")
    }
  }

  // MARK: The info pane

  @Test func `wants, listings and offers show the selected release beside them`() async throws {
    market.content.wants = [want(0), want(1)]
    market.content.listings = [OwnListing(listing: listing(1, 2, 30))]
    market.content.offers["stall"] = [WantOffer(listing: listing(7, 6, 20), want: shelf.content.wants[1])]
    market.content.sellers = [FollowedSeller(name: "stall")]
    let app = await StoreFixture(services(), columns: 120)
    await app.perform(.openMarket)
    let model = try model(app)
    #expect(model.panes.preview.subject == .release(5))
    await app.perform(.moveDown)
    #expect(model.panes.preview.subject == .release(6))
    await app.perform(.nextPane)
    #expect(model.panes.isInfoFocused && app.store.page.panes.focused.isText)
    await app.perform(.cancel)
    #expect(!model.panes.isInfoFocused)
    await app.perform(.nextType)
    #expect(model.panes.preview.subject == .release(2))
    await app.perform(.nextPane, .nextType, .nextType)
    #expect(model.part == .sellers && !model.hasInfo && !model.panes.isInfoFocused)
    await app.perform(.toggleInfo)
    #expect(app.store.notice == "There is no preview of sellers")
    await app.perform(.open)
    guard let seller = app.store.page as? SellerModel else { return _ = Issue.record("not on a seller") }
    #expect(seller.panes.preview.subject == .release(6))
    await app.perform(.toggleInfo)
    #expect(!seller.panes.isInfoVisible)
  }

  @Test func `on a narrow screen the release takes the place of the list, and Esc gives it back`() async throws {
    market.content.wants = [want(0), want(1)]
    let app = await StoreFixture(services())
    await app.perform(.openMarket)
    let model = try model(app)
    #expect(model.panes.preview.subject == nil, "a hidden preview makes no request")
    await app.perform(.toggleInfo)
    #expect(model.panes.preview.subject == .release(5) && !model.panes.isListVisible)
    await app.perform(.refresh)
    #expect(market.checks.values.isEmpty, "the release is asked for, not the prices")
    await app.perform(.cancel)
    #expect(model.panes.isListVisible)
  }

  @Test func `the part shown is the one that comes back`() async throws {
    market.content.sellers = [FollowedSeller(name: "a"), FollowedSeller(name: "b")]
    let app = await StoreFixture(services())
    await app.perform(.openMarket, .previousType, .moveDown, .openHome, .openMarket)
    #expect(try model(app).selectedSeller?.name == "b")
  }

  /// What Home says of wants, below the caption.
  private func wantsOnHome(_ app: StoreFixture) -> [PanelLine<HomePart>] {
    guard let model = app.store.page as? HomeModel else { return [] }
    return model.view.columns.flatMap { $0 }.compactMap { $0 }.filter { $0.part == .wants && $0.tone != .caption }
  }

  @Test func `Home lists wants for sale, those at your price first`() async throws {
    market.content.wants = [want(0, limit: 25, lowest: 20), want(1, limit: 5, lowest: 9)]
    let app = await StoreFixture(services(), columns: 120)
    await app.perform(.openHome)
    let lines = wantsOnHome(app)
    #expect(lines.map(\.text).prefix(2) == ["Artist 5 – Title 5", "Artist 6 – Title 6"])
    #expect(lines.map(\.trailing).prefix(2) == ["at your price, €20.00", "from €9.00"])
    #expect(lines.first?.target == .entity(.release(5)))
  }

  @Test func `Home says how to set a limit, what it says works, and then it says that there is one`() async throws {
    let app = await StoreFixture(services(), columns: 120)
    await app.perform(.openHome)
    let hint = try #require(wantsOnHome(app).last?.text)
    #expect(hint == "No prices watched yet. On a want, type :limit 25 EUR")
    await app.perform(.openWantList)
    await app.commandLine(String(hint.drop { $0 != ":" }.dropFirst()))
    #expect(app.store.notice?.hasPrefix("Limit €25.00") == true, "\(app.store.notice ?? "")")
    #expect(app.store.banner == nil)
    market.content.wants = [want(0, limit: 25)]
    await app.perform(.openHome)
    app.store.page.hear(.shelfChanged)
    await app.tasks.settle()
    let said = wantsOnHome(app).map { "\($0.lead) \($0.text)" }
    #expect(said.contains("1 limit no copies seen for sale yet"), "\(said)")
    #expect(!said.contains { $0.contains("No prices watched") })
  }
}
