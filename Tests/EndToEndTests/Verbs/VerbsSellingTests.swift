import DiscogsModel
import DiscogsServer
import Foundation
import RunoutModel
import TestSupport
import Testing

/// A copy from the shelf to its buyer.
@Suite(.limitedConcurrency)
struct VerbsSellingTests {
  private let program: RunoutProgram
  private let server: TestServer
  /// A release that is owned once.
  private let release: Int

  init() async throws {
    program = try RunoutProgram()
    server = try await TestServer.start(rate: .perMinute(60_000))
    let synced = try await program.ask(server.url, "collection", "sync")
    #expect(synced.status == 0, "\(synced.errors)")
    let copies = try jsonLines(try await program.ask(server.url, "collection", "list", "--json").output)
    let owned = Dictionary(grouping: copies.compactMap { $0["id"] as? Int }) { $0 }
    release = try #require(owned.filter { $0.value.count == 1 }.keys.min())
  }

  /// Lists the copy, as a draft.
  private func list() async throws -> Finished {
    try await program.ask(
      server.url, "listings", "add", "r\(release)", "--price", "25 EUR", "--media", "VG+", "--draft", "--yes")
  }

  @Test func `a copy goes from a draft to a shipped order`() async throws {
    let rehearsed = try await program.ask(
      server.url, "listings", "add", "r\(release)", "--price", "25 EUR", "--media", "VG+", "--dry-run")
    #expect(rehearsed.status == 0 && rehearsed.output.contains("Fee €2.25, left €22.75"), "\(rehearsed.errors)")
    #expect(rehearsed.output.contains("Would do: List ") && server.market.offers.isEmpty, "\(rehearsed.output)")
    let unasked = try await program.ask(
      server.url, "listings", "add", "r\(release)", "--price", "25 EUR", "--media", "VG+")
    #expect(unasked.status == 2 && unasked.errors.contains("--yes") && server.market.offers.isEmpty)

    let listed = try await list()
    #expect(listed.status == 0 && listed.output.contains("is in your inventory"), "\(listed.errors)")
    let offer = try #require(server.market.offers.first)
    #expect(
      offer.status == "Draft" && offer.condition == Condition.veryGoodPlus && offer.externalID.hasPrefix("runout-"))
    server.market.offers[0].comments = "A note that stays"
    let priced = try await program.ask(server.url, "listings", "price", "\(offer.id)", "30", "--yes")
    #expect(priced.status == 0 && priced.output.contains("from €25.00 to €30.00"), "\(priced.output)\(priced.errors)")
    let published = try await program.ask(server.url, "listings", "publish", "\(offer.id)", "--yes")
    #expect(published.status == 0, "\(published.errors)")
    let row = try #require(try jsonLines(try await program.ask(server.url, "listings", "--json").output).first)
    #expect(row["status"] as? String == "For Sale" && row["price"] as? String == "30")
    #expect(row["comments"] as? String == "A note that stays")

