import DiscogsModel
import RunoutModel
import Testing

struct PriceLimitTests {
  @Test(arguments: [
    ("25", PriceLimit(25)), ("25.50", PriceLimit(DecimalNumber(significand: 255, scale: 1))),
    ("25,50", PriceLimit(DecimalNumber(significand: 255, scale: 1))), ("25 EUR", PriceLimit(25, Currency("EUR"))),
    ("eur 25", PriceLimit(25, Currency("EUR"))), ("€25", PriceLimit(25, Currency("EUR"))),
    ("25€", PriceLimit(25, Currency("EUR"))), ("25gbp", PriceLimit(25, Currency("GBP"))),
    ("£9.99", PriceLimit(DecimalNumber(significand: 999, scale: 2), Currency("GBP"))),
    ("CA$30", PriceLimit(30, Currency("CAD"))), ("$ 30", PriceLimit(30, Currency("USD"))),
  ])
  func `a limit is read as people type it`(_ text: String, _ limit: PriceLimit) {
    #expect(PriceLimit(parsing: text) == limit)
  }

  @Test(arguments: [
    "", "none", "0", "-5", "EUR", "25 XYZ", "25 EUR or so", "1,234.50", "1.2.3", "2e3", "25.555", "99999999999", "٢٥",
    "25 €$", "abc25", "25 25",
  ])
  func `only an amount in a known currency is a limit`(_ text: String) {
    #expect(PriceLimit(parsing: text) == nil)
  }

  @Test(arguments: [
    ("20", "18.25", "EUR", "€1.75"), ("20", "20", "EUR", nil), ("20", "20.01", "EUR", nil), ("20", "18", "USD", nil),
    ("1200", "12.5", "EUR", "€1,187.50"),
  ])
  func `a want says how far below its limit the lowest price is`(
    limit: String, lowest: String, currency: String, saving: String?
  ) throws {
    let want = WantListEntry(id: 1, facts: ShelfFacts(release: 1))
    let price = Money(try #require(DecimalNumber(lowest)), Currency(currency))
    let priced = PricedWant(
      want: want, limit: Money(try #require(DecimalNumber(limit)), Currency("EUR")),
      seen: SeenPrice(at: 0, lowest: price, copiesForSale: 1))
    #expect(priced.saving?.displayName == saving)
  }
}
