internal import DiscogsModel
public import RunoutModel
internal import SQLiteSupport

extension CatalogueStore {
  /// Suggestions for a search with typing errors, the likeliest first, made of whole names or of the catalogue's words.
  /// Empty where every word is right, and where nothing is near.
  public func nearest(_ search: SearchRequest, limit: Int = 3) async throws(CatalogueError) -> [SearchQuery] {
    let snapshot = snapshot()
    return try await snapshot.back().read { try NearestQueries(search, $0, snapshot).found(limit) }
  }
}

private struct NearestQueries {
  private let search: SearchRequest
  private let access: Reader.Access
  private let snapshot: Snapshot
  private let vocabulary: Vocabulary

  /// In bytes; longer texts are not corrected.
  private static let longest = 80
  /// A text with more words was pasted, not misspelt.
  private static let mostTerms = 8
  private static let tried = 4
  /// The most letters of names in fields, all together: each takes some 75 look-ups.
  private static let mostLetters = 40

  init(_ search: SearchRequest, _ access: Reader.Access, _ snapshot: Snapshot) {
    (self.search, self.access, self.snapshot) = (search, access, snapshot)
    vocabulary = Vocabulary(access)
  }

  func found(_ limit: Int) throws -> [SearchQuery] {
    guard search.query.terms.count <= Self.mostTerms else { return [] }
    let (unknown, known) = try places()
    guard unknown.count + known.count <= Self.mostTerms else { return [] }
    // If some words are not in the catalogue, only these are wrong.
    let corrected = try unknown.isEmpty ? nil : replacing(unknown, in: search.query)
    let names = try nearNames(corrected)
    if !names.isEmpty { return Array(names.prefix(limit)) }
    let inFields = try nearNamesInFields(corrected)
    if !inFields.isEmpty { return Array(inFields.prefix(limit)) }
    if let corrected { return Array(corrected.prefix(limit)) }
    if let dated = Self.dated(search.query), try bestRank(of: dated) != nil { return [dated] }
    return try Array(known.flatMap { place in try replacing([place], in: search.query) }.prefix(limit))
  }

  // MARK: Whole names

  /// Names one letter away from the whole query, the most popular first.
  /// - Parameter corrected: queries with other words; nil where every letter may be wrong.
  private func nearNames(_ corrected: [SearchQuery]?) throws -> [SearchQuery] {
    guard let key = Self.key(of: search.query), key.unicodeScalars.count > 3, key.utf8.count <= Self.longest,
      !TextFolding.tokens(key).isEmpty
    else { return [] }
    var seen: Set<String> = []
    let keys = Self.keys(near: key, corrected.map { $0.compactMap(Self.key) })
    return try ranks(of: keys).compactMap { rank, key -> SearchQuery? in
      guard let row = try access.rows([rank]).first, search.kind == nil || row.reference.kind == search.kind else {
        return nil
      }
      let isTitle = TextFolding.exactKeys(row.title).contains(key)
      let name = isTitle ? row.title : "\(row.artist) \(row.title)"
      // Two names can have the same hash.
      guard isTitle || TextFolding.exactKeys(name).contains(key), seen.insert(key).inserted else { return nil }
      return SearchQuery(terms: Self.terms(of: name))
    }
  }

  /// The query as one name; nil where a term has a field or is excluded.
  private static func key(of query: SearchQuery) -> String? {
    var words: [String] = []
    for term in query.terms {
      guard term.field == nil, !term.isExcluded, case .text(let text, _) = term.value else { return nil }
      words.append(text)
    }
    return TextFolding.exactKey(words.joined(separator: " "))
  }

  /// The keys of names one letter away; of corrected names, only those and the ones with a space more or less.
  private static func keys(near key: String, _ corrected: [String]?) -> [String] {
    corrected.map { $0 + variants(of: key, [" "]) } ?? variants(of: key, letters)
  }

  /// The most popular records with these names, each with its name's key.
  private func ranks(of keys: [String]) throws -> [(rank: Int, key: String)] {
    let statement = try access.statement("SELECT rank FROM exact WHERE name = ? ORDER BY rank LIMIT 8", purpose: "near")
    var ranks: [Int: String] = [:]
    for (number, near) in keys.enumerated() {
      if number & 255 == 0 { try access.cancellation.check() }
      statement.bind(1, Int(SearchText.hash(near)))
      while try statement.next() { ranks[statement.integer(0)] = near }
      statement.reset()
    }
    return ranks.sorted { $0.key < $1.key }.prefix(50).map { (rank: $0.key, key: $0.value) }
  }