    let order = try #require(server.market.buy(offer.id, by: TestServer.guest))
    for step in [["publish", "\(offer.id)"], ["price", "\(offer.id)", "20"]] {
      let late = try await program.ask(server.url, "listings", step[0], step[1], step.last ?? "", "--dry-run")
      #expect(late.errors.contains("Listing \(offer.id) is Sold") && late.output.isEmpty, "\(late.output)")
    }
    let second = try await list()
    #expect(second.status == 1 && second.errors.contains("is sold, as \(offer.id)"), "\(second.output)")
    #expect(server.market.offers.count == 1)
    let new = try await program.ask(server.url, "orders", "--status", "new order")
    #expect(new.output.contains(order), "\(new.errors)")
    let odd = try await program.ask(server.url, "orders", "--status", "Lost")
    #expect(odd.status == 0 && odd.errors.contains("No orders in “Lost”"), "\(odd.errors)")
    let sold = try await program.ask(server.url, "listings", "--status", "sold")
    #expect(sold.status == 0 && sold.output.contains("\(offer.id)"), "\(sold.errors)")
    let orders = try jsonLines(try await program.ask(server.url, "orders", "--json").output)
    #expect(orders.map { $0["order"] as? String } == [order] && orders[0]["buyer"] as? String == TestServer.guest)
    let written = try await program.ask(server.url, "orders", "message", order, "It is packed", "--yes")
    #expect(written.status == 0, "\(written.errors)")
    let wrong = try await program.ask(server.url, "orders", "status", order, "Lost", "--yes")
    #expect(wrong.status == 2 && wrong.errors.contains("Shipped"), "\(wrong.errors)")
    let shipped = try await program.ask(server.url, "orders", "status", order, "shipped", "--yes")
    #expect(shipped.status == 0 && shipped.output.contains("from New Order to Shipped"), "\(shipped.output)")
    let shown = try await program.ask(server.url, "orders", "show", order)
    #expect(shown.output.contains("Shipped") && shown.output.contains("It is packed"), "\(shown.output)")
    let gone = try await program.ask(server.url, "listings", "remove", "\(offer.id)", "--yes")
    #expect(gone.status == 0 && server.market.offers.isEmpty, "\(gone.errors)")
  }

  @Test(arguments: [(Fault.resetAfter, true), (.resetBefore, false)])
  func `a copy whose answer is lost is listed once, however often it is tried`(
    fault: Fault, isCarriedOut: Bool
  ) async throws {
    server.faults = FaultPlan([FaultRule(fault, method: "POST", path: "/marketplace/listings", times: 1)])
    let listed = try await list()
    #expect((listed.status == 0) == isCarriedOut, "\(listed.errors)")
    let again = try await list()
    #expect((again.status == 0) == !isCarriedOut && server.market.offers.count == 1, "\(again.errors)")
    let more = try await list()
    #expect(more.status == 1 && more.errors.contains("listed already"), "\(more.errors)")
    #expect(server.market.offers.count == 1)
  }

  @Test func `where it cannot be looked for, the copy may be listed, and the next try finds it`() async throws {
    server.faults = FaultPlan([
      FaultRule(.resetAfter, method: "POST", path: "/marketplace/listings"),
      FaultRule(.status(404), method: "GET", path: "/users/*/inventory", from: 2),
    ])
    let lost = try await list()
    #expect(lost.status == 1 && lost.errors.contains("may be listed"), "\(lost.errors)")
    server.faults = .none
    let again = try await list()
    #expect(again.status == 1 && again.errors.contains("listed already") && server.market.offers.count == 1)
  }

  @Test func `without a network nothing waits and nothing is listed`() async throws {
    server.faults = FaultPlan([FaultRule(.status(500), path: "/marketplace/**")])
    let listed = try await list()
    #expect(listed.status != 0 && listed.output == "", "\(listed.output)")
    server.faults = .none
    #expect(server.market.offers.isEmpty)
    #expect(try await program.ask(server.url, "pending", "--json").output == "")
    let readOnly = try await program.ask(
      server.url, "listings", "add", "r\(release)", "--price", "25 EUR", "--media", "VG+", "--yes", "--read-only")
    #expect(readOnly.status == 1 && server.market.offers.isEmpty, "\(readOnly.output)")
    let demo = try await program.run("orders")
    #expect(demo.status == 2, "\(demo.errors)")
  }

  @Test func `several listings change together, each by its own price, once all could be read`() async throws {
    _ = try await list()
    var second = try #require(server.market.offers.first)
    (second.id, second.price, second.externalID) = (second.id + 1, Money(10, second.price.currency), "")
    server.market.offers.append(second)
    let numbers = server.market.offers.map { "\($0.id)" }
    func price(_ words: String...) async throws -> Finished {
      try await program.ask(server.url, words: ["listings", "price"] + words)
    }
    let rehearsed = try await price(numbers[0], numbers[1], "-10%", "--dry-run")
    #expect(rehearsed.lines.count == 3 && rehearsed.output.contains("from €10.00 to €9.00"), "\(rehearsed.output)")
    let cheaper = try await price(numbers[0], numbers[1], "-10%", "--yes")
    #expect(cheaper.status == 0 && cheaper.lines.last == "Changed 2 listings", "\(cheaper.output)\(cheaper.errors)")
    #expect(server.market.offers.map(\.price.displayName) == ["€22.50", "€9.00"])
    let unknown = try await price(numbers[0], "7", "20", "--yes")
    #expect(unknown.status != 0 && server.market.offers[0].price.displayName == "€22.50", "\(unknown.output)")
    for wrong in [["20"], ["price", "20"], [numbers[0], "cheap"], [numbers[0], "--cheap"]] {
      let refused = try await program.ask(server.url, words: ["listings", "price"] + wrong)
      #expect(refused.status == 2 && refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    }
    let gone = try await program.ask(server.url, words: ["listings", "remove"] + numbers + ["--yes"])
    #expect(gone.status == 0 && server.market.offers.isEmpty, "\(gone.errors)")
  }
}
