import DiscogsModel

/// The filter of a collection or want list: the search language with a shelf's fields.
///
///     miles folder:jazz rating:4.. media:vg+.. added:2020-11 -note:"for sale"
///
/// Words may be parts of words and must all occur somewhere in a row. A shelf knows no tracks, barcodes and matrix
/// numbers; the catalogue's search does.
public struct ShelfQuery: Hashable, Sendable {
  /// What can stand before a colon.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case artist, title, label, format, country, genre, style, year, folder, rating, added, media, sleeve, note, owned,
      wanted, copies, pressings, played
    /// The catalogue number.
    case catalogueNumber = "catno"
  }

  /// What a term asks for.
  public enum Condition: Hashable, Sendable {
    /// A text that must occur in the field; anywhere where the field is nil.
    case text(Field?, String)
    /// A text that must be the whole of the field: `artist:"=Miles Davis"`. Empty for fields that are.
    case whole(Field, String)
    /// Both ends included; nil is open, and both nil is for what has no year.
    case years(from: Int?, to: Int?)
    /// Stars, both ends included; 0 for none.
    case stars(from: Int, to: Int)
    /// `20201112000000`, both ends included; nil is open, and both nil is for what has no date.
    case dates(from: Int?, to: Int?)
    /// Whether a condition, of the media or the sleeve, is one of these grades. Empty for none.
    case grades(Field, [String])
    /// How many copies of the release, or pressings of its master, are owned; both ends included, nil is open.
    case number(Field, from: Int, to: Int?)
    /// When it was played last, as `dates`; both nil is for never.
    case played(from: Int?, to: Int?)
    /// Whether the release is owned, or wanted.
    case flag(Field, Bool)
    /// Another pressing of its master is owned; in the want list, of a release that is not.
    case otherPressing
  }

  /// One condition.
  public struct Term: Hashable, Sendable {
    /// What is asked for.
    public var condition: Condition
    /// Whether rows that match are left out.
    public var isExcluded: Bool

    /// Creates a term.
    public init(_ condition: Condition, isExcluded: Bool = false) {
      self.condition = condition
      self.isExcluded = isExcluded
    }
  }

  /// All must hold.
  public var terms: [Term]

  /// Creates a shelf query.
  public init(terms: [Term] = []) {
    self.terms = terms
  }

  /// Parses a typed query.
  ///
  /// - Throws: `QueryError` at the first thing that is not finished or not understood.
  public init(parsing text: String) throws(QueryError) {
    var lexer = QueryLexer(text, fields: Field.allCases.map(\.rawValue))
    terms = []
    while let lexeme = try lexer.next() {
      let field = lexeme.field.flatMap(Field.init)
      let value = ShelfValue(lexeme.text, lexeme.place, lexer)
      terms.append(Term(try value.condition(of: field), isExcluded: lexeme.isExcluded))
    }
  }
}

/// The value after a field's colon.
private struct ShelfValue {
  private let text: String
  private let place: Int
  private let lexer: QueryLexer

  init(_ text: String, _ place: Int, _ lexer: QueryLexer) {
    self.text = text
    self.place = place
    self.lexer = lexer
  }

  private func error(_ reason: QueryError.Reason) -> QueryError { lexer.error(at: place, reason) }

  func condition(of field: ShelfQuery.Field?) throws(QueryError) -> ShelfQuery.Condition {
    guard let field else { return .text(nil, text) }
    guard !text.isEmpty else {
      throw error(.valueMissing(field: field.rawValue, example: Self.example(field)))
    }
    switch field {
    case .year:
      if text.lowercased() == "none" { return .years(from: nil, to: nil) }
      let (from, to) = try lexer.years(text, start: place)
      return .years(from: from, to: to)
    case .rating: return try stars()
    case .added:
      let (from, to) = try dates(field)
      return .dates(from: from, to: to)
    case .played:
      let (from, to) = try dates(field)
      return .played(from: from, to: to)
    case .copies, .pressings: return try number(field)
    case .media, .sleeve: return .grades(field, try grades(field))
    case .owned, .wanted:
      switch ShelfStanding(typed: text) {
      case .yes: return .flag(field, true)
      case .no: return .flag(field, false)
      case .other where field == .owned: return .otherPressing
      case .other, nil: throw error(.notAFlag(field: field.rawValue))
      }
    case .artist, .title, .label, .format, .country, .genre, .style, .folder, .note, .catalogueNumber:
      return text.hasPrefix("=") ? .whole(field, String(text.dropFirst())) : .text(field, text)
    }
  }

