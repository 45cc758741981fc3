package import Foundation

/// Scheme, host and port of an address: what credentials are for.
package struct Origin: Hashable, Sendable {
  package var scheme: String
  package var host: String
  package var port: Int

  /// Nil for anything but an absolute web address.
  package init?(_ address: String) {
    guard let url = URL(string: address) else { return nil }
    self.init(url)
  }

  package init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host()?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host.trimmingCharacters(in: ["[", "]"])
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// Credentials go out encrypted, or stay on this machine: the way to `localhost` through a proxy elsewhere does not.
  package func isSafe(through proxy: Proxy?) -> Bool {
    scheme == "https" || isLoopback && (proxy?.isLoopback ?? true)
  }

  /// `localhost`, 127.0.0.0/8 and ::1.
  package var isLoopback: Bool { host == "localhost" || IPAddress(host)?.isLoopback == true }
}
