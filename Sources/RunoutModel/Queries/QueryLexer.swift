/// Splits a query into words, phrases and fields with their values; their meaning is up to the caller.
///
/// One pass over Unicode scalars: as characters, a space or a quote followed by an accent would be neither.
struct QueryLexer {
  /// A word, a phrase, or a field with one of these as its value.
  struct Lexeme {
    var isExcluded: Bool
    /// In lower case; nil for a plain word or phrase.
    var field: String?
    /// The error for a field that is none of the query's.
    var unknown: QueryError?
    var text: String
    var isPhrase: Bool
    /// The index of the value, for errors about it.
    var place: Int
  }

  private let fields: [String]
  /// Fields that only a shelf has.
  private let ofShelf: Set<String>
  /// Whether other names can be fields of the user's own, which the lexer does not know.
  private let hasOwnFields: Bool
  /// Cut one past the limit, which is enough to tell that there are too many.
  private let characters: [Unicode.Scalar]
  private let count: Int
  private var index = 0

  init(_ text: String, fields: [String], ofShelf: Set<String> = [], hasOwnFields: Bool = false) {
    (self.fields, self.ofShelf, self.hasOwnFields) = (fields, ofShelf, hasOwnFields)
    count = text.unicodeScalars.count
    characters = Array(text.unicodeScalars.prefix(Self.mostCharacters + 1))
  }

  func error(at index: Int, _ reason: QueryError.Reason) -> QueryError {
    QueryError(column: Self.string(characters[..<index]).count + 1, reason: reason)
  }

  func valueMissing(_ field: String, at index: Int) -> QueryError {
    error(at: index, .valueMissing(field: field, example: "\(field):\(Self.examples[field] ?? "…")"))
  }

  /// A value for each field that takes any text, and for each of a shelf's.
  private static let examples = [
    "artist": "\"miles davis\"", "title": "\"kind of blue\"", "label": "columbia", "catno": "\"CS 8163\"",
    "barcode": "074646493526", "year": "1959", "format": "lp", "country": "us", "genre": "jazz", "style": "modal",
    "track": "\"so what\"", "runout": "XSM47326", "owned": "yes", "wanted": "yes", "folder": "jazz",
    "rating": "4..", "added": "2020-11", "media": "vg+", "sleeve": "vg", "note": "\"first press\"", "copies": "2..",
    "pressings": "2..", "played": "2026", "credit": "\"bill evans\"", "role": "piano", "limit": "..25",
    "price": "10..20", "paid": "..15",
  ]

