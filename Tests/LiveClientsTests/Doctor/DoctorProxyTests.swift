import Clients
import DiscogsAPI
import LiveClients
import RunoutModel
import Testing

/// What the doctor finds about the proxy, by what comes of asking the API through it.
struct DoctorProxyTests {
  private let scratch: LiveScratch
  private let discogs = ScriptedDiscogs()

  init() throws {
    scratch = try LiveScratch()
  }

  /// The findings about the way to the API, `verdict check: text`.
  private func findings(_ variables: [String: String], failure: TransportFailure? = nil) async throws -> [String] {
    let scratch = scratch
    let transport = discogs.transport
    var configuration = LiveConfiguration(
      paths: try scratch.paths(), resources: { scratch.file("resources") }, environment: [:], source: .live,
      discogs: DiscogsSettings(userAgent: UserAgent(name: "Runout-tests", version: "0")),
      network: { _, _ in transport }, logFile: scratch.logFile, now: { 1_772_366_400 })
    configuration.proxies = ProxyRules(environment: variables)
    discogs.answer("/", "{}")
    discogs.failure = failure
    return await Doctor(configuration).network().filter { ["proxy", "network"].contains($0.check) }.map {
      "\($0.verdict) \($0.check): \($0.text.prefix { $0 != "," })"
    }
  }

  private let variables = ["HTTPS_PROXY": "http://digger:sesame@proxy.example:3128"]

  @Test func `one that passes requests on works`() async throws {
    let found = try await findings(variables)
    #expect(found.first == "ok proxy: proxy.example:3128 from HTTPS_PROXY", "\(found)")
    // A machine that is busy for more than three seconds gets a warning of a slow network, and rightly.
    #expect(
      found.count == 2 && found.last?.contains("network: https://api.discogs.com answers in ") == true, "\(found)")
  }

  @Test func `one that fails is the only thing that failed`() async throws {
    let failure = TransportFailure.proxy("Cannot reach the proxy proxy.example:3128 (HTTPS_PROXY)", mayPass: true)
    let found = try await findings(variables, failure: failure)
    #expect(found == ["failed proxy: Cannot reach the proxy proxy.example:3128 (HTTPS_PROXY)"])
  }

  @Test func `a working proxy before an API that fails is shown beside that failure`() async throws {
    let found = try await findings(variables, failure: .untrusted("the certificate of api.discogs.com is not trusted"))
    #expect(found.first == "ok proxy: proxy.example:3128 from HTTPS_PROXY", "\(found)")
    #expect(found.count == 2 && found.last?.hasPrefix("failed network: ") == true)
  }

  @Test func `an exception that cannot be read is a warning beside it`() async throws {
    let found = try await findings(variables.merging(["NO_PROXY": "a.example,10.0.0.0/33"]) { $1 })
    let problem = "NO_PROXY has an unreadable entry"
    #expect(Array(found.prefix(2)) == ["ok proxy: proxy.example:3128 from HTTPS_PROXY", "warning proxy: \(problem)"])
  }
}
