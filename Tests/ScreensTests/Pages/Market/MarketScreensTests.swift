import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// The market, as people see it.
@MainActor struct MarketScreensTests {
  private func money(_ cents: Int, _ currency: String = "EUR") -> Money {
    Money(DecimalNumber(significand: cents, scale: 2), Currency(currency))
  }

  private var market: FixtureMarket {
    var content = FixtureMarket.Content()
    let apple = WantListEntry(
      id: 3, release: 900_000_006, artist: "Fiona Apple",
      title: "When The Pawn Hits The Conflicts He Thinks Like A King What He Knows Throws The Blows",
      format: "CD, Album", year: 1999)
    let sakamoto = WantListEntry(
      id: 4, release: 900_000_003, artist: "坂本龍一", title: "千のナイフ", format: "LP, Album", year: 1978)
    content.wants = [
      PricedWant(
        want: Crate.wants[1], limit: money(2_500),
        seen: SeenPrice(at: Crate.now - 3_600, lowest: money(1_999), copiesForSale: 1_412)),
      PricedWant(
        want: Crate.wants[0], limit: money(900),
        seen: SeenPrice(at: Crate.now - 7_200, lowest: money(1_450), copiesForSale: 12)),
      PricedWant(
        want: sakamoto, seen: SeenPrice(at: Crate.now - 200_000, lowest: money(12_300_00, "JPY"), copiesForSale: 2)),
      PricedWant(
        want: apple, limit: money(1_000), seen: SeenPrice(at: Crate.now - 80_000, lowest: nil, copiesForSale: 0)),
      PricedWant(
        want: WantListEntry(
          id: 5, release: 900_000_002, artist: "Miles Davis", title: "Kind Of Blue", format: "LP, RE"),
        limit: money(4_000)),
    ]
    content.listings = [
      OwnListing(listing: listing(2_925_441_427, Crate.copies[0], 3_500, "For Sale"), copies: [Crate.copies[0]]),
      OwnListing(
        listing: listing(2_925_441_428, Crate.copies[1], 900, "Draft"), copies: [Crate.copies[1], Crate.copies[1]]),
      OwnListing(listing: listing(2_925_441_429, Crate.copies[2], 120_000, "Sold")),
    ]
    content.sellers = [
      FollowedSeller(name: "amoeba-vinyl", lookedAt: Crate.now - 7_200, listings: 9_980, wanted: 2),
      FollowedSeller(name: "the.little.shop_round-the-corner-in-utrecht", lookedAt: Crate.now - 20, listings: 12),
      FollowedSeller(name: "zebra"),
    ]
    var offer = listing(3_000_000_001, Crate.copies[0], 1_999, "For Sale")
    offer.item = Listing.Item(release: 900_000_005, title: "Appetite For Destruction")
    offer.item.artist = "Guns N' Roses"
    offer.comments = "Corner bump,\nplays well"
    var other = listing(3_000_000_002, Crate.copies[0], 2_750, "For Sale")
    other.condition = "Mint (M)"
    other.sleeveCondition = ""
    other.item = Listing.Item(release: 900_000_044, title: "A\u{301}gætis Byrjun")
    other.item.artist = "Sigur Ro\u{301}s"
    content.offers["amoeba-vinyl"] = [
      WantOffer(listing: offer, want: Crate.wants[1], limit: money(2_500)),
      WantOffer(listing: other, want: Crate.wants[0]),
    ]
    return FixtureMarket(content)
  }

  private func listing(_ id: Int, _ copy: CollectionCopy, _ cents: Int, _ status: String) -> Listing {
    var listing = Listing(id: Listing.ID(id), item: Listing.Item(release: copy.release, title: copy.title))
    listing.item.artist = copy.artist
    listing.price = money(cents)
    listing.status = status
    listing.condition = "Very Good Plus (VG+)"
    listing.sleeveCondition = "Very Good (VG)"
    listing.posted = "2023-10-30T12:00:00-07:00"
    return listing
  }

  private func live(_ market: FixtureMarket) -> Services {
    let live = ScriptedLive()
    live.network = NetworkStatus(connection: .online, budget: .init(limit: 60, remaining: 41))
    var services = live.services(Crate.services)
    services.market = market.client
    services.selling.orders = { [order] _ in [order, Order(id: "1-6")] }
    services.selling.order = { [order] _ in order }
    services.selling.messages = { [messages] _ in messages }
    return services
  }

  private var order: Order {
    var order = Order(id: "150295-1254")
    (order.status, order.nextStatuses) = ("Payment Received", ["In Progress", "Shipped", "Refund Sent"])
    order.created = "2026-02-27T09:25:17-08:00"
    order.buyer = Order.Party(user: UserReference(name: "vinyl_hermit"))
    (order.total, order.shipping, order.fee) = (money(3_950), money(450), money(315))
    var item = Order.Item(listing: 2_925_441_429)
    (item.release, item.description, item.price) = (900_000_001, "Miles Davis - Kind Of Blue (LP, Album)", money(3_500))
    order.items = [item]
    return order
  }

