import Clients
import DiscogsModel
import LiveClients
import RunoutModel
import Testing

/// What the demo or a catalogue tells together with the shelf: releases 1 to 3 are pressings of master 1, of which the
/// first is owned and the third wanted.
struct DiggingTests {
  private let scratch: LiveScratch

  init() throws {
    scratch = try LiveScratch()
  }

  private func find(_ query: String, _ live: LiveServices) async throws -> [String] {
    let request = SearchRequest(query: try SearchQuery(parsing: query))
    let rows = try await live.services.catalogue.search(request, nil, 50).rows
    #expect(try await live.services.catalogue.count(request) == .exactly(rows.count))
    return rows.map(\.reference.shorthand).sorted()
  }

  @Test func `a search of the demo knows what is owned and wanted`() async throws {
    let live = try scratch.live()
    #expect(try await find("title owned:yes", live) == ["m1", "r1"])
    #expect(try await find("title owned:other", live) == ["r2", "r3"])
    #expect(try await find("title owned:no wanted:no", live) == ["r2"])
    #expect(try await find("wanted:yes owned:no", live) == ["r3"])
  }

  @Test func `Discogs is not asked for what only a catalogue tells`() async throws {
    let live = try scratch.live(.live)
    let refusal = ClientError.refused("Discogs cannot search by owned: or wanted: – try :source catalogue")
    await #expect(throws: refusal) { try await find("blue owned:no", live) }
    await #expect(throws: refusal) {
      try await live.services.catalogue.count(SearchRequest(query: try SearchQuery(parsing: "wanted:yes")))
    }
  }
}
