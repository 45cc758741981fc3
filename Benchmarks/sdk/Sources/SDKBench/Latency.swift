import AsyncHTTPClient
import DiscogsAPI
import DiscogsModel
import DiscogsTransport
import Foundation
import NIOCore
import NIOHTTP1

/// What the SDK adds to a request: `DiscogsClient.answer` against a bare GET of the same address by AsyncHTTPClient.
///
/// Both go over one kept connection to a server in this process, in turn, fifty at a time, so that whatever else the
/// machine does falls on both. Limits, retries and cache are out of the way, reading the answer is not: that is what the
/// SDK is for. A body of a few bytes shows what the way costs, a release what a call costs.
enum Latency {
  private static let block = 50

  static func measure(requests: Int) async throws -> [String: Double] {
    var figures: [String: Double] = [:]
    for (name, body) in [("tiny", Bodies.tiny), ("release", Bodies.release(tracks: 12))] {
      let (bare, ours) = try await samples(requests, body)
      figures["\(name)_bytes"] = Double(body.count)
      for (part, label) in [(0.5, "p50"), (0.95, "p95")] {
        let (below, above) = (Figures.percentile(part, of: bare), Figures.percentile(part, of: ours))
        figures["\(name)_bare_\(label)_us"] = below
        figures["\(name)_sdk_\(label)_us"] = above
        figures["\(name)_added_\(label)_us"] = above - below
      }
    }
    return figures
  }

  /// Microseconds of each request, bare and by the SDK.
  private static func samples(_ requests: Int, _ body: [UInt8]) async throws -> ([Double], [Double]) {
    let server = try await LocalServer(body: body)
    let http = HTTPClient(eventLoopGroupProvider: .singleton)
    let transport = AsyncHTTPTransport()
    let client = DiscogsClient(configuration(server.url), transport: transport)
    let clock = ContinuousClock()
    var bare: [Double] = []
    var ours: [Double] = []
    // The first two blocks warm up.
    for number in 0..<(requests / block + 2) {
      for _ in 0..<block {
        let time = try await clock.measure {
          var request = HTTPClientRequest(url: server.url + "/releases/1")
          request.headers.add(name: "User-Agent", value: "bench")
          let response = try await http.execute(request, timeout: .seconds(30))
          guard try await response.body.collect(upTo: 1 << 25).readableBytes == body.count else {
            throw BenchFailure("the bare client read another body")
          }
        }
        if number >= 2 { bare.append(Figures.microseconds(time)) }
      }
      for _ in 0..<block {
        let time = try await clock.measure {
          let answer = try await client.answer(to: .release(1), policy: .networkOnly)
          guard answer.value.title == "Harbour Lights" else { throw BenchFailure("the SDK read another release") }
        }
        if number >= 2 { ours.append(Figures.microseconds(time)) }
      }
    }
    await transport.shutdown()
    try await http.shutdown()
    try await server.stop()
    return (bare, ours)
  }

  private static func configuration(_ url: String) -> Configuration {
    let agent = UserAgent(name: "SDKBench", version: "1.0", contact: "https://example.org")
    var configuration = Configuration(userAgent: agent, now: { Date.now })
    configuration.baseURL = url
    configuration.retry = .none
    // A window as full as it is in a minute of use, and never in the way.
    configuration.limits = RateLimits(window: .milliseconds(20), assumedSize: 1_000_000)
    return configuration
  }
}
