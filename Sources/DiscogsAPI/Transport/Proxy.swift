package import DiscogsModel
import Foundation

/// A server that requests go through on their way.
///
/// Every connection through it is a tunnel (`CONNECT`, or SOCKS 5), for `http://` as for `https://`: what is encrypted
/// for Discogs stays so, and the proxy learns host and port. Nothing prints its user and password.
public struct Proxy: Hashable, Sendable {
  /// Its protocol.
  public enum Kind: String, Hashable, Sendable {
    /// HTTP, with `CONNECT`.
    case http
    /// SOCKS 5, which looks names up at the proxy. It cannot be given a password.
    case socks
  }

  /// Its protocol.
  public let kind: Kind
  /// In lower case; an IPv6 address without its brackets.
  public let host: String
  /// From 1 to 65535.
  public let port: Int
  /// `user:password` in Base64, as HTTP wants it.
  package let credentials: Secret?

  /// Whether a user and password are sent to it.
  public var hasCredentials: Bool { credentials != nil }

  /// Reads `host:port`, `http://user:password@host:port` or `socks5://host:port`.
  ///
  /// A `%` begins an escape in user and password, such as `%40` for `@`. Without a port it is 80, and 1080 for SOCKS.
  public init(_ address: String) throws(ProxyMistake) {
    guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .blank }
    var rest = address[...]
    var kind = Kind.http
    if let mark = address.firstRange(of: "://") {
      kind = try Self.kind(of: address[..<mark.lowerBound])
      rest = address[mark.upperBound...]
    }
    let authority = rest.prefix { !"/?#".contains($0) }
    let beyond = rest.dropFirst(authority.count)
    if beyond.contains("@") { throw .unescaped }
    guard beyond.isEmpty || beyond == "/" else { throw .path }
    var place = authority
    var credentials: Secret?
    // The last one: a password may have an @ of its own.
    if let at = authority.lastIndex(of: "@") {
      place = authority[authority.index(after: at)...]
      credentials = try Self.credentials(authority[..<at])
    }
    if place.isEmpty { throw .noHost }
    let parsed: HostAndPort
    do { parsed = try HostAndPort(place) } catch {
      throw error == .port ? .port : .host
    }
    if kind == .socks, credentials != nil { throw .socksPassword }
    self.kind = kind
    host = parsed.host
    port = parsed.port ?? (kind == .socks ? 1080 : 80)
    self.credentials = credentials
  }

  private static func kind(of scheme: Substring) throws(ProxyMistake) -> Kind {
    switch scheme.lowercased() {
    case "http": .http
    // `socks` is what desktops write.
    case "socks5", "socks5h", "socks": .socks
    case "https": throw .encrypted
    default: throw .scheme
    }
  }

  /// Nil for `@host`, which has no name before the `@`.
  private static func credentials(_ text: Substring) throws(ProxyMistake) -> Secret? {
    if text.isEmpty { return nil }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
      String($0).removingPercentEncoding
    }
    guard let user = parts[0], let password = parts.count > 1 ? parts[1] : "" else { throw .escape }
    return Secret(Data("\(user):\(password)".utf8).base64EncodedString())
  }

  /// Whether it is on this machine.
  var isLoopback: Bool { host == "localhost" || IPAddress(host)?.isLoopback == true }
}

extension Proxy: CustomStringConvertible {
  /// `host:port`, without user and password.
  public var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}

/// A problem of a proxy's address. It repeats no part of the address, as any may be a password.
public enum ProxyMistake: Error, Hashable, Sendable, CustomStringConvertible {
  case noHost, host, port, path
  /// A blank, a control character or a letter beyond ASCII.
  case blank
  /// An `https://` proxy, to which the connection itself would be encrypted.
  case encrypted
  /// Neither HTTP nor SOCKS 5.
  case scheme
  /// A `%` in user or password that begins no escape.
  case escape
  /// A `/`, `?` or `#` in user or password.
  case unescaped
  /// SOCKS with a password, which is not supported.
  case socksPassword

  /// The problem and its remedy, to follow the name of the setting: `names no host: write …`.
  public var description: String {
    let usual = "write http://host:port, or unset it"
    return switch self {
    case .noHost: "names no host: \(usual)"
    case .host: "has no valid host: \(usual)"
    case .port: "has no valid port: \(usual)"
    case .path: "has text after the port: \(usual)"
    case .blank: "has a blank or non-ASCII letter: \(usual)"
    case .encrypted: "names an unsupported https:// proxy: use http:// or socks5://"
    case .scheme: "names an unsupported kind of proxy: use http:// or socks5://"
    case .escape: "has a stray % in user or password: write %25 for it"
    case .unescaped: "has a /, ? or # in its password: write %2F, %3F or %23"
    case .socksPassword: "has a password for SOCKS: leave it out, or use an HTTP proxy"
    }
  }
}
