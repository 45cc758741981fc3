import DiscogsAPI
import DiscogsModel
import Foundation

/// How fast answers become records: megabytes a second, and how many times the rate of `JSONDecoder` into structs of the
/// same fields. A search page of fifty rows, and a release with three hundred tracks and their credits.
///
/// The SDK does more meanwhile: it puts up with fields of the wrong type, keeps what it does not know, and leaves out what
/// it cannot read.
enum Decoding {
  static func measure() throws -> [String: Double] {
    let search = Bodies.search(rows: 50)
    let release = Bodies.release(tracks: 300)
    var figures = ["search_page_bytes": Double(search.count), "big_release_bytes": Double(release.count)]
    try add("search", search, Endpoint.search(SearchCriteria("x")), BareSearchPage.self, to: &figures)
    try add("big_release", release, Endpoint.release(1), BareRelease.self, to: &figures)
    return figures
  }

  private static func add<Value, Bare: Decodable>(
    _ name: String, _ body: [UInt8], _ endpoint: Endpoint<Value>, _ type: Bare.Type, to figures: inout [String: Double]
  ) throws {
    let response = HTTP.Response(status: 200, headers: ["Content-Type": "application/json"], body: body)
    let data = Data(body)
    let decoder = JSONDecoder()
    var bare = 0.0
    var ours = 0.0
    // In turn, and the best of each: what disturbs a run only makes it slower.
    for _ in 0..<9 {
      bare = max(bare, try rate(body.count) { _ = try decoder.decode(type, from: data) })
      ours = max(
        ours,
        try rate(body.count) {
          let problems = try endpoint.read(response).problems
          guard problems.isEmpty else { throw BenchFailure("\(name): \(problems[0])") }
        })
    }
    figures["\(name)_bare_mb_s"] = bare
    figures["\(name)_sdk_mb_s"] = ours
    figures["\(name)_ratio"] = ours / bare
  }

  /// Megabytes a second over about four megabytes.
  private static func rate(_ bytes: Int, _ body: () throws -> Void) rethrows -> Double {
    let times = max(1, 4_000_000 / bytes)
    let clock = ContinuousClock()
    let time = try clock.measure { for _ in 0..<times { try body() } }
    return Double(bytes * times) / Figures.microseconds(time)
  }
}
