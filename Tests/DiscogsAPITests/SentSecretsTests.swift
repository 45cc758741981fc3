import DiscogsModel
import Foundation
import LibC
import Testing

@testable import DiscogsAPI

/// A server that repeats the credentials it was sent.
@Suite(.timeLimit(.minutes(1)))
struct SentSecretsTests {
  private static let token = "ThisTokenIsSecretAndHasFortyLettersInIt1"
  private static let signedIn = Account(.token(Secret(token)), scope: "me")

  /// What JSON, HTML, addresses, headers and encodings can make of a token, or of as much of it as is secret.
  static let spellings: [String] = plain + escaped + inBase64

  private static let plain: [String] = [
    token, token.uppercased(), token.lowercased(), String(token.prefix(20)), "\(token.prefix(25))…",
    "\\u0054\(token.dropFirst())", "\(token.dropLast())%31", "Authorization: Discogs token=\(token)",
    "\(token)\(token)", "…/\(token)/…", spelt { $0 }, spelt { $0.uppercased() },
  ]

  private static let escaped: [String] = [
    spelt { "%\($0)" }, spelt { "%25\($0)" }, spelt { "\\u00\($0)" }, spelt { "\\\\u00\($0)" },
    spelt { "&#x\($0);" }, token.utf8.map { "&#\($0);" }.joined(),
  ]

  private static let inBase64: [String] = ["", "a", "ab", "Discogs token="].map { before in
    Data((before + token).utf8).base64EncodedString()
  }

  /// - Parameter write: a letter by its number in hexadecimal.
  private static func spelt(_ write: (String) -> String) -> String {
    token.utf8.map { write(String($0, radix: 16)) }.joined()
  }

  private func leaks(_ text: String, _ spelling: String = Self.token) -> Bool {
    text.contains(spelling) || text.lowercased().contains(Self.token.prefix(20).lowercased())
  }

  @Test(arguments: spellings) func `what a server repeats of a token is in no record and no row`(spelling: String)
    async throws
  {
    let body = "{\"id\": 1, \"title\": \"before \(spelling) after\"}"
    let fixture = ClientFixture([.success(.json(body))], account: Self.signedIn)
    let release = try await fixture.client.answer(to: .release(1), policy: .networkOnly).value
    #expect(!leaks(release.title, spelling), "\(release.title)")
    // What is left of it in any other spelling would be as long as it.
    #expect(release.title.count < "before ".count + 40 + " after".count, "\(release.title)")
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
      #expect(error.map { leaks("\($0) \($0.sentence)", spelling) } == false, "\(String(describing: error))")
    }
  }

  @Test(arguments: ["image/png", "image/json", "IMAGE/JPEG", "image/"])
  func `nor where the server calls its answer a picture`(type: String) async throws {
    let refusal = #"{"message": "No \#(Self.token)"}"#
    let fixture = ClientFixture(
      [(200, #"{"id": 1, "title": "\#(Self.token)"}"#), (403, refusal), (404, refusal)].map { status, body in
        .success(.json(body, status: status, headers: ["Content-Type": type]))
      }, account: Self.signedIn)
    let answer = try await fixture.client.answer(to: .release(1), policy: .networkOnly)
    #expect(answer.value.title == "…" && !leaks(String(decoding: answer.body, as: UTF8.self)))
    let kept = try await fixture.client.answer(to: .release(1), policy: .cacheOnly)
    #expect(!leaks(String(decoding: kept.body, as: UTF8.self)))
    let refused = await #expect(throws: DiscogsError.self) {
      try await fixture.client.answer(to: .makeFolder(named: "Jazz", of: "me"))
    }
    #expect(refused?.sentence.contains("No …") == true, "\(String(describing: refused))")
    let missing = await #expect(throws: DiscogsError.self) {
      try await fixture.client.file(at: "https://i.discogs.com/a.jpeg")
    }
    #expect(missing.map { leaks("\($0) \($0.sentence)") } == false, "\(String(describing: missing))")
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
    let text = "{\"id\": 1, \"title\": \"100% \\\\u00e9 \(Self.token.prefix(19))2 %5\"}"
    let fixture = ClientFixture(
      [
        .success(.json(text)),
        .success(HTTP.Response(status: 200, headers: ["Content-Type": "image/jpeg"], body: picture)),
      ], account: Self.signedIn)
    let release = try await fixture.client.answer(to: .release(1), policy: .networkOnly).value
    #expect(release.title == "100% \\u00e9 \(Self.token.prefix(19))2 %5")
    #expect(try await fixture.client.file(at: "https://i.discogs.com/a.jpeg").body == picture)
  }

  /// A body full of the token, of all but enough of it, and of what could begin it.
  ///
  /// Work that grew with the square of the size would be 256 times as much: what memory and neighbours add to a small
  /// or a large body is far from either bound.
  @Test(arguments: [(token, 8_000_000), ("\(token.prefix(19))_", 8_000_000), ("%25", 4_000_000)])
  func `sixteen times the size takes no more than sixty-four times as long`(repeated: String, bytes: Int) {
    let secrets = SentSecrets()
    secrets.note(Self.signedIn.credentials)
    func least(_ bytes: Int) -> Duration {
      let body = Array(String(repeating: repeated, count: bytes / repeated.utf8.count).utf8)
      return (1...3).map { _ in
        let start = Self.processorTime()
        _ = secrets.scrubbed(HTTP.Response(status: 200, body: body))
        return Self.processorTime() - start
      }.min()!
    }
    let (small, large) = (least(bytes / 16), least(bytes))
    #expect(large < small * 64, "\(small) → \(large)")
  }

  /// What this thread has had, however busy the machine is.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
