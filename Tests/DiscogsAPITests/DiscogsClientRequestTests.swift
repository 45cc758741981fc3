import DiscogsModel
import Logging
import Testing

@testable import DiscogsAPI

@Suite(.timeLimit(.minutes(1)))
struct DiscogsClientRequestTests {
  @Test func `a request says who asks, for whom, and what it understands`() async throws {
    let fixture = ClientFixture([.success(.json("{}"))]) { $0.currency = { "EUR" } }
    let endpoint = fixture.endpoint(query: [QueryItem("q", "Björk & co"), QueryItem("b", "")])
    _ = try await fixture.client.answer(to: endpoint)
    let request = try #require(fixture.transport.requests.first)
    #expect(request.url == "https://api.discogs.com/releases/1?q=Bj%C3%B6rk%20%26%20co&b=&curr_abbr=EUR")
    #expect(
      request.headers.sorted.map { "\($0.name): \($0.value)" } == [
        "accept: application/vnd.discogs.v2.discogs+json", "accept-encoding: gzip",
        "authorization: Discogs token=sesame",
        "user-agent: Test/1.0 +https://example.org",
      ])
    #expect(request.body == nil)
  }

  @Test func `key and secret go into the header, and without them there is none`() async throws {
    let consumer = Consumer(key: "k", secret: "s")
    let known = ClientFixture([.success(.json("{}"))], account: Account(.consumer(consumer), scope: ""))
    _ = try await known.client.answer(to: known.endpoint())
    #expect(known.transport.requests.first?.headers["Authorization"] == "Discogs key=k, secret=s")
    let unknown = ClientFixture([.success(.json("{}"))], account: .anonymous)
    _ = try await unknown.client.answer(to: unknown.endpoint())
    #expect(unknown.transport.requests.first?.headers["Authorization"] == nil)
  }

  @Test func `bodies go out to the byte`() async throws {
    let fixture = ClientFixture([.success(.json("{}")), .success(.json("{}")), .success(.json("{}"))])
    let client = fixture.client
    _ = try await client.answer(to: fixture.endpoint("/a", method: .post, body: .json(Array("{\"a\":1}".utf8))))
    let file = RequestBody.file(
      field: "upload", name: "my \"own\".csv", contentType: "text/csv", bytes: Array("x,y".utf8))
    _ = try await client.answer(to: fixture.endpoint("/b", method: .post, body: file))
    _ = try await client.answer(to: fixture.endpoint("/c", method: .put))
    let sent = fixture.transport.requests
    #expect(sent[0].headers["Content-Type"] == "application/json")
    #expect(sent[0].body == Array("{\"a\":1}".utf8))
    let boundary = "part-" + String(repeating: "0", count: 32)
    #expect(sent[1].headers["Content-Type"] == "multipart/form-data; boundary=\(boundary)")
    #expect(
      String(decoding: sent[1].body ?? [], as: UTF8.self)
        == "--\(boundary)\r\nContent-Disposition: form-data; name=\"upload\"; filename=\"my %22own%22.csv\"\r\n"
        + "Content-Type: text/csv\r\n\r\nx,y\r\n--\(boundary)--\r\n")
    #expect(sent[2].body == [])
  }

  @Test func `a request that needs credentials is not sent without`() async {
    let fixture = ClientFixture([], account: Account(.consumer(Consumer(key: "k", secret: "s")), scope: ""))
    await #expect(throws: DiscogsError.missingToken(endpoint: "GET thing", .user)) {
      try await fixture.client.answer(to: fixture.endpoint(needs: .user))
    }
    #expect(fixture.transport.requests.isEmpty)
  }

  @Test func `a token that would break the header is not sent`() async {
    let fixture = ClientFixture([], account: Account(.token("a\r\nX-Evil: 1"), scope: ""))
    let error = await #expect(throws: DiscogsError.self) { try await fixture.client.answer(to: fixture.endpoint()) }
    #expect(error?.code == "invalid-request")
    #expect(fixture.transport.requests.isEmpty)
    #expect(fixture.client.budget.used == 0)
  }

  @Test func `one 401 is an error, and the token is still sent`() async throws {
    let fixture = ClientFixture([
      .success(.json("{}")), .success(.json("{\"message\": \"You must authenticate.\"}", status: 401)),
      .success(.json("{}")), .success(.json("{}")),
    ])
    let endpoint = fixture.endpoint(kind: nil)
    let own = fixture.endpoint(needs: .user, kind: nil)
    #expect(fixture.client.authState == .signedOut)
    _ = try await fixture.client.answer(to: endpoint)
    fixture.client.signedIn(as: "ann")
    let error = await #expect(throws: DiscogsError.self) { try await fixture.client.answer(to: own) }
    #expect(error?.code == "unauthorized")
    #expect(fixture.client.authState == .rejected)
    _ = try await fixture.client.answer(to: endpoint)
    #expect(fixture.client.authState == .rejected)
    _ = try await fixture.client.answer(to: own)
    #expect(fixture.client.authState == .signedIn(username: nil))
    #expect(fixture.transport.requests.allSatisfy { $0.headers["Authorization"] == "Discogs token=sesame" })
  }

  @Test func `a file gets no credentials, and is bounded`() async throws {
    let fixture = ClientFixture([.success(HTTP.Response(status: 200, body: [1, 2, 3]))])
    let file = try await fixture.client.file(at: "https://i.discogs.com/a/b.jpeg", maximumBytes: 99)
    #expect(file.body == [1, 2, 3])
    let request = try #require(fixture.transport.requests.first)
    #expect(request.url == "https://i.discogs.com/a/b.jpeg")
    #expect(request.headers["Authorization"] == nil)
    #expect(request.maximumBodyBytes == 99)
    #expect(fixture.client.authState == .signedOut)
  }

  @Test func `the log has facts and no secret`() async {
    let lines = Recorder<String>()
    let fixture = ClientFixture([
      .success(.json("{}", headers: ["X-Discogs-Ratelimit": "60", "X-Discogs-Ratelimit-Used": "1"])),
      .success(.json("{\"message\": \"bad token=sesame\"}", status: 401)),
    ]) { $0.logger = Logger(label: "test") { _ in RecordingHandler(lines: lines) } }
    for _ in 1...2 {
      do {
        _ = try await fixture.client.answer(to: fixture.endpoint(), policy: .networkOnly)
      } catch {
        #expect(!"\(error)".contains("sesame"))
      }
    }
    #expect(
      lines.values == [
        "debug request answered elapsed_ms=0 endpoint=GET thing remaining=59 status=200",
        "warning request failed code=unauthorized elapsed_ms=0 endpoint=GET thing remaining=58 status=401",
      ])
  }

  @Test func `a user agent is what the site wants, whatever it is made of`() {
    #expect(
      UserAgent(name: "Run out", version: "1\n2", contact: "https://x.example/ä b").description
        == "Run-out/1-2 +https://x.example/b")
    #expect(
      UserAgent(name: "Crate", version: "1.0", remark: "Li(nux)\r\n", contact: "me@x.example").description
        == "Crate/1.0 (Linux) +me@x.example")
  }

  @Test func `how far an export has come is sent again only if that has changed`() async throws {
    let date = try #require(LastModified("Thu, 27 Sep 2018 19:59:02 GMT"))
    let fixture = ClientFixture([
      .success(.json(#"{"id": 5, "status": "started"}"#, headers: ["Last-Modified": date.description])),
      .success(HTTP.Response(status: 304)), .success(HTTP.Response(status: 304)),
    ]) { $0.retry = .none }
    guard case .changed(let export, let last) = try await fixture.client.export(5, since: nil).value else {
      Issue.record("the first answer is no answer")
      return
    }
    #expect(export.status == "started" && last == date)
    #expect(try await fixture.client.export(5, since: last).value == .same)
    #expect(fixture.transport.requests.map { $0.headers["If-Modified-Since"] } == [nil, date.description])
    // An unrequested 304 is an error.
    let error = await #expect(throws: DiscogsError.self) { try await fixture.client.export(5) }
    #expect(error?.code == "malformed-answer")
  }

  @Test(arguments: ["", "yesterday", "Thu, 27 Sep 2018 19:59:02 CET", "Th\r\nX: y, 27 Sep 2018 19:59:02 GMT"])
  func `text that is not a date is not sent as one`(text: String) {
    #expect(LastModified(text) == nil)
  }

  @Test func `a program without an address names none`() {
    #expect(UserAgent(name: "Crate", version: "1.0").description == "Crate/1.0")
    #expect(UserAgent(name: "Crate", version: "1.0", remark: "Linux", contact: " ").description == "Crate/1.0 (Linux)")
  }
}

private struct RecordingHandler: LogHandler {
  let lines: Recorder<String>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    lines.append("\(event.level) \(event.message) \(facts.joined(separator: " "))")
  }
}
