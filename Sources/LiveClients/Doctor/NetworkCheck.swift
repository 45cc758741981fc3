internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Foundation
internal import Platform
internal import Wording

/// Checks the way to the API and the clock with one request, without credentials.
struct NetworkCheck: Sendable {
  let configuration: LiveConfiguration
  let address: String
  let transport: any HTTPTransport
  let patience: Duration

  /// The seconds that the clock may be off before OAuth signatures are refused.
  private static let mostSkew: Double = 300

  struct Outcome: Sendable {
    var findings: [Finding]
    /// Whether an answer came that is no server error, so that the token can be checked.
    var isReached: Bool
    var failure: TransportFailure?
  }

  func run() async -> Outcome {
    let request = HTTP.Request(
      url: address + "/", headers: ["User-Agent": configuration.discogs.userAgent.description], timeout: patience,
      maximumBodyBytes: 1 << 20)
    let start = ContinuousClock.now
    let outcome = await Bounded.run(patience + .seconds(1), configuration.clock) {
      [transport] in await Self.outcome(of: request, transport)
    }
    let elapsed = ContinuousClock.now - start
    switch outcome ?? .failure(.timedOut) {
    case .failure(let failure): return Outcome(findings: [unreached(failure)], isReached: false, failure: failure)
    case .success(let response):
      return Outcome(findings: [reached(response, elapsed)] + clock(response), isReached: response.status < 500)
    }
  }

  private static func outcome(
    of request: HTTP.Request, _ transport: any HTTPTransport
  ) async -> Result<HTTP.Response, TransportFailure> {
    do { return .success(try await transport.send(request)) } catch { return .failure(error) }
  }

  private func unreached(_ failure: TransportFailure) -> Finding {
    func failed(_ text: String, _ advice: String) -> Finding { Finding("network", .failed, text, advice: advice) }
    return switch failure {
    case .unreachable(let reason, _): failed(DoctorWords.unreachable(address, reason), DoctorWords.checkConnection)
    case .untrusted(let reason): failed(DoctorWords.untrusted(address, reason), DoctorWords.checkClock)
    case .proxy(let sentence, _): ProxyCheck(configuration.proxies, address: address).failed(sentence)
    case .timedOut:
      failed(DoctorWords.timedOut(address, seconds: patience.components.seconds), DoctorWords.checkConnection)
    case .redirected(let host): failed(DoctorWords.redirected(address, to: host), DoctorWords.signInToNetwork)
    case .malformed, .truncated, .tooLarge: failed(DoctorWords.notAWebServer(address), DoctorWords.somethingElse)
    case .insecure(let host): failed(DoctorWords.notEncrypted(address, host), DoctorWords.useEncryption)
    case .cancelled: failed(DoctorWords.stopped(address), "")
    }
  }

  private func reached(_ response: HTTP.Response, _ elapsed: Duration) -> Finding {
    let milliseconds = elapsed.components.seconds * 1000 + elapsed.components.attoseconds / 1_000_000_000_000_000
    var text = DoctorWords.answers(address, milliseconds: milliseconds, status: response.status)
    if let limit = response.headers["X-Discogs-Ratelimit"],
      let remaining = response.headers["X-Discogs-Ratelimit-Remaining"], let limit = Int(limit),
      let remaining = Int(remaining)
    {
      text = DoctorWords.budget(text, remaining: remaining, limit: limit)
    }
    switch response.status {
    case 429: return Finding("network", .warning, text, advice: DoctorWords.tooManyRequests)
    case 403: return Finding("network", .warning, text, advice: DoctorWords.gateway)
    case 500...: return Finding("network", .failed, text, advice: DoctorWords.serverTrouble)
    default:
      return elapsed > .seconds(3)
        ? Finding("network", .warning, text, advice: DoctorWords.slowNetwork) : Finding("network", text)
    }
  }

  private func clock(_ response: HTTP.Response) -> [Finding] {
    guard let date = response.headers["Date"].flatMap({ HTTPDate.date($0) }) else {
      return [Finding("clock", DoctorWords.noTime)]
    }
    let skew = configuration.now() - date.timeIntervalSince1970
    guard abs(skew) > Self.mostSkew else { return [Finding("clock", DoctorWords.clockAgrees)] }
    let minutes = Int(clamping: (abs(skew) / 60).rounded())
    let text = skew > 0 ? DoctorWords.clockAhead(minutes: minutes) : DoctorWords.clockBehind(minutes: minutes)
    return [Finding("clock", .warning, text, advice: DoctorWords.setClock)]
  }
}
