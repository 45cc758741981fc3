internal import Foundation

/// The addresses that pictures may come from: a record can name any.
enum PictureAddress {
  /// Returns whether an address is at one of Discogs' picture servers, or at the API's own scheme, host and port.
  ///
  /// - Parameter server: the address of the API.
  static func isTrusted(_ address: String, server: String) -> Bool {
    guard let url = URLComponents(string: address), let host = host(of: url), url.user == nil, url.password == nil
    else { return false }
    if url.scheme == "https", url.port == nil, hosts.contains(host) { return true }
    guard let api = URLComponents(string: server), url.scheme == api.scheme else { return false }
    return host == self.host(of: api) && url.port == api.port
  }

  /// The host as written: decoding needs a table that the program leaves out (decision 48), and would give nil.
  private static func host(of url: URLComponents) -> String? { url.encodedHost?.lowercased() }

  private static let hosts: Set = ["i.discogs.com", "img.discogs.com", "st.discogs.com", "api-img.discogs.com"]
}