  static func string(_ characters: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters)
    return String(text)
  }

  private var current: Unicode.Scalar? { index < characters.count ? characters[index] : nil }

  /// Longer texts were pasted by mistake.
  static let mostCharacters = 1000

  /// Nil at the end.
  mutating func next() throws(QueryError) -> Lexeme? {
    guard count <= Self.mostCharacters else {
      throw QueryError(column: Self.mostCharacters + 1, reason: .tooLong(count))
    }
    while let character = current, character.properties.isWhitespace { index += 1 }
    guard current != nil else { return nil }
    let isExcluded = startsExclusion
    if isExcluded { index += 1 }
    var unknown: QueryError?
    let field = current == "\"" ? nil : try field(&unknown)
    let place = index
    let isPhrase = current == "\""
    let text = isPhrase ? try phrase() : word()
    return Lexeme(
      isExcluded: isExcluded, field: field, unknown: unknown, text: text, isPhrase: isPhrase,
      place: place + (isPhrase ? 1 : 0))
  }

  /// A hyphen excludes when a word or phrase follows it, and not another hyphen.
  private var startsExclusion: Bool {
    guard current == "-", index + 1 < characters.count else { return false }
    let next = characters[index + 1]
    return !next.properties.isWhitespace && next != "-"
  }

  /// The field that begins here, after moving past its colon; nil, without moving, where a word begins.
  private mutating func field(_ unknown: inout QueryError?) throws(QueryError) -> String? {
    guard let colon = characters[index...].firstIndex(where: { $0 == ":" || $0.properties.isWhitespace }),
      characters[colon] == ":", colon > index
    else { return nil }
    let name = Self.string(characters[index..<colon])
    if fields.contains(name.lowercased()) {
      index = colon + 1
      return name.lowercased()
    }
    let hasValue = colon + 1 < characters.count && !characters[colon + 1].properties.isWhitespace
    let isAddress = characters[(colon + 1)...].starts(with: "//".unicodeScalars)
    // A user's own field of two words may have a sign between them.
    let signs = hasOwnFields ? "-_".unicodeScalars : "".unicodeScalars
    guard hasValue, !isAddress, name.first?.isLetter == true,
      name.unicodeScalars.allSatisfy({ ("a"..."z").contains($0) || signs.contains($0) })
    else {
      return nil
    }
    if ofShelf.contains(name) { throw error(at: index, .ofShelf(field: name)) }
    let error = error(at: index, .unknownField(name, guess: guess(name)))
    guard hasOwnFields else { throw error }
    unknown = error
    index = colon + 1
    return name.filter(\.isLetter)
  }

  private mutating func word() -> String {
    let start = index
    while let character = current, !character.properties.isWhitespace { index += 1 }
    return Self.string(characters[start..<index])
  }

  private mutating func phrase() throws(QueryError) -> String {
    let start = index
    var text = String.UnicodeScalarView()
    index += 1
    while let character = current {
      index += 1
      guard character == "\"" else {
        text.append(character)
        continue
      }
      guard current == "\"" else {
        guard text.contains(where: { !$0.properties.isWhitespace }) else { throw error(at: start, .emptyPhrase) }
        return String(text)
      }
      text.append("\"")
      index += 1
    }
    throw error(at: start, .openPhrase)
  }

  // MARK: Guessing

  /// The field that a misspelt name was probably meant to be.
  private func guess(_ name: String) -> String? {
    let started = name.utf8.count > 1 ? fields.first { $0.hasPrefix(name) || name.hasPrefix($0) } : nil
    let near = fields.map { ($0, Spelling.distance($0, name)) }.min { $0.1 < $1.1 }
    return started ?? (near.map { $0.1 <= (name.utf8.count < 4 ? 1 : 2) ? $0.0 : nil } ?? nil)
  }

  // MARK: Years

  /// The ends of a range of years, both included; nil for an open one. A single year is both.
  func years(_ text: String, start: Int) throws(QueryError) -> (from: Int?, to: Int?) {
    let expected = error(at: start, .notAYear)
    let characters = Array(text.unicodeScalars)
    let from: Int?
    let to: Int?
    if let dots = characters.indices.first(where: { characters[$0...].starts(with: "..".unicodeScalars) }) {
      from = try Self.year(characters[..<dots], or: expected)
      to = try Self.year(characters[(dots + 2)...], or: expected)
      guard from != nil || to != nil else { throw expected }
    } else if let dash = characters.firstIndex(where: { $0 == "-" || $0 == "–" }) {
      from = try Self.year(characters[..<dash], or: expected)
      to = try Self.year(characters[(dash + 1)...], or: expected)
      guard from != nil, to != nil else { throw expected }
    } else {
      from = try Self.year(characters[...], or: expected)
      to = from
      guard from != nil else { throw expected }
    }
    if let from, let to, from > to { throw error(at: start, .backwards(from: from, to: to)) }
    return (from, to)
  }

  /// Nil for an empty text; throws for anything but four digits.
  private static func year(_ digits: ArraySlice<Unicode.Scalar>, or error: QueryError) throws(QueryError) -> Int? {
    if digits.isEmpty { return nil }
    guard digits.count == 4, digits.allSatisfy({ ("0"..."9").contains($0) }), let year = Int(string(digits)) else {
      throw error
    }
    return year
  }
}
