import DiscogsModel
import Foundation
import Testing

@testable import DiscogsAPI

@Suite(.timeLimit(.minutes(1)))
struct CredentialsTests {
  private let consumer = Consumer(key: "dpf43f3p2l4k3l03", secret: "kd94hf93k423kf44")

  @Test func `nothing prints a secret`() {
    let all: [Any] = [
      Secret("hunter2"), Credentials.token("hunter2"),
      Credentials.consumer(Consumer(key: "hunter2", secret: "hunter2")),
      Credentials.oauth(Consumer(key: "hunter2", secret: "hunter2"), token: "hunter2", secret: "hunter2"),
      Account(.token("hunter2"), scope: "me"), OAuthFlow.RequestToken(token: "hunter2", secret: "hunter2"),
      OAuthSigner(consumer: Consumer(key: "hunter2", secret: "hunter2")),
    ]
    for value in all {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("hunter2"), "\(text)") }
    }
  }

  @Test func `white space around a pasted token is dropped, and an impossible token is refused`() {
    #expect(Secret(" abc\r\n") == Secret("abc"))
    #expect(Secret("abc").isWellFormed)
    for text in ["", "a b", "a\nb", "a\"b", "a,b", "ä", "a\u{7F}"] { #expect(!Secret(text).isWellFormed) }
  }

  @Test func `what credentials are good for`() {
    let oauth = Credentials.oauth(consumer, token: "t", secret: "s")
    #expect([.none, .consumer(consumer), .token("t"), oauth].map { $0.meet(.any) } == [false, true, true, true])
    #expect([.none, .consumer(consumer), .token("t"), oauth].map { $0.meet(.user) } == [false, false, true, true])
  }

  @Test func `a plain signature is both secrets`() {
    let signer = OAuthSigner(consumer: consumer, token: "tok", tokenSecret: "sec")
    let header = signer.header(nonce: "n", now: Date(timeIntervalSince1970: 1000.9))
    #expect(
      header
        == "OAuth oauth_consumer_key=\"dpf43f3p2l4k3l03\", oauth_nonce=\"n\", oauth_signature_method=\"PLAINTEXT\", "
        + "oauth_timestamp=\"1000\", oauth_version=\"1.0\", oauth_token=\"tok\", "
        + "oauth_signature=\"kd94hf93k423kf44%26sec\"")
  }

  private func flow(_ answers: [Result<HTTP.Response, TransportFailure>]) -> (OAuthFlow, ScriptedTransport) {
    let transport = ScriptedTransport(answers)
    return (OAuthFlow(.testing(), consumer: consumer, transport: transport), transport)
  }

  private func form(_ text: String, status: Int = 200) -> HTTP.Response {
    HTTP.Response(status: status, headers: ["Content-Type": "text/plain"], body: Array(text.utf8))
  }

  @Test func `a user signs in by a code`() async throws {
    let (flow, transport) = flow([
      .success(form("oauth_token=req%2B1&oauth_token_secret=rs&oauth_callback_confirmed=true")),
      .success(form("oauth_token_secret=as&oauth_token=acc\n")),
    ])
    let request = try await flow.requestToken()
    #expect(flow.authoriseURL(request) == "https://www.discogs.com/oauth/authorize?oauth_token=req%2B1")
    let credentials = try await flow.accessToken(request, verifier: " CODE\n")
    #expect(credentials == .oauth(consumer, token: "acc", secret: "as"))
    let sent = transport.requests
    #expect(
      sent.map(\.url) == [
        "https://api.discogs.com/oauth/request_token", "https://api.discogs.com/oauth/access_token",
      ])
    #expect(sent.map(\.method) == [.get, .post])
    #expect(sent[0].headers["Authorization"]?.contains("oauth_callback=\"oob\"") == true)
    #expect(sent[0].headers["Authorization"]?.hasSuffix("oauth_signature=\"kd94hf93k423kf44%26\"") == true)
    #expect(sent[1].headers["Authorization"]?.contains("oauth_verifier=\"CODE\"") == true)
    #expect(sent[1].headers["Authorization"]?.hasSuffix("oauth_signature=\"kd94hf93k423kf44%26rs\"") == true)
    #expect(sent.allSatisfy { $0.headers["User-Agent"] == "Test/1.0 +https://example.org" })
    #expect(!sent.contains { $0.url.contains("oauth_") })
  }

  @Test func `plain-text errors of the sign-in are said in the server's words`() async {
    let (refused, _) = flow([.success(form("Invalid consumer.", status: 401))])
    await #expect(
      throws: DiscogsError.unauthorized(
        Refusal(endpoint: "GET /oauth/request_token", status: 401, message: "Invalid consumer."))
    ) { try await refused.requestToken() }
    let (odd, _) = flow([.success(form("oauth_token=a"))])
    let error = await #expect(throws: DiscogsError.self) { try await odd.requestToken() }
    #expect(error?.code == "decoding")
    let (offline, _) = flow([])
    let unreachable = await #expect(throws: DiscogsError.self) { try await offline.requestToken() }
    #expect(unreachable?.code == "network")
  }
}

extension Configuration {
  /// Everything about it is fixed.
  static func testing(clock: TestClock = TestClock(), now: Date = Date(timeIntervalSince1970: 1_000_000))
    -> Configuration
  {
    var configuration = Configuration(
      userAgent: UserAgent(name: "Test", version: "1.0", contact: "https://example.org"), now: { now })
    configuration.clock = clock
    configuration.random = { 0 }
    return configuration
  }
}