  private var messages: [OrderMessage] {
    [("vinyl_hermit", "Is the inner sleeve the first one?\nThank you!"), ("collector", "It is.")].map { name, text in
      var message = OrderMessage()
      (message.message, message.author) = (text, UserReference(name: name))
      message.timestamp = "2026-02-28T10:00:00-08:00"
      return message
    }
  }

  private func expect(_ name: String, _ app: Harness, _ size: Size) {
    app.expectRecorded("market-\(name)", size)
  }

  @Test(arguments: Recorded.sizes) func `the market looks as recorded`(size: Size) async {
    let app = await Harness(live(market), size: size)
    await app.press("6")
    expect("wants", app, size)
    await app.press("t")
    expect("listings", app, size)
    await app.press("t")
    expect("orders", app, size)
    await app.press("<Enter>")
    expect("order", app, size)
    await app.press("<Esc>", "t")
    expect("sellers", app, size)
    await app.press("D")
    expect("remove-seller", app, size)
    await app.press("n", "<Enter>")
    expect("seller", app, size)
  }

  @Test(arguments: Recorded.sizes) func `a market without anything looks as recorded`(size: Size) async {
    let empty = FixtureMarket()
    empty.content.sellers = []
    var services = live(empty)
    services.selling.orders = { _ in [] }
    let app = await Harness(services, size: size)
    await app.press("6")
    expect("wants-empty", app, size)
    await app.press("t")
    expect("listings-empty", app, size)
    await app.press("t")
    expect("orders-empty", app, size)
    await app.press("t")
    expect("sellers-empty", app, size)
    empty.content.sellers = [FollowedSeller(name: "zebra")]
    await app.press("R", "<Enter>")
    expect("seller-empty", app, size)
  }

  @Test(arguments: Recorded.sizes) func `a market without Discogs looks as recorded`(size: Size) async {
    var services = Crate.services
    services.market = FixtureMarket().client
    let app = await Harness(services, size: size)
    await app.press("6")
    expect("wants-demo", app, size)
    await app.press("t")
    expect("listings-demo", app, size)
    await app.press("t")
    expect("orders-demo", app, size)
    await app.press("t")
    expect("sellers-demo", app, size)
  }

  @Test(arguments: Recorded.sizes) func `a market that fails looks as recorded`(size: Size) async {
    let market = market
    market.content.failure = .timedOut
    let app = await Harness(live(market), size: size)
    await app.press("6", "R")
    expect("check-failed", app, size)
    await app.press("<Esc>", "t")
    expect("listings-failed", app, size)
    await app.press("t", "t", "<Enter>")
    expect("seller-failed", app, size)
    market.content.failure = nil
    await app.press("R")
    #expect(app.screen.contains("Guns N' Roses"))
  }

  @Test(arguments: Recorded.sizes) func `a want that has come down to its price is announced`(size: Size) async {
    let market = market
    market.content.news = MarketNews(asked: 4, atPrice: [market.content.wants[0]], news: [market.content.wants[0]])
    let app = await Harness(live(market), size: size)
    await app.press("6", "R")
    expect("news", app, size)
  }

  @Test func `no part of the market traps or leaves the screen at any size`() async {
    let app = await Harness(live(market), size: Size(columns: 80, rows: 24))
    for keys in [["6"], ["t"], ["t"], ["D"], ["n", "<Enter>"]] {
      await app.press(keys)
      for columns in [1, 39, 40, 41, 60, 72, 80, 100, 130] {
        for rows in [1, 7, 8, 9, 10, 12, 15, 16, 24, 45] {
          await app.resize(columns: columns, rows: rows)
          if let cursor = app.canvas.cursor { #expect(app.canvas.bounds.contains(cursor), "\(columns)x\(rows)") }
        }
      }
    }
  }

  @Test func `what Market says of limits works as it is said`() async {
    let app = await Harness(live(FixtureMarket()), size: Size(columns: 80, rows: 24))
    await app.press("6")
    #expect(app.screen.contains("type :limit 25 EUR"), "\(app.screen)")
    await app.press("4")
    await app.type(":limit 25 EUR")
    await app.press("<Enter>")
    #expect(app.store.notice?.hasPrefix("Limit €25.00") == true, "\(app.store.notice ?? "nothing said")")
  }

  @Test(arguments: Recorded.sizes) func `Home with wants for sale looks as recorded`(size: Size) async {
    let app = await Harness(live(market), size: size)
    await app.press("1", "<Tab>", "<Tab>")
    expect("home", app, size)
  }
}
