import DiscogsModel
import Foundation
import RunoutModel
import Testing

@testable import Catalogue

/// Records with lists of a length that no record has.
struct LongListTests {
  /// Counts how often it is compared.
  private struct Counted: Hashable {
    nonisolated(unsafe) static var comparisons = 0
    var number: Int

    static func == (left: Self, right: Self) -> Bool {
      comparisons += 1
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func `earlier items are found without a walk through all of them`() {
    var earlier = Earlier<Counted>()
    let isNew = (0..<20_000).map { earlier.insert(Counted(number: $0)) }
    let isNewAgain = (0..<20_000).map { earlier.insert(Counted(number: $0)) }
    #expect(isNew.allSatisfy { $0 } && !isNewAgain.contains(true))
    #expect(Counted.comparisons < 40_000 * (Earlier<Counted>.mostCompared + 4))
    earlier.removeAll()
    let afterwards = [1, 1].map { earlier.insert(Counted(number: $0)) }
    #expect(afterwards == [true, false])
  }

  @Test func `the roles of an artist are put together among few and among many`() {
    var parts = PartList()
    for count in [3, PartList.mostCompared, PartList.mostCompared + 1, 5_000] {
      parts.removeAll()
      for role: UInt32 in [1, 4] { for id in 0..<count { parts.add(UInt32(id + 1), role) } }
      #expect(parts.count == count)
      #expect((0..<count).allSatisfy { parts[$0].id == UInt32($0 + 1) && parts[$0].roles == 5 })
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a release of sixty thousand labels and artists is imported and read`() async throws {
    let numbers = 0..<60_000
    let labels = numbers.map { "<label name=\"Label \($0)\" catno=\"C \($0)\" id=\"\($0 + 1)\"/>" }.joined()
    let artists = numbers.map { "<artist><id>\($0 + 1)</id><name>N \($0)</name><role>Guitar</role></artist>" }.joined()
    let fixture = try CatalogueFixture(
      "<releases><release id=\"1\" status=\"Accepted\"><title>Long</title><labels>\(labels)</labels>"
        + "<extraartists>\(artists)</extraartists></release></releases>")
    let release = try await fixture.store().release(1)
    #expect(release.labels.count == numbers.count && release.credits.count == numbers.count)
    let found = try await fixture.store().find("label:\"label 59999\"")
    #expect(found == ["r1", "l60000"])
  }

  @Test func `a dump that says it is larger than any disk is refused for want of room`() async throws {
    let fixture = try CatalogueFixture()
    let path = try fixture.dump("<releases>")
    #expect(truncate(path, off_t.max - 4096) == 0 || truncate(path, 1 << 43) == 0)
    let error = #expect(throws: CatalogueError.self) {
      try CatalogueImporter.import(files: [path], into: fixture.path, now: CatalogueFixture.now)
    }
    #expect(error?.description.contains(" GB") == true)
  }

  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1049, "1.0 kB"), (1050, "1.1 kB"), (9949, "9.9 kB"), (12_345_678, "12 MB"),
    (1_300_000_000, "1.3 GB"), (1_000_000_000_000_000_000, "1000000000 GB"), (.max, "9223372037 GB"),
  ])
  func `a size of any number of bytes is said`(bytes: Int, size: String) {
    #expect(ByteCount.display(bytes) == size)
  }

  @Test(arguments: [Int.max, 1 << 62, Int(UInt32.max), 0, -1, .min])
  func `numbers that nothing has have no lists`(number: Int) async throws {
    let store = try CatalogueFixture.demo.store()
    for content in [
      CatalogueList.Content.versions(Master.ID(number)), .artistReleases(Artist.ID(number), role: nil),
      .discography(Artist.ID(number), section: nil), .labelReleases(Discogs.Label.ID(number)),
    ] {
      #expect(try await store.count(of: CatalogueList(content)) == .exactly(0))
    }
  }
}
