import DiscogsModel
import Foundation
import SeededRandom
import Testing

@testable import Catalogue

/// Records are stored with their neighbours, and each is found by itself.
struct RecordBlockTests {
  private func releases(_ ids: some Sequence<Int>, title: String = "Record") -> String {
    DumpText.releases(ids.map { ReleaseText(id: $0, title: "\(title) \($0)", tracks: ["One", "Two", "Number \($0)"]) })
  }

  private func titles(_ store: CatalogueStore, _ ids: some Sequence<Int>) async throws -> [String?] {
    var titles: [String?] = []
    for id in ids {
      do throws(CatalogueError) {
        titles.append(try await store.release(Release.ID(id)).title)
      } catch {
        guard case .notFound = error else { throw error }
        titles.append(nil)
      }
    }
    return titles
  }

  @Test func `every record of many blocks is found, and none that is not there`() async throws {
    let ids = Array(stride(from: 7, through: 4_000, by: 3))
    let store = try CatalogueFixture(releases(ids)).store()
    #expect(try await titles(store, ids) == ids.map { "Record \($0)" })
    #expect(try await titles(store, [1, 6, 8, 9, 3_999, 4_001, 1 << 31, 1 << 40]) == Array(repeating: nil, count: 8))
    let last = try await store.release(Release.ID(3_997))
    #expect(last.tracklist.map(\.title) == ["One", "Two", "Number 3997"])
  }

  @Test func `records that come in any order are found`() async throws {
    var random = SeededGenerator(seed: 3)
    let ids = Array(1...300).shuffled(using: &random)
    let fixture = try CatalogueFixture(releases(ids))
    #expect(try await titles(fixture.store(), 1...300) == (1...300).map { "Record \($0)" })
    // The next import takes them over in order, and the last of what comes twice counts.
    try fixture.add([releases([50, 40, 301]), releases([40, 7], title: "Later")])
    let expected = (1...301).map { [7, 40].contains($0) ? "Later \($0)" : "Record \($0)" }
    #expect(try await titles(fixture.store(), 1...301) == expected)
  }

  @Test func `artists with a record and those with only a name are neighbours`() async throws {
    let artists = DumpText.artists((2, "Two"), (40, "Forty"), (90, "Ninety"))
    let store = try CatalogueFixture(
      artists, DumpText.releases([ReleaseText(id: 1, title: "A", artist: (41, "No Record"))])
    ).store()
    #expect(try await store.artist(40).name == "Forty")
    #expect(try await store.artist(41).name == "No Record")
    #expect(try await store.artist(90).name == "Ninety")
  }

  @Test func `a record longer than a block is found, and so are its neighbours`() async throws {
    let long = (1...9_000).map { "Track number \($0)" }
    let store = try CatalogueFixture(
      DumpText.releases([
        ReleaseText(id: 1, title: "Before"), ReleaseText(id: 2, title: "Long", tracks: long),
        ReleaseText(id: 3, title: "After"),
      ])
    ).store()
    #expect(try await store.release(2).tracklist.map(\.title) == long)
    #expect(try await titles(store, [1, 3]) == ["Before", "After"])
  }

  @Test func `damaged blocks are errors`() throws {
    var builder = RecordBlock.Builder()
    for id in [5, 9, 200] { Array(repeating: UInt8(id & 255), count: id).withUnsafeBytes { builder.add(id, $0) } }
    let block = builder.take()
    let entries = try block.withUnsafeBytes { try RecordBlock.entries(of: $0, firstID: 5) }
    #expect(entries.map(\.id) == [5, 9, 200])
    #expect(entries.map(\.range.count) == [5, 9, 200])
    for length in block.indices {
      #expect(throws: PackedRecordError.self) {
        try block[..<length].withUnsafeBytes { try RecordBlock.entries(of: $0, firstID: 5) }
      }
    }
    let dictionary = Array("some dictionary that both sides know".utf8)
    var stored: [UInt8] = []
    try BlockCompressor(dictionary: dictionary).append(block, to: &stored)
    let expander = try BlockExpander(dictionary: dictionary)
    let whole = Array(stored.dropFirst(3))
    #expect(try whole.withUnsafeBytes { try expander.expand($0, size: block.count) } == block)
    var random = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      bytes.removeLast(Int.random(in: 0..<3, using: &random))
      // It is refused, or it is as long as it says: what it holds is looked at by who unpacks it.
      let outcome = Result { try bytes.withUnsafeBytes { try expander.expand($0, size: block.count) } }
      switch outcome {
      case .success(let expanded): #expect(expanded.count == block.count)
      case .failure(let error): #expect((error as? PackedRecordError)?.reason == .truncated)
      }
    }
  }
}
