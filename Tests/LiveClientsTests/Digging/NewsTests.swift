import Catalogue
import Clients
import DiscogsModel
import LiveClients
import Platform
import RunoutModel
import Testing

/// What is new of what is followed, in a catalogue and on Discogs.
struct NewsTests {
  private let scratch: LiveScratch
  private let discogs = ScriptedDiscogs()
  private static let news = DigRequest(.news(since: nil))

  init() throws { scratch = try LiveScratch() }

  private func importMonth(_ month: String, _ releases: [Int]) throws {
    try FileSystem.makeDirectory(scratch.file("data"))
    let name = "discogs_\(month)01_releases.xml.gz"
    try scratch.write(Dumps.releases(releases), to: name)
    _ = try CatalogueImporter.import(
      files: [scratch.file(name)], into: scratch.paths().catalogue, now: 1_772_366_400, replacingKinds: true)
  }

  private func answer(_ ids: [Int]) {
    let rows = ids.map {
      #"{"id": \#($0), "type": "release", "title": "Title \#($0)", "artist": "Artist", "role": "Main", "year": 2026}"#
    }
    discogs.answer(
      "/artists/1/releases",
      """
      {"pagination": {"page": 1, "pages": 1, "per_page": 100, "items": \(ids.count), "urls": {}},
       "releases": [\(rows.joined(separator: ", "))]}
      """)
  }

  private func follow(_ live: LiveServices) async throws {
    _ = try await live.services.news.follow(Followed(.record(.artist(1)), name: "Artist 1"))
  }

  private func newRows(_ live: LiveServices) async throws -> [String] {
    let rows = try await live.services.digging.rows(Self.news, nil, .max).rows
    #expect(try await live.services.digging.count(Self.news).rows == rows.count)
    return rows.map { "\($0.reference.shorthand) \($0.role)" }
  }

  @Test func `a catalogue lists what came since the month before, without a look`() async throws {
    try importMonth("202610", [1, 2])
    let first = try scratch.live(.catalogue)
    _ = try await first.services.news.follow(Followed(.record(.label(1)), name: "Label"))
    #expect(try await newRows(first).isEmpty)
    await first.close()
    try importMonth("202611", [1, 2, 5])
    let live = try scratch.live(.catalogue)
    try await live.services.news.look(true) { _ in }
    #expect(try await newRows(live) == ["r5 Label"])
    await #expect(
      throws: ClientError.refused("What was new in 2026-08 is not known: the first catalogue was of 2026-10")
    ) {
      try await live.services.digging.rows(DigRequest(.news(since: "2026-08")), nil, 10)
    }
    await live.close()
  }

  @Test func `Discogs is asked once a day, and read when the number of items has changed`() async throws {
    let live = try scratch.live(discogs) { [discogs] in $0.now = { discogs.now } }
    try await follow(live)
    answer([1, 2])
    try await live.services.news.look(false) { _ in }
    // All that was there at the first look is old.
    #expect(try await newRows(live).isEmpty)
    try await live.services.news.look(false) { _ in }
    #expect(discogs.paths.count == 1)

    answer([1, 2, 7])
    discogs.now += 90_000
    try await live.services.news.look(false) { _ in }
    #expect(try await newRows(live) == ["r7 Artist 1"])
    discogs.now += 90_000
    try await live.services.news.look(false) { _ in }
    #expect(discogs.paths.count == 3)
    #expect(try await newRows(live) == ["r7 Artist 1"])
    await live.close()
  }

  @Test func `a look that breaks off leaves what is known, and the next one finds it`() async throws {
    let live = try scratch.live(discogs) { [discogs] in $0.now = { discogs.now } }
    try await follow(live)
    answer([1])
    try await live.services.news.look(false) { _ in }
    discogs.goOffline()
    answer([1, 4])
    discogs.now += 90_000
    await #expect(throws: ClientError.self) { try await live.services.news.look(false) { _ in } }
    #expect(try await newRows(live).isEmpty)
    discogs.failure = nil
    try await live.services.news.look(false) { _ in }
    #expect(try await newRows(live) == ["r4 Artist 1"])
    await live.close()
  }

  @Test func `what Discogs has deleted has no news`() async throws {
    let live = try scratch.live(discogs)
    try await follow(live)
    try await live.services.news.look(false) { _ in }
    #expect(try await newRows(live).isEmpty)
    await live.close()
  }
}
