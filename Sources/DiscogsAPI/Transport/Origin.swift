import Foundation

/// Scheme, host and port of an address: what credentials are for.
struct Origin: Hashable, Sendable {
  var scheme: String
  var host: String
  var port: Int

  /// Nil for what is not an absolute address of the web.
  init?(_ address: String) {
    guard let url = URL(string: address) else { return nil }
    self.init(url)
  }

  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host()?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host.trimmingCharacters(in: ["[", "]"])
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// Credentials go out encrypted, or stay on this machine.
  var isSafe: Bool { scheme == "https" || isLoopback }

  private var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return parts.count == 4 && parts[0] == 127 && parts.allSatisfy { $0 != nil }
  }
}
