import Catalogue
import Foundation

/// A page that lists dumps, as links of HTML or as keys of an S3 bucket.
struct MirrorPage {
  /// The files with their addresses.
  private(set) var files: [DumpFileName: String] = [:]
  /// Pages for single years, the latest first.
  private(set) var years: [String] = []

  /// - Parameters:
  ///   - text: the page.
  ///   - address: where it is from, which its links start at.
  init(_ text: String, at address: String) {
    let base = URL(string: address)
    var years: [Int: String] = [:]
    func add(_ link: String, relativeTo base: URL?) {
      guard let target = URL(string: link, relativeTo: base)?.absoluteString else { return }
      let plain = link.removingPercentEncoding ?? link
      let name = plain.split(whereSeparator: { "/=".contains($0) }).last ?? ""
      if let file = DumpFileName(name) {
        files[file] = files[file] ?? target
      } else if let year = Int(name), (2008...2999).contains(year), plain.hasSuffix("/") {
        years[year] = years[year] ?? target
      }
    }
    for link in Self.links(in: text) { add(link, relativeTo: base) }
    for key in Self.contents(of: "Key", in: text) { add(Self.encoded(key), relativeTo: Self.root(of: base)) }
    for prefix in Self.contents(of: "Prefix", in: text) {
      add("?delimiter=/&prefix=\(Self.encoded(prefix))", relativeTo: Self.root(of: base))
    }
    self.years = years.sorted { $0.key > $1.key }.map(\.value)
  }

  mutating func add(_ page: MirrorPage) { files.merge(page.files) { first, _ in first } }

  /// The address without what it asks for: keys begin there.
  private static func root(of base: URL?) -> URL? {
    guard let base, var parts = URLComponents(url: base, resolvingAgainstBaseURL: true) else { return nil }
    parts.query = nil
    if !parts.path.hasSuffix("/") { parts.path += "/" }
    return parts.url
  }

  private static func encoded(_ key: String) -> String {
    key.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? key
  }

  /// What stands in the quotes of `href`.
  private static func links(in text: String) -> [String] {
    var links: [String] = []
    var rest = text[...]
    while let found = rest.range(of: "href=", options: .caseInsensitive) {
      rest = rest[found.upperBound...]
      guard let quote = rest.first, quote == "\"" || quote == "'" else { continue }
      let link = rest.dropFirst().prefix { $0 != quote }
      links.append(String(link).replacing("&amp;", with: "&"))
      rest = rest[link.endIndex...]
    }
    return links
  }

  private static func contents(of element: String, in text: String) -> [String] {
    var contents: [String] = []
    var rest = text[...]
    while let start = rest.range(of: "<\(element)>"), let end = rest[start.upperBound...].range(of: "</\(element)>") {
      contents.append(String(rest[start.upperBound..<end.lowerBound]).replacing("&amp;", with: "&"))
      rest = rest[end.upperBound...]
    }
    return contents
  }
}
