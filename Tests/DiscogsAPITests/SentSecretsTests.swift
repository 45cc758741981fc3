import DiscogsModel
import Testing

@testable import DiscogsAPI

/// A server that repeats the credentials it was sent.
@Suite(.timeLimit(.minutes(1)))
struct SentSecretsTests {
  private static let token = "ThisTokenIsSecretAndHasFortyLettersInIt1"
  private static let signedIn = Account(.token(Secret(token)), scope: "me")

  /// What JSON, addresses and headers can make of a token.
  static let spellings = [
    token, token.uppercased(), token.lowercased(),
    token.utf8.map { "%" + String($0, radix: 16) }.joined(),
    token.utf8.map { "\\u00" + String($0, radix: 16) }.joined(),
    "\\u0054" + token.dropFirst(), token.dropLast() + "%31", "Authorization: Discogs token=\(token)",
    "\(token)\(token)",
    "…/\(token)/…",
  ]

  private func leaks(_ text: String) -> Bool { text.lowercased().contains(Self.token.lowercased()) }

  @Test(arguments: spellings) func `what a server repeats of a token is in no record and no row`(spelling: String)
    async throws
  {
    let body = "{\"id\": 1, \"title\": \"before \(spelling) after\"}"
    let fixture = ClientFixture([.success(.json(body))], account: Self.signedIn)
    let release = try await fixture.client.answer(to: .release(1), policy: .networkOnly).value
    #expect(!leaks(release.title), "\(release.title)")
    #expect(release.title.hasPrefix("before ") && release.title.hasSuffix(" after"), "\(release.title)")
  }

  @Test(arguments: spellings, [400, 401, 403, 404, 422, 500])
  func `nor in an error, whatever its form`(spelling: String, status: Int) async throws {
    for (type, body) in [
      ("application/json", "{\"message\": \"No \(spelling) here\"}"),
      ("application/json", "{\"detail\": [{\"msg\": \"\(spelling)\"}]}"), ("text/plain", "Invalid \(spelling)."),
      (spelling, "odd"),
    ] {
      let response = HTTP.Response(status: status, headers: ["Content-Type": type], body: Array(body.utf8))
      let fixture = ClientFixture([.success(response)], account: Self.signedIn)
      let error = await #expect(throws: DiscogsError.self) {
        try await fixture.client.answer(to: .release(1), policy: .networkOnly, retry: RetryPolicy.none)
      }
      #expect(error.map { leaks("\($0) \($0.sentence)") } == false, "\(String(describing: error))")
    }
  }

  @Test func `nor in what a connection failed for`() async throws {
    let token = Self.token
    for failure in [
      TransportFailure.redirected(to: "\(token).example"), .malformed(token),
      .unreachable(token, mayHaveArrived: false),
      .untrusted("the certificate of \(token)"), .proxy("Proxy \(token) failed", mayPass: false),
      .insecure(host: token.lowercased()),
    ] {
      let fixture = ClientFixture([.failure(failure)], account: Self.signedIn)
      let error = await #expect(throws: DiscogsError.self) {
        try await fixture.client.answer(to: .release(1), policy: .networkOnly, retry: RetryPolicy.none)
      }
      #expect(error.map { leaks("\($0) \($0.sentence)") } == false, "\(String(describing: error))")
    }
  }

  @Test func `nor of the credentials of another request, or any of the four of OAuth`() async throws {
    let secrets = ["consumerkey-20-letters", "consumersecret-of-32-letters", "accesstoken-40", "accesssecret-40"]
    let consumer = Consumer(key: Secret(secrets[0]), secret: Secret(secrets[1]))
    let account = Account(.oauth(consumer, token: Secret(secrets[2]), secret: Secret(secrets[3])), scope: "me")
    let said = "{\"id\": 1, \"title\": \"\(secrets.joined(separator: " "))\"}"
    let fixture = ClientFixture(
      [.success(.json("{\"id\": 2, \"title\": \"A\"}")), .success(.json(said))], account: account)
    _ = try await fixture.client.answer(to: .release(2), policy: .networkOnly)
    let release = try await fixture.client.answer(to: .release(1), policy: .networkOnly).value
    #expect(release.title == "… … … …")
  }

  @Test func `pictures and everything else stay as they came`() async throws {
    let picture = Array("JFIF \(Self.token)".utf8)
    let text = "{\"id\": 1, \"title\": \"100% \\\\u00e9 ThisTokenIsSecretAndHasFortyLettersInIt2 %5\"}"
    let fixture = ClientFixture(
      [
        .success(.json(text)),
        .success(HTTP.Response(status: 200, headers: ["Content-Type": "image/jpeg"], body: picture)),
      ], account: Self.signedIn)
    let release = try await fixture.client.answer(to: .release(1), policy: .networkOnly).value
    #expect(release.title == "100% \\u00e9 ThisTokenIsSecretAndHasFortyLettersInIt2 %5")
    #expect(try await fixture.client.file(at: "https://i.discogs.com/a.jpeg").body == picture)
  }
}
