import DiscogsModel
import Testing

@testable import Features

struct BelowMastersTests {
  private func release(_ number: Int, _ title: String = "Title", of master: Int? = nil) -> CatalogueRow {
    CatalogueRow(reference: .release(Release.ID(number)), title: title, master: master.map { Master.ID($0) })
  }

  @Test func `pressings stand below their master, those of its title first, wherever they were found`() {
    let (one, two) = (EntityReference.master(1), EntityReference.master(2))
    let label = CatalogueRow(reference: .label(9), title: "Blue Note")
    let rows = [
      release(13, "Title = タイトル", of: 1), release(11, of: 1), CatalogueRow(reference: one, title: "Title"),
      release(30), label, release(21, of: 2), release(12, of: 1), CatalogueRow(reference: two, title: "Other"),
      release(41, of: 4),
    ]
    let numbers = rows.belowMasters.map(\.reference.number)
    #expect(numbers == [1, 11, 12, 13, 30, 9, 21, 2, 41])
  }

  @Test func `a title in two languages is the same title`() {
    let (both, one, other) = (release(1, "Blue = ブルー", of: 5), release(2, "Blue", of: 5), release(3, "Azul", of: 5))
    #expect(both.isPressing(of: one) && one.isPressing(of: both) && both.isPressing(of: both))
    #expect(!other.isPressing(of: one) && !release(4, "Blue", of: 6).isPressing(of: one))
    #expect(both.otherTitles(than: one) == ["ブルー"] && one.otherTitles(than: both).isEmpty)
  }

  @Test func `pressings without a title in common do not stand below one another`() {
    let rows = [
      CatalogueRow(reference: .master(5), title: "A = B"), release(1, "A", of: 5), release(2, "B", of: 5),
      release(3, "A", of: 5), release(4, "A = B", of: 5),
    ]
    let sorted = rows.belowMasters
    #expect(sorted.map(\.reference.number) == [5, 4, 1, 3, 2])
    #expect(zip(sorted, sorted.dropFirst()).map { $1.isPressing(of: $0) } == [true, true, true, false])
  }

  @Test func `without masters nothing moves`() {
    let rows = [release(11, of: 1), release(3), release(12, of: 1)]
    #expect(rows.belowMasters == rows)
  }
}
