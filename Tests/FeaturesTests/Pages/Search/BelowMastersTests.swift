import DiscogsModel
import Testing

@testable import Features

struct BelowMastersTests {
  private func release(_ number: Int, of master: Int? = nil) -> CatalogueRow {
    CatalogueRow(reference: .release(Release.ID(number)), title: "Title", master: master.map { Master.ID($0) })
  }

  @Test func `pressings of its title stand below their master, in their order, wherever they were found`() {
    let (one, two) = (EntityReference.master(1), EntityReference.master(2))
    let label = CatalogueRow(reference: .label(9), title: "Blue Note")
    let rows = [
      release(11, of: 1), CatalogueRow(reference: one, title: "Title"), release(30), label, release(21, of: 2),
      release(12, of: 1), CatalogueRow(reference: two, title: "Other"), release(41, of: 4),
    ]
    let numbers = rows.belowMasters.map(\.reference.number)
    #expect(numbers == [1, 11, 12, 30, 9, 21, 2, 41])
  }

  @Test func `without masters nothing moves`() {
    let rows = [release(11, of: 1), release(3), release(12, of: 1)]
    #expect(rows.belowMasters == rows)
  }
}
