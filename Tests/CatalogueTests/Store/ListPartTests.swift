import Catalogue
import DiscogsModel
import RunoutModel
import Testing

/// Parts of lists: what the shelf lacks, what came out in some years.
struct ListPartTests {
  private func gaps(_ list: CatalogueList) async throws -> [String] {
    let store = try ShelfSearchTests.catalogue()
    var found: [String] = []
    var cursor: PageCursor?
    repeat {
      let page = try await store.rows(of: .missing, of: list, shelf: ShelfSearchTests.shelf, after: cursor, limit: 2)
      found += page.rows.map(\.reference.shorthand)
      cursor = page.next
    } while cursor != nil
    let count = try await store.count(of: .missing, of: list, shelf: ShelfSearchTests.shelf)
    #expect(count.rows == found.count)
    return found + ["of \(count.all)"]
  }

  @Test func `a label's gaps stand by catalogue number, without what it only pressed`() async throws {
    #expect(try await gaps(CatalogueList(.labelReleases(1))) == ["r32", "r21", "r23", "of 4"])
    #expect(
      try await gaps(CatalogueList(.labelReleases(1), sort: SortOrder(.year, isReversed: true)))
        == ["r23", "r21", "r32", "of 4"])
    #expect(try await gaps(CatalogueList(.labelReleases(1), narrowing: "cd")) == ["r23", "of 4"])
  }

  @Test func `a company that is no label has all its records as gaps`() async throws {
    #expect(try await gaps(CatalogueList(.labelReleases(404))) == ["of 0"])
  }

  @Test func `an artist lacks works, whichever pressing is there`() async throws {
    let gaps = try await gaps(CatalogueList(.discography(1, section: nil)))
    #expect(gaps.first == "r32" && gaps.last == "of 4", "\(gaps)")
    #expect(!gaps.contains("m8") && !gaps.contains("r31"))
  }

  @Test func `a master lacks versions, by date`() async throws {
    #expect(try await gaps(CatalogueList(.versions(8))) == ["r21", "r23", "of 3"])
  }

  @Test func `a part can be what came out in some years`() async throws {
    let store = try ShelfSearchTests.catalogue()
    let rows = try await store.rows(of: .years(1958...1985), of: CatalogueList(.labelReleases(1))).rows
    #expect(rows.map(\.reference.shorthand) == ["r21", "r22"])
  }
}
