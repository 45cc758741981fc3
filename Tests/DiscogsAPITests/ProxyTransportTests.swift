import Foundation
import Testing

@testable import DiscogsAPI
@testable import DiscogsTransport

/// Requests that go through a proxy, and those that should but cannot.
@Suite(.timeLimit(.minutes(1)))
struct ProxyTransportTests {
  private func transport(_ address: String, connectTimeout: Duration = .seconds(10)) throws -> AsyncHTTPTransport {
    AsyncHTTPTransport(connectTimeout: connectTimeout, proxies: .always(try Proxy(address)))
  }

  private func failure(_ transport: AsyncHTTPTransport, _ request: HTTP.Request) async -> TransportFailure? {
    await #expect(throws: TransportFailure.self) { try await transport.send(request) }
  }

  /// What a request ends with where the proxy is like this.
  private func failure(
    _ manner: TestProxy.Manner, _ scheme: String = "http", credentials: String = "", in time: Duration = .seconds(10)
  ) async throws -> (failure: TransportFailure?, name: String) {
    let proxy = try await TestProxy(manner)
    let transport = try transport("\(scheme)://\(credentials)127.0.0.1:\(proxy.port)", connectTimeout: time)
    let failure = await failure(transport, HTTP.Request(url: "http://127.0.0.1:9/"))
    return (failure, "The proxy 127.0.0.1:\(proxy.port)")
  }

  @Test func `without encryption, too, a request goes through a tunnel`() async throws {
    let server = try await RawServer(["/a": [.answer("one")], "/b": [.answer("two")]])
    let proxy = try await TestProxy()
    let transport = try transport("127.0.0.1:\(proxy.port)")
    for (path, body) in [("/a", "one"), ("/b", "two")] {
      #expect(try await transport.send(HTTP.Request(url: server.url + path)).body == Array(body.utf8))
    }
    // One tunnel for both, and in it what the server would be asked anyway.
    #expect(proxy.asked.values.count == 1)
    #expect(proxy.asked.values.first?.hasPrefix("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n") == true)
    #expect(server.requests.map { $0.prefix(6) } == ["GET /a", "GET /b"])
    await transport.shutdown()
  }

  @Test(.enabled(if: Certificates.canBeMade)) func `encrypted traffic stays encrypted`() async throws {
    let certificates = try await Certificates(.good)
    for protocols in [EncryptedServer.Protocols.http1, .http2] {
      let server = try await EncryptedServer(certificates, speaks: protocols)
      let proxy = try await TestProxy()
      let transport = AsyncHTTPTransport(
        authorities: [certificates.authority], proxies: .always(try Proxy("127.0.0.1:\(proxy.port)")))
      let request = HTTP.Request(url: server.url + "/", headers: ["Authorization": "Discogs token=abc"])
      #expect(try await transport.send(request).status == 200)
      #expect(proxy.asked.values.count == 1 && proxy.asked.values.first?.contains("abc") == false)
      await transport.shutdown()
      server.stop()
    }
  }

  @Test func `pictures go the same way`() async throws {
    let server = try await RawServer(["/picture.jpg": [.answer("JFIF")]])
    let proxy = try await TestProxy(.httpWith(credentials: "ZGlnZ2VyOnZpbnls"))
    let transport = try transport("digger:vinyl@127.0.0.1:\(proxy.port)")
    let client = DiscogsClient(.testing(), transport: transport)
    #expect(try await client.file(at: server.url + "/picture.jpg").body == Array("JFIF".utf8))
    #expect(proxy.asked.values.count == 1)
    #expect(server.requests.first?.lowercased().contains("proxy-authorization") == false)
    await transport.shutdown()
  }

  @Test func `SOCKS is spoken, too`() async throws {
    let server = try await RawServer(["/": [.answer("ok")]])
    let proxy = try await TestProxy(.socks)
    for host in ["127.0.0.1", "localhost"] {
      let transport = try transport("socks5://127.0.0.1:\(proxy.port)")
      #expect(try await transport.send(HTTP.Request(url: "http://\(host):\(server.port)/")).status == 200)
      await transport.shutdown()
    }
    #expect(proxy.asked.values == ["127.0.0.1:\(server.port)", "localhost:\(server.port)"])
  }

  @Test func `variables never lead requests for this machine through a proxy`() async throws {
    let server = try await RawServer(["/": [.answer("ok")]])
    let proxy = try await TestProxy()
    let transport = AsyncHTTPTransport(proxies: ProxyRules(environment: ["ALL_PROXY": "127.0.0.1:\(proxy.port)"]))
    #expect(try await transport.send(HTTP.Request(url: server.url + "/")).status == 200)
    #expect(proxy.asked.values == [])
    await transport.shutdown()
  }

