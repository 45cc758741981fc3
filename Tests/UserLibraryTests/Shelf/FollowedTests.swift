import DiscogsModel
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

struct FollowedTests {
  private let scratch: LibraryScratch
  private static let davis = Followed(.record(.artist(1)), name: "Miles Davis")
  private static let search = Followed(
    .search(
      SearchQuery(terms: [
        .init(field: .genre, value: .text("jazz", isPhrase: false)),
        .init(field: .year, value: .years(from: 1959, to: 1959)),
      ])), name: "genre:jazz year:1959")

  init() throws { scratch = try LibraryScratch() }

  private func row(_ id: Int) -> CatalogueRow {
    CatalogueRow(
      reference: .release(Release.ID(id)), title: "Title \(id)", artist: "Artist", year: 2026, label: "Label")
  }

  @Test func `what is followed is there when the library opens again, once each`() async throws {
    let library = try scratch.open()
    #expect(try await library.follow(Self.search))
    #expect(try await library.follow(Self.davis))
    #expect(try await !library.follow(Self.davis))
    try library.close()
    let again = try scratch.open()
    #expect(try await again.followed() == [Self.search, Self.davis])
    #expect(try await again.unfollow(Self.search.subject))
    #expect(try await !again.unfollow(Self.search.subject))
    #expect(try await again.followed() == [Self.davis])
  }

  @Test func `a followed search that cannot be read is an error`() async throws {
    let library = try scratch.open()
    _ = try await library.follow(Self.search)
    try await library.write { try $0.execute(sql: "UPDATE followed SET place = 'search year:when'") }
    await #expect {
      try await library.followed()
    } throws: { error in
      if case .query? = error as? LibraryError { true } else { false }
    }
  }

  @Test func `what a look finds is new, with the name of what it belongs to, until that is not followed`() async throws
  {
    let library = try scratch.open()
    _ = try await library.follow(Self.davis)
    _ = try await library.follow(Self.search)
    #expect(try await library.followedToLook(before: 0).count == 2)
    try await library.note(FollowedLook(Self.davis, items: 2, known: ["r1", "r2"]), new: [row(1), row(2)], at: 100)
    try await library.note(FollowedLook(Self.search, items: 1, known: ["r2"]), new: [row(2)], at: 200)
    #expect(try await library.newRecords(since: 0).map(\.role) == ["genre:jazz year:1959, Miles Davis", "Miles Davis"])
    #expect(try await library.newRecords(since: 150).map(\.reference) == [.release(2)])
    let due = try await library.followedToLook(before: 100)
    #expect(due == [FollowedLook(Self.davis, items: 2, known: ["r1", "r2"])])
    _ = try await library.unfollow(Self.search.subject)
    #expect(try await library.newRecords(since: 150).isEmpty)
  }

  @Test func `news are told once`() async throws {
    let library = try scratch.open()
    #expect(try await library.untold(["new r1", "price r2 20 EUR"]) == ["new r1", "price r2 20 EUR"])
    try await library.setTold("new r1", at: 100)
    #expect(try await library.untold(["new r1", "price r2 20 EUR"]) == ["price r2 20 EUR"])
  }
}
