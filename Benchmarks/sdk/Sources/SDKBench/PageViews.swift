import DiscogsAPI
import DiscogsModel
import Foundation

/// Requests that looking at a page costs: the first time, again while it is fresh, by two at once, and of a list of which
/// half is known.
enum PageViews {
  static func measure() async throws -> [String: Double] {
    let body = HTTP.Response(
      status: 200, headers: ["Content-Type": "application/json"], body: Bodies.release(tracks: 12))
    let transport = ScriptedTransport { _ in body }
    let agent = UserAgent(name: "SDKBench", version: "1.0", contact: "https://example.org")
    let client = DiscogsClient(Configuration(userAgent: agent, now: { Date.now }), transport: transport)
    var before = 0
    func requests() -> Double {
      defer { before = transport.requests.count }
      return Double(transport.requests.count - before)
    }
    var figures: [String: Double] = [:]
    figures["requests_before_first_call"] = requests()
    for await result in client.answers(to: .release(1)) { _ = try result.get() }
    figures["requests_cold_page"] = requests()
    for await result in client.answers(to: .release(1)) { _ = try result.get() }
    figures["requests_warm_page"] = requests()
    async let first = client.release(2)
    async let second = client.release(2)
    _ = try await (first, second)
    figures["requests_of_two_at_once"] = requests()
    let ids = [1, 2, 3, 4].map { Release.ID($0) }
    guard await client.batch(of: ids, { .release($0) }).failures.isEmpty else { throw BenchFailure("the batch failed") }
    figures["requests_of_four_half_known"] = requests()
    return figures
  }
}
