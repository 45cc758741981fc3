import Testing

@testable import DiscogsAPI
@testable import DiscogsTransport

/// Numbers in the head of a response and in addresses, as no honest server sends them.
@Suite(.timeLimit(.minutes(1)))
struct AnswerHeadTests {
  private let transport = AsyncHTTPTransport()

  /// What a request ends with, as a whole response and as a stream.
  private func outcomes(_ url: String) async -> [Result<Int, TransportFailure>] {
    let request = HTTP.Request(url: url, timeout: .seconds(10))
    var outcomes: [Result<Int, TransportFailure>] = []
    do throws(TransportFailure) {
      outcomes.append(.success(try await transport.send(request).status))
    } catch {
      outcomes.append(.failure(error))
    }
    let seen = Recorder<Int>()
    do throws(TransportFailure) {
      try await transport.stream(request) { head in
        seen.append(head.status)
        return true
      } take: { _ in
        true
      }
      outcomes.append(.success(seen.values.first ?? 0))
    } catch {
      outcomes.append(.failure(error))
    }
    return outcomes
  }

  @Test(
    arguments: ["000", "001", "042", "099"],
    ["Content-Length: 2\r\n\r\n{}", "\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"])
  func `a status that HTTP does not have is an error, and not the end of the program`(status: String, rest: String)
    async throws
  {
    let server = try await RawServer(["/": [.text("HTTP/1.1 \(status) Odd\r\n\(rest)"), .close]])
    for outcome in await outcomes(server.url + "/") {
      #expect(outcome == .failure(.malformed("invalid HTTP status code")))
    }
    // The next request gets a connection of its own.
    let other = try await RawServer(["/": [.answer("{}")]])
    #expect(try await transport.send(HTTP.Request(url: other.url + "/")).status == 200)
    try await server.stop()
    try await other.stop()
    await transport.shutdown()
  }

  @Test func `word in between comes before the response, as often as the server likes`() async throws {
    let words = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n", count: 50)
    let server = try await RawServer(["/": [.text(words), .answer("{}")]])
    for outcome in await outcomes(server.url + "/") { #expect(outcome == .success(200)) }
    try await server.stop()
    await transport.shutdown()
  }

  @Test(arguments: [
    "Content-Length: 1000000000000000000", "Content-Length: 9223372036854775807", "Content-Length: 9223372036854775808",
    "Content-Length: 18446744073709551615", "Content-Length: 99999999999999999999999", "Content-Length: -1",
    "Content-Range: bytes 0-1/1000000000000000000", "Content-Range: bytes 9223372036854775807-9/99999999999999999999",
    "Retry-After: 99999999999999999999", "X-Discogs-Ratelimit: 9223372036854775807",
    "Date: Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Transfer-Encoding: chunked\r\nX: y\r\n\r\nFFFFFFFFFFFFFFFF",
    "Transfer-Encoding: chunked\r\nX: y\r\n\r\n7FFFFFFFFFFFFFFF",
  ])
  func `numbers that are too large for a head end the request`(_ field: String) async throws {
    let server = try await RawServer(["/": [.text("HTTP/1.1 206 Partial\r\n\(field)\r\n\r\n{}"), .close]])
    for outcome in await outcomes(server.url + "/") {
      // Read to its end, or refused: either is an answer.
      if case .success(let status) = outcome { #expect(status == 206) }
    }
    try await server.stop()
    await transport.shutdown()
  }

  @Test(arguments: ["0", "65536", "99999", "4294967376", "9223372036854775807", "99999999999999999999", "-1"])
  func `a port that there is not is no address, in a request, a redirect or behind a name`(_ port: String) async throws
  {
    for host in ["127.0.0.1", "localhost", "[::1]", "me:you@127.0.0.1"] {
      for outcome in await outcomes("http://\(host):\(port)/") {
        #expect(outcome == .failure(.unreachable("not a web address", mayHaveArrived: false)), "\(host)")
      }
    }
    let server = try await RawServer([
      "/": [.answer("", status: "302 Found", headers: "Location: http://127.0.0.1:\(port)/\r\n")]
    ])
    for outcome in await outcomes(server.url + "/") {
      guard case .failure(.redirected) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
    }
    try await server.stop()
    await transport.shutdown()
  }

  @Test(arguments: [
    ("http://h", 80), ("https://h/", 443), ("http://h:/x", 80), ("http://h:65535/:99999", 65_535),
    ("http://[::1]/", 80), ("http://[::1]:8080/?a=:70000", 8_080), ("http://me:99999@h/", 80),
  ])
  func `an address without a port has the usual one`(_ address: String, _ port: Int) {
    #expect(Origin(address)?.port == port)
  }
}
