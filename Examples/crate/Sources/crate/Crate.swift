import DiscogsAPI
import DiscogsModel
import DiscogsTransport
import Foundation

/// Prints the masters that a search finds, with the year of each.
@main
struct Crate {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    guard let token = environment["DISCOGS_TOKEN"] else {
      print("Set DISCOGS_TOKEN to a token from https://www.discogs.com/settings/developers.")
      return
    }
    let agent = UserAgent(name: "Crate", version: "1.0", contact: "https://example.org/crate")
    var configuration = Configuration(userAgent: agent)
    // Another server, such as `runout serve`.
    if let url = environment["DISCOGS_URL"] { configuration.baseURL = url }
    let transport = AsyncHTTPTransport(proxies: ProxyRules(environment: environment))
    let discogs = DiscogsClient(configuration, transport: transport) {
      Account(.token(Secret(token)), scope: "me")
    }

    let text = CommandLine.arguments.dropFirst().joined(separator: " ")
    do throws(DiscogsError) {
      for try await master in discogs.pages({ .search(SearchCriteria(text, kind: .master), page: $0) }).each {
        print(master.year.map(String.init) ?? "    ", master.artist, "–", master.title)
      }
    } catch {
      print(error.sentence)
    }
  }
}
