import Foundation

/// Measures the SDK, and prints one JSON object: what each part means is said where it is measured.
///
///     SDKBench [requests]      how many requests each way, 4000
@main
enum SDKBench {
  static func main() async throws {
    let requests = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 4000
    var figures: [String: Double] = [:]
    figures.merge(try await Latency.measure(requests: requests)) { $1 }
    figures.merge(try Decoding.measure()) { $1 }
    figures.merge(try await PageViews.measure()) { $1 }
    let json = try JSONSerialization.data(withJSONObject: figures, options: [.sortedKeys, .prettyPrinted])
    print(String(decoding: json, as: UTF8.self))
  }
}

/// What the parts share.
enum Figures {
  /// The sample below which this part of all lie.
  static func percentile(_ part: Double, of samples: [Double]) -> Double {
    let sorted = samples.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  static func microseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e6 + Double(duration.components.attoseconds) / 1e12
  }
}

struct BenchFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
