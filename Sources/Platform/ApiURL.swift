import Wording

/// The address of Discogs' API or a compatible one: https, or http on this machine only, so that no token is ever sent
/// over a network unencrypted.
///
///     try ApiURL("https://api.discogs.com").text         // "https://api.discogs.com"
///     try ApiURL("HTTP://localhost:8080/v1/").text       // "http://localhost:8080/v1"
public struct ApiURL: Hashable, Sendable, CustomStringConvertible {
  let isSecure: Bool
  /// In lower case; an IPv6 address without its brackets.
  public let host: String
  /// Nil for the scheme's default.
  public let port: Int?
  /// Empty, or with a leading slash and no trailing one.
  public let path: String

  public static let discogs = ApiURL(isSecure: true, host: "api.discogs.com", port: nil, path: "")

  /// The prefix of a request's path.
  public var text: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return (isSecure ? "https://" : "http://") + name + (port.map { ":\($0)" } ?? "") + path
  }

  public var description: String { text }

  /// Scheme, host and port without the path: the scope of a token.
  public var origin: String { ApiURL(isSecure: isSecure, host: host, port: port, path: "").text }

  public var isLoopback: Bool { Self.isLoopback(host) }
}

extension ApiURL {
  public init(_ typed: String) throws(InputError) {
    let text = typed.withoutSurroundingSpace
    func refuse(_ reason: String) -> InputError {
      // The part before an @ may be a password, and a query may hold a token.
      let plain = text.prefix { $0 != "?" && $0 != "#" }
      return .address(
        plain.contains("@") ? "…" + (plain.split(separator: "@").last ?? "") : String(plain), reason: reason)
    }
    if text.isEmpty { throw refuse(AccountWords.empty) }
    if text.utf8.count > 1000 { throw refuse(ConfigWords.addressTooLong) }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.contains("\\") else {
      throw refuse(ConfigWords.addressLetters)
    }
    guard let mark = text.firstRange(of: "://") else { throw refuse(ConfigWords.mustBeHTTPS) }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { throw refuse(ConfigWords.mustBeHTTPS) }
    let rest = text[mark.upperBound...]
    if rest.contains("?") || rest.contains("#") { throw refuse(ConfigWords.noQuery) }
    let authority = rest.prefix { $0 != "/" }
    if authority.contains("@") { throw refuse(ConfigWords.noUser) }
    guard let (host, port) = Self.hostAndPort(authority) else { throw refuse(ConfigWords.badHost) }
    if scheme == "http", !Self.isLoopback(host) { throw refuse(ConfigWords.onlyHere) }
    let path = rest.dropFirst(authority.count)
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard !parts.contains(where: { $0 == "." || $0 == ".." }) else { throw refuse(ConfigWords.dotsInPath) }
    self.init(
      isSecure: scheme == "https", host: host, port: port == (scheme == "https" ? 443 : 80) ? nil : port,
      path: parts.map { "/" + $0 }.joined())
  }

  private static func hostAndPort(_ authority: Substring) -> (host: String, port: Int?)? {
    var host = authority
    var digits: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<end]
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      digits = rest.isEmpty ? nil : rest.dropFirst()
      guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
    } else {
      if let colon = authority.firstIndex(of: ":") {
        host = authority[..<colon]
        digits = authority[authority.index(after: colon)...]
      }
      guard isName(host) else { return nil }
    }
    guard let digits else { return (host.lowercased(), nil) }
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let port = Int(digits),
      (1...65_535).contains(port)
    else { return nil }
    return (host.lowercased(), port)
  }

  /// Whether the host is labels of letters, digits and hyphens, with dots between them. A numeric one must be a whole
  /// IPv4 address: `127.1` and `0x7f.1` mean different things to different programs.
  private static func isName(_ host: Substring) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard host.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else { return false }
    let isNumber =
      last.allSatisfy(\.isNumber)
      || last.lowercased().hasPrefix("0x") && last.allSatisfy { $0.isHexDigit || $0 == "x" || $0 == "X" }
    return !isNumber || isIPv4(labels)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  private static func isIPv4(_ labels: [Substring]) -> Bool {
    labels.count == 4
      && labels.allSatisfy { label in
        (Int(label).map { (0...255).contains($0) } ?? false) && (label.count == 1 || !label.hasPrefix("0"))
      }
  }

  /// `localhost`, 127.0.0.0/8 and ::1.
  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1"
      || host.hasPrefix("127.") && isIPv4(host.split(separator: ".", omittingEmptySubsequences: false))
  }
}
