package import DiscogsModel
package import RunoutModel

/// A search query, translated for each index.
package struct QueryPlan {
  /// FTS5 expressions; nil where the index is not needed.
  package var search: String?
  package var deep: String?
  package var excludedSearch: String?
  var excludedDeep: String?
  package var filters: [Filter] = []
  package var barcodes: [BarcodeTerm] = []
  package var standings: [Standing] = []
  var credits: [Credit] = []
  /// The hash of the name that the whole query may be.
  var name: UInt64?
  /// The kind of what bears that name, where no record has it in the field that was asked for; nil for any, and always.
  var kindOfName: EntityKind?
  /// The hash without the article: `pixies` for `the pixies`. The index has names with an article both ways.
  var nameWithoutArticle: UInt64?
  var barcodeCandidate: Barcode?
  /// Whether a condition matches no record, so that only whole names are found.
  package var matchesNothing = false
  /// Whether the query is a name of signs only, which finds each work once.
  var isNameOfSigns = false

  package struct Filter: Hashable {
    package enum Condition: Hashable {
      /// Words of a value. The last one is a prefix unless `isWhole`.
      case words(FacetTable.Field, [String], isWhole: Bool)
      case years(from: Int?, to: Int?)
      case kind(EntityKind)
      /// The records of an empty search.
      case heads
    }

    package var condition: Condition
    package var isExcluded: Bool

    var isOfType: Bool { if case .kind = condition { true } else { false } }
  }

  package struct BarcodeTerm: Hashable {
    var digits: String
    /// The barcode in quotes; nil where a barcode need only begin with the digits.
    var whole: Barcode?
    package var isExcluded: Bool
  }

  /// Somebody among the artists and credits of a record.
  struct Credit: Hashable {
    var name: String
    /// Words of the roles that one of the credits must have, and of those that it must not.
    var roles: [[String]] = []
    var otherRoles: [[String]] = []
    var isExcluded: Bool
  }

  package struct Standing: Hashable {
    package enum List: Hashable { case owned, other, wanted }

    var list: List
    /// Whether records outside the list match.
    var isAbsent: Bool

    init(_ field: SearchQuery.Field?, _ standing: ShelfStanding, isExcluded: Bool) {
      list = field == .wanted ? .wanted : standing == .other ? .other : .owned
      isAbsent = (standing == .no) != isExcluded
    }
  }

  /// - Parameter hasSigns: whether the index has words of signs, such as `!!!`, which are otherwise whole names only.
  package init(_ query: SearchQuery, kind: EntityKind?, hasSigns: Bool = true) {
    var builder = Builder(hasSigns: hasSigns)
    for (index, term) in query.terms.enumerated() { builder.add(term, isLast: index == query.terms.count - 1) }
    builder.addSigns()
    builder.addRoles()
    self = builder.plan
    search = Self.joined(builder.search, by: " AND ")
    deep = Self.joined(builder.deep, by: " AND ")
    excludedSearch = Self.joined(builder.excludedSearch, by: " OR ")
    excludedDeep = Self.joined(builder.excludedDeep, by: " OR ")
    if let kind { filters.append(Filter(condition: .kind(kind), isExcluded: false)) }
    if let text = builder.plainText {
      name = SearchText.hash(ofTyped: text)
      nameWithoutArticle = TextFolding.exactKeys(text).dropFirst().first.map { SearchText.hash($0) }
      barcodeCandidate = query.barcodeCandidate.flatMap(Barcode.init)
    } else if let own = Self.nameOfSigns(query) {
      (name, kindOfName) = (SearchText.hash(ofTyped: own.text), own.kind)
    }
    // Nothing to look for: popular records then, each once.
    if search == nil, deep == nil, name == nil, !matchesNothing, !credits.contains(where: { !$0.isExcluded }),
      !barcodes.contains(where: { !$0.isExcluded }),
      !filters.contains(where: { !$0.isExcluded }), standings.allSatisfy(\.isAbsent)
    {
      filters.append(Filter(condition: .heads, isExcluded: false))
    }
  }

  private init() {}

  private static func joined(_ phrases: [String], by word: String) -> String? {
    phrases.isEmpty ? nil : phrases.joined(separator: word)
  }

  /// The name of signs in `artist:` or `label:` that is the only condition besides types; indexed as a whole name only.
  private static func nameOfSigns(_ query: SearchQuery) -> (kind: EntityKind, text: String)? {
    let terms = query.terms.filter { term in if case .kind = term.value { false } else { !term.isExcluded } }
    guard terms.count == 1, case .text(let text, _) = terms[0].value, TextFolding.signWord(text) != nil else {
      return nil
    }
    switch terms[0].field {
    case .artist: return (.artist, text)
    case .label: return (.label, text)
    default: return nil
    }
  }

  private struct Builder {
    var search: [String] = []
    var deep: [String] = []
    var excludedSearch: [String] = []
    var excludedDeep: [String] = []
    var plan = QueryPlan()
    private let hasSigns: Bool
    private var words: [String] = []
    private var roles: [(words: [String], isExcluded: Bool)] = []
    private var isPlain = true
    /// Typed words of signs only, without a field.
    private var signs: [(text: String, isPrefix: Bool, isPhrase: Bool)] = []

    init(hasSigns: Bool) { self.hasSigns = hasSigns }

    /// The query, if it has only words and phrases.
    var plainText: String? { isPlain && !words.isEmpty ? words.joined(separator: " ") : nil }

    mutating func add(_ term: SearchQuery.Term, isLast: Bool) {
      switch term.value {
      case .years(let from, let to):
        isPlain = isPlain && term.isExcluded
        plan.filters.append(Filter(condition: .years(from: from, to: to), isExcluded: term.isExcluded))
      case .kind(let kind): plan.filters.append(Filter(condition: .kind(kind), isExcluded: term.isExcluded))
      case .standing(let standing): plan.standings.append(Standing(term.field, standing, isExcluded: term.isExcluded))
      case .text(let text, let isPhrase): add(text, isPhrase: isPhrase, term, isLast: isLast)
      }
    }

    private mutating func add(_ text: String, isPhrase: Bool, _ term: SearchQuery.Term, isLast: Bool) {
      if !term.isExcluded {
        if term.field == nil { words.append(text) } else { isPlain = false }
      }
      let isPrefix = !isPhrase && !term.isExcluded && (isLast || term.field != nil)
      switch term.field {
      case nil: add(text, isPrefix: isPrefix, isPhrase: isPhrase, term.isExcluded)
      case .artist: addName(text, column: "artist", isPrefix: isPrefix, term.isExcluded)
      case .title: addName(text, column: "title", isPrefix: isPrefix, term.isExcluded)
      case .label: addName(text, column: "label", isPrefix: isPrefix, term.isExcluded)
      case .catalogueNumber: addName(text, column: "catno", isPrefix: isPrefix, term.isExcluded)
      case .track: addDeep(text, column: "track", isPrefix: isPrefix, term.isExcluded)
      case .credit: plan.credits.append(Credit(name: text, isExcluded: term.isExcluded))
      case .role: roles.append((TextFolding.tokens(text), term.isExcluded))
      case .runout: addDeep(text, column: "runout", isPrefix: isPrefix, term.isExcluded)
      case .genre: filter(.genre, text, isPrefix: isPrefix, term.isExcluded)
      case .style: filter(.style, text, isPrefix: isPrefix, term.isExcluded)
      case .country: filter(.country, text, isPrefix: isPrefix, term.isExcluded)
      case .format: filter(.format, text, isPrefix: isPrefix, term.isExcluded)
      case .barcode:
        plan.barcodes.append(
          BarcodeTerm(
            digits: Barcode.digits(of: text), whole: isPhrase ? Barcode(text) : nil, isExcluded: term.isExcluded))
      case .year, .type, .owned, .wanted:
        // The parser gives these other values; text here comes from a program, and matches nothing.
        plan.filters.append(Filter(condition: .years(from: .max, to: 0), isExcluded: term.isExcluded))
      }
    }

    private mutating func add(_ text: String, isPrefix: Bool, isPhrase: Bool, _ isExcluded: Bool) {
      if TextFolding.tokens(text).isEmpty, !isExcluded { return signs.append((text, isPrefix, isPhrase)) }
      addName(text, column: nil, isPrefix: isPrefix, isExcluded)
    }

    private mutating func addName(_ text: String, column: String?, isPrefix: Bool, _ isExcluded: Bool) {
      guard let phrase = phrase(text, column: column, isPrefix: isPrefix, isExcluded) else { return }
      if isExcluded { excludedSearch.append(phrase) } else { search.append(phrase) }
    }

    /// Adds the signs typed without a field. By themselves they are a name. Next to words they count in quotes, and
    /// where people type them on purpose, so that `Simon & Garfunkel` and `Miles Davis - Kind Of Blue` find what they
    /// name.
    mutating func addSigns() {
      // A hyphen may be the beginning of an exclusion.
      if !plan.filters.isEmpty { signs.removeAll { $0.text == "-" && !$0.isPhrase } }
      guard let last = signs.last else { return }
      let isAlone =
        signs.count == words.count && search.isEmpty && deep.isEmpty && !plan.filters.contains { !$0.isOfType }
      guard hasSigns else {
        if isAlone { plan.matchesNothing = true }
        return
      }
      guard isAlone else {
        let wanted = signs.flatMap { sign in
          (sign.isPhrase ? [TextFolding.signWord(sign.text)].compactMap { $0 } : TextFolding.signRuns(sign.text))
            .map { Self.quoted($0, isPrefix: sign.isPrefix) }
        }
        search += wanted
        // Whole names are matched without signs, so they would find names with only the words.
        if !wanted.isEmpty { isPlain = false }
        return
      }
      let each = signs.compactMap { sign in
        TextFolding.signWord(sign.text).map { Self.quoted($0, isPrefix: sign.isPrefix) }
      }
      guard let whole = TextFolding.signWord(signs.map(\.text).joined()) else {
        plan.matchesNothing = true
        return
      }
      plan.isNameOfSigns = true
      let name = Self.quoted(whole, isPrefix: last.isPrefix)
      search.append(each.count < 2 ? name : "((\(each.joined(separator: " AND "))) OR \(name))")
    }

    /// Roles belong to all credits that are not excluded.
    mutating func addRoles() {
      for index in plan.credits.indices where !plan.credits[index].isExcluded {
        plan.credits[index].roles = roles.filter { !$0.isExcluded }.map(\.words)
        plan.credits[index].otherRoles = roles.filter(\.isExcluded).map(\.words)
      }
    }

    private mutating func addDeep(_ text: String, column: String, isPrefix: Bool, _ isExcluded: Bool) {
      // This index has prefixes of three letters. For shorter ones, FTS5 would first merge the lists of all words that
      // begin so, and most records have a word with `l`.
      let last = TextFolding.tokens(text).last ?? TextFolding.signWord(text) ?? ""
      let isPrefix = isPrefix && last.unicodeScalars.count >= CatalogueSchema.deepPrefix
      guard let phrase = phrase(text, column: column, isPrefix: isPrefix, isExcluded) else { return }
      if isExcluded { excludedDeep.append(phrase) } else { deep.append(phrase) }
    }

    private mutating func filter(_ field: FacetTable.Field, _ text: String, isPrefix: Bool, _ isExcluded: Bool) {
      let words = Filter.Condition.words(field, TextFolding.tokens(text), isWhole: !isPrefix && !isExcluded)
      plan.filters.append(Filter(condition: words, isExcluded: isExcluded))
    }

    /// The tokens of one typed word (`R.E.M.`, `道シティ`) must follow each other. Nil for no words.
    private mutating func phrase(_ text: String, column: String?, isPrefix: Bool, _ isExcluded: Bool) -> String? {
      let tokens = TextFolding.tokens(text).joined(separator: " ")
      guard let words = tokens.isEmpty ? hasSigns ? TextFolding.signWord(text) : nil : tokens else {
        if !isExcluded { plan.matchesNothing = true }
        return nil
      }
      let phrase = Self.quoted(words, isPrefix: isPrefix)
      return column.map { "\($0):\(phrase)" } ?? phrase
    }

    private static func quoted(_ words: String, isPrefix: Bool) -> String { "\"\(words)\"\(isPrefix ? "*" : "")" }
  }
}
