import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// Copies, listings and orders of one's own.
extension MarketTests {
  @Test func `a copy is sold after a question that says what is left of its price`() async throws {
    shelf.content.copies[0].mediaCondition = "Mint (M)"
    var services = live.services(shelf.services())
    let offered = Recorder<ListingDraft>()
    services.community.market = { _, _ in
      MarketFigures(
        forSale: 2, lowest: Money(20, Currency("EUR")),
        suggestions: [.init(condition: "Mint (M)", price: Money(30, Currency("EUR")))], isBlocked: false)
    }
    services.selling.currency = { Currency("EUR") }
    services.selling.fee = { Money(2, $0.currency) }
    services.selling.offer = { draft in
      offered.append(draft)
      return 77
    }
    let app = await StoreFixture(services)
    await app.perform(.openCollection)
    app.store.perform(.sell, .money(PriceLimit(parsing: "25 USD")))
    await app.tasks.settle()
    #expect(app.question == nil)
    app.store.perform(.sell, .money(PriceLimit(parsing: "25 EUR")))
    await app.tasks.settle()
    let facts = try #require(app.question?.facts)
    #expect(facts.map(\.value).prefix(4) == ["€25.00", "€2.00", "€23.00", "€20.00"])
    #expect(offered.values.isEmpty)
    await app.perform(.confirm)
    await app.tasks.settle()
    #expect(offered.values.map(\.price) == [25] && offered.values.first?.condition == "Mint (M)")
    #expect(app.store.notice == "Listed for sale as 77")
  }

  @Test func `prices of marked listings change together, after a question that names each`() async throws {
    market.content.listings = [
      OwnListing(listing: listing(1, 1, 30)), OwnListing(listing: listing(2, 2, 25)),
      OwnListing(listing: listing(3, 3, 10)),
    ]
    var services = services()
    let changed = Recorder<[String]>()
    services.selling.change = { id, change throws(ClientError) in
      if id == 2, change.status != nil { throw .refused("This listing is Sold: it can no longer be changed") }
      changed.append(["\(id.number)", "\(change.price?.description ?? "")", change.status ?? ""])
    }
    services.selling.remove = { changed.append(["\($0.number)", "removed"]) }
    let app = await StoreFixture(services)
    await app.perform(.openMarket, .nextType, .mark, .mark)
    await app.commandLine("price -10%")
    #expect(app.question?.facts.map(\.name) == ["€30.00 → €27.00", "€25.00 → €22.50"])
    #expect(changed.values.isEmpty)
    await app.perform(.confirm)
    await app.tasks.settle()
    #expect(changed.values == [["1", "27", ""], ["2", "22.5", ""]])
    #expect(app.store.notice == "Changed 2 listings" && market.looks.values.contains("own again"))
    for (typed, said) in [
      ("price cheap", "“cheap” is no price: type 20, 20 EUR, or -10%"),
      ("price -100%", "“-100%” is no price: type 20, 20 EUR, or -10%"),
      ("price 20 USD", "You sell in EUR: give the price in it"),
      ("status sold", "A listing cannot become “sold”: For Sale or Draft"),
      ("reply Hello", "Select an order first: Market, my orders"),
    ] {
      await app.commandLine(typed)
      #expect(app.store.notice == said)
    }
    // The first is done, the second cannot be: the third is left alone.
    await app.perform(.markAll)
    await app.commandLine("status draft")
    await app.perform(.confirm)
    await app.tasks.settle()
    #expect(changed.values.dropFirst(2) == [["1", "", "Draft"]])
    #expect(app.store.banner?.title == "Could not change every listing")
    await app.perform(.cancel, .moveToTop, .remove)
    #expect(app.question?.facts.count == 1)
    await app.perform(.confirm)
    await app.tasks.settle()
    #expect(changed.values.last == ["1", "removed"])
  }

  @Test func `an order shows its copies and messages, and is answered`() async throws {
    var order = Order(id: "1-7")
    (order.status, order.nextStatuses) = ("Payment Received", ["Shipped", "Refund Sent"])
    order.created = "2026-03-01T10:00:00-07:00"
    order.buyer = Order.Party(user: UserReference(name: "peter"))
    order.total = euros(30)
    var item = Order.Item(listing: 1)
    item.description = "Artist - Title (LP)"
    order.items = [item]
    var message = OrderMessage()
    (message.message, message.author) = ("Is it mint?", UserReference(name: "peter"))
    var services = services()
    let written = Recorder<[String]>()
    services.selling.orders = { [order] _ in [order] }
    services.selling.order = { [order] _ in order }
    services.selling.messages = { [message] _ in [message] }
    services.selling.write = { written.append([$0.text, $1 ?? "", $2 ?? ""]) }
    let app = await StoreFixture(services)
    await app.perform(.openMarket, .nextType, .nextType)
    let model = try model(app)
    #expect(model.part == .orders && model.orders.list.rows == [order])
    await app.perform(.open)
    let text = try #require(model.openOrder?.view.lines.map(\.text).joined(separator: "\n"))
    for part in [
      "1-7  Payment Received", "peter", "€30.00", "Artist - Title (LP)", "Is it mint?", "Shipped, Refund Sent",
    ] {
      #expect(text.contains(part))
    }
    await app.commandLine("status sent")
    #expect(app.store.notice == "An order in this state cannot become “sent”: Shipped, Refund Sent")
    await app.commandLine("status shipped")
    #expect(app.question?.facts.map(\.value) == ["peter", "Payment Received → Shipped"])
    await app.perform(.confirm)
    await app.commandLine("reply Thank you")
    await app.perform(.confirm)
    await app.tasks.settle()
    #expect(written.values == [["1-7", "", "Shipped"], ["1-7", "Thank you", ""]])
    await app.perform(.cancel)
    #expect(model.openOrder == nil)
  }
}
