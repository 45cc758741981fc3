import Clients
import DiscogsAPI
import DiscogsModel
import Logging
import Platform
import RunoutModel
import Testing

@testable import LiveClients

/// What of a query, a list and an order Discogs does, and what is left to do here.
struct RemoteQueryTests {
  private func remote(_ query: String, kind: EntityKind? = nil) throws -> RemoteQuery {
    RemoteQuery(try SearchQuery(parsing: query), kind: kind)
  }

  private func result(_ title: String, artist: String = "", year: Int? = nil, kind: EntityKind = .release)
    -> SearchResult
  {
    SearchResult(row: CatalogueRow(reference: EntityReference(kind, 1), title: title, artist: artist, year: year))
  }

  @Test func `a search sends its words and fields to Discogs`() throws {
    let remote = try remote(#"miles "kind of blue" artist:davis title:blue label:columbia catno:"CL 1355" year:1959"#)
    #expect(remote.criteria.text == #"miles "kind of blue""#)
    #expect(remote.criteria.artist == "davis" && remote.criteria.releaseTitle == "blue")
    #expect(remote.criteria.label == "columbia" && remote.criteria.catalogueNumber == "CL 1355")
    #expect(remote.criteria.years == 1959...1959)
    #expect(!remote.checksRows)
  }

  @Test func `formats, countries, genres, styles and tracks, each by its own name`() throws {
    let remote = try remote("format:vinyl country:uk genre:jazz style:modal track:\"so what\" barcode:5099 type:master")
    let criteria = remote.criteria
    #expect([criteria.format, criteria.country, criteria.genre, criteria.style] == ["vinyl", "uk", "jazz", "modal"])
    #expect(criteria.track == "so what" && criteria.barcode == "5099" && criteria.kind == .master)
  }

  @Test(arguments: [
    ("barcode:0697929110035", ["697929110035", "0697929110035"]),
    ("barcode:\"6 97929 11003 5\"", ["697929110035", "0697929110035", "6 97929 11003 5"]),
    ("barcode:724384", ["00724384", "724384"]),
    ("barcode:5099746493523 jazz", ["5099746493523"]), ("barcode:5099", ["5099"]),
  ])
  func `a barcode is sent as records spell it, one spelling after the other, and at last as it was typed`(
    query: String, spellings: [String]
  ) throws {
    let remote = try remote(query)
    #expect(remote.attempts.map(\.barcode) == spellings)
    #expect(remote.criteria == remote.attempts.first)
  }

  @Test func `a scanned barcode by itself is sent as a text`() throws {
    #expect(
      try remote("00697929110035").attempts.map(\.text) == ["697929110035", "0697929110035", "00697929110035"])
    // A catalogue number of Sony's has as many digits as one.
    #expect(try remote("88697 09270 2").attempts.map(\.text).last == "88697 09270 2")
    #expect(try remote("miles 697929110035").attempts.map(\.text) == ["miles 697929110035"])
  }

  @Test func `exclusions are not sent but filtered here`() throws {
    let remote = try remote("blue -artist:miles")
    #expect(remote.criteria.text == "blue" && remote.criteria.artist == "")
    #expect(remote.checksRows)
    #expect(remote.allows(result("Blue", artist: "John Coltrane")))
    #expect(!remote.allows(result("Blue", artist: "Miles Davis")))
  }

  @Test func `a span of years is checked here, an open one only here`() throws {
    let span = try remote("year:1959..1961")
    #expect(span.criteria.years == 1959...1961 && span.checksRows)
    #expect(span.allows(result("A", year: 1961)) && !span.allows(result("A", year: 1962)))
    #expect(!span.allows(result("A")))
    let open = try remote("blue year:1959..")
    #expect(open.criteria.years == nil)
    #expect(open.allows(result("A", year: 2001)) && !open.allows(result("A", year: 1958)))
  }

  // MARK: Lists

  @Test func `a list is loaded whole only for what Discogs does not do`() {
    #expect(!RemoteList(BrowseRequest(.versions(1))).isLoadedWhole)
    #expect(!RemoteList(BrowseRequest(.versions(1), sort: SortOrder(.label))).isLoadedWhole)
    #expect(RemoteList(BrowseRequest(.versions(1), sort: SortOrder(.artist))).isLoadedWhole)
    #expect(RemoteList(BrowseRequest(.versions(1), narrowing: "japan")).isLoadedWhole)
    #expect(RemoteList(BrowseRequest(.discography(1, section: .albums))).isLoadedWhole)
    #expect(!RemoteList(BrowseRequest(.discography(1, section: nil), sort: SortOrder(.year))).isLoadedWhole)
    #expect(RemoteList(BrowseRequest(.labelReleases(1), sort: SortOrder(.year))).isLoadedWhole)
  }

