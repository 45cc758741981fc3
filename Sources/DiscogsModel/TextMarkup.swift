/// Text with Discogs markup, as a sequence of runs.
///
/// Profiles, notes and comments are written by many people, so nothing in them is an error: tags may be unclosed,
/// crossed or in any case, and most square brackets are no tags at all (`[PIAS]`, `[1992]`, `[sic.]`). Everything but
/// tags is text, and no text is lost. Line ends become `\n`.
///
///     TextMarkup(parsing: "Formed by [a=Ian Brown (2)] in [b]1983[/b].")
///     // "Formed by " · "Ian Brown" → .named(.artist, "Ian Brown (2)") · " in " · "1983" bold · "."
public struct TextMarkup: Hashable, Sendable {
  /// The look of a run.
  public struct Style: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// Combines the styles below.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `[b]`
    public static let bold = Style(rawValue: 1)
    /// `[i]`
    public static let italic = Style(rawValue: 2)
    /// `[u]`
    public static let underline = Style(rawValue: 4)
    /// `[s]`
    public static let strike = Style(rawValue: 8)
    /// `[quote]`
    public static let quote = Style(rawValue: 16)
  }

  /// The target of a run.
  public enum Link: Hashable, Sendable {
    /// A page by number.
    case entity(EntityReference)
    /// An artist or label by name, homonym number included.
    case named(EntityKind, String)
    /// Any other address; as typed, so possibly without a scheme.
    case url(String)
    /// A user by name.
    case user(String)
  }

  /// A piece of text in one style.
  public struct Run: Hashable, Sendable {
    /// Never empty; may contain line ends.
    public var text: String
    /// Empty for plain text.
    public var style: Style
    /// Nil for none.
    public var link: Link?
    /// Whether the markup has only a number: `text` is then a placeholder such as `r249504` until the name is known.
    public var isUnnamed: Bool

    /// Plain text unless the arguments say otherwise.
    public init(_ text: String, style: Style = [], link: Link? = nil, isUnnamed: Bool = false) {
      (self.text, self.style, self.link, self.isUnnamed) = (text, style, link, isUnnamed)
    }
  }

  /// In the order of the text.
  public var runs: [Run]

  /// Does not merge or check them.
  public init(runs: [Run]) { self.runs = runs }

  /// Never fails: what is no tag stays as text.
  public init(parsing text: String) {
    var parser = MarkupParser(text)
    runs = parser.parse()
  }

  /// The text without markup, with names for links; `names` has those of pages linked by number.
  public static func plain(_ text: String, names: [EntityReference: String] = [:]) -> String {
    TextMarkup(parsing: text).naming(names).plain
  }

  /// The text without styles and links.
  public var plain: String { runs.map(\.text).joined() }

  /// The pages whose names `naming(_:)` needs, each once, in the order of the text.
  public var unnamedReferences: [EntityReference] {
    var seen: Set<EntityReference> = []
    return runs.compactMap { run in
      guard run.isUnnamed, case .entity(let reference)? = run.link, seen.insert(reference).inserted else { return nil }
      return reference
    }
  }

  /// Replaces placeholders by readable ones: `artist 72872` for `a72872`.
  public func numbering() -> TextMarkup {
    var numbered = self
    for index in runs.indices where runs[index].isUnnamed {
      guard case .entity(let reference)? = runs[index].link else { continue }
      numbered.runs[index].text = "\(reference.kind.rawValue) \(reference.number)"
    }
    return numbered
  }

  /// Replaces the placeholders of pages whose names are known.
  public func naming(_ names: [EntityReference: String]) -> TextMarkup {
    var named = self
    for index in named.runs.indices where named.runs[index].isUnnamed {
      guard case .entity(let reference)? = named.runs[index].link, let name = names[reference], !name.isEmpty else {
        continue
      }
      named.runs[index].text = Homonym.strip(name)
      named.runs[index].isUnnamed = false
    }
    return named
  }
}

