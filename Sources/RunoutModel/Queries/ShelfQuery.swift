import DiscogsModel

/// The filter of a collection or want list: the search language with a shelf's fields.
///
///     miles folder:jazz rating:4.. media:vg+.. added:2020-11 -note:"for sale"
///
/// Words may be parts of words and must all occur somewhere in a row. A name that is none of the fields is one of the
/// user's own, in small letters without accents, with a hyphen or nothing for a space: `prixpaye:..20` for `Prix payé`. Barcodes, tracks, credits
/// and matrix numbers are not on a shelf: a source looks up their records.
public struct ShelfQuery: Hashable, Sendable {
  /// The names that can stand before a colon.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case artist, title, label, format, country, genre, style, year, folder, rating, added, media, sleeve, note, owned,
      wanted, copies, pressings, played, barcode, track, runout, credit, role, limit, price, paid
    case catalogueNumber = "catno"
  }

  public enum Condition: Hashable, Sendable {
    /// A text that must occur in the field; nil for any field.
    case text(Field?, String)
    /// A text that must be the whole field: `artist:"=Miles Davis"`. An empty text matches empty fields.
    case whole(Field, String)
    /// Both ends included; nil is open, and both nil match rows without a year.
    case years(from: Int?, to: Int?)
    /// Both ends included; 0 is unrated.
    case stars(from: Int, to: Int)
    /// Digits of a date and time, `20201112000000`, both ends included; nil is open, and both nil match rows without
    /// one.
    case dates(from: Int?, to: Int?)
    /// The grades that match, of the media or the sleeve; empty matches ungraded copies.
    case grades(Field, [String])
    /// The number of owned copies of the release, or of pressings of its master; both ends included, nil is open.
    case number(Field, from: Int, to: Int?)
    /// The last play, as in `dates`; both nil match what was never played.
    case played(from: Int?, to: Int?)
    /// Whether the release must be owned, or wanted.
    case flag(Field, Bool)
    /// Another pressing of its master is owned; in the want list, the release itself is not.
    case otherPressing
    /// The records that a source finds by a barcode, a track, a credit or a matrix number.
    case lookedUp(SearchQuery)
    /// The most that the user would pay, the last lowest price, or what was paid, each in its own currency; both ends
    /// included, nil is open, and both nil match rows without one.
    case amount(Field, from: Double?, to: Double?)
    /// A value of a field of the user's own, or the error where no copy has such a field.
    case own(String, OwnValue, orElse: QueryError)
  }

  public enum OwnValue: Hashable, Sendable {
    case nothing
    case text(String)
    case whole(String)
    case amount(from: Double?, to: Double?)
  }

  public struct Term: Hashable, Sendable {
    public var condition: Condition
    /// Whether matching rows are left out.
    public var isExcluded: Bool

    public init(_ condition: Condition, isExcluded: Bool = false) {
      (self.condition, self.isExcluded) = (condition, isExcluded)
    }

    /// Whether it goes by the last lowest price.
    public var isOfPrices: Bool { if case .amount(.price, _, _) = condition { true } else { false } }
  }

  /// The name of a field of the user's own as filters and columns write it: `prixpaye` for `Prix payé`.
  public static func nameOfOwnField(_ name: String) -> String { TextFolding.fold(name).filter(\.isLetter) }

  /// Rows must match all of them.
  public var terms: [Term]

  public init(terms: [Term] = []) { self.terms = terms }

  /// The searches of a source that it needs.
  public var lookUps: [SearchQuery] {
    terms.compactMap { if case .lookedUp(let query) = $0.condition { query } else { nil } }
  }

  /// The query with its words read as one barcode; nil where they cannot be one.
  public var readAsBarcode: ShelfQuery? {
    var words = ""
    var others: [Term] = []
    for term in terms {
      if case .text(nil, let word) = term.condition, !term.isExcluded { words += word } else { others.append(term) }
    }
    return SearchQuery.barcodeDigits(words).map { ShelfQuery(terms: others + [Term(.lookedUp(.barcode($0)))]) }
  }

  /// The fields that only copies have, besides those of the user's own.
  private static let ofCopies: Set<Field> = [.folder, .media, .sleeve, .played, .paid]

  /// - Parameter list: the list that it filters; nil for either.
  /// - Throws: `QueryError` at the first unfinished or unknown part, or one that the list does not have.
  public init(parsing text: String, of list: ShelfList? = nil) throws(QueryError) {
    var lexer = QueryLexer(text, fields: Field.allCases.map(\.rawValue), hasOwnFields: true)
    terms = []
    var roles: [SearchQuery.Term] = []
    var roleAt = 0
    while let lexeme = try lexer.next() {
      let field = lexeme.field.flatMap(Field.init)
      if list == .wantList, let field, Self.ofCopies.contains(field) {
        throw lexer.error(at: lexeme.place, .ofCopies(field: field.rawValue))
      }
      let value = ShelfValue(lexeme.text, lexeme.place, lexer, isPhrase: lexeme.isPhrase)
      if let name = lexeme.field, let error = lexeme.unknown {
        if list == .wantList { throw error }
        terms.append(Term(.own(name, value.ofOwnField, orElse: error), isExcluded: lexeme.isExcluded))
        continue
      }
      if field == .role {
        roleAt = lexeme.place
        roles.append(try value.role(isExcluded: lexeme.isExcluded))
        continue
      }
      terms.append(Term(try value.condition(of: field), isExcluded: lexeme.isExcluded))
    }
    guard !roles.isEmpty else { return }
    var hasCredit = false
    for index in terms.indices {
      guard case .lookedUp(var query) = terms[index].condition, query.terms.first?.field == .credit,
        !terms[index].isExcluded
      else { continue }
      query.terms += roles
      terms[index].condition = .lookedUp(query)
      hasCredit = true
    }
    if !hasCredit { throw lexer.error(at: roleAt, .roleWithoutCredit) }
  }
}

