/// The number of a record, typed by its kind: a master's number cannot fetch a release.
///
/// Numbers are positive and fit in 64 bits; listing numbers have passed 2³¹.
public struct EntityID<Entity>: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  /// The number in the site's addresses.
  public let number: Int

  /// Any number is accepted.
  public init(_ number: Int) { self.number = number }

  public init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  public var description: String { String(number) }
}

extension EntityID: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
}

/// The four kinds of page in the database.
public enum EntityKind: String, CaseIterable, Hashable, Sendable, Codable {
  case release, master, artist, label
}

/// One page of the database, the target of links and list rows.
public enum EntityReference: Hashable, Sendable {
  /// A pressing.
  case release(Release.ID)
  /// A master: the facts that all pressings of a record share.
  case master(Master.ID)
  /// A person or a group.
  case artist(Artist.ID)
  /// A label, company or series.
  case label(Discogs.Label.ID)

  /// Any number is accepted.
  public init(_ kind: EntityKind, _ number: Int) {
    self =
      switch kind {
      case .release: .release(Release.ID(number))
      case .master: .master(Master.ID(number))
      case .artist: .artist(Artist.ID(number))
      case .label: .label(Discogs.Label.ID(number))
      }
  }

  /// The type of page, without the number.
  public var kind: EntityKind {
    switch self {
    case .release: .release
    case .master: .master
    case .artist: .artist
    case .label: .label
    }
  }

  /// The number in the site's addresses.
  public var number: Int {
    switch self {
    case .release(let id): id.number
    case .master(let id): id.number
    case .artist(let id): id.number
    case .label(let id): id.number
    }
  }

  /// The name shown for an artist or label without one: `Label 212`.
  ///
  /// Some lack a name in dumps, or the API withholds it.
  public var numberedName: String { "\(kind.rawValue.prefix(1).uppercased())\(kind.rawValue.dropFirst()) \(number)" }

  /// The name, or ``numberedName`` for an artist or label without one. Titles of records may be empty.
  public func named(_ name: String) -> String {
    name.isEmpty && kind != .release && kind != .master ? numberedName : name
  }

  /// `Artist – Title`, or the known one of them; where neither is known, the number: `release 5`.
  public func name(artist: String, title: String) -> String {
    let known = [artist, title].filter { !$0.isBlank }
    if !known.isEmpty { return known.joined(separator: " – ") }
    return kind == .release || kind == .master ? "\(kind.rawValue) \(number)" : numberedName
  }

  /// Discogs' short form in texts, such as `r249504`.
  public var shorthand: String { "\(kind.rawValue.prefix(1))\(number)" }
}

extension String {
  /// Whether it has nothing but blanks: some titles at Discogs do.
  package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// The text without white space at either end. Nearly all texts have none, and are returned as they are.
  package func trimmed() -> String {
    // Looking at letters takes longer than at bytes.
    if let first = utf8.first, let last = utf8.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last { return self }
    guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return self }
    guard first.properties.isWhitespace || last.properties.isWhitespace else { return self }
    let text = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = text.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(text[...end])
  }
}
