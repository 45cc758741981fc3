import DiscogsModel
import Foundation

/// The proxy for each request, by its address.
///
///     let transport = AsyncHTTPTransport(proxies: ProxyRules(environment: ProcessInfo.processInfo.environment))
public struct ProxyRules: Hashable, Sendable {
  private enum Choice: Hashable, Sendable {
    case through(Proxy, variable: String?)
    case malformed(ProxyProblem)
  }

  /// By scheme.
  private var choices: [String: Choice] = [:]
  private var exceptions = ProxyExceptions("")
  private var exceptionsVariable = ""
  private var sparesThisMachine = true
  /// The problems of the variables, those that name a proxy first.
  public let problems: [ProxyProblem]

  private init(always proxy: Proxy?) {
    if let proxy { choices = ["http": .through(proxy, variable: nil), "https": .through(proxy, variable: nil)] }
    sparesThisMachine = false
    problems = []
  }

  /// No proxy: every request goes where it is addressed.
  public static let none = ProxyRules(always: nil)

  /// One proxy for everything, this machine included.
  public static func always(_ proxy: Proxy) -> ProxyRules { ProxyRules(always: proxy) }

  /// The rules of the usual variables: `https_proxy` for `https://` and `http_proxy` for `http://`, else `all_proxy`,
  /// except for the hosts in `no_proxy`; each in lower case first, then in capitals. An empty one counts as unset.
  ///
  /// This machine (`localhost`, 127.0.0.0/8, `::1`) is never reached through a proxy. Where a variable that counts is
  /// malformed, requests are not sent past it; ``route(to:)`` says why.
  public init(environment: [String: String]) {
    func value(_ name: String) -> (name: String, text: String)? {
      for name in [name, name.uppercased()] {
        let text = (environment[name] ?? "").trimmed()
        if !text.isEmpty { return (name, text) }
      }
      return nil
    }
    var problems: [ProxyProblem] = []
    let shared = value("all_proxy")
    for scheme in ["https", "http"] {
      guard let (name, text) = value(scheme + "_proxy") ?? shared else { continue }
      do {
        choices[scheme] = .through(try Proxy(text), variable: name)
      } catch {
        let problem = ProxyProblem(variable: name, reason: error.description)
        choices[scheme] = .malformed(problem)
        if !problems.contains(problem) { problems.append(problem) }
      }
    }
    if let (name, text) = value("no_proxy") {
      exceptions = ProxyExceptions(text)
      exceptionsVariable = name
      problems += exceptions.unreadable.map {
        ProxyProblem(variable: name, reason: "has an unreadable entry, number \($0): write a host, address or block")
      }
    }
    self.problems = problems
  }

  /// The way to an address.
  public func route(to address: String) -> ProxyRoute {
    Origin(address).map(route) ?? .direct(.unset)
  }

  package func route(to origin: Origin) -> ProxyRoute {
    guard let choice = choices[origin.scheme] else { return .direct(.unset) }
    if sparesThisMachine, origin.isLoopback { return .direct(.thisMachine(host: origin.host)) }
    if let entry = exceptions.entry(for: origin) {
      return .direct(.excepted(entry: entry, variable: exceptionsVariable))
    }
    return switch choice {
    case .through(let proxy, let variable): .through(proxy, variable: variable)
    case .malformed(let problem): .malformed(problem)
    }
  }
}

/// The way to an address.
public enum ProxyRoute: Hashable, Sendable {
  /// No proxy, and why.
  case direct(DirectReason)
  /// The variable is the one that names the proxy; nil where no variable does.
  case through(Proxy, variable: String?)
  /// Nothing is sent: the variable that counts for this address is malformed.
  case malformed(ProxyProblem)
}

/// Why a request goes through no proxy.
public enum DirectReason: Hashable, Sendable {
  /// No proxy is set for addresses of this kind.
  case unset
  /// The address is of this machine.
  case thisMachine(host: String)
  /// An entry of `NO_PROXY`, as it is written there.
  case excepted(entry: String, variable: String)
}

/// A problem of a variable and its remedy, without the value, which may hold a password.
public struct ProxyProblem: Hashable, Sendable, CustomStringConvertible {
  /// The variable of the environment.
  public var variable: String
  /// Follows the variable's name: `has no valid port: write …`.
  public var reason: String

  /// One sentence without a full stop.
  public var description: String { "\(variable) \(reason)" }
}
