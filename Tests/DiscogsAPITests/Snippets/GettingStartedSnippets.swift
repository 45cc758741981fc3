import DiscogsAPI
import DiscogsModel
import DiscogsTransport
import Foundation
import Testing

struct GettingStartedSnippets {
  @Test func `a client is made of a name, a clock and a transport`() async {
    // snippet: make-client
    let agent = UserAgent(name: "Crate", version: "1.0", contact: "https://example.org/crate")
    let configuration = Configuration(userAgent: agent)
    let client = DiscogsClient(configuration, transport: AsyncHTTPTransport())
    // end
    #expect(agent.description == "Crate/1.0 +https://example.org/crate")
    #expect(client.budget.used == 0 && client.networkState == .online)
  }

  @Test func `a release is a call and a value`() async throws {
    let client = snippetClient(["/releases/249504": .json(#"{"id": 249504, "title": "Second Side", "country": "UK"}"#)])
    // snippet: first-call
    let release = try await client.release(249504).value
    let line = "\(release.title), \(release.country)"
    // end
    #expect(line == "Second Side, UK")
  }

  @Test func `a search takes its criteria as a value`() async throws {
    let client = snippetClient(["/database/search": try Fixture.response("get-search-200")], as: snippetAccount)
    // snippet: first-search
    var criteria = SearchCriteria("harbour lights", kind: .release)
    criteria.format = "LP"
    criteria.years = 1959...1962
    let found = try await client.search(criteria).value
    let titles = found.rows.map(\.title)
    // end
    #expect(!titles.isEmpty && found.total >= titles.count)
  }

  @Test func `an answer says where it comes from and what could not be read`() async throws {
    let client = snippetClient(["/releases/1": .json(#"{"id": 1, "title": "First", "videos": [{"uri": 5}, 7]}"#)])
    // snippet: look-at-answer
    let answer = try await client.release(1)
    switch answer.origin {
    case .network: break
    case .cache(let storedAt, let isStale, let instead):
      showAge(since: storedAt, isOld: isStale, because: instead?.sentence)
    }
    for problem in answer.problems { note("left out: \(problem.field) (\(problem.reason))") }
    // end
    #expect(answer.value.title == "First")
    #expect(answer.origin == .network && !answer.problems.isEmpty)
  }

  @Test func `a transport uses the proxies it is given`() throws {
    // snippet: proxies
    let usual = AsyncHTTPTransport(proxies: ProxyRules(environment: ProcessInfo.processInfo.environment))
    let fixed = AsyncHTTPTransport(proxies: .always(try Proxy("http://user:password@proxy.example:3128")))
    // end
    #expect(usual !== fixed)
  }

  private func showAge(since date: Date, isOld: Bool, because sentence: String?) {}
  private func note(_ text: String) {}
}