extension SearchQuery {
  /// The search for a whole barcode.
  public static func barcode(_ digits: String) -> SearchQuery {
    SearchQuery(terms: [Term(field: .barcode, value: .text(digits, isPhrase: true))])
  }
}

/// The value after a field's colon.
private struct ShelfValue {
  private let text: String
  private let place: Int
  private let lexer: QueryLexer
  private let isPhrase: Bool

  init(_ text: String, _ place: Int, _ lexer: QueryLexer, isPhrase: Bool) {
    (self.text, self.place, self.lexer, self.isPhrase) = (text, place, lexer, isPhrase)
  }

  private func error(_ reason: QueryError.Reason) -> QueryError { lexer.error(at: place, reason) }

  func condition(of field: ShelfQuery.Field?) throws(QueryError) -> ShelfQuery.Condition {
    guard let field else { return .text(nil, text) }
    if text.isEmpty { throw lexer.valueMissing(field.rawValue, at: place) }
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
    case .barcode:
      guard let digits = SearchQuery.barcodeDigits(text) else { throw error(.notABarcode) }
      return .lookedUp(.barcode(digits))
    case .track: return lookedUp(.track)
    case .runout: return lookedUp(.runout)
    case .credit, .role: return lookedUp(.credit)
    case .limit, .price, .paid: return try amount(field)
    case .artist, .title, .label, .format, .country, .genre, .style, .folder, .note, .catalogueNumber:
      return text.hasPrefix("=") ? .whole(field, String(text.dropFirst())) : .text(field, text)
    }
  }

  private func lookedUp(_ field: SearchQuery.Field) -> ShelfQuery.Condition {
    .lookedUp(SearchQuery(terms: [.init(field: field, value: .text(text, isPhrase: isPhrase))]))
  }

  func role(isExcluded: Bool) throws(QueryError) -> SearchQuery.Term {
    if text.isEmpty { throw lexer.valueMissing(ShelfQuery.Field.role.rawValue, at: place) }
    return .init(field: .role, value: .text(text, isPhrase: isPhrase), isExcluded: isExcluded)
  }

  private func amount(_ field: ShelfQuery.Field) throws(QueryError) -> ShelfQuery.Condition {
    if text.lowercased() == "none" { return .amount(field, from: nil, to: nil) }
    guard let amounts else { throw error(.notAnAmount(field: field.rawValue)) }
    return .amount(field, from: amounts.from, to: amounts.to)
  }

  /// The amounts on both sides of `..`; nil where they are none.
  private var amounts: (from: Double?, to: Double?)? {
    let (from, to) = ends
    func number(_ text: String) -> Double? { PaidReport.amount(text)?.doubleValue }
    let (low, high) = (number(from), number(to))
    guard low != nil || from.isEmpty, high != nil || to.isEmpty, low != nil || high != nil else { return nil }
    return (low, high)
  }

  /// A field of the user's own holds any text, so that nothing is refused.
  var ofOwnField: ShelfQuery.OwnValue {
    if text.isEmpty || text.lowercased() == "none" { return .nothing }
    if text.contains(".."), let amounts { return .amount(from: amounts.from, to: amounts.to) }
    return text.hasPrefix("=") ? .whole(String(text.dropFirst())) : .text(text)
  }

  /// The texts on both sides of `..`; the whole text twice without it.
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

  /// The start or the end of a day, month or year: 20201100000000 for `2020-11`; nil for anything else.
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

  /// The matching grades: one for `vg+`, that and better for `vg+..`, none for `none`.
  private func grades(_ field: ShelfQuery.Field) throws(QueryError) -> [String] {
    if text.lowercased() == "none" { return [] }
    let all = field == .media ? Condition.grades : Condition.sleeveGrades
    let (from, to) = ends
    func position(_ name: String) -> Int? { Condition.grade(name).flatMap { all.firstIndex(of: $0) } }
    if !text.contains("..") {
      guard let found = position(text) else { throw unknownGrade(field, all) }
      return [all[found]]
    }
    // The best comes first, so the lower bound has the higher index.
    let worst = from.isEmpty ? Condition.grades.count - 1 : position(from)
    let best = to.isEmpty ? 0 : position(to)
    guard let worst, let best, best <= worst else { throw unknownGrade(field, all) }
    return Array(all[best...worst])
  }

  private func unknownGrade(_ field: ShelfQuery.Field, _ all: [String]) -> QueryError {
    let names = all.map(Condition.shortName).filter { !$0.isEmpty }.joined(separator: ", ")
    return error(.notAGrade(field: field.rawValue, grades: names))
  }
}
