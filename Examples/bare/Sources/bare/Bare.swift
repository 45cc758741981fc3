import DiscogsAPI
import Foundation

/// Prints a release as JSON, under Discogs' own names: `swift run bare 249504`.
@main
struct Bare {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    let agent = UserAgent(name: "Bare", version: "1.0", contact: "https://example.org/bare")
    var configuration = Configuration(userAgent: agent)
    if let url = environment["DISCOGS_URL"] { configuration.baseURL = url }
    let discogs = DiscogsClient(configuration, transport: SessionTransport())
    guard let number = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) else {
      print("usage: bare RELEASE")
      return
    }
    do throws(DiscogsError) {
      let release = try await discogs.release(.init(number)).value
      let json = try? JSONEncoder().encode(release)
      print(String(decoding: json ?? Data(), as: UTF8.self))
    } catch {
      print(error.sentence)
    }
  }
}
