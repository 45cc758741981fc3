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

  @Test func `amounts are added up by what is asked, and compared where a price is known`() throws {
    let copies = [
      copy(1, "12,50 €"), copy(2, " 10 ", folder: "Rock", year: 1970), copy(3, "a gift"), copy(4, ""),
      copy(5, "$8", folder: "Rock"),
    ]
    let lowest: [Release.ID: Money] = [1: Money(DecimalNumber("20")!, euro), 5: Money(DecimalNumber("9")!, euro)]
    let all = PaidReport(copies, field: "Kaufpreis", by: .all, lowest: lowest, usual: euro).groups
    #expect(all.map(\.currency?.code) == ["EUR", "USD"])
    #expect(all.map(\.copies) == [2, 1] && all.map(\.paid) == [2_250, 800])
    #expect(all.map(\.priced) == [1, 0], "prices in another currency are not compared")
    #expect(all[0].paidOfPriced == 1_250 && all[0].worth == 2_000)
    let folders = PaidReport(copies, field: "Kaufpreis", by: .folder, lowest: [:], usual: euro).groups
    #expect(folders.map(\.name) == ["Jazz", "Rock", "Rock"])
  }

  @Test(
    arguments: [
      (["Notes", "Kaufpreis"], "Kaufpreis"), (["PRICE", "Paid"], "Paid"), (["Notes"], nil), ([], nil),
    ] as [([String], String?)]) func `the field is known by its name`(names: [String], field: String?)
  {
    #expect(PaidReport.field(among: names) == field)
  }
}
