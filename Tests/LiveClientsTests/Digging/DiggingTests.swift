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

  @Test func `a record that has come to the shelf is missing no longer`() async throws {
    let live = try scratch.live()
    let gaps = DigRequest(.gaps(.label(1)))
    #expect(try await live.services.digging.rows(gaps, nil, 50).rows.map(\.reference.shorthand) == ["r2", "r3"])
    #expect(try await live.services.digging.count(gaps) == DigCount(rows: 2, all: 3))
    let facts = ShelfFacts(release: 2, master: 1, artist: "Artist 2", title: "Title 2")
    _ = try await live.services.edits.perform([.add(facts, folder: "Folder")])
    #expect(try await live.services.digging.rows(gaps, nil, 50).rows.map(\.reference.shorthand) == ["r3"])
    #expect(try await find("title owned:no", live) == ["r3"])
  }

  @Test func `the versions of a master are missing by date, and a release has no gaps`() async throws {
    let live = try scratch.live()
    let rows = try await live.services.digging.rows(DigRequest(.gaps(.master(1))), nil, 50).rows
    #expect(rows.map(\.reference.shorthand) == ["r2", "r3"])
    await #expect(throws: ClientError.notFound(.release(1))) {
      try await live.services.digging.rows(DigRequest(.gaps(.release(1))), nil, 50)
    }
  }

  @Test func `Discogs is not asked for what only a catalogue tells`() async throws {
    let live = try scratch.live(.live)
    let refusal = ClientError.refused("Discogs cannot search by owned: or wanted: – try :source catalogue")
    await #expect(throws: refusal) { try await find("blue owned:no", live) }
    await #expect(throws: refusal) {
      try await live.services.catalogue.count(SearchRequest(query: try SearchQuery(parsing: "wanted:yes")))
    }
    await #expect(throws: ClientError.refused("This needs a catalogue on this machine: :source catalogue")) {
      try await live.services.digging.count(DigRequest(.gaps(.label(1))))
    }
  }

  @Test func `what is dug out of the demo is sorted and narrowed as a whole`() async throws {
    let live = try scratch.live()
    let digging = live.services.digging
    #expect(try await digging.years(.label(1)) == YearCounts(tallies: [YearTally(year: 1959, records: 3)]))
    let all = try await digging.rows(DigRequest(.years(.label(1), 1959...1959)), nil, 50).rows
    #expect(all.count == 3)
    let alike = DigRequest(.alike(1))
    #expect(try await digging.count(alike).rows == digging.rows(alike, nil, 50).rows.count)
    #expect(try await digging.rows(DigRequest(.path(from: 1, to: 2)), nil, 50).rows == [])
    let today = DigRequest(.cameOut(month: 8, day: 17), narrowing: "title")
    #expect(try await digging.count(today) == DigCount(rows: 0, all: 2))
  }
}
