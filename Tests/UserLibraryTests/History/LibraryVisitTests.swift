import DiscogsModel
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

/// Pages that were looked at, from one run to the next.
struct LibraryVisitTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  private func visit(_ place: Visit.Place, _ name: String, _ detail: String = "", at time: Double = 0) -> Visit {
    Visit(place, name: name, detail: detail, at: time)
  }

  @Test func `visits are there when the library opens again, the latest first`() async throws {
    let visits = [
      visit(.record(.release(249504)), "Miles Davis – Kind Of Blue", "1959 · CL 1355", at: 30),
      visit(.user("some one"), "some one", at: 20), visit(.record(.artist(23755)), "Miles Davis", at: 10),
    ]
    for visit in visits.reversed() { try await library.remember(visit, in: .live) }
    #expect(try await library.visits(in: .live, limit: 10) == visits)
    #expect(try await library.visits(in: .live, limit: 1) == [visits[0]])
    try library.close()
    #expect(try await scratch.open().visits(in: .live, limit: 10) == visits)
  }

  @Test func `a page looked at again is there once, as it was last`() async throws {
    try await library.remember(visit(.record(.release(1)), "Title"), in: .demo)
    try await library.remember(visit(.record(.release(2)), "Other"), in: .demo)
    let last = visit(.record(.release(1)), "Title", "1959", at: 40)
    try await library.remember(last, in: .demo)
    #expect(try await library.visits(in: .demo, limit: 10).map(\.name) == ["Title", "Other"])
    #expect(try await library.visits(in: .demo, limit: 10).first == last)
  }

  @Test func `each source has visits of its own, as a number means another record in each`() async throws {
    try await library.remember(visit(.record(.release(1)), "Of the demo"), in: .demo)
    try await library.remember(visit(.record(.release(1)), "Of Discogs"), in: .live)
    #expect(try await library.visits(in: .demo, limit: 10).map(\.name) == ["Of the demo"])
    #expect(try await library.visits(in: .catalogue, limit: 10).isEmpty)
  }

  @Test func `of too many the ones longest ago are forgotten`() async throws {
    var options = Library.Options()
    options.visits = 3
    let small = try Library.open(at: scratch.library + ".small", options: options)
    for number in 1...5 { try await small.remember(visit(.record(.label(.init(number))), "\(number)"), in: .demo) }
    #expect(try await small.visits(in: .demo, limit: 10).map(\.name) == ["5", "4", "3"])
    try small.close()
  }

  @Test func `they go when the history is cleared`() async throws {
    try await library.remember(visit(.user("someone"), "someone"), in: .demo)
    try await library.clearHistory()
    #expect(try await library.visits(in: .demo, limit: 10).isEmpty)
  }
}
