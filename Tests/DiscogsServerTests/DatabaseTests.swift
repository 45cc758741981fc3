import TestSupport
import Testing

struct DatabaseTests {
  @Test func `a search gives rows in the form of the API, and links to the next page`() async throws {
    let client = Conversation(try await TestServer.start())
    let reply = try await client.get("/database/search?q=love&per_page=2")
    #expect(reply.status == 200)
    let json = try reply.json
    #expect(json["results"].array.count == 2)
    #expect(json["pagination"]["per_page"].int == 2)
    print(reply.text.prefix(3000), reply.headers)
  }
}