  /// Queries in which a near name replaces the words of the first field that has one, the most popular first.
  private func nearNamesInFields(_ corrected: [SearchQuery]?) throws -> [SearchQuery] {
    var left = Self.mostLetters
    for (place, term) in search.query.terms.enumerated() {
      guard let field = term.field, Self.words(of: term).count > 1, case .text(let text, _) = term.value else {
        continue
      }
      let key = TextFolding.exactKey(text)
      left -= key.unicodeScalars.count
      guard left >= 0 else { return [] }
      var seen: Set<String> = []
      let others = corrected?.compactMap { query -> String? in
        guard case .text(let text, _) = query.terms[place].value else { return nil }
        return TextFolding.exactKey(text)
      }
      let queries = try ranks(of: Self.keys(near: key, others)).compactMap { rank, key -> SearchQuery? in
        guard let row = try access.rows([rank]).first, Self.isNamed(row.reference.kind, by: field) else { return nil }
        let name = Homonym.strip(row.title)
        guard TextFolding.exactKeys(name).contains(key), seen.insert(key).inserted else { return nil }
        var query = search.query
        query.terms[place].value = .text(name, isPhrase: true)
        return query
      }
      let found = try queries.prefix(Self.tried).filter { try bestRank(of: $0) != nil }
      if !found.isEmpty { return found }
    }
    return []
  }

  private static func isNamed(_ kind: EntityKind, by field: SearchQuery.Field) -> Bool {
    switch field {
    case .artist: kind == .artist
    case .label: kind == .label
    default: kind == .release || kind == .master
    }
  }

  private static func terms(of name: String) -> [SearchQuery.Term] {
    Homonym.strip(name).split(whereSeparator: \.isWhitespace).map {
      SearchQuery.Term(field: nil, value: .text(String($0), isPhrase: false))
    }
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789 ".unicodeScalars)

  /// All texts that differ by one of these letters: one too many, one too few, another, or two swapped.
  private static func variants(of text: String, _ letters: [Unicode.Scalar]) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var found: [String] = []
    func add(_ changed: [Unicode.Scalar]) { found.append(String(String.UnicodeScalarView(changed))) }
    for index in 0...scalars.count {
      for letter in letters { add(scalars[..<index] + [letter] + scalars[index...]) }
      guard index < scalars.count else { break }
      add(Array(scalars[..<index] + scalars[(index + 1)...]))
      for letter in letters where letter != scalars[index] {
        add(scalars[..<index] + [letter] + scalars[(index + 1)...])
      }
      if index + 1 < scalars.count, scalars[index] != scalars[index + 1] {
        add(scalars[..<index] + [scalars[index + 1], scalars[index]] + scalars[(index + 2)...])
      }
    }
    return found
  }

  // MARK: Words

  private struct Place {
    var term: Int
    var word: Int
  }

  private func places() throws -> (unknown: [Place], known: [Place]) {
    var unknown: [Place] = []
    var known: [Place] = []
    for (index, term) in search.query.terms.enumerated() {
      for (number, word) in Self.words(of: term).enumerated() where Self.mayBeMisspelt(word) {
        let place = Place(term: index, word: number)
        if try vocabulary.rank(of: Array(word.utf8)) == nil { unknown.append(place) } else { known.append(place) }
      }
    }
    return (unknown, known)
  }

  /// The words of a term that may be misspelt, folded; empty for other terms.
  private static func words(of term: SearchQuery.Term) -> [String] {
    guard !term.isExcluded, case .text(let text, _) = term.value else { return [] }
    switch term.field {
    case nil, .artist, .title, .label: return TextFolding.tokens(text)
    default: return []
    }
  }

  /// Numbers, such as years, are not corrected.
  private static func mayBeMisspelt(_ word: String) -> Bool {
    word.unicodeScalars.count > 2 && word.utf8.count <= longest && word.utf8.contains { $0 > UInt8(ascii: "9") }
  }

