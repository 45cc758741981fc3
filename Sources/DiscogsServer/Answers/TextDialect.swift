internal import Catalogue
internal import DiscogsModel

/// The form in which texts with markup are wanted besides the raw one.
///
/// `Accept: application/vnd.discogs.v2.plaintext+json` adds `profile_plaintext` beside `profile`; that `html` does the
/// same is by analogy. Any other `Accept`, or none, asks for the raw text alone.
enum TextDialect: String, CaseIterable {
  case plaintext, html

  /// - Parameter accept: the field as sent.
  init?(accept: String?) {
    guard let accept = accept?.lowercased() else { return nil }
    let found = TextDialect.allCases.first { accept.contains("application/vnd.discogs.v2.\($0.rawValue)") }
    guard let found else { return nil }
    self = found
  }

  func text(_ markup: TextMarkup) -> String {
    switch self {
    case .plaintext: markup.plain
    case .html: markup.html
    }
  }
}

extension Backend {
  /// Adds, beside texts that may have markup, their twins in the form that `Accept` asks for. Names stand in place of
  /// numbers where the catalogue knows them.
  ///
  /// - Parameter names: of the texts; those that the object does not have are passed over.
  func addTwins(of names: String..., to object: inout JSON.Object, _ call: Call) async throws {
    guard let dialect = TextDialect(accept: call.fields["accept"]) else { return }
    for name in names {
      guard case .string(let text)? = object[name] else { continue }
      let markup = TextMarkup(parsing: text)
      let known = try await ask { () async throws(CatalogueError) in
        try await catalogue.names(of: markup.unnamedReferences)
      }
      object["\(name)_\(dialect.rawValue)"] = .string(dialect.text(markup.naming(known)))
    }
  }
}

extension TextMarkup {
  /// The text for a web page: elements for styles and links, line ends as `<br>`, everything else escaped.
  var html: String {
    var html = ""
    for run in runs {
      var elements = Self.elements.filter { run.style.contains($0.style) }.map(\.name)
      var opening = elements.map { "<\($0)>" }.joined()
      if let address = run.link?.address {
        opening += "<a href=\"\(Self.escaped(address))\">"
        elements.append("a")
      }
      html += opening
      html += Self.escaped(run.text).replacing("\n", with: "<br>\n")
      html += elements.reversed().map { "</\($0)>" }.joined()
    }
    return html
  }

  private static let elements: [(name: String, style: Style)] = [
    ("blockquote", .quote), ("b", .bold), ("i", .italic), ("u", .underline), ("s", .strike),
  ]

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

extension TextMarkup.Link {
  /// Where it leads on the web; nil for an address that is not of the web (`javascript:`).
  fileprivate var address: String? {
    switch self {
    case .entity(let reference): return reference.webURL
    case .named(let kind, let name): return "https://www.discogs.com/\(kind.rawValue)/\(QueryText.encode(name))"
    case .user(let name): return "https://www.discogs.com/user/\(QueryText.encode(name))"
    case .url(let url):
      let lowercased = url.lowercased()
      if lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://") { return url }
      return url.contains(":") ? nil : "https://\(url)"
    }
  }
}
