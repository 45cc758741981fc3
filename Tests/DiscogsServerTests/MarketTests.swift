import DiscogsModel
import RunoutModel
import Testing

@testable import DiscogsServer

struct MarketTests {
  @Test func `a buyer takes what is put up for sale, not a draft`() {
    let market = Market(buyer: "peter")
    let number = market.add {
      var draft = Market.Offer(id: $0, seller: "me", release: 1, price: Money(20, Currency("EUR")))
      draft.status = "Draft"
      return draft
    }
    #expect(market.sales(of: "me").isEmpty && market.offers.map(\.status) == ["Draft"])
    let isThere = market.change(number, of: "me") { draft in
      var offer = draft
      offer.status = "For Sale"
      return offer
    }
    #expect(isThere && market.sales(of: "me").map(\.buyer) == ["peter"] && market.offers.map(\.status) == ["Sold"])
  }
}
