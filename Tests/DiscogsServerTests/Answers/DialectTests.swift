import NIOHTTP1
import TestSupport
import Testing

/// The forms in which answers come when a client asks for them.
struct DialectTests {
  private func accept(_ dialect: String) -> [(String, String)] {
    [("Accept", "application/vnd.discogs.v2.\(dialect)+json")]
  }

  @Test(arguments: ["/artists/900000005", "/labels/:label", "/masters/920000002", "/releases/:release"])
  func `texts come raw, and in another form beside it for those who ask`(_ path: String) async throws {
    let client = Conversation(try await TestServer.start())
    let label = try await client.get("/database/search?type=label&q=demo+records").json["results"][0]["id"].int ?? 0
    let noted = try await releaseWithNotes(client)
    let path = path.replacing(":label", with: String(label)).replacing(":release", with: String(noted))
    let raw = try await client.get(path, accept("discogs")).json
    #expect(raw.keys.allSatisfy { !$0.hasSuffix("_plaintext") && !$0.hasSuffix("_html") })
    let texts = raw.keys.intersection(["profile", "notes", "contact_info"])
    #expect(!texts.isEmpty)
    for dialect in ["plaintext", "html"] {
      let asked = try await client.get(path, accept(dialect)).json
      #expect(asked.keys == raw.keys.union(texts.map { "\($0)_\(dialect)" }))
      for text in texts { #expect(asked[text].string == raw[text].string) }
    }
  }

  private func releaseWithNotes(_ client: Conversation) async throws -> Int {
    for row in try await client.get("/database/search?type=release&per_page=100").json["results"].array {
      let id = row["id"].int ?? 0
      if try await client.get("/releases/\(id)").json["notes"].exists { return id }
    }
    throw TestFailure("no release of the demo has notes")
  }

  @Test func `plain text has names in place of markup`() async throws {
    let client = Conversation(try await TestServer.start())
    let artist = try await client.get("/artists/900000005", accept("plaintext")).json
    #expect(artist["profile"].string?.contains("[m=920000002]") == true)
    let plain = try #require(artist["profile_plaintext"].string)
    #expect(plain.contains("He played on Kind Of Blue"))
    #expect(plain.contains("with McCoy Tyner, Jimmy Garrison and Elvin Jones"))
    #expect(!plain.contains("["))
  }

  @Test func `a page has elements in place of markup, and nothing of a text becomes one`() async throws {
    let client = Conversation(try await TestServer.start())
    let artist = try await client.get("/artists/900000005", accept("html")).json
    let page = try #require(artist["profile_html"].string)
    #expect(page.contains("<a href=\"https://www.discogs.com/master/920000002\">Kind Of Blue</a>"))
    #expect(page.contains("<a href=\"https://www.discogs.com/artist/McCoy%20Tyner\">McCoy Tyner</a>"))

    let typed = """
      [b]me & <script>\\"[/b]\\n[url=javascript:alert(1)]x[/url] [url=http://a.example/?q=\\"]y[/url] [u=some one]
      """
    let edited = try await client.send(
      .POST, "/users/collector", json: "{\"profile\": \"\(typed)\"}", headers: accept("html"))
    #expect(
      try edited.json["profile_html"].string == """
        <b>me &amp; &lt;script&gt;&quot;</b><br>
        x <a href="http://a.example/?q=&quot;">y</a> \
        <a href="https://www.discogs.com/user/some%20one">some one</a>
        """)
  }

  @Test func `lists and their comments have it, too`() async throws {
    let client = Conversation(try await TestServer.start())
    let row = try await client.get("/users/collector/lists", accept("plaintext")).json["lists"][0]
    #expect(row["description_plaintext"].string == row["description"].string)
    let list = try await client.get("/lists/\(row["id"].int ?? 0)", accept("html")).json
    #expect(list["description_html"].exists)
    #expect(list["items"].array.allSatisfy { $0["comment_html"].exists })
  }

  // MARK: JSONP

  @Test func `a callback is called with the answer, or with why there is none`() async throws {
    let client = Conversation(try await TestServer.start())
    let plain = try await client.get("/artists/900000005")
    let called = try await client.get("/artists/900000005?callback=app.show_1")
    #expect(called.status == 200)
    #expect(called.headers["Content-Type"] == ["text/javascript; charset=utf-8"])
    #expect(called.text == "app.show_1({\"meta\": {\"status\": 200}, \"data\": \(plain.text)})")
    let missing = try await client.get("/artists/1?callback=f")
    #expect(missing.status == 200)
    #expect(missing.text == "f({\"meta\": {\"status\": 404}, \"data\": {\"message\": \"Artist not found.\"}})")
  }

  @Test(arguments: ["alert(1)//", "a b", "%3Cscript%3E", String(repeating: "a", count: 101)])
  func `text that is not a function's name is not sent back`(_ name: String) async throws {
    let client = Conversation(try await TestServer.start())
    let encoded = name.replacing(" ", with: "+")
    let reply = try await client.get("/artists/900000005?callback=\(encoded)")
    #expect(reply.status == 422)
    #expect(try reply.json["detail"][0]["loc"].array.map { $0.string } == ["query", "callback"])
  }

  @Test func `changes are not called back`() async throws {
    let client = Conversation(try await TestServer.start())
    let reply = try await client.send(.POST, "/users/collector?callback=f", json: "{\"name\": \"C.\"}")
    #expect(try reply.json["name"].string == "C.")
  }
}
