internal import RunoutModel

/// The words of a shelf, as corrections of misspelt ones.
struct ShelfSpelling: Sendable {
  /// The number of times each word occurs.
  private let counts: [String: Int]

  private static let longest = 80
  /// Limits: corrections of one word, and corrected queries in all.
  private static let tried = 3
  private static let mostQueries = 9
  /// The fields that contain names; nil is a term without a field.
  private static let fields: Set<SearchQuery.Field?> = [nil, .artist, .title, .label]
  private static let filters: Set<String> = ["artist", "title", "label"]

  /// - Parameter counts: folded words, and how often each occurs.
  init(_ counts: [String: Int]) { self.counts = counts }

  /// A filter of the shelf with its unknown words replaced by the shelf's, the likeliest first; empty where all are known
  /// or none is near.
  ///
  /// A word of a filter may be part of a word.
  func repaired(filter: String) -> [String] {
    let pieces = filter.split(separator: " ")
    var filters: [[String]] = [[]]
    // Whether a quote is open, and whether its content is a name.
    var (isOpen, isName) = (false, true)
    for piece in pieces {
      var start = piece.startIndex
      if !isOpen {
        let colon = piece.firstIndex(of: ":")
        isName = !piece.hasPrefix("-") && colon.map { Self.filters.contains(piece[..<$0].lowercased()) } ?? true
        start = colon.map(piece.index(after:)) ?? start
      }
      if !piece.count(where: { $0 == "\"" }).isMultiple(of: 2) { isOpen.toggle() }
      let choices = isName ? near(toPartOf: piece[start...]).map { piece[..<start] + $0 } : []
      filters = filters.flatMap { filter in
        (choices.isEmpty ? [piece] : choices).map { filter + [String($0)] }
      }
      filters.removeLast(max(0, filters.count - Self.mostQueries))
    }
    return filters.map { $0.joined(separator: " ") }.filter { $0 != pieces.joined(separator: " ") }
  }

  /// The nearest words in place of one that may have quotes around it; none where it occurs in a word.
  private func near(toPartOf typed: Substring) -> [String] {
    let word = typed.filter { $0 != "\"" }
    let folded = TextFolding.fold(word)
    guard !isPartOfOne(Array(folded.utf8)) else { return [] }
    return nearest(to: folded).map { String(typed).replacing(word, with: $0) }
  }

  private func isPartOfOne(_ part: [UInt8]) -> Bool {
    counts.keys.contains { word in
      let isPart = word.utf8.withContiguousStorageIfAvailable { bytes in
        bytes.indices.dropLast(max(0, part.count - 1)).contains { bytes[$0...].starts(with: part) }
      }
      return isPart ?? false
    }
  }

  /// The query with unknown words replaced by the shelf's; empty where all are known or none is near.
  func repaired(_ query: SearchQuery) -> [SearchQuery] {
    var queries = [query]
    for (index, term) in query.terms.enumerated() where !term.isExcluded && Self.fields.contains(term.field) {
      guard case .text(let text, let isPhrase) = term.value else { continue }
      let words = TextFolding.tokens(text)
      for (number, word) in words.enumerated() {
        let near = nearest(to: word)
        if near.isEmpty { continue }
        let changed = queries.flatMap { query in
          near.map { word -> SearchQuery in
            guard case .text(let text, _) = query.terms[index].value else { return query }
            var words = TextFolding.tokens(text)
            words[number] = word
            var other = query
            other.terms[index].value = .text(words.joined(separator: " "), isPhrase: words.count > 1 && isPhrase)
            return other
          }
        }
        queries = Array(changed.prefix(Self.mostQueries))
      }
    }
    return queries == [query] ? [] : queries
  }

  /// The nearest words by number of errors, then frequency; none for a known word, a short one, or a number.
  private func nearest(to word: String) -> [String] {
    guard counts[word] == nil, word.utf8.count <= Self.longest, word.unicodeScalars.count > 2,
      word.utf8.contains(where: { $0 > UInt8(ascii: "9") })
    else { return [] }
    let typed = SpeltWord(word)
    let most = typed.usualErrors
    var found: [(word: String, errors: Int, count: Int)] = []
    // A letter beyond ASCII has several bytes.
    for (other, count) in counts where abs(other.utf8.count - word.utf8.count) <= 3 * most {
      if let errors = typed.errors(in: SpeltWord(other), atMost: most) { found.append((other, errors, count)) }
    }
    found.sort { ($0.errors, -$0.count, $0.word) < ($1.errors, -$1.count, $1.word) }
    return found.prefix(Self.tried).map(\.word)
  }
}
