/// The names that mean this machine and nothing else.
///
/// A page in a browser can point a name of its own at 127.0.0.1 and then read, as if it were its own site, whatever
/// listens there (DNS rebinding). It cannot change the `Host` that the browser sends along.
public enum LoopbackHost {
  /// Whether a host is `localhost`, in 127.0.0.0/8 or ::1. Case does not count, nor does a dot at the end.
  ///
  /// - Parameter host: an IPv6 address without its brackets.
  public static func isName(_ host: some StringProtocol) -> Bool {
    var name = host.lowercased()[...]
    if name == "::1" { return true }
    if name.hasSuffix(".") { name.removeLast() }
    if name == "localhost" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8($0) != nil }
  }

  /// The same of the field `Host`: a name or an address, an IPv6 one in brackets, with any port or none.
  static func isHost(_ field: String) -> Bool {
    var name = field[...]
    var port: Substring?
    if name.hasPrefix("[") {
      guard let end = name.firstIndex(of: "]") else { return false }
      let rest = name[name.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return false }
      port = rest.isEmpty ? nil : rest.dropFirst()
      name = name[..<end].dropFirst()
      guard name.contains(":") else { return false }
    } else if let colon = name.firstIndex(of: ":") {
      port = name[name.index(after: colon)...]
      name = name[..<colon]
    }
    if let port, !port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
    return isName(name)
  }
}
