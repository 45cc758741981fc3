import DiscogsAPI
import DiscogsModel
import DiscogsTransport
import Foundation
import Testing

// snippet: canned
/// Discogs with a handful of answers in it: for previews, and for tests of what is built on top.
struct CannedDiscogs: EndpointRunner, DiscogsService {
  /// By path, such as `/releases/249504`.
  var answers: [String: HTTP.Response]

  func run<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(DiscogsError) -> Answer<Value> {
    guard let response = answers[endpoint.path] else { throw .notCached(endpoint: endpoint.name) }
    do throws(DecodingFailure) {
      let read = try endpoint.read(response)
      return Answer(read.value, problems: read.problems)
    } catch {
      throw .decoding(endpoint: endpoint.name, error)
    }
  }
}
// end

// snippet: area
/// Needs one area of Discogs, from the client or from a test.
struct Sleeve: Sendable {
  let database: any DatabaseService

  func caption(of id: Release.ID) async throws(DiscogsError) -> String {
    let release = try await database.release(id, currency: nil).value
    return "\(release.title) (\(release.year.map(String.init) ?? "year unknown"))"
  }
}
// end

// snippet: closures
/// What a feature may ask for, in its own words. Nothing of HTTP or paging is left in it.
struct Shelf: Sendable {
  var wants: @Sendable () async throws(DiscogsError) -> [String]
  var forget: @Sendable (Release.ID) async throws(DiscogsError) -> Void
}

extension Shelf {
  static func live(_ discogs: some DiscogsService & EndpointRunner, userName: String) -> Shelf {
    Shelf(
      wants: { () async throws(DiscogsError) in
        let list = discogs.pages { .wants(of: userName, page: $0) }
        return try await list.rows().map(\.release.title)
      },
      forget: { (release) async throws(DiscogsError) in
        try await discogs.removeWant(release, of: userName)
      })
  }

  static let preview = Shelf(wants: { ["Second Side", "Harbour Lights"] }, forget: { _ in })
}
// end

struct DependencyInjectionSnippets {
  @Test func `a live service is the client`() {
    let agent = UserAgent(name: "Crate", version: "1.0", contact: "https://example.org/crate")
    // snippet: live
    let configuration = Configuration(userAgent: agent)
    let live = Sleeve(database: DiscogsClient(configuration, transport: AsyncHTTPTransport()))
    // end
    #expect(live.database is DiscogsClient)
  }

  @Test func `a preview answers from canned records`() async throws {
    // snippet: preview
    let preview = Sleeve(
      database: CannedDiscogs(answers: [
        "/releases/249504": .json(#"{"id": 249504, "title": "Second Side", "released": "1987"}"#)
      ]))
    // end
    #expect(try await preview.caption(of: 249504) == "Second Side (1987)")
    await #expect(throws: DiscogsError.notCached(endpoint: "GET /releases/{id}")) { try await preview.caption(of: 1) }
  }

  @Test func `a feature of closures runs over a client, over canned answers, or over nothing`() async throws {
    let wants = HTTP.Response.json(#"{"wants": [{"id": 1, "basic_information": {"id": 1, "title": "First"}}]}"#)
    let live = Shelf.live(snippetClient(["/users/hedda/wants": wants]), userName: "hedda")
    #expect(try await live.wants() == ["First"])
    let canned = Shelf.live(CannedDiscogs(answers: ["/users/hedda/wants": wants]), userName: "hedda")
    #expect(try await canned.wants() == ["First"])
    #expect(try await Shelf.preview.wants().count == 2)
  }

  @Test func `a test sets only what it uses`() async throws {
    // snippet: test-value
    var shelf = Shelf.preview
    let forgotten = Recorder<Release.ID>()
    shelf.forget = { id in forgotten.append(id) }
    try await shelf.forget(249504)
    #expect(forgotten.values == [249504])
    // end
  }
}