/// Parses a text in one pass, in linear time for any input.
private struct MarkupParser {
  private enum Tag {
    case open(TextMarkup.Style)
    case close(TextMarkup.Style)
    /// `[url=…]`; nil for `[url]`, whose address is the text before `[/url]`.
    case openURL(String?)
    case closeURL
    /// A complete link, or plain text for a tag: empty for `[img]`, whose address stays as text.
    case run(String, TextMarkup.Link?, isUnnamed: Bool)
  }

  private let bytes: [UInt8]
  private var index = 0
  private var runs: [TextMarkup.Run] = []
  private var pending: [UInt8] = []
  private var style: TextMarkup.Style = []
  /// The address of the open `[url=…]`; empty inside `[url]`.
  private var address: String?
  /// `runs.count` when the link opened.
  private var runsBeforeLink = 0
  /// The place of the last closing tag of each style. An opening tag behind it is never closed and is ignored, so that
  /// one missing `[/b]` does not make the rest of a page bold.
  private var lastClose: [TextMarkup.Style: Int] = [:]

  private static let styles: [(name: String, style: TextMarkup.Style)] = [
    ("b", .bold), ("i", .italic), ("u", .underline), ("s", .strike), ("quote", .quote),
  ]

  init(_ text: String) {
    bytes = Self.withPlainLineEnds(text)
    for start in bytes.indices where bytes[start] == UInt8(ascii: "[") {
      if let (tag, _) = tag(at: start), case .close(let style) = tag { lastClose[style] = start }
    }
  }

