import Testing

@testable import DiscogsAPI
@testable import DiscogsTransport

@Suite(.timeLimit(.minutes(1)))
struct AsyncHTTPTransportTests {
  private func failure(
    _ steps: [RawServer.Step], _ transport: AsyncHTTPTransport = AsyncHTTPTransport(),
    _ change: (inout HTTP.Request) -> Void = { _ in }
  ) async throws -> TransportFailure? {
    let server = try await RawServer(["/": steps])
    var request = HTTP.Request(url: server.url + "/")
    change(&request)
    let failure = await #expect(throws: TransportFailure.self) { try await transport.send(request) }
    try await server.stop()
    return failure
  }

  private func begin(
    _ request: HTTP.Request, _ transport: AsyncHTTPTransport
  ) -> Task<Result<HTTP.Response, TransportFailure>, Never> {
    Task {
      do throws(TransportFailure) {
        return .success(try await transport.send(request))
      } catch {
        return .failure(error)
      }
    }
  }

  @Test func `an answer comes with status, headers and body`() async throws {
    let server = try await RawServer([
      "/releases/1?curr_abbr=EUR": [
        .answer(
          "{\"id\": 1}", status: "404 Not Found", headers: "X-Discogs-Ratelimit: 60\r\nLink: <a>\r\nLink: <b>\r\n")
      ]
    ])
    let transport = AsyncHTTPTransport()
    let request = HTTP.Request(
      url: server.url + "/releases/1?curr_abbr=EUR", headers: ["User-Agent": "Test/1 +http://localhost"])
    let response = try await transport.send(request)
    #expect(response.status == 404)
    #expect(response.headers["x-discogs-ratelimit"] == "60")
    #expect(response.headers["LINK"] == "<a>, <b>")
    #expect(String(decoding: response.body, as: UTF8.self) == "{\"id\": 1}")
    #expect(server.requests.first?.contains("user-agent: Test/1 +http://localhost") == true)
    await transport.shutdown()
  }

  @Test func `a packed body is unpacked`() async throws {
    // gzip -9 of {"id":1}
    let packed: [UInt8] = [
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0x56, 0xca, 0x4c, 0x51, 0xb2, 0x32, 0xac, 0x05,
      0x00, 0xc5, 0xf8, 0x5d, 0x44, 0x08, 0x00, 0x00, 0x00,
    ]
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
    let server = try await RawServer(["/": [.send(Array(head.utf8) + packed)]])
    let response = try await AsyncHTTPTransport().send(HTTP.Request(url: server.url + "/"))
    #expect(String(decoding: response.body, as: UTF8.self) == "{\"id\":1}")
  }

  @Test func `a body that unpacks to a thousand times its size is rejected`() async throws {
    let bomb = Bomb.gzip(matches: 400_000)
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
    let steps: [RawServer.Step] = [.send(Array(head.utf8) + bomb)]
    let transport = AsyncHTTPTransport(inflationLimit: 4 << 20)
    #expect(try await failure(steps, transport) == .tooLarge(limit: 32 << 20))
    #expect(try await failure(steps) { $0.maximumBodyBytes = 1 << 20 } == .tooLarge(limit: 1 << 20))
  }

  @Test func `an endless body is rejected`() async throws {
    let chunk = "4000\r\n" + String(repeating: " ", count: 0x4000) + "\r\n"
    let steps: [RawServer.Step] = [
      .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), .sendForever(Array(chunk.utf8)),
    ]
    #expect(try await failure(steps) { $0.maximumBodyBytes = 1 << 20 } == .tooLarge(limit: 1 << 20))
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nConte", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"id"])
  func `a trickling server times out`(beginning: String) async throws {
    let clock = TestClock()
    let server = try await RawServer(["/": [.text(beginning)]])
    let transport = AsyncHTTPTransport(clock: clock)
    let task = begin(HTTP.Request(url: server.url + "/", timeout: .seconds(30)), transport)
    await server.request()
    await clock.sleepers()
    clock.advance(by: .seconds(30))
    #expect(await task.value == .failure(.timedOut))
  }

  @Test func `each of several requests has its own time limit`() async throws {
    let clock = TestClock()
    let server = try await RawServer(["/": [], "/quick": [.answer("ok")]])
    let transport = AsyncHTTPTransport(clock: clock)
    let long = begin(HTTP.Request(url: server.url + "/", timeout: .seconds(30)), transport)
    await server.request()
    await clock.sleepers()
    // One that is over does not end another with its limit.
    _ = try await transport.send(HTTP.Request(url: server.url + "/quick", timeout: .seconds(5)))
    await server.request()
    clock.advance(by: .seconds(6))
    let short = begin(HTTP.Request(url: server.url + "/", timeout: .seconds(10)), transport)
    await server.request()
    await clock.sleepers()
    clock.advance(by: .seconds(10))
    #expect(await short.value == .failure(.timedOut))
    await clock.sleepers()
    clock.advance(by: .seconds(14))
    #expect(await long.value == .failure(.timedOut))
  }

  @Test func `giving up takes no time`() async throws {
    let server = try await RawServer([:])
    let task = begin(HTTP.Request(url: server.url + "/"), AsyncHTTPTransport())
    await server.request()
    task.cancel()
    #expect(await task.value == .failure(.cancelled))
  }

  @Test func `a connection that ends before the answer may have brought the request`() async throws {
    #expect(try await failure([.close]) == .unreachable("connection closed", mayHaveArrived: true))
    let reset = try await failure([.reset])
    guard case .unreachable(_, mayHaveArrived: true) = reset else {
      Issue.record("\(String(describing: reset))")
      return
    }
  }

