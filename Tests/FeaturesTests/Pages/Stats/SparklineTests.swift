import DiscogsModel
import Features
import RunoutModel
import Testing

struct SparklineTests {
  @Test func `numbers are blocks of their height`() {
    #expect(Sparkline.text([1, 2, 3]) == "▁▅█")
    #expect(Sparkline.text([]) == "")
    #expect(Sparkline.text([7, 7]) == "▄▄")
  }

  @Test(arguments: [Double.infinity, -Double.infinity, .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude])
  func `a value that is not an amount has no block`(number: Double) {
    #expect(Sparkline.text([1, number, 3]) == "▁█")
    #expect(Sparkline.text([number]) == "")
  }

  @Test(
    arguments: [("€1,178.10", 1178.1), ("¥89", 89), ("12,50 €", 12.5), ("", nil), ("none", nil)] as [(String, Double?)])
  func `amounts are read as they are written`(text: String, amount: Double?) {
    #expect(Sparkline.amount(text) == amount)
  }

  @Test func `an amount of four hundred digits is rejected`() {
    let text = "€" + String(repeating: "9", count: 400)
    #expect(Sparkline.amount(text) == nil)
    let value = CollectionValue(minimum: text, median: text, maximum: text)
    let days = (1...3).map { ValueOnDay(day: "2026-11-0\($0)", value: value, copies: 1) }
    #expect(Sparkline.worth(days) == "")
  }

  @Test func `a collection that Discogs has no prices of is worth nothing that could be said`() {
    func day(_ number: Int, _ text: String) -> ValueOnDay {
      ValueOnDay(
        day: "2026-11-0\(number)", value: CollectionValue(minimum: text, median: text, maximum: text), copies: 1)
    }
    #expect(Sparkline.worth([day(1, "$0.00")]) == "")
    #expect(Sparkline.worth([day(1, "US$0.00"), day(2, "")]) == "")
    #expect(Sparkline.worth([day(1, "$12.50"), day(2, "$0.00")]) == "$12.50")
    #expect(Sparkline.worth([day(1, "$12.50"), day(2, "$25.00")]) == "$25.00 ▁█")
  }
}