  // MARK: Order

  private func row(_ number: Int, _ title: String, artist: String = "", year: Int? = nil) -> CatalogueRow {
    CatalogueRow(reference: .release(Release.ID(number)), title: title, artist: artist, year: year)
  }

  @Test func `rows are sorted naturally, those without a value last either way`() {
    let rows = [row(1, "Volume 10", year: 1970), row(2, "Volume 9"), row(3, "Volume 2", year: 1960)]
    func order(_ sort: SortOrder) -> [Int] { RowOrder(sort: sort).sorted(rows).map(\.reference.number) }
    #expect(order(SortOrder(.title)) == [3, 2, 1])
    #expect(order(SortOrder(.title, isReversed: true)) == [1, 2, 3])
    #expect(order(SortOrder(.year)) == [3, 1, 2])
    #expect(order(SortOrder(.year, isReversed: true)) == [1, 3, 2])
    #expect(order(.relevance) == [1, 2, 3])
  }

  @Test func `rows are narrowed to those with every word somewhere`() {
    let rows = [
      row(1, "Blue Train", artist: "John Coltrane", year: 1957), row(2, "Kind Of Blue", artist: "Miles Davis"),
    ]
    #expect(RowOrder.narrowed(rows, to: "blue COLTRANE 1957").map(\.reference.number) == [1])
    #expect(RowOrder.narrowed(rows, to: "  ").count == 2)
    #expect(RowOrder.narrowed(rows, to: "red").isEmpty)
  }
}

struct StoredCredentialsTests {
  @Test func `a bare token names no user, and its scope gives nothing of it away`() {
    let stored = StoredCredentials("AbcdefGhijkl0123")
    #expect(stored.credentials == .token("AbcdefGhijkl0123") && stored.user == nil)
    #expect(stored.scope.hasPrefix("~") && !stored.scope.contains("Abc"))
    #expect(stored.scope == StoredCredentials("AbcdefGhijkl0123").scope)
    #expect(stored.scope != StoredCredentials("AbcdefGhijkl0124").scope)
  }

  @Test(arguments: [
    Credentials.token("a+b/c=d&e"),
    .oauth(Consumer(key: "key&", secret: "sec=ret"), token: "tok+en", secret: "½"),
  ])
  func `written text reads back, whatever is in it`(_ credentials: Credentials) {
    let stored = StoredCredentials(StoredCredentials(credentials, user: "Digger & Söhne").text)
    #expect(stored.credentials == credentials && stored.user == "Digger & Söhne")
    #expect(stored.scope == "digger & söhne")
  }

  @Test func `another program's form is used as a token unchanged`() {
    #expect(StoredCredentials("user=somebody").credentials == .token("user=somebody"))
  }
}

struct ProfileListTests {
  private let scratch: LiveScratch

  init() throws {
    scratch = try LiveScratch()
  }

  @Test func `names are added once, removed, and looked for`() async throws {
    let translate = ErrorTranslator(log: scratch.logFile.logger("test", level: .notice))
    let list = ProfileList(path: scratch.file("profiles"), translate: translate)
    #expect(try await list.names() == [])
    #expect(ProfileList.origins(of: "one", in: scratch.file("profiles")) == [])
    let discogs = "https://api.discogs.com"
    let server = "http://127.0.0.1:8080"
    try await list.add("one", at: discogs)
    try await list.add("two", at: discogs)
    try await list.add("one", at: discogs)
    try await list.add("one", at: server)
    #expect(try await list.names() == ["one", "two"])
    #expect(ProfileList.origins(of: "one", in: scratch.file("profiles")) == [discogs, server])
    #expect(ProfileList.origins(of: "two", in: scratch.file("profiles")) == [discogs])
    // A profile signed in at Discogs is a line as it always was.
    let text = String(decoding: try FileSystem.read(scratch.file("profiles")), as: UTF8.self)
    #expect(text == "one\ntwo\none http://127.0.0.1:8080\n")
    try await list.remove("one", at: discogs)
    try await list.remove("three", at: discogs)
    #expect(ProfileList.origins(of: "one", in: scratch.file("profiles")) == [server])
    #expect(try await list.names() == ["two", "one"])
  }
}
