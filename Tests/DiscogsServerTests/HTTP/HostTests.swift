import Foundation
import TestSupport
import Testing

@testable import DiscogsServer

/// A web page that has its own name lead to this machine must not read the shelf.
struct HostTests {
  @Test(arguments: [
    "localhost", "LocalHost", "localhost.", "localhost:8080", "127.0.0.1", "127.0.0.1:1", "127.1.2.3:65535", "[::1]",
    "[::1]:8080", "127.0.0.1.", "localhost:",
  ])
  func `names of this machine are answered`(_ host: String) async throws {
    #expect(LoopbackHost.isHost(host))
    let client = Conversation(try await TestServer.start())
    #expect(try await client.get("/oauth/identity", [("Host", host)]).status == 200)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "127.evil.example.com",
    "127.0.0.256", "127.0.1", "0x7f.0.0.1", "128.0.0.1", "10.0.0.1", "0.0.0.0", "[::2]", "[::1", "[::1]x", "::1",
    "[localhost]", "[127.0.0.1]", "localhost..", "localhost:80:80", "localhost:x", "user@localhost", "127.0.0.1%00",
    "127..0.1", "127.+1.0.1", ".localhost",
  ])
  func `other host names are refused with a reason`(_ host: String) async throws {
    #expect(!LoopbackHost.isHost(host))
    let client = Conversation(try await TestServer.start())
    let reply = try await client.get("/users/collector/collection/folders/0/releases", [("Host", host)])
    // What is no host at all the parser may refuse before us.
    #expect([400, 421].contains(reply.status), "\(reply.status) \(reply.text)")
    #expect(!reply.text.contains("basic_information"))
    if reply.status == 421 { #expect(reply.text.contains("DNS rebinding")) }
  }

  @Test func `even the page that asks for consent is turned away`() async throws {
    let client = Conversation(try await TestServer.start())
    #expect(try await client.get("/oauth/authorize?oauth_token=x", [("Host", "evil.example")]).status == 421)
  }

  @Test func `bound to all addresses the server answers to any name`() async throws {
    #expect(!LoopbackHost.isName("0.0.0.0") && !LoopbackHost.isName("::") && !LoopbackHost.isName("192.168.1.2"))
    #expect(LoopbackHost.isName("127.0.0.1") && LoopbackHost.isName("::1") && LoopbackHost.isName("localhost"))
  }
}
