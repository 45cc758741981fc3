import Clients
import DiscogsModel
import Foundation
import LiveClients
import RunoutModel
import TestSupport
import Testing

/// What the demo has besides records: a market, lists, and what all is worth. No request leaves the machine.
@Suite(.limitedConcurrency)
struct DemoMarketTests {
  private let scratch: LiveScratch

  init() throws { scratch = try LiveScratch() }

  /// The demo of the program's own resources.
  private func open() throws -> LiveServices {
    let tests = #filePath.components(separatedBy: "/Tests/")[0]
    return try scratch.live(.demo) { $0.resources = { "\(tests)/Resources" } }
  }

  private func setLimit(_ release: Release.ID, _ limit: PriceLimit, in services: Services) async throws -> Money {
    let money = try await services.market.money(limit, .release(release))
    #expect(try await services.edits.perform([.limitWant(.release(release), money)]) == [.done])
    return money
  }

  @Test func `the demo has prices, sellers and inventories without a network`() async throws {
    let demo = try open()
    let market = demo.services.market
    let wants = try await market.wants()
    let kindOfBlue = try #require(wants.first { $0.want.release == 930_000_004 })
    #expect(kindOfBlue.limit?.displayName == "€80.00" && kindOfBlue.seen?.lowest?.displayName == "€74.50")
    #expect(kindOfBlue.isAtPrice && kindOfBlue.seen?.copiesForSale == 2)
    #expect(wants.filter(\.isForSale).count > 5 && wants.contains { $0.isForSale && !$0.isAtPrice })
    #expect(try await market.sellers().map(\.name) == ["groove-cellar", "the.little.shop", "zebra_records"])
    let offers = try await market.offers("groove-cellar", false) { _ in }
    #expect(offers.first?.isAtPrice == true && offers.contains(where: \.isOtherPressing))
    #expect(offers.first?.listing.item.artist == "Kraftwerk")
    #expect(try await market.ownListings(false) { _ in }.map(\.listing.status) == ["For Sale", "Draft", "Sold"])
    let figures = try #require(try await demo.services.community.market(930_000_004, true))
    #expect(figures.forSale == 2 && figures.lowest?.displayName == "€74.50" && figures.suggestions?.count == 8)
    await demo.close()
  }

  @Test func `a limit of the demo is set without a currency and has its price at once`() async throws {
    let demo = try open()
    let market = demo.services.market
    // 930000206, Debut: 55 pounds, without a limit.
    #expect(try await setLimit(930_000_206, PriceLimit(65), in: demo.services).displayName == "€65.00")
    let debut = try await market.wants().first { $0.want.release == 930_000_206 }
    #expect(debut?.seen?.lowest?.currency.code == "EUR" && debut?.isAtPrice == true)
    let news = try await market.check(MarketCheck(isForced: true)) { _ in }
    #expect(news.news.map(\.want.release) == [930_000_206], "what the demo begins with is no news")
    await demo.close()
  }

  @Test func `the demo follows a search, an artist and a label, and its last month has news of each`() async throws {
    let demo = try open()
    let news = try await demo.services.digging.rows(DigRequest(.news(since: nil)), nil, .max).rows
    let roles = Set(news.flatMap { $0.role.split(separator: ", ") })
    #expect(roles == ["Polskie Nagrania Muza", "Röyksopp", "Soundtracks"] && news.count < 20, "\(roles)")
    #expect(news.contains { $0.title == "Blade Runner" && $0.role == "Soundtracks" })
    await demo.close()
  }

  @Test func `the demo's market has these sellers and no others`() async throws {
    let demo = try open()
    let market = demo.services.market
    #expect(try await market.addSeller("ZEBRA_records") == "zebra_records")
    await #expect(throws: ClientError.noSuchUser("stall")) { _ = try await market.addSeller("stall") }
    #expect(try await market.offers("stall", false) { _ in }.isEmpty)
    await demo.close()
  }

  @Test func `the demo has lists, and knows what it was worth`() async throws {
    let demo = try open()
    let lists = try await demo.services.lists.own()
    #expect(lists.map(\.name) == ["Desert island", "Lent to friends", "Sunday mornings"])
    #expect(lists.allSatisfy { $0.entries?.isEmpty == false && $0.entries?.allSatisfy { !$0.title.isEmpty } == true })
    #expect(try await demo.services.reports.values().count > 6)
    await demo.close()
  }
}
