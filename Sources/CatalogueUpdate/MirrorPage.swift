import Catalogue
import Foundation

/// A page that lists dumps, as links of HTML or as keys of an S3 bucket.
struct MirrorPage {
  private(set) var files: [DumpFileName: String] = [:]
  /// The addresses of pages for single years, the latest first.
  private(set) var years: [String] = []

  /// - Parameter address: the page's own address, the base of its links.
  init(_ text: String, at address: String) {
    let base = URL(string: address)
    let root = Self.root(of: base)
    var years: [Int: String] = [:]
    /// Resolves only links to dumps and years, as making an address takes longer than reading a whole page.
    func add(_ link: String, relativeTo base: URL?) {
      let plain = link.removingPercentEncoding ?? link
      let name = plain.split(whereSeparator: { "/=".contains($0) }).last ?? ""
      if let file = DumpFileName(name) {
        guard files.count < Self.mostFiles, files[file] == nil else { return }
        files[file] = URL(string: link, relativeTo: base)?.absoluteString
      } else if name.utf8.count == 4, let year = Int(name), (2008...2999).contains(year), plain.hasSuffix("/") {
        guard years[year] == nil else { return }
        years[year] = URL(string: link, relativeTo: base)?.absoluteString
      }
    }
    let page = Array(text.utf8)
    for link in Self.links(in: page) { add(link, relativeTo: base) }
    for key in Self.contents(of: "Key", in: page) { add(Self.encoded(key), relativeTo: root) }
    for prefix in Self.contents(of: "Prefix", in: page) {
      add("?delimiter=/&prefix=\(Self.encoded(prefix))", relativeTo: root)
    }
    self.years = years.sorted { $0.key > $1.key }.map(\.value)
  }

  /// Five a month since 2008 are a thousand.
  private static let mostFiles = 10_000
  /// In bytes; addresses of dumps are shorter.
  private static let longestLink = 2_000

  mutating func add(_ page: MirrorPage) { files.merge(page.files) { first, _ in first } }

  /// The address without its query, where the keys begin.
  private static func root(of base: URL?) -> URL? {
    guard let base, var parts = URLComponents(url: base, resolvingAgainstBaseURL: true) else { return nil }
    parts.query = nil
    if !parts.path.hasSuffix("/") { parts.path += "/" }
    return parts.url
  }

  private static func encoded(_ key: String) -> String {
    key.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? key
  }

  /// The quoted values of `href`.
  private static func links(in page: [UInt8]) -> [String] {
    var links: [String] = []
    var place = 0
    while let start = page.end(of: "href=", from: place) {
      place = start
      guard start < page.count, page[start] == UInt8(ascii: "\"") || page[start] == UInt8(ascii: "'") else { continue }
      let end = page[(start + 1)...].firstIndex(of: page[start]) ?? page.count
      if let link = text(page[(start + 1)..<end]) { links.append(link) }
      place = end
    }
    return links
  }

  private static func contents(of element: String, in page: [UInt8]) -> [String] {
    var contents: [String] = []
    var place = 0
    let (opening, closing) = ("<\(element)>", "</\(element)>")
    while let start = page.end(of: opening, from: place), let end = page.end(of: closing, from: start) {
      if let content = text(page[start..<(end - closing.utf8.count)]) { contents.append(content) }
      place = end
    }
    return contents
  }

  /// Nil for bytes too long for an address.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count <= longestLink else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.contains(UInt8(ascii: "&")) ? text.replacing("&amp;", with: "&") : text
  }
}

extension [UInt8] {
  /// The end of the first occurrence of a word from `start` on, ignoring case; nil for none.
  fileprivate func end(of word: String, from start: Int) -> Int? {
    let small = Array(word.lowercased().utf8)
    var place = start
    while place + small.count <= count {
      var matched = 0
      while matched < small.count {
        let byte = self[place + matched]
        guard byte == small[matched] || byte &- 0x41 < 26 && byte | 0x20 == small[matched] else { break }
        matched += 1
      }
      if matched == small.count { return place + matched }
      place += 1
    }
    return nil
  }
}