  private static func withPlainLineEnds(_ text: String) -> [UInt8] {
    let carriageReturn = UInt8(ascii: "\r")
    let lineFeed = UInt8(ascii: "\n")
    let bytes = Array(text.utf8)
    guard bytes.contains(carriageReturn) else { return bytes }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte == carriageReturn {
        plain.append(lineFeed)
      } else if byte != lineFeed || index == 0 || bytes[index - 1] != carriageReturn {
        plain.append(byte)
      }
    }
    return plain
  }

  mutating func parse() -> [TextMarkup.Run] {
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "["), let (tag, end) = tag(at: index) else {
        pending.append(bytes[index])
        index += 1
        continue
      }
      let start = index
      index = end
      apply(tag, from: start)
    }
    closeLink()
    flush()
    return runs
  }

  private mutating func apply(_ tag: Tag, from start: Int) {
    switch tag {
    case .open(let opened):
      guard lastClose[opened].map({ $0 > start }) ?? false else { return }
      flush()
      style.insert(opened)
    case .close(let closed):
      flush()
      style.remove(closed)
    case .openURL(let opened):
      closeLink()
      flush()
      if isClosedURL {
        address = opened ?? ""
        runsBeforeLink = runs.count
      } else if let opened {
        runs.append(TextMarkup.Run(opened, style: style, link: Self.link(to: opened)))
      }
    case .closeURL:
      closeLink()
    case .run(let text, nil, _):
      pending.append(contentsOf: text.utf8)
    case .run(let text, let link, let isUnnamed):
      flush()
      runs.append(TextMarkup.Run(text, style: style, link: link, isUnnamed: isUnnamed))
    }
  }

  /// Whether the next URL tag after `index` is a closing one.
  private var isClosedURL: Bool {
    var index = index
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "[")) {
      switch tag(at: start)?.tag {
      case .openURL: return false
      case .closeURL: return true
      default: index = start + 1
      }
    }
    return false
  }

  private mutating func closeLink() {
    guard let address else { return }
    if runs.count == runsBeforeLink, pending.isEmpty { pending = Array(address.utf8) }
    flush()
    self.address = nil
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    let text = String(decoding: pending, as: UTF8.self)
    pending.removeAll(keepingCapacity: true)
    let link = address.map { Self.link(to: $0.isEmpty ? text.trimmed() : $0) }
    if link == nil, let last = runs.last, last.link == nil, last.style == style {
      runs[runs.count - 1].text += text
    } else {
      runs.append(TextMarkup.Run(text, style: style, link: link))
    }
  }

  /// Links to the site's own pages become links by number.
  private static func link(to address: String) -> TextMarkup.Link {
    let whole = address.first == "/" ? "https://www.discogs.com" + address : address
    if whole.contains("discogs.com"), let reference = EntityReference(pasted: whole) { return .entity(reference) }
    return .url(whole)
  }

  // MARK: Tags

  /// The tag that begins at `start`, and the index after it; nil if the bracket is text.
  ///
  /// A tag ends at the matching bracket, for there is a label called `[PIAS]`, and in the same line. More than one pair
  /// of brackets inside is text, so that a thousand open ones cannot make this slow.
  private func tag(at start: Int) -> (tag: Tag, end: Int)? {
    var depth = 1
    var end = start + 1
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\n"): return nil
      default: break
      }
      if depth == 0 { break }
      if depth > 2 { return nil }
      end += 1
    }
    guard depth == 0, end > start + 1 else { return nil }
    return Self.tag(String(decoding: bytes[(start + 1)..<end], as: UTF8.self)).map { ($0, end + 1) }
  }

  private static func tag(_ inner: String) -> Tag? {
    let name = inner.prefix { $0 != "=" }
    let value = name.endIndex < inner.endIndex ? String(inner[inner.index(after: name.endIndex)...]).trimmed() : nil
    guard let value else { return tagWithoutValue(inner) }
    guard !value.isEmpty else { return nil }
    switch name.lowercased() {
    case "a": return .run(Homonym.strip(value), .named(.artist, value), isUnnamed: false)
    case "l": return .run(Homonym.strip(value), .named(.label, value), isUnnamed: false)
    case "r": return reference(.release, value[...])
    case "m": return reference(.master, value[...])
    case "u": return .run(value, .user(value), isUnnamed: false)
    case "url": return isAddress(value) ? .openURL(value) : nil
    case "img": return isAddress(value) ? .run(value, nil, isUnnamed: false) : nil
    case "t": return digits(value).map { .run("topic \($0)", nil, isUnnamed: false) }
    case "g": return guideline(value)
    default: return nil
    }
  }

  private static func isAddress(_ text: String) -> Bool { !text.contains { $0.isWhitespace || $0 == "[" || $0 == "]" } }

  private static func tagWithoutValue(_ inner: String) -> Tag? {
    let inner = inner.lowercased()
    let closes = inner.first == "/"
    let name = closes ? String(inner.dropFirst()) : inner
    if let style = styles.first(where: { $0.name == name })?.style { return closes ? .close(style) : .open(style) }
    if name == "url" { return closes ? .closeURL : .openURL(nil) }
    if name == "img" { return .run("", nil, isUnnamed: false) }
    guard !closes, let letter = inner.first else { return nil }
    let rest = inner.dropFirst()
    switch letter {
    case "a": return reference(.artist, rest)
    case "l": return reference(.label, rest)
    case "r": return reference(.release, rest)
    case "m": return reference(.master, rest)
    case "t": return digits(String(rest)).map { .run("topic \($0)", nil, isUnnamed: false) }
    case "g": return guideline(String(rest))
    default: return nil
    }
  }

  private static func reference(_ kind: EntityKind, _ number: Substring) -> Tag? {
    EntityReference(kind, digits: number).map { .run($0.shorthand, .entity($0), isUnnamed: true) }
  }

  private static func digits(_ text: String) -> String? {
    !text.isEmpty && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? text : nil
  }

  /// Accepts numbers with dots between: `1.2.3`.
  private static func guideline(_ text: String) -> Tag? {
    let isNumber = text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { digits(String($0)) != nil }
    return isNumber ? .run("guideline \(text)", nil, isUnnamed: false) : nil
  }
}
