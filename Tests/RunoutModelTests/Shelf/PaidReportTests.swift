import DiscogsModel
import RunoutModel
import Testing

struct PaidReportTests {
  private func copy(_ release: Int, _ paid: String, folder: String = "Jazz", year: Int? = nil) -> CollectionCopy {
    CollectionCopy(
      id: Int64(release), facts: ShelfFacts(release: Release.ID(release), artist: "Artist", title: "T", year: year),
      folder: folder, fields: [.init(name: "Kaufpreis", value: paid)])
  }

  private let euro = Currency("EUR")

  private func report(
    _ copies: [CollectionCopy], by grouping: PaidReport.Grouping = .all, lowest: [Release.ID: Money] = [:]
  ) -> PaidReport {
    var report = PaidReport(field: "Kaufpreis", of: ["Kaufpreis"])
    report.take(copies, by: grouping)
    report.addUp(lowest: lowest)
    return report
  }

  @Test func `amounts are added up by what is asked, and compared where a price is known`() throws {
    let copies = [
      copy(1, "12,50 €"), copy(2, " 10 ", folder: "Rock", year: 1970), copy(3, "a gift"), copy(4, ""),
      copy(5, "$8", folder: "Rock"),
    ]
    let lowest: [Release.ID: Money] = [1: Money(DecimalNumber("20")!, euro), 5: Money(DecimalNumber("9")!, euro)]
    let all = report(copies, lowest: lowest).groups
    #expect(all.map(\.currency?.code) == ["EUR", "USD"])
    #expect(all.map(\.copies) == [2, 1] && all.map(\.paid) == [2_250, 800])
    #expect(all.map(\.priced) == [1, 0], "prices in another currency are not compared")
    #expect(all[0].paidOfPriced == 1_250 && all[0].worth == 2_000)
    #expect(report(copies, by: .folder).groups.map(\.name) == ["Jazz", "Rock", "Rock"])
    #expect(report(copies).unread?.first == 3 && report(copies).unread?.copies == 1, "of what is not empty")
  }

  @Test func `an amount without a currency is in that of the others, else in that of the prices`() {
    let dollars = [Release.ID(9): Money(5, Currency("USD"))]
    let mixed = [copy(1, "1.250,00"), copy(2, "20 €"), copy(3, "30 €"), copy(4, "5 nok")]
    #expect(report(mixed, lowest: dollars).groups.map(\.paid) == [130_000, 500])
    #expect(report(mixed, lowest: dollars).groups.map(\.currency?.code) == ["EUR", "NOK"])
    #expect(report([copy(1, "12")], lowest: dollars).groups.map(\.currency?.code) == ["USD"])
    #expect(report([copy(1, "12")]).groups.map(\.currency) == [nil])
  }

  @Test func `what cost nothing counts, and words do not`() {
    let words = ["20 NEW", "ca. 20", "12 kr", "LOT 20", "5 for all"].enumerated().map { copy($0 + 3, $1) }
    let report = report([copy(1, "0"), copy(2, "0,00 €")] + words)
    #expect(report.groups.map(\.copies) == [2] && report.groups.map(\.paid) == [0])
    #expect(report.unread?.copies == 5 && report.unread?.first == 3)
  }

  @Test func `a field that there is not is none, and a usual name is enough`() {
    #expect(PaidReport(field: "Paid", of: ["Notes", "Kaufpreis"]).field == nil)
    #expect(PaidReport(field: "", of: ["Notes", "Kaufpreis"]).field == "Kaufpreis")
  }

  @Test(
    arguments: [
      (["Notes", "Kaufpreis"], "Kaufpreis"), (["PRICE", "Paid"], "Paid"), (["Notes"], nil), ([], nil),
    ] as [([String], String?)]) func `the field is known by its name`(names: [String], field: String?)
  {
    #expect(PaidReport.field(among: names) == field)
  }
}
