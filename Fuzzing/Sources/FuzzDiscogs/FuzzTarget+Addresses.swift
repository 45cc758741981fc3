internal import DiscogsAPI
internal import DiscogsModel
internal import DiscogsTransport
internal import Foundation
internal import Fuzzing
internal import LiveClients

extension FuzzTarget {
  /// An address, as it stands in an answer, a mirror's page, a variable or a command: asked for, as the place of a
  /// proxy, among those that need none, and as a record's. Where it leads is never asked: all of it goes to a proxy
  /// that is not there.
  static let addresses = FuzzTarget("addresses", isLong: false) { bytes in
    let text = bytes.text
    for variables in [["all_proxy": text], ["http_proxy": "127.0.0.1:1", "no_proxy": text]] {
      let rules = ProxyRules(environment: variables)
      for problem in rules.problems { precondition(!problem.description.isEmpty) }
      _ = (rules.route(to: text), rules.route(to: "http://example.com:80/"))
    }
    do throws(ProxyMistake) {
      let proxy = try Proxy(text)
      precondition(1...65_535 ~= proxy.port && !proxy.host.isEmpty)
    } catch {
      precondition(!error.description.isEmpty)
    }
    _ = EntityReference(pasted: text)
    wait {
      do throws(TransportFailure) {
        _ = try await transport.send(HTTP.Request(url: text, timeout: .milliseconds(500)))
        preconditionFailure("there was an answer")
      } catch {
        precondition(!"\(error)".isEmpty)
      }
    }
  }

  /// This machine, too.
  private static let transport: AsyncHTTPTransport = {
    do throws(ProxyMistake) { return AsyncHTTPTransport(proxies: .always(try Proxy("127.0.0.1:1"))) } catch {
      preconditionFailure("\(error)")
    }
  }()
}
