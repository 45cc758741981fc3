import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import DiscogsServer

/// A time that goes on when a test says so.
private final class Moment: Sendable {
  private let time: Mutex<Double>

  init(_ seconds: Double) {
    time = Mutex(seconds)
  }

  var seconds: Double { time.withLock { $0 } }

  func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}

struct TransportTests {
  @Test func `bodies are gzipped on request`() async throws {
    let client = Conversation(try await TestServer.start())
    let plain = try await client.get("/database/search?q=love")
    let packed = try await client.get("/database/search?q=love", [("Accept-Encoding", "gzip")])
    #expect(packed.headers["Content-Encoding"] == ["gzip"])
    #expect(plain.headers["Content-Encoding"].isEmpty)
    let lengths = [packed, plain].compactMap { $0.headers["Content-Length"].first.flatMap { Int($0) } }
    #expect(lengths.count == 2 && lengths[0] * 2 < lengths[1])
  }

  @Test(arguments: [nil, "", "curl/8.0"]) func `a line of curl is answered with JSON`(agent: String?) async throws {
    var client = Conversation(try await TestServer.start())
    client.agent = agent
    for (path, status) in [("/oauth/identity", 200), ("/database/search?q=love", 200), ("/nowhere", 404)] {
      let reply = try await client.get(path)
      #expect(reply.status == status, "\(path)")
      #expect(reply.headers["Content-Type"].first?.hasPrefix("application/json") == true)
    }
  }

  @Test func `a request of a browser, or of a library, gets the gateway's page`() async throws {
    var client = Conversation(try await TestServer.start())
    for agent in ["my app", "Mozilla/5.0 (X11)", "python-requests/2.31.0"] {
      client.agent = agent
      let reply = try await client.get("/oauth/identity")
      #expect(reply.status == 403, "\(agent)")
      #expect(reply.headers["Content-Type"].first?.hasPrefix("text/html") == true)
    }
  }

  @Test func `a bad token is refused everywhere`() async throws {
    let client = Conversation(try await TestServer.start(), token: "stolen")
    for path in ["/oauth/identity", "/releases/1", "/database/search?q=a"] {
      #expect(try await client.get(path).status == 401)
    }
  }

  @Test func `a token in the query is taken, and is in no record of the request`() async throws {
    let server = try await TestServer.start()
    let client = Conversation(server, token: nil)
    let reply = try await client.get("/database/search?q=love&per_page=1&token=\(TestServer.token)")
    #expect(reply.status == 200)
    #expect(server.requests.map(\.query) == ["q=love&per_page=1"])
  }

  /// Ways to write a secret into an address that a server, or a library in front of it, may read as one.
  static let spellings = [
    "token=SECRET", "%74oken=SECRET", "t%6Fken=SECRET", "%2574oken=SECRET", "TOKEN=SECRET", "oauth_token=SECRET",
    "oauth_signature=SECRET", "oauth%5Fsignature=SECRET", "oauth_consumer_key=SECRET", "oauth_token_secret=SECRET",
    "oauth_verifier=SECRET", "key=SECRET", "secret=SECRET", "access_token=SECRET", "password=SECRET",
    "other=1;token=SECRET", "token%5B%5D=SECRET", "+token=SECRET", "SECRET",
    "callback=http%3A%2F%2Fh%2F%3Ftoken%3DSECRET", "to%6ben%5B%5D=SECRET", "pass=SECRET", "auth=SECRET",
  ]

  @Test(arguments: spellings, [TestServer.token, "qZrTkPwLmXcVbNhGfDsAyUiOeWqRtYzKjHgFdSaP"])
  func `a secret is in no record of a request, however its name is spelt`(spelling: String, secret: String) async throws
  {
    let server = try await TestServer.start()
    let query = spelling.replacing("SECRET", with: secret)
    _ = try await Conversation(server, token: nil).get("/database/search?q=love&\(query)&per_page=1")
    _ = try await Conversation(server, token: nil).get("/\(secret)/x")
    #expect(server.requests.map(\.query) == ["q=love&per_page=1", ""])
    #expect(server.requests.map(\.path) == ["/database/search", "/…/x"])
  }

  @Test(arguments: ["TOKEN", "Token", "t%6Fken", "%2554oken", "TOKEN%zz"])
  func `a known token is in no record of a request, in whatever case`(spelling: String) {
    let hidden = ServedSecrets(tokens: ["Test-Token"])
    #expect(hidden.query("q=love&x=tEST-\(spelling)&page=2") == "q=love&page=2")
    #expect(hidden.path("/releases/tEST-\(spelling)") == "/releases/…")
  }

  @Test(arguments: [
    "pass", "pwd", "auth", "sig", "X-Api-Key", "to%6ben[]", "K%45Y", "token%ff", "%zztoken", "pass%2577ord",
    "tok%00en", "tok%2500en", "to.ken",
  ])
  func `the value of a parameter with a secret's name is in no record, however short it is`(name: String) {
    let hidden = ServedSecrets(tokens: [])
    for value in ["abc", "abc%", ""] { #expect(hidden.query("q=key&\(name)=\(value)&title=sig") == "q=key&title=sig") }
    #expect(hidden.path("/oauth/request_token/\(name)=abc") == "/oauth/request_token/…")
  }

  @Test func `a value as long as a key is in no record, whatever its name`() {
    let hidden = ServedSecrets(tokens: ["Test-Token"])
    #expect(hidden.query("q=love&n=SECRETsecretSECRETsecret&x=Test-T%00oken&page=2") == "q=love&page=2")
    let words = "q=Sigur+R%C3%B3s+with+many+short+words&page=2"
    #expect(hidden.query(words) == words)
  }

  @Test func `a token with slashes and ampersands is in no record, either`() {
    let hidden = ServedSecrets(tokens: ["ab/cd&ef/gh"])
    #expect(hidden.path("/releases/ab/cd&ef/gh") == "/…")
    #expect(hidden.query("x=AB/CD&EF/GH&y=1") == "")
    #expect(hidden.query("x=ab%2Fcd%26ef%2Fgh&y=1") == "y=1")
  }

  @Test func `the window moves: sixty a minute, then 429 until a minute has passed`() async throws {
    let time = Moment(1_794_000_000)
    let server = try await TestServer.start(rate: .discogs, now: { time.seconds })
    let client = Conversation(server)
    for number in 1...60 {
      let headers = try await client.get("/oauth/identity").headers
      #expect(headers["X-Discogs-Ratelimit"] == ["60"])
      #expect(headers["X-Discogs-Ratelimit-Used"] == [String(number)])
      #expect(headers["X-Discogs-Ratelimit-Remaining"] == [String(60 - number)])
    }
    let refused = try await client.get("/oauth/identity")
    #expect(refused.status == 429)
    #expect(try refused.json["message"].string == "You are making requests too quickly.")
    #expect(refused.headers["Retry-After"] == ["60"])
    time.advance(by: 60)
    #expect(try await client.get("/oauth/identity").status == 200)
    let anonymous = Conversation(server, token: nil)
    #expect(try await anonymous.get("/releases/1").headers["X-Discogs-Ratelimit"] == ["25"])
  }
}
