import DiscogsAPI
import DiscogsModel
import Foundation
import Synchronization
import Testing

struct AuthenticationSnippets {
  private let configuration = Configuration(
    userAgent: UserAgent(name: "Crate", version: "1.0", contact: "https://example.org/crate"),
    now: { Date(timeIntervalSince1970: 1_000_000) })

  @Test func `a personal token is read at every call and sent with every request`() async throws {
    let transport = ScriptedTransport { _ in .json(#"{"id": 1, "username": "hedda-crate"}"#) }
    let stored = Mutex<Secret?>("sesame")
    let readToken: @Sendable () -> Secret? = { stored.withLock { $0 } }
    // snippet: personal-token
    let client = DiscogsClient(configuration, transport: transport) {
      guard let token = readToken() else { return .anonymous }
      return Account(.token(token), scope: "hedda-crate")
    }
    let name = try await client.identity().value.name
    client.signedIn(as: name)
    // end
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Discogs token=sesame"])
    #expect(client.authState == .signedIn(username: "hedda-crate"))
    stored.withLock { $0 = nil }
    await #expect(throws: DiscogsError.missingToken(endpoint: "GET /oauth/identity", .user)) {
      try await client.identity()
    }
  }

  @Test func `key and secret of a program are enough to search`() async throws {
    let transport = ScriptedTransport { _ in .json(#"{"results": []}"#) }
    // snippet: consumer
    let consumer = Consumer(key: "key-of-the-program", secret: "its-secret")
    let client = DiscogsClient(configuration, transport: transport) { Account(.consumer(consumer), scope: "") }
    let page = try await client.search(SearchCriteria("harbour lights")).value
    // end
    #expect(page.rows.isEmpty)
    #expect(
      transport.requests.first?.headers["Authorization"] == "Discogs key=key-of-the-program, secret=its-secret")
  }

  @Test func `consent takes three steps and a code`() async throws {
    let transport = ScriptedTransport { request in
      request.url.hasSuffix("/request_token")
        ? HTTP.Response(status: 200, body: Array("oauth_token=rt&oauth_token_secret=rs".utf8))
        : HTTP.Response(status: 200, body: Array("oauth_token=at&oauth_token_secret=as".utf8))
    }
    let consumer = Consumer(key: "k", secret: "s")
    let ask: (String) async -> String = { _ in "12345" }
    // snippet: oauth
    let flow = OAuthFlow(configuration, consumer: consumer, transport: transport)
    let request = try await flow.requestToken()
    let code = await ask("Open \(flow.authoriseURL(request)) and type the code that you are shown")
    let credentials = try await flow.accessToken(request, verifier: code)
    // end
    #expect(credentials == .oauth(consumer, token: "at", secret: "as"))
  }

  @Test func `a refused token is seen, and nothing is thrown away`() async throws {
    let client = snippetClient(as: snippetAccount) { _ in .json(#"{"message": "no"}"#, status: 401) }
    var shown = ""
    // snippet: auth-state
    do throws(DiscogsError) {
      _ = try await client.identity()
    } catch {
      guard case .unauthorized = error else { throw error }
      shown = [error.sentence, error.suggestion].compactMap(\.self).joined(separator: " ")
    }
    // end
    #expect(client.authState == .rejected)
    #expect(shown.contains("Sign in again"))
  }

  @Test func `a secret does not show itself`() {
    // snippet: secret
    let token: Secret = " sesame\n"
    let logged = "signed in with \(token)"
    let header = token.reveal()
    // end
    #expect(logged == "signed in with <redacted>" && header == "sesame")
  }
}