  @Test func `a malformed variable keeps requests from being sent`() async throws {
    let transport = AsyncHTTPTransport(proxies: ProxyRules(environment: ["http_proxy": "http://sesame:"]))
    let failure = await failure(transport, HTTP.Request(url: "http://192.0.2.1/"))
    #expect(
      failure == .proxy("http_proxy has no valid port: write http://host:port, or unset it", mayPass: false))
  }

  @Test func `a proxy that is not there is named, with its variable`() async throws {
    let port = try ReservedPort()
    let proxies = ProxyRules(environment: ["http_proxy": "http://digger:sesame@127.0.0.1:\(port.number)"])
    let failure = await failure(AsyncHTTPTransport(proxies: proxies), HTTP.Request(url: "http://192.0.2.1/"))
    let sentence = "Cannot reach the proxy 127.0.0.1:\(port.number) (http_proxy): connection refused"
    #expect(failure == .proxy(sentence, mayPass: true))
    let unknown = try transport("no-such-host.invalid:3128")
    #expect(
      await self.failure(unknown, HTTP.Request(url: "http://192.0.2.1/"))
        == .proxy(
          "Cannot reach the proxy no-such-host.invalid:3128: unknown host no-such-host.invalid", mayPass: true))
  }

  @Test func `a proxy that wants a password, or another one, says so`() async throws {
    let wanting = try await failure(.httpWith(credentials: "sesame"))
    #expect(wanting.failure == .proxy("\(wanting.name) wants a user and password", mayPass: false))
    let other = try await failure(.httpWith(credentials: "sesame"), credentials: "digger:vinyl@")
    #expect(other.failure == .proxy("\(other.name) rejects its user and password", mayPass: false))
    let socks = try await failure(.says([5, 2]), "socks5")
    #expect(socks.failure == .proxy("\(socks.name) wants a password: use an HTTP proxy for that", mayPass: false))
  }

  @Test func `a proxy that does not connect says so`() async throws {
    let refusing = try await failure(.says(Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno".utf8)))
    #expect(refusing.failure == .proxy("\(refusing.name) will not connect to 127.0.0.1", mayPass: true))
    let silent = try await failure(.isSilent, in: .milliseconds(200))
    #expect(silent.failure == .proxy("Connection timed out through the \(silent.name.dropFirst(4))", mayPass: true))
    let deaf = try await failure(.isSilent, "socks5", in: .milliseconds(200))
    #expect(deaf.failure == .proxy("Connection timed out through the \(deaf.name.dropFirst(4))", mayPass: true))
    let socks = try await failure(.says([5, 0, 5, 2, 0, 1, 0, 0, 0, 0, 0, 0]), "socks5")
    #expect(socks.failure == .proxy("\(socks.name) cannot connect to 127.0.0.1: its rules forbid it", mayPass: true))
  }

  @Test func `a server that is not a proxy is refused or times out`() async throws {
    let http = try await failure(.says(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)), "socks5")
    #expect(http.failure == .proxy("\(http.name) does not speak SOCKS 5", mayPass: false))
    let mail = try await failure(.says(Array("220 mail ESMTP\r\n\r\n".utf8)), in: .milliseconds(200))
    #expect(mail.failure == .proxy("Connection timed out through the \(mail.name.dropFirst(4))", mayPass: true))
  }

  @Test(arguments: [("http", "closed"), ("socks5", "failed")])
  func `a proxy that hangs up is named, and may have passed something on`(scheme: String, what: String) async throws {
    let (failure, name) = try await failure(.closes, scheme)
    let reason = "connection \(what), through the \(name.dropFirst(4))"
    #expect(failure == .unreachable(reason, mayHaveArrived: true))
  }

  @Test func `credentials without encryption are not carried to a proxy elsewhere`() async throws {
    let request = HTTP.Request(url: "http://127.0.0.1:9/", headers: ["Authorization": "Discogs token=abc"])
    #expect(await failure(try transport("192.0.2.1:3128"), request) == .insecure(host: "127.0.0.1"))
  }

  @Test func `a failing proxy has its own error`() {
    let refused = DiscogsError.network(endpoint: "e", .proxy("The proxy a:1 wants a user and password", mayPass: false))
    let gone = DiscogsError.network(endpoint: "e", .proxy("Cannot reach the proxy a:1: no network", mayPass: true))
    #expect(refused.code == "proxy" && !refused.canRetry && !refused.mayHaveBeenCarriedOut)
    #expect(refused.sentence == "The proxy a:1 wants a user and password.")
    #expect(gone.canRetry && gone.isOutage && !gone.mayHaveBeenCarriedOut)
    #expect(!RetryPolicy.default.allowsRetry(after: refused, attempt: 1, isIdempotent: true))
    #expect(RetryPolicy.default.allowsRetry(after: gone, attempt: 1, isIdempotent: false))
  }
}
