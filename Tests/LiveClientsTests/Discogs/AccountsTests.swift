import AnswerCache
import Clients
import DiscogsAPI
import DiscogsModel
import Foundation
import LiveClients
import Platform
import RunoutModel
import Testing

struct AccountsTests {
  private let scratch: LiveScratch
  private let discogs = ScriptedDiscogs()
  private let token = ScriptedDiscogs.token

  init() throws {
    scratch = try LiveScratch()
  }

  private var secretFile: String { scratch.file("data/secrets/production~default") }

  // MARK: Tokens

  @Test(arguments: ["", " "]) func `a server that names no user signs nobody in`(name: String) async throws {
    discogs.identity(name)
    let live = try scratch.live(discogs)
    await #expect(throws: ClientError.unreadable(endpoint: "GET /oauth/identity", field: "username")) {
      try await live.signIn(token)
    }
    #expect(!FileSystem.isFile(secretFile))
  }

  @Test func `a token is stored once the server knows its user, and the answer says where`() async throws {
    discogs.identity()
    let live = try scratch.live(discogs)
    let done = try await live.signIn("  \(token)\n")
    #expect(done.user == "digger")
    #expect(done.place == .file(secretFile))
    #expect(done.reason == "this machine has no Secret Service")
    #expect(live.services.account.state() == .signedIn(user: "digger"))
    #expect(discogs.requests.map { $0.headers["Authorization"] } == ["Discogs token=\(token)"])
    let attributes = try FileManager.default.attributesOfItem(atPath: secretFile)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // The next run finds it, its owner's name with it, and is on Discogs by itself.
    let next = try scratch.live(nil) { [transport = discogs.transport] in $0.network = { _, _ in transport } }
    #expect(next.services.source.current().source == .live)
    #expect(try await next.services.account.whoAmI() == "digger")
    #expect(discogs.requests.last?.headers["Authorization"] == "Discogs token=\(token)")
  }

  // fails: sign-in | the server refuses the token
  @Test func `a rejected token is not stored`() async throws {
    discogs.answer("/oauth/identity", #"{"message": "You must authenticate to access this resource."}"#, status: 401)
    let live = try scratch.live(discogs)
    await #expect(throws: ClientError.signInRequired(.refused)) { try await live.signIn(token) }
    #expect(!FileSystem.isFile(secretFile))
    #expect(live.services.account.state() == .signedOut)
    #expect(try scratch.live(.demo).services.account.state() == .signedOut)
  }

  // fails: list of profiles | it cannot be written
  @Test func `if the profile cannot be saved, no token is stored`() async throws {
    discogs.identity()
    // A directory in its place is refused to everybody, root included.
    try FileManager.default.createDirectory(atPath: scratch.file("data/profiles"), withIntermediateDirectories: true)
    let live = try scratch.live(discogs)
    let error = await #expect(throws: ClientError.self) { try await live.signIn(token) }
    guard case .storage(let sentence)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sentence.contains(scratch.file("data/profiles")))
    #expect(!FileSystem.isFile(secretFile))
    #expect(live.services.account.state() == .signedOut)
  }

  // fails: token | its folder cannot be made
  @Test func `if the token cannot be stored, neither is the profile`() async throws {
    discogs.identity()
    try FileManager.default.createDirectory(atPath: scratch.file("data"), withIntermediateDirectories: true)
    try scratch.write("in the way", to: "data/secrets")
    let live = try scratch.live(discogs)
    await #expect(throws: ClientError.self) { try await live.signIn(token) }
    #expect(try String(contentsOfFile: scratch.file("data/profiles"), encoding: .utf8) == "")
    #expect(live.services.account.state() == .signedOut)
  }

  // fails: sign-in | no network
  // fails: identity | no network
  @Test func `signing in offline stores nothing and says why`() async throws {
    discogs.goOffline()
    let live = try scratch.live(discogs)
    await #expect(throws: ClientError.offline) { try await live.signIn(token) }
    #expect(!FileSystem.isFile(secretFile))
  }

  @Test(arguments: [
    "", "shrt", "two words of it", "https://www.discogs.com/settings/developers", "Zürich-Zürich-Zürich",
  ])
  func `text that cannot be a token is refused without a request and not repeated`(_ typed: String) async throws {
    let live = try scratch.live(discogs)
    let error = await #expect(throws: ClientError.self) { try await live.signIn(typed) }
    guard case .refused(let sentence)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sentence.hasPrefix("Not a token: "))
    #expect(typed.isEmpty || !sentence.contains(typed))
    #expect(discogs.requests == [])
  }

  @Test func `a variable comes before what was stored, and cannot be signed out of`() async throws {
    discogs.identity("other")
    let live = try scratch.live(discogs, token: "AnotherTokenThatIsInTheEnvironment")
    #expect(try await live.services.account.whoAmI() == "other")
    #expect(discogs.requests.last?.headers["Authorization"] == "Discogs token=AnotherTokenThatIsInTheEnvironment")
    await #expect(throws: ClientError.refused("Your token comes from DISCOGS_TOKEN: unset it to sign out")) {
      try await live.services.account.signOut()
    }
  }

  @Test func `without a token there is no user and no request`() async throws {
    let live = try scratch.live(discogs)
    await #expect(throws: ClientError.signInRequired(.signedOut)) { try await live.services.account.whoAmI() }
    #expect(discogs.requests == [])
  }

  @Test func `signing out forgets the token and the profile`() async throws {
    discogs.identity()
    let live = try scratch.live(discogs)
    _ = try await live.signIn(token)
    #expect(try await live.signOut())
    #expect(!FileSystem.isFile(secretFile))
    #expect(live.services.account.state() == .signedOut)
    await #expect(throws: ClientError.signInRequired(.signedOut)) { try await live.services.account.whoAmI() }
    #expect(try scratch.live().services.source.current().source == .demo)
    #expect(try await !live.signOut())
  }

  @Test(arguments: [true, false])
  func `signing out removes what was cached for the account, and leaves the records`(isSameRun: Bool) async throws {
    discogs.identity()
    discogs.answer("/releases/1", #"{"id": 1, "title": "First"}"#)
    discogs.answer("/releases/1/rating/digger", #"{"username": "digger", "release_id": 1, "rating": 4}"#)
    discogs.answer("/users/digger", #"{"id": 7, "username": "digger", "email": "digger@mail.example"}"#)
    discogs.answer("/database/search", #"{"pagination": {}, "results": []}"#)
    let live = try scratch.live(discogs)
    _ = try await live.signIn(token)
    func look(_ live: LiveServices) async throws {
      _ = try await live.services.community.figures(1)
      _ = try await live.services.community.profile("digger")
      _ = try await live.services.catalogue.search(SearchRequest(query: try SearchQuery(parsing: "blue")), nil, 50)
    }
    try await look(live)
    #expect(try await live.cacheContents().answers.kinds.map(\.name) == ["profile", "rating", "release", "search"])
    // As `runout logout` does it: in a run that has asked for nothing.
    let leaving =
      isSameRun
      ? live : try scratch.live(.demo) { [transport = discogs.transport] in $0.network = { _, _ in transport } }
    #expect(try await leaving.signOut())
    #expect(try await leaving.cacheContents().answers.kinds.map(\.name) == ["release"])
    // Memory is cleared too: after signing in again, only the record needs no request.
    let before = discogs.paths.count
    _ = try await leaving.signIn(token)
    if isSameRun { try await look(leaving) }
    let asked = discogs.paths.dropFirst(before).map { $0.prefix { $0 != "?" } }
    let own: [Substring] = ["/releases/1/rating/digger", "/users/digger", "/database/search"]
    #expect(asked == ["/oauth/identity"] + (isSameRun ? own : []))
  }

  @Test func `one 401 shows and keeps the token, and cached pages stay readable`() async throws {
    discogs.identity()
    discogs.answer("/releases/1", #"{"id": 1, "title": "First"}"#)
    let live = try scratch.live(discogs)
    _ = try await live.signIn(token)
    #expect(try await live.services.catalogue.release(1).title == "First")
    discogs.answer("/releases/1", #"{"message": "Invalid token."}"#, status: 401)
    discogs.answer("/releases/2", #"{"message": "Invalid token."}"#, status: 401)
    await #expect(throws: ClientError.signInRequired(.refused)) { try await live.services.catalogue.release(2) }
    for await state in live.services.account.changes() where state == .refused(user: "digger") { break }
    #expect(FileSystem.isFile(secretFile))
    #expect(try await live.services.catalogue.release(1).title == "First")
  }

  // MARK: Profiles

  @Test func `each profile has a token of its own`() async throws {
    discogs.identity()
    let live = try scratch.live(discogs)
    _ = try await live.signIn(token)
    try await live.services.account.select("second")
    #expect(live.services.account.state() == .signedOut)
    discogs.identity("other")
    _ = try await live.signIn("AnotherTokenOfTheSecondProfile")
    #expect(try await live.services.account.profiles() == ["second", "default"])
    try await live.services.account.select("default")
    #expect(live.services.account.state() == .signedIn(user: "digger"))
    let profiles = try FileSystem.read(scratch.file("data/profiles"))
    #expect(String(decoding: profiles, as: UTF8.self) == "default\nsecond\n")
  }

  @Test(arguments: ["", "../up", "with space", String(repeating: "x", count: 41)])
  func `a profile's name can be typed and be part of a file's name`(_ name: String) async throws {
    let live = try scratch.live(discogs)
    await #expect(throws: ClientError.self) { try await live.services.account.select(name) }
  }

  // MARK: OAuth

  @Test func `a key and a code that are refused are said to be so, and not a token that was revoked`() async throws {
    let live = try scratch.live(discogs)
    let no = #"{"message": "Invalid consumer."}"#
    discogs.answer("/oauth/request_token", no, status: 401)
    await #expect(
      throws: ClientError.refused("Discogs rejected this key and secret")
    ) { try await live.services.account.beginOAuth("MyConsumerKey", "MyConsumerSecret") }
    discogs.answer(
      "/oauth/request_token",
      HTTP.Response(
        status: 200, body: Array("oauth_token=asking&oauth_token_secret=half&oauth_callback_confirmed=true".utf8)))
    discogs.answer("/oauth/access_token", no, status: 401)
    let attempt = try await live.services.account.beginOAuth("MyConsumerKey", "MyConsumerSecret")
    let refused = ClientError.refused(
      "Discogs rejected this code; it may have expired")
    await #expect(throws: refused) { _ = try await live.finishOAuth(attempt, code: "wrong") }
  }

  @Test func `by OAuth the user allows it on a page and types the code`() async throws {
    discogs.answer(
      "/oauth/request_token",
      HTTP.Response(
        status: 200, body: Array("oauth_token=asking&oauth_token_secret=half&oauth_callback_confirmed=true".utf8)))
    discogs.answer(
      "/oauth/access_token",
      HTTP.Response(status: 200, body: Array("oauth_token=granted&oauth_token_secret=whole".utf8))
    )
    discogs.identity()
    let live = try scratch.live(discogs)
    let attempt = try await live.services.account.beginOAuth("MyConsumerKey", "MyConsumerSecret")
    #expect(attempt.url == "https://www.discogs.com/oauth/authorize?oauth_token=asking")
    let done = try await live.finishOAuth(attempt, code: " abc def\n")
    #expect(done.user == "digger")
    let headers = discogs.requests.map { $0.headers["Authorization"] ?? "" }
    #expect(headers[1].contains(#"oauth_verifier="abcdef""#))
    #expect(headers[2].contains(#"oauth_token="granted""#) && headers[2].contains("MyConsumerKey"))
    // A code is good once.
    await #expect(throws: ClientError.self) { try await live.finishOAuth(attempt, code: "abcdef") }
    let next = try scratch.live(discogs)
    #expect(try await next.services.account.whoAmI() == "digger")
    #expect(discogs.requests.last?.headers["Authorization"]?.contains(#"oauth_token="granted""#) == true)
  }

  @Test func `a wrong code stores nothing, and the attempt can be finished with the right one`() async throws {
    discogs.answer(
      "/oauth/request_token", HTTP.Response(status: 200, body: Array("oauth_token=a&oauth_token_secret=b".utf8)))
    discogs.answer("/oauth/access_token", HTTP.Response(status: 401, body: Array("Invalid verifier.".utf8)))
    let live = try scratch.live(discogs)
    let attempt = try await live.services.account.beginOAuth("MyConsumerKey", "MyConsumerSecret")
    let refused = ClientError.refused(
      "Discogs rejected this code; it may have expired")
    await #expect(throws: refused) { try await live.finishOAuth(attempt, code: "wrong") }
    #expect(!FileSystem.isFile(secretFile))
    discogs.answer(
      "/oauth/access_token", HTTP.Response(status: 200, body: Array("oauth_token=c&oauth_token_secret=d".utf8)))
    discogs.identity()
    #expect(try await live.finishOAuth(attempt, code: "right").user == "digger")
  }
}

// MARK: - What a token must never do

struct TokenSecrecyTests {
  private let scratch: LiveScratch
  private let discogs = ScriptedDiscogs()
  private let token = ScriptedDiscogs.token

  init() throws {
    scratch = try LiveScratch()
  }

  /// Every way in which asking goes wrong that a server has a hand in.
  private static let failures: [HTTP.Response] = [
    .json(#"{"message": "token=\#(ScriptedDiscogs.token) is not good"}"#, status: 401),
    .json(#"{"message": "no"}"#, status: 403), .json("{", status: 200), .json("<html>", status: 502),
    .json(#"{"message": "slow down"}"#, status: 429, headers: ["Retry-After": "900"]),
    .json(#"{"message": "see token=\#(ScriptedDiscogs.token)&page=2"}"#, status: 422),
  ]

  @Test(arguments: failures.indices)
  func `no log, error or address contains a token, whatever the server answers`(_ index: Int) async throws {
    discogs.answer("/releases/1", Self.failures[index])
    discogs.answer("/oauth/identity", Self.failures[index])
    discogs.answer("/database/search", Self.failures[index])
    let live = try scratch.live(discogs, token: token)
    var errors: [String] = []
    do { _ = try await live.services.catalogue.release(1) } catch {
      errors.append("\(error) \(String(reflecting: error))")
    }
    do { _ = try await live.services.account.whoAmI() } catch { errors.append("\(error) \(String(reflecting: error))") }
    do { _ = try await live.signIn(token) } catch { errors.append("\(error) \(String(reflecting: error))") }
    let request = SearchRequest(query: try SearchQuery(parsing: "blue"))
    do { _ = try await live.services.catalogue.search(request, nil, 10) } catch { errors.append("\(error)") }
    #expect(errors.count == 4)
    #expect(!errors.joined().contains(token), "\(errors)")
    #expect(!discogs.requests.isEmpty)
    for request in discogs.requests { #expect(!request.url.contains(token)) }
    let log = try scratch.log()
    #expect(log.contains("request failed"))
    #expect(!log.contains(token))
  }

  @Test func `a picture is fetched without the token`() async throws {
    let url = "https://i.discogs.com/abc/front.jpeg"
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]
    discogs.answer(url, HTTP.Response(status: 200, headers: ["Content-Type": "image/jpeg"], body: jpeg))
    let live = try scratch.live(discogs, token: token)
    let file = try await live.services.images.image(url)
    #expect(file == ImageFile(contentType: "image/jpeg", bytes: jpeg))
    #expect(discogs.requests.map { $0.headers["Authorization"] } == [nil])
    // Kept: not asked for again.
    #expect(try await live.services.images.image(url) == file)
    #expect(discogs.requests.count == 1)
  }

  @Test func `a token is on the disk in its one place only`() async throws {
    discogs.identity()
    discogs.answer("/releases/1", #"{"id": 1, "title": "First"}"#)
    let live = try scratch.live(discogs)
    let place = try await live.signIn(token).place
    _ = try await live.services.catalogue.release(1)
    await live.close()
    guard case .file(let path) = place else {
      Issue.record("\(place)")
      return
    }
    let files = try #require(FileManager.default.enumerator(atPath: scratch.directory)).compactMap { $0 as? String }
    var holders: [String] = []
    for file in files where FileSystem.isFile(scratch.file(file)) {
      let bytes = try FileSystem.read(scratch.file(file))
      if bytes.firstRange(of: Array(token.utf8)) != nil { holders.append(scratch.file(file)) }
    }
    #expect(holders == [path])
  }
}
