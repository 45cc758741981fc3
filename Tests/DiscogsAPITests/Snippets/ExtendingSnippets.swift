import DiscogsAPI
import DiscogsModel
import DiscogsTransport
import Foundation
import Logging
import Testing

// snippet: own-type
/// What `GET /releases/{id}/tips` says. The library's records have Discogs' own names in JSON, so one can be a part of it.
struct Tips: Decodable, Sendable {
  var tips: [String]
  var artist: NamedArtist?
}

extension Endpoint where Value == Tips {
  /// Tips for cleaning a release.
  static func tips(for release: Release.ID) -> Endpoint {
    reading(at: "/releases/\(release)/tips", name: "GET /releases/{id}/tips")
  }
}
// end

/// One row of a list of ours.
struct Shop: Decodable, Hashable, Sendable {
  var name: String
}

extension Shop: ListRow {
  var listKey: String { name }
}

struct ExtendingSnippets {
  private let agent = UserAgent(name: "Crate", version: "1.0", contact: "https://example.org/crate")

  @Test func `a call of your own is a value like every other`() async throws {
    let client = snippetClient(["/tips": .json(#"{"tips": ["Wash it."], "artist": {"id": 3, "name": "Edda Sund"}}"#)])
    // snippet: own-call
    let tips = try await client.answer(to: .tips(for: 249504)).value
    // end
    #expect(tips.tips == ["Wash it."] && tips.artist?.id == 3)
    let wrong = snippetClient(["/tips": .json(#"{"tips": ["Wash it.", 5]}"#)])
    let error = await #expect(throws: DiscogsError.self) { try await wrong.answer(to: .tips(for: 249504)) }
    guard case .decoding(let endpoint, let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(endpoint == "GET /releases/{id}/tips" && failure.field == "tips[1]")
  }

  @Test func `a list of your own is read page by page`() async throws {
    let client = snippetClient(["/shops": .json(#"{"shops": [{"name": "Rille"}, {"nom": "x"}]}"#)])
    var names: [String] = []
    // snippet: own-list
    let shops = client.pages { .reading(pageOf: Shop.self, in: "shops", at: "/shops", page: $0) }
    for try await shop in shops.each { names.append(shop.name) }
    // end
    #expect(names == ["Rille"])
    let page = try await client.answer(to: .reading(pageOf: Shop.self, in: "shops", at: "/shops"))
    #expect(page.value.rows == [Shop(name: "Rille")] && page.problems.map(\.field) == ["shops[1].name"])
    await #expect(throws: DiscogsError.self) {
      try await client.answer(to: .reading(pageOf: Shop.self, in: "stalls", at: "/shops"))
    }
  }

  @Test func `a change of your own sends JSON`() async throws {
    let transport = ScriptedTransport { _ in .json(#"{"tips": []}"#) }
    let client = DiscogsClient(Configuration(userAgent: agent), transport: transport) { snippetAccount }
    let tips = try await client.answer(
      to: .sending(["name": "Edda"], to: "/artists", reading: Tips.self)
    ).value
    #expect(tips.tips.isEmpty)
    let request = try #require(transport.requests.first)
    #expect(request.method == .post && request.url == "https://api.discogs.com/artists")
    #expect(request.body == Array(#"{"name":"Edda"}"#.utf8))
  }

  @Test func `an answer has the body it was read from`() async throws {
    let client = snippetClient(["/releases/1": .json(#"{"id": 1, "title": "First"}"#), "/odd": .json("odd")])
    // snippet: raw-body
    let answer = try await client.release(1)
    let json = String(decoding: answer.body, as: UTF8.self)  // as Discogs sent it; of any call
    let bytes = try await client.answer(to: .bytes(at: "/odd")).value  // nothing is read
    // end
    #expect(json == #"{"id": 1, "title": "First"}"# && bytes == Array("odd".utf8))
    let cached = try await client.release(1)
    #expect(cached.origin != .network && cached.body == answer.body && cached.map(\.title).body == answer.body)
  }

  @Test func `a transport around a transport sees every request`() async throws {
    let inner = ScriptedTransport { _ in .json(#"{"id": 1, "title": "First"}"#) }
    let seen = Recorder<String>()
    // snippet: middleware
    let transport = inner.intercepted { (request, next) async throws(TransportFailure) in
      var request = request
      request.headers["X-Request-ID"] = UUID().uuidString
      let response = try await next.send(request)
      seen.append("\(request.method.rawValue) \(request.url) \(response.status)")  // no headers: the token
      return response
    }
    let client = DiscogsClient(Configuration(userAgent: agent), transport: transport)
    // end
    _ = try await client.release(1)
    #expect(seen.values == ["GET https://api.discogs.com/releases/1 200"])
    #expect(inner.requests.first?.headers["x-request-id"]?.count == 36)
  }

  @Test func `another server is another address`() async throws {
    let transport = ScriptedTransport { _ in .json(#"{"id": 1, "title": "First"}"#) }
    // snippet: base-url
    var configuration = Configuration(userAgent: agent)
    configuration.baseURL = "http://127.0.0.1:8080"  // no slash at its end; `runout serve` answers here
    let client = DiscogsClient(configuration, transport: transport)
    // end
    _ = try await client.release(1)
    #expect(transport.requests.map(\.url) == ["http://127.0.0.1:8080/releases/1"])
  }

  @Test func `a logger hears of every request`() async throws {
    let transport = ScriptedTransport { _ in .json(#"{"id": 1, "title": "First"}"#) }
    // snippet: logger
    var configuration = Configuration(userAgent: agent)
    configuration.logger = Logger(label: "crate.discogs")
    configuration.logger.logLevel = .warning  // failures; .debug shows every answer
    let client = DiscogsClient(configuration, transport: transport)
    // end
    #expect(try await client.release(1).value.title == "First")
  }

  @Test func `connections end when the program does`() async throws {
    // snippet: shutdown
    let transport = AsyncHTTPTransport()
    let client = DiscogsClient(Configuration(userAgent: agent), transport: transport)
    // … at the end of the program:
    await transport.shutdown()
    // end
    let error = await #expect(throws: DiscogsError.self) {
      try await client.answer(to: .release(1), retry: RetryPolicy.none)
    }
    #expect(error?.code == "network")
  }
}
