import TestSupport
import Testing

/// Texts without markup, for clients that ask for them.
struct PlainTextTests {
  private func accept(_ dialect: String) -> [(String, String)] {
    [("Accept", "application/vnd.discogs.v2.\(dialect)+json")]
  }

  @Test(arguments: ["/artists/900000005", "/labels/:label", "/masters/920000002", "/releases/:release"])
  func `texts come raw, and without markup beside it for those who ask`(_ path: String) async throws {
    let client = Conversation(try await TestServer.start())
    let label = try await client.get("/database/search?type=label&q=demo+records").json["results"][0]["id"].int ?? 0
    let noted = try await releaseWithNotes(client)
    let path = path.replacing(":label", with: String(label)).replacing(":release", with: String(noted))
    let raw = try await client.get(path, accept("discogs")).json
    #expect(raw.keys.allSatisfy { !$0.hasSuffix("_plaintext") })
    let texts = raw.keys.intersection(["profile", "notes", "contact_info"])
    #expect(!texts.isEmpty)
    let asked = try await client.get(path, accept("plaintext")).json
    #expect(asked.keys == raw.keys.union(texts.map { "\($0)_plaintext" }))
    for text in texts { #expect(asked[text].string == raw[text].string) }
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

  @Test func `lists and their comments have it, too`() async throws {
    let client = Conversation(try await TestServer.start())
    let row = try await client.get("/users/collector/lists", accept("plaintext")).json["lists"][0]
    #expect(row["description_plaintext"].string == row["description"].string)
    let list = try await client.get("/lists/\(row["id"].int ?? 0)", accept("plaintext")).json
    #expect(list["description_plaintext"].exists)
    #expect(list["items"].array.allSatisfy { $0["comment_plaintext"].exists })
  }
}