  /// The two sides of `..`; the same twice without it.
  private var ends: (from: String, to: String) {
    guard let dots = text.firstRange(of: "..") else { return (text, text) }
    return (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
  }

  private func stars() throws(QueryError) -> ShelfQuery.Condition {
    if text.lowercased() == "none" { return .stars(from: 0, to: 0) }
    let (from, to) = ends
    guard let low = from.isEmpty ? 1 : Int(from), let high = to.isEmpty ? 5 : Int(to), 0...5 ~= low, 0...5 ~= high,
      low <= high, !(from.isEmpty && to.isEmpty)
    else { throw error(.notARating) }
    return .stars(from: low, to: high)
  }

  private func number(_ field: ShelfQuery.Field) throws(QueryError) -> ShelfQuery.Condition {
    let (from, to) = ends
    guard let low = from.isEmpty ? 1 : Int(from), let high = to.isEmpty ? Int.max : Int(to), low >= 1, low <= high,
      !(from.isEmpty && to.isEmpty)
    else { throw error(.notANumber(field: field.rawValue)) }
    return .number(field, from: low, to: to.isEmpty ? nil : high)
  }

  private func dates(_ field: ShelfQuery.Field) throws(QueryError) -> (from: Int?, to: Int?) {
    if text.lowercased() == "none" { return (nil, nil) }
    let (from, to) = ends
    let (low, high) = (Self.day(from, isEnd: false), Self.day(to, isEnd: true))
    guard low != nil || from.isEmpty, high != nil || to.isEmpty, low != nil || high != nil else {
      throw error(.notADate(field: field.rawValue))
    }
    return (low, high)
  }

  /// `2020-11` as 20201100000000, or as its end; nil for anything else.
  private static func day(_ text: String, isEnd: Bool) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].utf8.count == 4, parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
    else { return nil }
    var number = 0
    for index in 0..<3 {
      guard index < parts.count else {
        number = number * 100 + (isEnd ? 99 : 0)
        continue
      }
      guard let part = Int(parts[index]), part >= 0 else { return nil }
      number = number * (index == 0 ? 1 : 100) + part
    }
    return number * 1_000_000 + (isEnd ? 999_999 : 0)
  }

  /// The grades that are meant: `vg+`, `vg+..` for that and better, `none`.
  private func grades(_ field: ShelfQuery.Field) throws(QueryError) -> [String] {
    if text.lowercased() == "none" { return [] }
    let all = field == .media ? Condition.grades : Condition.sleeveGrades
    let (from, to) = ends
    func position(_ name: String) -> Int? { Condition.grade(name).flatMap { all.firstIndex(of: $0) } }
    if !text.contains("..") {
      guard let found = position(text) else { throw unknownGrade(field, all) }
      return [all[found]]
    }
    // The best comes first, so that the lower end is further down.
    let worst = from.isEmpty ? Condition.grades.count - 1 : position(from)
    let best = to.isEmpty ? 0 : position(to)
    guard let worst, let best, best <= worst else { throw unknownGrade(field, all) }
    return Array(all[best...worst])
  }

  private func unknownGrade(_ field: ShelfQuery.Field, _ all: [String]) -> QueryError {
    let names = all.map(Condition.shortName).filter { !$0.isEmpty }.joined(separator: ", ")
    return error(.notAGrade(field: field.rawValue, grades: names))
  }

  private static func example(_ field: ShelfQuery.Field) -> String {
    switch field {
    case .artist: "artist:\"miles davis\""
    case .title: "title:\"kind of blue\""
    case .label: "label:columbia"
    case .catalogueNumber: "catno:\"CS 8163\""
    case .year: "year:1959"
    case .format: "format:lp"
    case .country: "country:us"
    case .genre: "genre:jazz"
    case .style: "style:modal"
    case .folder: "folder:jazz"
    case .rating: "rating:4.."
    case .added: "added:2020-11"
    case .media: "media:vg+"
    case .sleeve: "sleeve:vg"
    case .note: "note:\"first press\""
    case .owned: "owned:yes"
    case .wanted: "wanted:yes"
    case .copies: "copies:2.."
    case .pressings: "pressings:2.."
    case .played: "played:2026"
    }
  }
}
