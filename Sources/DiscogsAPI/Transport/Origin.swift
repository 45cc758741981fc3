import Foundation

/// Scheme, host and port of an address: what credentials are for.
package struct Origin: Hashable, Sendable {
  package var scheme: String
  package var host: String
  package var port: Int

  /// Nil for anything but an absolute web address with a valid port.
  package init?(_ address: String) {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host()?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    // A port too large for an integer reads as none: the default one is not what was meant.
    guard let port = url.port ?? (Self.namesPort(url) ? nil : scheme == "https" ? 443 : 80), 1...65_535 ~= port else {
      return nil
    }
    self.port = port
  }

  private static func namesPort(_ url: URL) -> Bool {
    let rest = url.absoluteString.drop { $0 != ":" }.dropFirst(3)
    let place = rest.prefix { !"/?#".contains($0) }.split(separator: "@").last ?? ""
    // In brackets there are colons, too.
    return place.last?.isNumber ?? false && (place.split(separator: "]").last ?? "").contains(":")
  }

  /// Credentials go out encrypted, or stay on this machine: the way to `localhost` through a proxy elsewhere does not.
  package func isSafe(through proxy: Proxy?) -> Bool { scheme == "https" || isLoopback && (proxy?.isLoopback ?? true) }

  /// `localhost`, 127.0.0.0/8 and ::1.
  package var isLoopback: Bool { host == "localhost" || IPAddress(host)?.isLoopback == true }
}
