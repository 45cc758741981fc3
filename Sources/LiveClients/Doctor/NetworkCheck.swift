internal import Clients
internal import DiscogsAPI
internal import Foundation
internal import Platform

/// One request, without credentials, for what it tells of the way to the API and of the clock.
struct NetworkCheck: Sendable {
  private let configuration: LiveConfiguration
  private let address: String
  private let transport: any HTTPTransport
  private let patience: Duration

  init(
    _ configuration: LiveConfiguration, _ address: String, _ transport: any HTTPTransport, _ patience: Duration
  ) {
    self.configuration = configuration
    self.address = address
    self.transport = transport
    self.patience = patience
  }

  /// How far the clock may be off: a signature of OAuth is then refused.
  private static let mostSkew: Double = 300

  struct Outcome: Sendable {
    var findings: [Finding]
    /// Whether the API is there to be asked more.
    var isReached: Bool
    /// Why no answer came.
    var failure: TransportFailure?
  }

  func run() async -> Outcome {
    let request = HTTP.Request(
      url: address + "/", headers: ["User-Agent": configuration.discogs.userAgent.description], timeout: patience,
      maximumBodyBytes: 1 << 20)
    let start = ContinuousClock.now
    let outcome = await Bounded.run(patience + .seconds(1), configuration.clock) {
      [transport] () async -> Result<HTTP.Response, TransportFailure> in
      do throws(TransportFailure) { return .success(try await transport.send(request)) } catch {
        return .failure(error)
      }
    }
    let elapsed = ContinuousClock.now - start
    switch outcome ?? .failure(.timedOut) {
    case .failure(let failure): return Outcome(findings: [unreached(failure)], isReached: false, failure: failure)
    case .success(let response):
      return Outcome(findings: [reached(response, elapsed)] + clock(response), isReached: response.status < 500)
    }
  }

  // MARK: The way

  private func unreached(_ failure: TransportFailure) -> Finding {
    let check = "Check the connection, name resolution and a firewall or proxy in between."
    func failed(_ what: String, _ advice: String) -> Finding {
      Finding("network", .failed, "\(address) \(what)", advice: advice)
    }
    return switch failure {
    case .unreachable(let reason, _): failed("cannot be reached: \(reason)", check)
    case .untrusted(let reason):
      failed(
        "cannot be used: \(reason)",
        "Check the address and the clock of this machine; this network may put itself in between.")
    case .proxy(let sentence, _): ProxyCheck(configuration.proxies, address: address).failed(sentence)
    case .timedOut: failed("does not answer within \(patience.components.seconds) s", check)
    case .redirected(let host):
      failed(
        "points to another host, \(host)", "This network may want a sign-in of its own: open any page in a browser.")
    case .malformed, .truncated, .tooLarge:
      failed(
        "does not answer as a web server does", "Something else may listen at this address, or a proxy be in between.")
    case .insecure(let host): failed("is without encryption on another machine (\(host))", "Use https://.")
    case .cancelled: failed("was not asked to the end", "")
    }
  }

  private func reached(_ response: HTTP.Response, _ elapsed: Duration) -> Finding {
    let milliseconds = elapsed.components.seconds * 1000 + elapsed.components.attoseconds / 1_000_000_000_000_000
    var text = "\(address) answers in \(milliseconds) ms with HTTP \(response.status)"
    if let limit = response.headers["X-Discogs-Ratelimit"],
      let remaining = response.headers["X-Discogs-Ratelimit-Remaining"], let limit = Int(limit),
      let remaining = Int(remaining)
    {
      text += ", \(remaining) of \(limit) requests left this minute"
    }
    switch response.status {
    case 429:
      return Finding(
        "network", .warning, text, advice: "Too many requests: wait a minute. Other programs on this address count too."
      )
    case 403:
      return Finding(
        "network", .warning, text, advice: "A gateway turns requests away: wait some minutes, or try another network.")
    case 500...:
      return Finding("network", .failed, text, advice: "The server is in trouble: try again in a while.")
    default:
      return elapsed > .seconds(3)
        ? Finding("network", .warning, text, advice: "That is slow; pages take as long.") : Finding("network", text)
    }
  }

  // MARK: The clock

  private func clock(_ response: HTTP.Response) -> [Finding] {
    guard let date = response.headers["Date"].flatMap({ HTTPDate.date($0) }) else {
      return [Finding("clock", "the server does not say what time it is")]
    }
    let skew = configuration.now() - date.timeIntervalSince1970
    guard abs(skew) > Self.mostSkew else { return [Finding("clock", "agrees with the server's")] }
    let minutes = Int((abs(skew) / 60).rounded())
    return [
      Finding(
        "clock", .warning, "is \(minutes) min \(skew > 0 ? "ahead of" : "behind") the server's",
        advice: "Set it, such as by timedatectl set-ntp true: ages are wrong, and OAuth signatures are refused.")
    ]
  }
}
