extension SearchQuery {
  /// Takes apart what was typed.
  ///
  ///     miles davis "so what" label:columbia year:1959..1962 -type:master
  ///
  /// Titles can be pasted as they are, because signs mean something only where a title would hardly have them:
  /// - `"` opens a phrase at the start of a word or value, so `7"` and `12" mixes` are words. In a phrase, `""` stands
  ///   for one quote.
  /// - `-` excludes in front of a word or phrase, so `A-ha`, `--` and `Miles Davis - Kind Of Blue` are words.
  /// - `name:` begins a field when it is one of `Field`, in any case. Otherwise the colon is text, as in `12:00`,
  ///   `Re:Stacks`, `Mission: Impossible` and `http://…`; but small ASCII letters with a value right behind the colon
  ///   can only be a mistyped field, and are an error.
  ///
  /// - Throws: `QueryError` at the first thing that is not finished or not understood: an open quote, a field without
  ///   value, a year that is none. Somebody who is still typing meets these too; keep the last results then.
  public init(parsing text: String) throws(QueryError) {
    var parser = QueryParser(text)
    self.init(terms: try parser.parse())
  }

  /// The digits of a barcode, when the whole query could be one: 8 or 10 to 14 digits, with spaces and hyphens between.
  public var barcodeCandidate: String? {
    var text = ""
    for term in terms {
      guard term.field == nil, !term.isExcluded, case .text(let word, _) = term.value else { return nil }
      text += word
    }
    return Self.barcodeDigits(text)
  }

  /// The digits of a text that could be a barcode: 8 or 10 to 14 of them, and otherwise only spaces and hyphens.
  ///
  /// These are the lengths of EAN-8, ISBN-10, UPC-A, EAN-13 and GTIN-14, and of UPC typed without its outer digits.
  public static func barcodeDigits(_ text: String) -> String? {
    var digits = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9": digits.unicodeScalars.append(scalar)
      case " ", "-", "\u{A0}", "\u{2010}"..."\u{2014}": break
      default: return nil
      }
    }
    let count = digits.utf8.count
    return count == 8 || (10...14).contains(count) ? digits : nil
  }
}

extension SearchQuery: CustomStringConvertible {
  /// The query in one fixed spelling; parsing it gives the same query again.
  ///
  /// A text that would be read as something else, such as a word with a space in it made by a program, is quoted.
  public var description: String { terms.map(\.description).joined(separator: " ") }
}

extension SearchQuery.Term: CustomStringConvertible {
  public var description: String {
    let prefix = (isExcluded ? "-" : "") + (field.map { "\($0.rawValue):" } ?? "")
    switch value {
    case .text(let text, let isPhrase):
      // What cannot be read at all without quotes needs them, too.
      if !isPhrase, let alone = try? SearchQuery(parsing: prefix + text), alone.terms == [self] { return prefix + text }
      var quoted = (prefix + "\"").unicodeScalars
      for scalar in text.unicodeScalars {
        if scalar == "\"" { quoted.append(scalar) }
        quoted.append(scalar)
      }
      quoted.append("\"")
      return String(quoted)
    case .years(let from, let to):
      let ends = [from, to].map { $0.map(Self.fourDigits) ?? "" }
      return prefix + (from == to ? ends[0] : ends[0] + ".." + ends[1])
    case .kind(let kind):
      return prefix + kind.rawValue
    }
  }

  private static func fourDigits(_ year: Int) -> String {
    let digits = String(year)
    return String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}

/// One pass over a query, by Unicode scalars: as characters, a space or a quote with an accent after it would be neither.
private struct QueryParser {
  private let characters: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) {
    characters = Array(text.unicodeScalars)
  }

  private func error(at index: Int, _ message: String) -> QueryError {
    QueryError(column: Self.string(characters[..<index]).count + 1, message: message)
  }

