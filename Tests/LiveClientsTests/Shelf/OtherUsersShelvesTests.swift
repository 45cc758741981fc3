import Clients
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing

/// What others own, want and list, over the tests' own server; asked by a guest who owns nothing.
struct OtherUsersShelvesTests {
  @Test func `another user's collection and wants are read page by page, in their order`() async throws {
    let world = try await LiveWorld(token: TestServer.guestToken)
    let collection = BrowseRequest(.collection(of: TestServer.owner))
    let count = try await world.catalogue.browseCount(collection)
    let rows = try await world.catalogue.browse(collection, nil, 50).rows
    #expect(count == .exactly(71))
    #expect(rows.count == 71 && rows.allSatisfy { $0.reference.kind == .release && !$0.artist.isEmpty })
    #expect(world.server.requests.count == 1)
    let wants = try await world.catalogue.browse(BrowseRequest(.wants(of: TestServer.owner)), nil, 50).rows
    #expect(wants.count == 29)
    let byYear = try await world.catalogue.browse(
      BrowseRequest(.collection(of: TestServer.owner), sort: SortOrder(.year)), nil, 50
    ).rows.compactMap(\.year)
    #expect(byYear == byYear.sorted())
  }

  @Test func `it is narrowed as a whole, and marked with what one owns oneself`() async throws {
    let world = try await LiveWorld()
    try await world.live.services.sync.run(false)
    let found = try await world.catalogue.browse(
      BrowseRequest(.collection(of: TestServer.owner), narrowing: "kraftwerk"), nil, 50
    ).rows
    #expect(found.count == 3)
    let marks = try await world.live.services.shelf.marks(found)
    #expect(found.allSatisfy { marks[$0.reference]?.owned == .this })
  }

  @Test func `another user's shelf is filtered by what one owns and wants`() async throws {
    let world = try await LiveWorld()
    try await world.live.services.sync.run(false)
    func found(_ list: BrowseRequest.List, _ yours: ShelfComparison) async throws -> Set<Int> {
      let request = BrowseRequest(list, filters: ListFilters([ShelfComparison.facet: [yours.rawValue]]))
      let rows = try await world.catalogue.browse(request, nil, 50).rows
      #expect(try await world.catalogue.browseCount(request) == .exactly(rows.count))
      return Set(rows.map(\.reference.number))
    }
    // The account compared with itself: all of it is owned, and what of it is wanted too is in both.
    let (collection, wants) = (
      BrowseRequest.List.collection(of: TestServer.owner), BrowseRequest.List.wants(of: TestServer.owner)
    )
    let owned = try await found(collection, .owned)
    #expect(owned.count > 60)
    #expect(try await found(collection, .missing).isEmpty)
    #expect(try await found(wants, .wanted).count == 29)
    #expect(try await found(wants, .owned).isDisjoint(with: try await found(wants, .missing)))
    let facet = try #require(try await world.catalogue.facets(BrowseRequest(wants)).first)
    #expect(facet.values.map(\.value) == ["owned", "wanted", "missing"] && facet.values[1].count == 29)
  }

  @Test func `a missing user is named`() async throws {
    let world = try await LiveWorld()
    await #expect(throws: ClientError.noSuchUser("nobody")) {
      try await world.catalogue.browse(BrowseRequest(.collection(of: "nobody")), nil, 50)
    }
    await #expect(throws: ClientError.noSuchUser("nobody")) { try await world.live.services.lists.of("nobody") }
  }

  @Test func `the own lists are read without a network once they were synced`() async throws {
    let world = try await LiveWorld()
    #expect(try await world.live.services.lists.own() == [])
    try await world.live.services.sync.run(false)
    let list = try #require(try await world.live.services.lists.own().first)
    world.fail(FaultRule(.status(503)))
    let requests = world.server.requests.count
    #expect(try await world.live.services.lists.list(list.id)?.name == list.name)
    let rows = try await world.catalogue.browse(BrowseRequest(.entries(list.id)), nil, 50).rows
    #expect(rows.count == list.entries?.count && rows.allSatisfy { !$0.artist.isEmpty })
    let narrowed = try await world.catalogue.browse(BrowseRequest(.entries(list.id), narrowing: "miles"), nil, 50).rows
    #expect(!narrowed.isEmpty && narrowed.count < rows.count)
    #expect(world.server.requests.count == requests)
  }

  @Test func `lists of others come from Discogs, and a missing one says so`() async throws {
    let world = try await LiveWorld(token: TestServer.guestToken)
    let list = try #require(try await world.live.services.lists.of(TestServer.owner).first)
    #expect(try await world.live.services.lists.list(list.id)?.owner?.name == TestServer.owner)
    #expect(try await !world.catalogue.browse(BrowseRequest(.entries(list.id)), nil, 50).rows.isEmpty)
    #expect(try await world.live.services.lists.list(999_999) == nil)
    await #expect(throws: ClientError.refused("List 999999 is private or does not exist")) {
      try await world.catalogue.browse(BrowseRequest(.entries(999_999)), nil, 50)
    }
  }

  @Test func `the own profile is changed at Discogs, but not in a run that changes nothing`() async throws {
    let world = try await LiveWorld()
    let community = world.live.services.community
    _ = try await community.profile(TestServer.owner)
    try await community.editProfile(ProfileChange(location: "Utrecht"))
    #expect(try await community.profile(TestServer.owner)?.location == "Utrecht")
    let careful = try await LiveWorld { $0.isReadOnly = true }
    let refusal = ClientError.refused("Nothing changed: Runout was started with --read-only")
    await #expect(throws: refusal) {
      try await careful.live.services.community.editProfile(ProfileChange(location: "Utrecht"))
    }
    let release = try await careful.release()
    await #expect(throws: refusal) { try await careful.live.services.community.rate(release, 5) }
    #expect(careful.server.requests.isEmpty)
  }
}
