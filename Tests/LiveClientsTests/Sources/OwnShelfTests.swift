import Clients
import DiscogsModel
import Foundation
import LiveClients
import RunoutModel
import TestSupport
import Testing

/// A collector with a CSV and nothing else.
struct OwnShelfTests {
  private let scratch: LiveScratch

  init() throws {
    scratch = try LiveScratch()
  }

  /// Takes a file of the scratch folder into the user's own shelf.
  private func importCopies(_ releases: [Int], _ profile: String = "default") async throws {
    try scratch.write(Dumps.collection(releases), to: "copies.csv")
    let live = try scratch.live { $0.discogs.profile = profile }
    _ = try await live.editor.importShelf(.collection, from: scratch.file("copies.csv"))
    await live.close()
  }

  private func copies(_ live: LiveServices) async throws -> [Int] {
    try await live.services.shelf.copies(CollectionRequest(), nil, 100).rows.map(\.release.number)
  }

  /// What a start finds, and where it begins.
  struct Start: Sendable, CustomTestStringConvertible {
    var named: Source?
    var token = false
    var catalogue = false
    var row = false
    /// Another profile has the row.
    var otherProfile = false
    var changesShelf = false
    var isReadOnly = false
    /// The token is for another address than the one that is asked.
    var isWithheld = false
    var begins: Source

    var testDescription: String {
      let found = [
        named.map { "named \($0.rawValue)" }, token ? "a token" : nil, catalogue ? "a catalogue" : nil,
        row ? "a row" : nil, otherProfile ? "a row of another profile" : nil, changesShelf ? "a change" : nil,
        isReadOnly ? "read-only" : nil, isWithheld ? "for another address" : nil,
      ].compactMap { $0 }
      return "\(found.isEmpty ? "nothing" : found.joined(separator: ", ")) → \(begins.rawValue)"
    }
  }

