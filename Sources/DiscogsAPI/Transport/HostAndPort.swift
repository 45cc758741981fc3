/// `host`, `host:port`, `[2001:db8::1]:port`, as in the address of a proxy and in a list of exceptions.
struct HostAndPort: Hashable, Sendable {
  enum Mistake: Error {
    case host, port
  }

  /// In lower case, without the brackets of IPv6 and the dot that may end a name.
  var host: String
  var port: Int?

  /// - Throws: the part that is not valid.
  init(_ text: Substring) throws(Mistake) {
    var name = text
    var digits: Substring?
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { throw .host }
      name = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { throw .port }
      digits = rest.isEmpty ? nil : rest.dropFirst()
      guard name.contains(":"), IPAddress(String(name)) != nil else { throw .host }
    } else {
      if let colon = text.firstIndex(of: ":") {
        name = text[..<colon]
        digits = text[text.index(after: colon)...]
      }
      if name.hasSuffix(".") { name = name.dropLast() }
      guard Self.isName(name) else { throw .host }
    }
    host = name.lowercased()
    guard let digits else { return }
    guard (1...5).contains(digits.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits),
      (1...65_535).contains(number)
    else { throw .port }
    port = number
  }

  private static func isName(_ text: Substring) -> Bool {
    text.utf8.count <= 253
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.count)
          && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
      }
  }
}
