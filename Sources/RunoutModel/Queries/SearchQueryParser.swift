import DiscogsModel

extension SearchQuery {
  /// Parses a typed query.
  ///
  ///     miles davis "so what" label:columbia year:1959..1962 -type:master
  ///
  /// Titles can be pasted unchanged, because signs are special only where titles hardly have them:
  /// - `"` opens a phrase at the start of a word or value, so `7"` and `12" mixes` are words. In a phrase, `""` stands
  ///   for one quote.
  /// - `-` excludes in front of a word or phrase, so `A-ha`, `--` and `Miles Davis - Kind Of Blue` are words.
  /// - `name:` begins a field when it is one of `Field`, in any case. Otherwise the colon is text, as in `12:00`,
  ///   `Re:Stacks`, `Mission: Impossible` and `http://…`. Lower-case ASCII letters and a colon with a value right
  ///   behind it are an error, as they can only be a mistyped field.
  ///
  /// - Throws: `QueryError` at the first unfinished or unknown part: an open quote, a field without value, a bad year.
  ///   A query still being typed throws these too; keep the last results then.
  public init(parsing text: String) throws(QueryError) {
    let known = Set(Field.allCases.map(\.rawValue))
    let others = Set(ShelfQuery.Field.allCases.map(\.rawValue)).subtracting(known)
    var lexer = QueryLexer(text, fields: Field.allCases.map(\.rawValue), ofShelf: others)
    var role: Int?
    var terms: [Term] = []
    while let lexeme = try lexer.next() {
      let field = lexeme.field.flatMap(Field.init)
      let value = try Self.value(lexeme, of: field, in: lexer)
      if field == .role { role = lexeme.place }
      terms.append(Term(field: field, value: value, isExcluded: lexeme.isExcluded))
    }
    self.init(terms: terms)
    if let role, !terms.contains(where: { $0.field == .credit && !$0.isExcluded }) {
      throw lexer.error(at: role, .roleWithoutCredit)
    }
  }

  private static func value(
    _ lexeme: QueryLexer.Lexeme, of field: Field?, in lexer: QueryLexer
  ) throws(QueryError) -> Value {
    switch field {
    case .year?:
      let (from, to) = try lexer.years(lexeme.text, start: lexeme.place)
      return .years(from: from, to: to)
    case .type?:
      guard let kind = EntityKind(rawValue: lexeme.text.lowercased()) else {
        throw lexer.error(at: lexeme.place, .notAType)
      }
      return .kind(kind)
    case .owned?, .wanted?:
      guard let standing = ShelfStanding(typed: lexeme.text), standing != .other || field == .owned else {
        throw lexer.error(at: lexeme.place, .notAFlag(field: field?.rawValue ?? ""))
      }
      return .standing(standing)
    case let field?:
      if lexeme.text.isEmpty { throw lexer.valueMissing(field.rawValue, at: lexeme.place) }
      return .text(lexeme.text, isPhrase: lexeme.isPhrase)
    case nil: return .text(lexeme.text, isPhrase: lexeme.isPhrase)
    }
  }

  /// The digits of the query if the whole of it could be a barcode; see ``barcodeDigits(_:)``.
  public var barcodeCandidate: String? {
    var text = ""
    for term in terms {
      guard term.field == nil, !term.isExcluded, case .text(let word, _) = term.value else { return nil }
      text += word
    }
    return Self.barcodeDigits(text)
  }

  /// The digits of a text that could be a barcode: 8 or 10 to 14 of them, with nothing but spaces and hyphens between.
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
  /// One canonical spelling; parsing it gives the same query again.
  ///
  /// Texts that would parse as something else are quoted, such as a word that a program made with a space in it.
  public var description: String { terms.map(\.description).joined(separator: " ") }
}

extension SearchQuery.Term: CustomStringConvertible {
  public var description: String {
    let prefix = (isExcluded ? "-" : "") + (field.map { "\($0.rawValue):" } ?? "")
    switch value {
    case .text(let text, let isPhrase):
      // So are texts that would not parse at all.
      let isAlone = field != .role && !isPhrase
      if isAlone, let alone = try? SearchQuery(parsing: prefix + text), alone.terms == [self] { return prefix + text }
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
    case .kind(let kind): return prefix + kind.rawValue
    case .standing(let standing): return prefix + standing.rawValue
    }
  }

  private static func fourDigits(_ year: Int) -> String {
    let digits = String(year)
    return String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}

extension ShelfStanding {
  init?(typed text: String) {
    switch text.lowercased() {
    case "yes", "y", "1": self = .yes
    case "no", "n", "0": self = .no
    case "other": self = .other
    default: return nil
    }
  }
}