  // fails: library | a link to it leads nowhere
  @Test func `a library whose disk is not mounted says so, and the demo does not stand in for it`() async throws {
    try FileManager.default.createDirectory(atPath: scratch.file("data"), withIntermediateDirectories: true)
    let path = scratch.file("data/library.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: scratch.file("disk/library.sqlite"))
    let live = try scratch.live()
    #expect(live.services.source.current().source == .shelf)
    let error = await #expect(throws: ClientError.self) { _ = try await copies(live) }
    guard case .storage(let sentence)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sentence.contains(path) && sentence.contains(scratch.file("disk/library.sqlite")), "\(sentence)")
    let backup = await #expect(throws: ClientError.self) {
      try await live.backUpLibrary(to: scratch.file("copy.sqlite"), isReplacing: false)
    }
    #expect(backup == error)
    let found = await Doctor(try scratch.configuration()).databases().first { $0.check == "database library" }
    #expect(found?.verdict == .failed && found?.text.contains("leads nowhere") == true, "\(String(describing: found))")
    #expect(found?.advice.isEmpty == false)
  }

  @Test(
    arguments: [
      Start(begins: .demo), Start(row: true, begins: .shelf), Start(row: true, otherProfile: true, begins: .demo),
      Start(catalogue: true, begins: .catalogue), Start(catalogue: true, row: true, begins: .catalogue),
      Start(token: true, begins: .live), Start(token: true, catalogue: true, row: true, begins: .live),
      Start(named: .demo, token: true, row: true, begins: .demo), Start(named: .shelf, begins: .shelf),
      Start(named: .live, row: true, begins: .live), Start(changesShelf: true, begins: .shelf),
      Start(named: .demo, changesShelf: true, begins: .demo),
      Start(row: true, isReadOnly: true, begins: .shelf),
      Start(token: true, row: true, isWithheld: true, begins: .live),
    ])
  func `a start begins with what there is`(_ start: Start) async throws {
    if start.catalogue { try scratch.importCatalogue([20]) }
    // A library without a row proves nothing: searches are kept in it, too.
    let before = try scratch.live(.demo)
    try await before.services.history.record(SearchRecord(query: "kind of blue", source: .demo))
    await before.close()
    if start.row { try await importCopies([1], start.otherProfile ? "other" : "default") }
    let live = try scratch.live(start.named) {
      if start.token { $0.environment["DISCOGS_TOKEN"] = TestServer.token }
      $0.changesShelf = start.changesShelf
      $0.isReadOnly = start.isReadOnly
      if start.isWithheld { $0.discogs.apiURL = "http://127.0.0.1:1" }
    }
    #expect(live.services.source.current().source == start.begins)
    await live.close()
  }

  @Test func `an imported shelf is what every page shows`() async throws {
    try await importCopies([5, 6])
    let live = try scratch.live()
    let services = live.services
    #expect(try await copies(live) == [5, 6])
    let found = try await services.catalogue.search(SearchRequest(query: SearchQuery(parsing: "title")), nil, 50)
    #expect(found.rows.map(\.reference) == [.release(5), .release(6)])
    #expect(try await services.catalogue.count(SearchRequest(query: SearchQuery())) == .exactly(2))
    let release = try await services.catalogue.release(5)
    #expect(release.artists.displayName == "Artist 5" && release.title == "Title 5")
    #expect(services.freshness.of(.record(.release(5)))?.substitute == .shelf)
    await #expect(throws: ClientError.notFound(.release(1))) { try await services.catalogue.release(1) }
    // A file has no ids of artists and labels.
    let refusal = await #expect(throws: ClientError.self) { try await services.catalogue.artist(5) }
    guard case .refused(let sentence)? = refusal else { return #expect(Bool(false), "\(String(describing: refusal))") }
    for way in ["runout login", "catalogue update", ":source demo"] { #expect(sentence.contains(way)) }
  }

  @Test func `a search of the shelf is sorted, paged and of one type`() async throws {
    try await importCopies(Array(1...60))
    let live = try scratch.live()
    let catalogue = live.services.catalogue
    var request = SearchRequest(query: SearchQuery(), kind: .release, sort: SortOrder(.title, isReversed: true))
    let first = try await catalogue.search(request, nil, 50)
    #expect(first.rows.first?.title == "Title 60" && first.rows.count == 50)
    let second = try await catalogue.search(request, first.next, 50)
    #expect(second.rows.last?.title == "Title 1" && second.rows.count == 10 && second.next == nil)
    request.kind = .artist
    #expect(try await catalogue.count(request) == .exactly(0))
  }

  @Test func `the shelf answers what it knows by itself, and says what it lacks`() async throws {
    try await importCopies([5, 6])
    let live = try scratch.live()
    let services = live.services
    func found(_ query: String) async throws -> [Int] {
      let request = SearchRequest(query: try SearchQuery(parsing: query))
      return try await services.catalogue.search(request, nil, 50).rows.map(\.reference.number)
    }
    for query in ["type:release", "-type:master title", "owned:yes", "wanted:no", "title type:release"] {
      #expect(try await found(query) == [5, 6], "\(query)")
    }
    for query in ["type:artist", "type:master", "-type:release", "owned:no", "wanted:yes"] {
      #expect(try await found(query).isEmpty, "\(query)")
    }
    for (query, what) in [("track:x", "tracks"), ("barcode:1234567890", "barcodes"), ("runout:x", "runouts")] {
      await #expect(
        throws: ClientError.refused("Your shelf has no \(what) · runout login or catalogue update finds more")
      ) { try await found(query) }
    }
    await #expect(
      throws: ClientError.refused("Your shelf has no release dates · runout catalogue update finds them")
    ) { try await services.digging.count(DigRequest(.cameOut(month: 8, day: 17))) }
    let refusal = await #expect(throws: ClientError.self) {
      try await services.digging.rows(DigRequest(.company(.release(5))), nil, 50)
    }
    guard case .refused(let sentence)? = refusal else { return #expect(Bool(false), "\(String(describing: refusal))") }
    #expect(sentence == "This needs a catalogue · runout catalogue update fetches one")
  }

  /// Digits that no word of a shelf has.
  private static let barcodes = ["0697929110035", "697929110035", "6 97929 11003 5", "barcode:0697929110035"]

  /// The rows of both lists that a filter finds.
  private func filtered(_ text: String, _ live: LiveServices) async throws -> (copies: [Int], wants: [Int]) {
    let (shelf, request) = (live.services.shelf, CollectionRequest(narrowing: text))
    let copies = try await shelf.copies(request, nil, 100).rows.map(\.release.number)
    let wants = try await shelf.wants(request, nil, 100).rows.map(\.wanted.reference.number)
    #expect(try await shelf.copyCount(request) == copies.count)
    #expect(try await shelf.wantCount(request) == wants.count)
    return (copies, wants)
  }

  @Test func `tracks and credits find their copies and wants by a catalogue`() async throws {
    let credits = """
      <extraartists><artist><id>77</id><name>Bill Evans</name><role>Piano</role></artist></extraartists><title>
      """
    try scratch.write(
      Dumps.releases([1, 2, 3]).replacing("<title>Title 1", with: "\(credits)Title 1"),
      to: "resources/Demo/releases.xml")
    let live = try scratch.live(.demo)
    #expect(try await filtered("track:track", live) == ([1], [3]))
    #expect(try await filtered("track:nowhere", live) == ([], []))
    #expect(try await filtered(#"credit:"bill evans" role:piano"#, live) == ([1], []))
    #expect(try await filtered("credit:evans role:drums", live) == ([], []))
    #expect(try await filtered("-credit:evans", live) == ([], [3]))
    await live.close()
    let discogs = ScriptedDiscogs()
    let online = try scratch.live(discogs, token: ScriptedDiscogs.token)
    await #expect(
      throws: ClientError.refused("Your shelf has no tracks · runout catalogue update finds them")
    ) { try await filtered("track:track", online) }
    #expect(discogs.requests.isEmpty)
  }

  @Test(arguments: barcodes)
  func `a barcode finds its copies and wants by a catalogue`(_ text: String) async throws {
    let identifiers = "</tracklist><identifiers><identifier type=\"Barcode\" value=\"6 97929 11003 5\"/></identifiers>"
    try scratch.write(
      Dumps.releases([1, 3]).replacing("</tracklist>", with: identifiers), to: "resources/Demo/releases.xml")
    let live = try scratch.live(.demo)
    let found = try await filtered(text, live)
    #expect(found.copies == [1] && found.wants == [3])
    let other = try await filtered(text.replacing("5", with: "6"), live)
    #expect(other.copies.isEmpty && other.wants.isEmpty)
    let exported = try await live.export(.collection, CollectionRequest(narrowing: text))
    #expect(String(decoding: exported, as: UTF8.self).contains("Artist 1"))
  }

  @Test(arguments: barcodes)
  func `a barcode finds its copies by Discogs, and offline by what was seen`(_ text: String) async throws {
    try await importCopies([5, 6])
    let discogs = ScriptedDiscogs()
    discogs.answer(
      "/database/search?barcode=697929110035&page=1&per_page=100",
      #"""
      {"pagination": {"page": 1, "pages": 1, "per_page": 100, "items": 1, "urls": {}}, "results": [
        {"id": 6, "type": "release", "title": "Artist 6 - Title 6", "barcode": ["0697929110035"]}]}
      """#)
    let live = try scratch.live(discogs, token: ScriptedDiscogs.token)
    #expect(try await filtered(text, live).copies == [6])
    #expect(discogs.requests.count == 1, "\(discogs.paths)")
    await live.close()
    discogs.goOffline()
    let next = try scratch.live(discogs, token: ScriptedDiscogs.token)
    #expect(try await filtered(text, next).copies == [6])
  }

  @Test func `without a source that knows barcodes, digits are words and barcode: is refused`() async throws {
    try await importCopies([12_345_678, 6])
    let live = try scratch.live()
    #expect(try await filtered("12345678", live).copies == [12_345_678])
    #expect(try await filtered("0697929110035", live).copies.isEmpty)
    await #expect(
      throws: ClientError.refused("Your shelf has no barcodes · runout login or catalogue update finds more")
    ) { try await filtered("barcode:0697929110035", live) }
    await live.close()
    // Nor does Discogs answer without a network, which is no reason to leave the words out.
    let discogs = ScriptedDiscogs()
    discogs.goOffline()
    let offline = try scratch.live(discogs, token: ScriptedDiscogs.token)
    #expect(try await filtered("12345678", offline).copies == [12_345_678])
    await #expect(throws: ClientError.offline) { try await filtered("barcode:0697929110035", offline) }
  }

  @Test func `typing errors lead to what is on the shelf`() async throws {
    try await importCopies([5, 6])
    let live = try scratch.live()
    func nearest(_ query: String) async throws -> [String] {
      try await live.services.catalogue.nearest(SearchRequest(query: try SearchQuery(parsing: query)))
        .map(\.description)
    }
    #expect(try await nearest("titel 5") == ["title 5"])
    #expect(try await nearest("artist:\"artits 6\"") == ["artist:\"artist 6\""])
    for right in ["title", "xqzzy", "title 1959", "titel 7"] { #expect(try await nearest(right).isEmpty, "\(right)") }
  }

  @Test func `edits of a shelf without an account are settled, and the next file replaces it`() async throws {
    try await importCopies([5, 6])
    let live = try scratch.live()
    let copy = try #require(try await live.services.shelf.copies(CollectionRequest(), nil, 1).rows.first)
    #expect(try await live.services.edits.perform([.rate(copy: copy.id, stars: 4)]) == [.done])
    #expect(try await live.services.edits.pending().isEmpty)
    await live.close()
    try await importCopies([7])
    let next = try scratch.live()
    #expect(try await copies(next) == [7])
  }

  @Test func `a copy whose release the catalogue lacks is read and edited`() async throws {
    try scratch.importCatalogue([20])
    try await importCopies([5])
    let live = try scratch.live()
    let services = live.services
    #expect(services.source.current().source == .catalogue)
    #expect(try await services.catalogue.release(5).title == "Title 5")
    let freshness = try #require(services.freshness.of(.record(.release(5))))
    #expect(freshness.substitute == .shelf && freshness.hindrance == .notFound(.release(5)))
    #expect(try await services.catalogue.release(20).title == "Title 20")
    #expect(services.freshness.of(.record(.release(20))) == nil)
    let copy = try #require(try await services.shelf.copiesOf(5).first)
    #expect(
      try await services.edits.perform([
        .makeFolder("Attic"), .rate(copy: copy.id, stars: 2), .setField(copy: copy.id, name: "Notes", value: "mine"),
        .move(copy: copy.id, folder: "Attic"),
      ]) == [.done, .done, .done, .done])
    let edited = try #require(try await services.shelf.copiesOf(5).first)
    #expect(edited.rating == 2 && edited.folder == "Attic" && edited.fields.map(\.value) == ["mine"])
  }

  @Test func `nothing at all is offered the ways to begin, a shelf is not`() async throws {
    func hasNothing(_ source: Source? = nil) throws -> Bool {
      LiveServices.hasNothing(try scratch.configuration(source))
    }
    #expect(try hasNothing())
    #expect(try !hasNothing(.demo))
    try await importCopies([5])
    #expect(try !hasNothing())
  }
}
