internal import DiscogsAPI
internal import Wording

/// Checks the proxy on the way to the API, and the variables that name proxies.
struct ProxyCheck: Sendable {
  private let rules: ProxyRules
  private let route: ProxyRoute
  private let address: String

  init(_ rules: ProxyRules, address: String) {
    (self.rules, self.address) = (rules, address)
    route = rules.route(to: address)
  }

  static let name = "proxy"

  /// The finding that the proxy does not forward requests. A malformed variable's sentence contains its own advice.
  func failed(_ sentence: String) -> Finding {
    if case .malformed = route { return Finding(Self.name, .failed, sentence) }
    return Finding(Self.name, .failed, sentence, advice: DoctorWords.checkProxy)
  }

  /// - Parameter outcome: of the request to the API, with its own finding for a failed proxy; nil without a request.
  func findings(after outcome: NetworkCheck.Outcome? = nil) -> [Finding] {
    var findings: [Finding] = []
    var known: ProxyProblem?
    switch (route, outcome?.failure) {
    case (.malformed(let problem), nil):
      findings.append(Finding(Self.name, .warning, "\(problem)"))
      known = problem
    case (.malformed(let problem), _): known = problem
    case (.through, .proxy): break
    case (.through(let proxy, let variable), _):
      let state = outcome.map { $0.failure == nil ? DoctorWords.proxyWorks : "" } ?? DoctorWords.proxyNotTried
      findings.append(Finding(Self.name, DoctorWords.proxy("\(proxy)", from: variable, state)))
    case (.direct(let reason), _): findings.append(Finding(Self.name, DoctorWords.noProxy(words(reason))))
    }
    let others = rules.problems.filter { $0 != known }
    return findings + others.map { Finding(Self.name, .warning, "\($0)", advice: consequence(of: $0)) }
  }

  private func consequence(of problem: ProxyProblem) -> String {
    problem.variable.lowercased() == "no_proxy" ? DoctorWords.entryIgnored : DoctorWords.proxyUnused(address)
  }

  private func words(_ reason: DirectReason) -> String {
    switch reason {
    case .unset: DoctorWords.proxyUnset(address.hasPrefix("https:") ? "HTTPS_PROXY" : "HTTP_PROXY")
    case .thisMachine(let host): DoctorWords.thisMachine(host)
    case .excepted(let entry, let variable): DoctorWords.excepted(variable, "\(entry)")
    }
  }
}