  /// Queries with near words in some places, each with at least one match, the most popular first.
  private func replacing(_ places: [Place], in query: SearchQuery) throws -> [SearchQuery] {
    var queries = [query]
    for place in places {
      let near = try nearWords(to: Self.words(of: query.terms[place.term])[place.word])
      guard !near.isEmpty else { return [] }
      queries = queries.flatMap { query in
        near.prefix(places.count > 2 ? 1 : Self.tried).map { word in
          var changed = query
          changed.terms[place.term] = Self.replacing(place.word, of: query.terms[place.term], by: word)
          return changed
        }
      }
    }
    return try queries.compactMap { try best(of: $0) }.sorted { $0.rank < $1.rank }.map(\.query)
  }

  private static func replacing(_ number: Int, of term: SearchQuery.Term, by word: String) -> SearchQuery.Term {
    var tokens = words(of: term)
    tokens[number] = word
    var isPhrase = false
    if tokens.count > 1, case .text(_, let isQuoted) = term.value { isPhrase = isQuoted }
    var changed = term
    changed.value = .text(tokens.joined(separator: " "), isPhrase: isPhrase)
    return changed
  }

  /// A query with its most popular match; if it has none, the query with a number as the year instead.
  private func best(of query: SearchQuery) throws -> (query: SearchQuery, rank: Int)? {
    if let rank = try bestRank(of: query) { return (query, rank) }
    guard let dated = Self.dated(query), let rank = try bestRank(of: dated) else { return nil }
    return (dated, rank)
  }

  private func bestRank(of query: SearchQuery) throws -> Int? {
    let request = SearchRequest(query: query, kind: search.kind)
    return try SearchRunner(request, access, snapshot).ranks(after: nil, limit: 1).first?.rank
  }

  /// The query with a word that looks like a year as `year:`; nil without such a word, or without other words.
  private static func dated(_ query: SearchQuery) -> SearchQuery? {
    guard query.terms.count > 1 else { return nil }
    for (index, term) in query.terms.enumerated() {
      guard term.field == nil, !term.isExcluded, case .text(let text, _) = term.value, text.utf8.count == 4,
        let year = Int(text), (1890...2100).contains(year)
      else { continue }
      var dated = query
      dated.terms[index] = SearchQuery.Term(field: .year, value: .years(from: year, to: year))
      return dated
    }
    return nil
  }

  /// The words nearest to one: those with the fewest errors, the most popular first.
  private func nearWords(to word: String) throws -> [String] {
    let typed = SpeltWord(word)
    let most = typed.usualErrors
    var found: [(word: String, errors: Int, rank: Int)] = []
    func consider(_ word: ArraySlice<UInt8>, _ rank: Int) {
      // Most differ too much in length, which is cheap to see.
      guard abs(word.count - typed.count) <= most || word.contains(where: { $0 >= 0x80 }) else { return }
      guard let errors = typed.errors(in: SpeltWord(word), atMost: most), errors > 0 else { return }
      found.append((String(decoding: word, as: UTF8.self), errors, rank))
    }
    // Errors are rare in the first two letters. Words with the same two are compared; for other beginnings, the
    // variants are looked up.
    let start = String(word.unicodeScalars.prefix(2))
    try vocabulary.forEach(beginning: Array(start.utf8)) { word, rank in
      consider(word, rank)
      return true
    }
    for other in Self.variants(ofBeginning: word) {
      if let rank = try vocabulary.rank(of: Array(other.utf8)) { consider(Array(other.utf8)[...], rank) }
    }
    found.sort { ($0.errors, $0.rank) < ($1.errors, $1.rank) }
    // Words with more errors are not tried if some have fewer.
    let fewest = found.first?.errors
    return found.prefix { $0.errors == fewest }.prefix(Self.tried).map(\.word)
  }

  /// Variants of a word's first two letters: one replaced, dropped, inserted, or swapped with the next.
  private static func variants(ofBeginning word: String) -> [String] {
    let scalars = Array(word.unicodeScalars)
    var variants: [String] = []
    for index in 0..<min(2, scalars.count) {
      let (before, rest) = (scalars[..<index], scalars[(index + 1)...])
      func add(_ middle: [Unicode.Scalar], _ end: ArraySlice<Unicode.Scalar>) {
        variants.append(String(String.UnicodeScalarView(before + middle + end)))
      }
      add([], rest)
      if let next = rest.first { add([next, scalars[index]], rest.dropFirst()) }
      for letter in letters where letter != " " {
        add([letter], rest)
        add([letter, scalars[index]], rest)
      }
    }
    return variants
  }
}