  @Test(arguments: [
    // On a connection of its own; on one that has been used; on one that is being reset while the request goes out.
    ("/cut", [RawServer.Step]()), ("/used", [.answer("ok")]), ("/used", [.answer("ok"), .reset]),
  ])
  func `a reset is noticed at once, whenever it comes`(first: String, steps: [RawServer.Step]) async throws {
    let server = try await RawServer(["/cut": [.reset], "/used": steps])
    // Of a clock that stands still: a reset that only the time limit notices is never noticed.
    let transport = AsyncHTTPTransport(clock: TestClock())
    for round in 1...30 {
      if !steps.isEmpty { _ = try? await transport.send(HTTP.Request(url: server.url + first)) }
      let failure = await #expect(throws: TransportFailure.self) {
        try await transport.send(HTTP.Request(url: server.url + "/cut"))
      }
      guard case .unreachable(_, mayHaveArrived: true) = failure else {
        Issue.record("round \(round): \(String(describing: failure))")
        break
      }
    }
    await transport.shutdown()
    try await server.stop()
  }

  @Test func `an answer that breaks off is truncated`() async throws {
    let part = RawServer.Step.text("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"id\": 1")
    #expect(try await failure([part, .close]) == .truncated)
    #expect(try await failure([part, .reset]) == .truncated)
    let chunked = RawServer.Step.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n400\r\n{\"id\": 1")
    #expect(try await failure([chunked, .close]) == .truncated)
  }

  @Test func `a response that is not HTTP is malformed`() async throws {
    guard case .malformed = try await failure([.text("SSH-2.0-OpenSSH_9.2\r\n\r\n")]) else {
      Issue.record("not malformed")
      return
    }
  }

  @Test func `a port without a listener certainly did not get the request`() async throws {
    let port = try ReservedPort()
    await #expect(throws: TransportFailure.unreachable("connection refused", mayHaveArrived: false)) {
      try await AsyncHTTPTransport().send(HTTP.Request(url: "http://127.0.0.1:\(port.number)/"))
    }
  }

  @Test func `a redirect on the same host is followed, with the credentials`() async throws {
    let server = try await RawServer([
      "/old": [.answer("", status: "301 Moved", headers: "Location: /new?page=2\r\n")], "/new?page=2": [.answer("new")],
    ])
    let request = HTTP.Request(url: server.url + "/old", headers: ["Authorization": "Discogs token=abc"])
    let response = try await AsyncHTTPTransport().send(request)
    #expect(response.body == Array("new".utf8))
    #expect(server.requests.last?.contains("Discogs token=abc") == true)
  }

  @Test func `a redirect to another host or port is not followed`() async throws {
    let other = try await RawServer(["/": [.answer("stolen")]])
    for target in ["http://localhost:\(other.port)/", "\(other.url)/", "//evil.example/", "ftp://127.0.0.1/"] {
      let steps: [RawServer.Step] = [.answer("", status: "302 Found", headers: "Location: \(target)\r\n")]
      let failure = try await failure(steps) { $0.headers["Authorization"] = "Discogs token=abc" }
      guard case .redirected = failure else {
        Issue.record("\(target): \(String(describing: failure))")
        continue
      }
    }
    #expect(other.requests.isEmpty)
  }

  @Test func `a circle of redirects ends, and a change is never redirected`() async throws {
    let circle: [RawServer.Step] = [.answer("", status: "302 Found", headers: "Location: /\r\n")]
    #expect(try await failure(circle) == .redirected(to: "127.0.0.1"))
    #expect(try await failure(circle) { $0.method = .put } == .redirected(to: "127.0.0.1"))
  }

  @Test(arguments: ["http://192.0.2.1/", "http://api.discogs.com/oauth/identity", "http://127.0.0.1.evil.example/"])
  func `credentials do not leave over plain HTTP`(url: String) async throws {
    let failure = await #expect(throws: TransportFailure.self) {
      try await AsyncHTTPTransport().send(HTTP.Request(url: url, headers: ["Authorization": "Discogs token=abc"]))
    }
    guard case .insecure = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func `this machine is known among others`() {
    for url in [
      "http://localhost:80", "http://127.0.0.1", "http://127.9.9.9:8080/a", "http://[::1]:80", "https://a.example",
    ] {
      #expect(Origin(url)?.isSafe(through: nil) == true, "\(url)")
    }
    for url in [
      "http://localhost.evil.example", "http://128.0.0.1", "http://127.1.evil", "http://127.0.0.1@evil.example/",
    ] {
      #expect(Origin(url)?.isSafe(through: nil) == false, "\(url)")
    }
    #expect(Origin("file:///etc/passwd") == nil && Origin("") == nil)
  }

  @Test func `after its end nothing is sent`() async throws {
    let transport = AsyncHTTPTransport()
    await transport.shutdown()
    await #expect(throws: TransportFailure.self) {
      try await transport.send(HTTP.Request(url: "http://127.0.0.1:9/"))
    }
  }
}

/// A gzip file that is small and holds much, all zeros: as long as it is read from its start, no check sum is wanted.
private enum Bomb {
  /// - Parameter matches: each stands for 258 bytes, and takes 13 bits.
  static func gzip(matches: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var bits = 0
    var count = 0
    func put(_ value: Int, _ width: Int) {
      bits |= value << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(bits & 0xFF))
        bits >>= 8
        count -= 8
      }
    }
    // RFC 1951: one last block with fixed codes; a zero byte (00110000), then length 258 (11000101) at distance 1 (00000).
    put(0b011, 3)
    put(0b0000_1100, 8)
    for _ in 0..<matches {
      put(0b1010_0011, 8)
      put(0, 5)
    }
    put(0, 7)
    put(0, 7)
    return bytes
  }
}
