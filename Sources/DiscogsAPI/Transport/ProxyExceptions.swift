/// The hosts that are reached without a proxy, as `NO_PROXY` lists them.
struct ProxyExceptions: Hashable, Sendable {
  private enum Pattern: Hashable, Sendable {
    case everything
    /// A host and everything below it.
    case domain(String)
    /// The addresses whose first `bits` bits are these.
    case block(IPAddress, bits: Int)
  }

  private struct Entry: Hashable, Sendable {
    var text: String
    var pattern: Pattern
    /// Nil for any.
    var port: Int?
  }

  private let entries: [Entry]
  /// The entries that cannot be read, counted from 1.
  let unreadable: [Int]

  /// - Parameter list: host names and domains (`example.com`, `.example.com`), addresses, blocks of addresses
  ///   (`10.0.0.0/8`), each but the last with a port if need be, or `*`; commas or blanks between them.
  init(_ list: String) {
    let parts = list.split { $0 == "," || $0.isWhitespace }
    let read = parts.map { Self.entry($0) }
    entries = read.compactMap(\.self)
    unreadable = read.indices.filter { read[$0] == nil }.map { $0 + 1 }
  }

  private static func entry(_ text: Substring) -> Entry? {
    if text == "*" { return Entry(text: "*", pattern: .everything) }
    if let address = IPAddress(String(text)) { return Entry(text: String(text), pattern: whole(address)) }
    if let slash = text.firstIndex(of: "/") {
      guard let address = IPAddress(String(text[..<slash])), let bits = Int(text[text.index(after: slash)...]),
        (0...address.bytes.count * 8).contains(bits)
      else { return nil }
      return Entry(text: String(text), pattern: .block(address, bits: bits))
    }
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text.hasPrefix(".") ? text.dropFirst() : text
    let place: HostAndPort
    do { place = try HostAndPort(name) } catch { return nil }
    let pattern = IPAddress(place.host).map { whole($0) } ?? .domain(place.host)
    return Entry(text: String(text), pattern: pattern, port: place.port)
  }

  private static func whole(_ address: IPAddress) -> Pattern { .block(address, bits: address.bytes.count * 8) }

  /// The first entry that a host and port fall under, as it was written; nil where there is none.
  func entry(for origin: Origin) -> String? {
    let host = origin.host.hasSuffix(".") ? String(origin.host.dropLast()) : origin.host
    let address = IPAddress(host)
    return entries.first { entry in
      guard entry.port == nil || entry.port == origin.port else { return false }
      switch entry.pattern {
      case .everything: return true
      // A number is no name: 10.0.0.1 is not below 0.1.
      case .domain(let name): return address == nil && (host == name || host.hasSuffix("." + name))
      case .block(let block, let bits): return address?.shares(bits, with: block) ?? false
      }
    }?.text
  }
}
