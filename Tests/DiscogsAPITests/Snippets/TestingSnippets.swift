import DiscogsAPI
import DiscogsModel
import Foundation
import Testing

struct TestingSnippets {
  private let configuration = Configuration(
    userAgent: UserAgent(name: "Crate", version: "1.0", contact: "https://example.org/crate"),
    now: { Date(timeIntervalSince1970: 1_000_000) })

  @Test func `a script answers, and remembers what was asked`() async throws {
    // snippet: script
    let transport = ScriptedTransport { request in
      request.url.hasSuffix("/releases/1")
        ? .json(#"{"id": 1, "title": "First"}"#)
        : .json(#"{"message": "Release not found."}"#, status: 404)
    }
    let client = DiscogsClient(configuration, transport: transport)
    #expect(try await client.release(1).value.title == "First")
    #expect(transport.requests.map(\.url) == ["https://api.discogs.com/releases/1"])
    // end
    await #expect(throws: DiscogsError.self) { try await client.release(2) }
  }

  @Test func `answers one after the other, failures among them`() async throws {
    // snippet: sequence
    let transport = ScriptedTransport([
      .failure(.timedOut),
      .success(.json(#"{"id": 1, "title": "First"}"#)),
    ])
    var impatient = RetryPolicy.default
    impatient.firstDelay = .zero
    let client = DiscogsClient(configuration, transport: transport)
    let answer = try await client.answer(to: .release(1), retry: impatient)
    #expect(answer.value.title == "First" && transport.requests.count == 2)
    // end
  }

  @Test func `a recorded answer is a body and its headers`() async throws {
    // snippet: fixture
    let recorded = try Fixture.response("get-release-200")  // a status line, headers and a body, from two files
    let transport = ScriptedTransport { _ in recorded }
    let release = try await DiscogsClient(configuration, transport: transport).release(900100).value
    #expect(release.title == "Nattvakt" && release.tracklist.count > 1)
    // end
  }

  @Test func `a request that changes something is looked at byte by byte`() async throws {
    // snippet: request
    let transport = ScriptedTransport { _ in .json("{}", status: 201) }
    let client = DiscogsClient(configuration, transport: transport) { Account(.token("sesame"), scope: "hedda") }
    _ = try await client.want(249504, notes: "first pressing", rating: 4, of: "hedda")
    let request = try #require(transport.requests.first)
    #expect(request.method == .put)
    #expect(request.url == "https://api.discogs.com/users/hedda/wants/249504")
    #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"notes":"first pressing","rating":4}"#)
    // end
  }

  @Test func `time is given, so nothing waits`() async throws {
    let transport = ScriptedTransport { _ in .json(#"{"id": 1, "title": "First"}"#) }
    let day = ClientFixture.Day()
    // snippet: day
    var configuration = configuration
    configuration.now = { day.now }
    let client = DiscogsClient(configuration, transport: transport)
    _ = try await client.release(1)
    day.move(by: 25 * 3600)
    let kept = try await client.answer(to: .release(1), policy: .cacheOnly)
    #expect(kept.isStale)
    // end
  }
}
