package import DiscogsModel
package import RunoutModel

/// What a search asks of each index.
package struct QueryPlan {
  /// Expressions for FTS5; nil where the index is not needed.
  package var search: String?
  package var deep: String?
  package var excludedSearch: String?
  var excludedDeep: String?
  package var filters: [Filter] = []
  package var barcodes: [Barcode] = []
  /// What only the shelf can tell.
  package var standings: [Standing] = []
  /// Hash of the name the whole query could be.
  var name: UInt64?
  /// The same without its article: `pixies` for `the pixies`. The index has names with an article both ways.
  var nameWithoutArticle: UInt64?
  /// A barcode the whole query could be.
  var barcodeCandidate: UInt64?
  /// Whether words were asked for that no index can have, such as `!!!`: whole names only, then.
  package var hasOnlySymbols = false

  package struct Filter: Hashable {
    package enum Condition: Hashable {
      /// Words of a value. The last may be the beginning of one unless `isWhole`.
      case words(FacetTable.Field, [String], isWhole: Bool)
      case years(from: Int?, to: Int?)
      case kind(EntityKind)
      /// What an empty search lists.
      case heads
    }

    package var condition: Condition
    package var isExcluded: Bool
  }

  package struct Barcode: Hashable {
    /// Without leading zeros.
    var digits: String
    package var isExcluded: Bool
  }

  package struct Standing: Hashable {
    package enum List: Hashable { case owned, other, wanted }

    var list: List
    /// Whether those are meant that are not in it.
    var isAbsent: Bool

    /// - Parameter isExcluded: whether the term was typed with a hyphen.
    init(_ field: SearchQuery.Field?, _ standing: ShelfStanding, isExcluded: Bool) {
      list = field == .wanted ? .wanted : standing == .other ? .other : .owned
      isAbsent = (standing == .no) != isExcluded
    }
  }

  package init(_ query: SearchQuery, kind: EntityKind?) {
    var builder = Builder()
    for (index, term) in query.terms.enumerated() {
      builder.add(term, isLast: index == query.terms.count - 1)
    }
    search = Builder.expression(builder.search)
    deep = Builder.expression(builder.deep)
    excludedSearch = Builder.anyOf(builder.excludedSearch)
    excludedDeep = Builder.anyOf(builder.excludedDeep)
    filters = builder.filters
    barcodes = builder.barcodes
    standings = builder.standings
    hasOnlySymbols = builder.hasSymbols && search == nil
    if let kind { filters.append(Filter(condition: .kind(kind), isExcluded: false)) }
    if let text = builder.plainText {
      name = SearchText.hash(ofTyped: text)
      nameWithoutArticle = TextFolding.exactKeys(text).dropFirst().first.map { SearchText.hash($0) }
      barcodeCandidate = query.barcodeCandidate.flatMap(SearchText.barcode)
    }
    // Nothing said what to look for: the best-known records then, each once.
    if search == nil, deep == nil, name == nil, !barcodes.contains(where: { !$0.isExcluded }),
      !filters.contains(where: { !$0.isExcluded }), standings.allSatisfy(\.isAbsent)
    {
      filters.append(Filter(condition: .heads, isExcluded: false))
    }
  }

  private struct Builder {
    var search: [String] = []
    var deep: [String] = []
    var excludedSearch: [String] = []
    var excludedDeep: [String] = []
    var filters: [Filter] = []
    var barcodes: [Barcode] = []
    var standings: [Standing] = []
    var hasSymbols = false
    private var words: [String] = []
    private var isPlain = true

    /// What was typed, when it is nothing but words and phrases.
    var plainText: String? { isPlain && !words.isEmpty ? words.joined(separator: " ") : nil }

    mutating func add(_ term: SearchQuery.Term, isLast: Bool) {
      switch term.value {
      case .years(let from, let to):
        isPlain = isPlain && term.isExcluded
        filters.append(Filter(condition: .years(from: from, to: to), isExcluded: term.isExcluded))
      case .kind(let kind):
        filters.append(Filter(condition: .kind(kind), isExcluded: term.isExcluded))
      case .standing(let standing):
        standings.append(Standing(term.field, standing, isExcluded: term.isExcluded))
      case .text(let text, let isPhrase):
        add(text, isPhrase: isPhrase, term, isLast: isLast)
      }
    }

    private mutating func add(_ text: String, isPhrase: Bool, _ term: SearchQuery.Term, isLast: Bool) {
      if !term.isExcluded {
        if term.field == nil { words.append(text) } else { isPlain = false }
      }
      let isPrefix = !isPhrase && !term.isExcluded && (isLast || term.field != nil)
      switch term.field {
      case nil: add(text, column: nil, isPrefix: isPrefix, term.isExcluded)
      case .artist: add(text, column: "artist", isPrefix: isPrefix, term.isExcluded)
      case .title: add(text, column: "title", isPrefix: isPrefix, term.isExcluded)
      case .label: add(text, column: "label", isPrefix: isPrefix, term.isExcluded)
      case .catalogueNumber: add(text, column: "catno", isPrefix: isPrefix, term.isExcluded)
      case .track: addDeep(text, column: "track", isPrefix: isPrefix, term.isExcluded)
      case .runout: addDeep(text, column: "runout", isPrefix: isPrefix, term.isExcluded)
      case .genre: filter(.genre, text, isPrefix: isPrefix, term.isExcluded)
      case .style: filter(.style, text, isPrefix: isPrefix, term.isExcluded)
      case .country: filter(.country, text, isPrefix: isPrefix, term.isExcluded)
      case .format: filter(.format, text, isPrefix: isPrefix, term.isExcluded)
      case .barcode:
        let digits = text.utf8.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
          .drop { $0 == UInt8(ascii: "0") }
        barcodes.append(Barcode(digits: String(decoding: digits, as: UTF8.self), isExcluded: term.isExcluded))
      case .year, .type, .owned, .wanted:
        // The parser gives these values of their own; text here comes from a program and matches nothing.
        filters.append(Filter(condition: .years(from: .max, to: 0), isExcluded: term.isExcluded))
      }
    }

    private mutating func add(_ text: String, column: String?, isPrefix: Bool, _ isExcluded: Bool) {
      guard let phrase = Self.phrase(text, column: column, isPrefix: isPrefix) else {
        if !isExcluded { hasSymbols = true }
        return
      }
      if isExcluded { excludedSearch.append(phrase) } else { search.append(phrase) }
    }

    private mutating func addDeep(_ text: String, column: String, isPrefix: Bool, _ isExcluded: Bool) {
      // This index has lists for beginnings of three letters. Of fewer, the lists of all words that begin so would have
      // to be put together first: those with `l` are in most records.
      let last = TextFolding.tokens(text).last ?? ""
      let isPrefix = isPrefix && last.unicodeScalars.count >= CatalogueSchema.deepPrefix
      guard let phrase = Self.phrase(text, column: column, isPrefix: isPrefix) else { return }
      if isExcluded { excludedDeep.append(phrase) } else { deep.append(phrase) }
    }

    private mutating func filter(_ field: FacetTable.Field, _ text: String, isPrefix: Bool, _ isExcluded: Bool) {
      filters.append(
        Filter(
          condition: .words(field, TextFolding.tokens(text), isWhole: !isPrefix && !isExcluded),
          isExcluded: isExcluded))
    }

    /// One typed word can be several tokens (`R.E.M.`, `道シティ`): they have to follow each other.
    private static func phrase(_ text: String, column: String?, isPrefix: Bool) -> String? {
      let tokens = TextFolding.tokens(text)
      guard !tokens.isEmpty else { return nil }
      let phrase = "\"\(tokens.joined(separator: " "))\"\(isPrefix ? "*" : "")"
      return column.map { "\($0):\(phrase)" } ?? phrase
    }

    static func expression(_ phrases: [String]) -> String? {
      phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
    }

    static func anyOf(_ phrases: [String]) -> String? {
      phrases.isEmpty ? nil : phrases.joined(separator: " OR ")
    }
  }
}
