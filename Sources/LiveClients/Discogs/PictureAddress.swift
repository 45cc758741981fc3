internal import Foundation

/// Where pictures may come from: a record can name any address.
enum PictureAddress {
  /// Whether an address is one of Discogs' picture servers, or of exactly the server that is asked in place of Discogs.
  ///
  /// - Parameter server: the address of the API.
  static func isTrusted(_ address: String, server: String) -> Bool {
    guard let url = URLComponents(string: address), let host = host(of: url), url.user == nil, url.password == nil
    else {
      return false
    }
    if url.scheme == "https", url.port == nil, hosts.contains(host) { return true }
    guard let api = URLComponents(string: server), url.scheme == api.scheme else { return false }
    return host == self.host(of: api) && url.port == api.port
  }

  /// As it is written: decoding one takes a table that the program leaves out (decision 48), and so gives none.
  private static func host(of url: URLComponents) -> String? { url.encodedHost?.lowercased() }

  private static let hosts: Set = ["i.discogs.com", "img.discogs.com", "st.discogs.com", "api-img.discogs.com"]
}