  private static func string(_ characters: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters)
    return String(text)
  }

  private var current: Unicode.Scalar? { index < characters.count ? characters[index] : nil }

  mutating func parse() throws(QueryError) -> [SearchQuery.Term] {
    var terms: [SearchQuery.Term] = []
    while let character = current {
      if character.properties.isWhitespace {
        index += 1
      } else {
        terms.append(try term())
      }
    }
    return terms
  }

  private mutating func term() throws(QueryError) -> SearchQuery.Term {
    let isExcluded = startsExclusion
    if isExcluded { index += 1 }
    if current == "\"" {
      return SearchQuery.Term(field: nil, value: .text(try phrase(), isPhrase: true), isExcluded: isExcluded)
    }
    guard let field = try field() else {
      return SearchQuery.Term(field: nil, value: .text(word(), isPhrase: false), isExcluded: isExcluded)
    }
    return SearchQuery.Term(field: field, value: try value(of: field), isExcluded: isExcluded)
  }

  /// A hyphen excludes when a word or phrase follows it, and not another hyphen.
  private var startsExclusion: Bool {
    guard current == "-", index + 1 < characters.count else { return false }
    let next = characters[index + 1]
    return !next.properties.isWhitespace && next != "-"
  }

  /// The field that begins here, moving behind its colon; nil, without moving, where a word begins.
  private mutating func field() throws(QueryError) -> SearchQuery.Field? {
    guard let colon = characters[index...].firstIndex(where: { $0 == ":" || $0.properties.isWhitespace }),
      characters[colon] == ":", colon > index
    else { return nil }
    let name = Self.string(characters[index..<colon])
    if let field = SearchQuery.Field(rawValue: name.lowercased()) {
      index = colon + 1
      return field
    }
    let hasValue = colon + 1 < characters.count && !characters[colon + 1].properties.isWhitespace
    let isAddress = characters[(colon + 1)...].starts(with: "//".unicodeScalars)
    guard hasValue, !isAddress, name.unicodeScalars.allSatisfy({ ("a"..."z").contains($0) }) else { return nil }
    throw error(at: index, Self.unknownField(name))
  }

  private mutating func value(of field: SearchQuery.Field) throws(QueryError) -> SearchQuery.Value {
    let start = index
    let isPhrase = current == "\""
    let text = isPhrase ? try phrase() : word()
    switch field {
    case .year:
      return try years(text, start: start + (isPhrase ? 1 : 0))
    case .type:
      guard let kind = EntityKind(rawValue: text.lowercased()) else {
        throw error(at: start, "“type:” takes release, master, artist or label.")
      }
      return .kind(kind)
    default:
      guard !text.isEmpty else {
        throw error(
          at: start,
          "“\(field.rawValue):” needs a value right after the colon, such as \(Self.example(field)).")
      }
      return .text(text, isPhrase: isPhrase)
    }
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
        guard text.contains(where: { !$0.properties.isWhitespace }) else {
          throw error(at: start, "There is nothing between these quotes.")
        }
        return String(text)
      }
      text.append("\"")
      index += 1
    }
    throw error(at: start, "This quote is not closed: end the phrase with another \".")
  }

  // MARK: Years

  private func years(_ text: String, start: Int) throws(QueryError) -> SearchQuery.Value {
    let expected = error(at: start, "“year:” takes a year or a range: 1969, 1969..1975, 1969.. or ..1975.")
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
    if let from, let to, from > to {
      throw error(at: start, "The range ends before it begins. Did you mean “year:\(to)..\(from)”?")
    }
    return .years(from: from, to: to)
  }

  /// Four digits; nil for nothing at all.
  private static func year(_ digits: ArraySlice<Unicode.Scalar>, or error: QueryError) throws(QueryError) -> Int? {
    if digits.isEmpty { return nil }
    guard digits.count == 4, digits.allSatisfy({ ("0"..."9").contains($0) }),
      let year = Int(string(digits))
    else { throw error }
    return year
  }

  // MARK: Wording

  private static func example(_ field: SearchQuery.Field) -> String {
    switch field {
    case .artist: "artist:\"miles davis\""
    case .title: "title:\"kind of blue\""
    case .label: "label:columbia"
    case .catalogueNumber: "catno:\"CS 8163\""
    case .barcode: "barcode:074646493526"
    case .year: "year:1959"
    case .format: "format:lp"
    case .country: "country:us"
    case .genre: "genre:jazz"
    case .style: "style:modal"
    case .track: "track:\"so what\""
    case .runout: "runout:XSM47326"
    case .type: "type:release"
    }
  }

  private static func unknownField(_ name: String) -> String {
    let fields = SearchQuery.Field.allCases.map(\.rawValue)
    let started = name.utf8.count > 1 ? fields.first { $0.hasPrefix(name) || name.hasPrefix($0) } : nil
    let near = fields.map { ($0, editDistance($0, name)) }.min { $0.1 < $1.1 }
    let guess = started ?? (near.map { $0.1 <= (name.utf8.count < 4 ? 1 : 2) ? $0.0 : nil } ?? nil)
    if let guess { return "No field is called “\(name)”. Did you mean “\(guess):”?" }
    return "No field is called “\(name)”. Put quotes around it to search for the text itself."
  }

  /// How many letters to insert, drop, change or swap with a neighbour to make one word of the other.
  private static func editDistance(_ left: String, _ right: String) -> Int {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in 1...max(1, left.count) where i <= left.count {
      var row = [i]
      for j in 1...max(1, right.count) where j <= right.count {
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1))
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
