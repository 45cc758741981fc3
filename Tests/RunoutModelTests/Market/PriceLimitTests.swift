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
    ("1,234.50", PriceLimit(DecimalNumber(significand: 12_345, scale: 1))),
    ("1.234,50 €", PriceLimit(DecimalNumber(significand: 12_345, scale: 1), Currency("EUR"))),
    ("$1,250", PriceLimit(1250, Currency("USD"))), ("¥2,500", PriceLimit(2500, Currency("JPY"))),
    ("1.250", PriceLimit(1250)), ("25.555", PriceLimit(25_555)), ("1'250 CHF", PriceLimit(1250, Currency("CHF"))),
    ("1\u{202F}250,00\u{A0}€", PriceLimit(1250, Currency("EUR"))), ("1,000,000", PriceLimit(1_000_000)),
    ("20,-", PriceLimit(20)), ("EUR 20,–", PriceLimit(20, Currency("EUR"))),
    ("20.-- sFr.", PriceLimit(20, Currency("CHF"))), ("20,-€", PriceLimit(20, Currency("EUR"))),
    ("20.—CHF", PriceLimit(20, Currency("CHF"))),
    ("20 Euro", PriceLimit(20, Currency("EUR"))), ("20 pounds", PriceLimit(20, Currency("GBP"))),
    ("2500円", PriceLimit(2500, Currency("JPY"))),
  ])
  func `a limit is read as people type it`(_ text: String, _ limit: PriceLimit) {
    #expect(PriceLimit(parsing: text) == limit)
  }

  @Test(arguments: [
    "", "none", "0", "-5", "EUR", "25 XYZ", "25 EUR or so", "1.2.3", "2e3", "99999999999", "٢٥", "25 €$", "abc25",
    "25 25", "€25 EUR", "1,23,456", "1,234.567", "1.234.50", "0.500", "12,34.56", "1..5", "5/10", "1 234'567", "٫5",
    "20,-foo", "20,-€ or so", "25.5000",
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
