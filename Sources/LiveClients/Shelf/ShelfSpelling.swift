internal import RunoutModel

/// The words of a shelf, as corrections of misspelt ones.
struct ShelfSpelling: Sendable {
  /// The number of times each word occurs.
  private var counts: [String: Int] = [:]

  private static let longest = 80
  /// Limits: corrections of one word, and corrected queries in all.
  private static let tried = 3
  private static let mostQueries = 9
  /// The fields that contain names; nil is a term without a field.
  private static let fields: Set<SearchQuery.Field?> = [nil, .artist, .title, .label]
  private static let filters: Set<String> = ["artist", "title", "label"]

  init(_ texts: [String]) {
    for word in texts.flatMap(TextFolding.tokens) { counts[word, default: 0] += 1 }
  }

  /// - Parameter counts: folded words, and how often each occurs.
  init(_ counts: [String: Int]) { self.counts = counts }

  /// A filter of the shelf with its unknown words replaced by the shelf's; nil where all are known or none is near.
  ///
  /// A word of a filter may be part of a word.
  func repaired(filter: String) -> String? {
    var isChanged = false
    // Whether a quote is open, and whether what is in it is a name.
    var (isOpen, isName) = (false, true)
    let pieces = filter.split(separator: " ").map { piece -> String in
      var start = piece.startIndex
      if !isOpen {
        let colon = piece.firstIndex(of: ":")
        isName = !piece.hasPrefix("-") && colon.map { Self.filters.contains(piece[..<$0].lowercased()) } ?? true
        start = colon.map(piece.index(after:)) ?? start
      }
      if !piece.filter({ $0 == "\"" }).count.isMultiple(of: 2) { isOpen.toggle() }
      guard isName else { return String(piece) }
      let word = piece[start...].filter { $0 != "\"" }
      let folded = TextFolding.fold(word)
      guard !counts.keys.contains(where: { $0.contains(folded) }), let near = nearest(to: folded).first else {
        return String(piece)
      }
      isChanged = true
      return String(piece[..<start]) + String(piece[start...]).replacing(word, with: near)
    }
    return isChanged ? pieces.joined(separator: " ") : nil
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
    let most = word.unicodeScalars.count < 5 ? 1 : 2
    var found: [(word: String, errors: Int, count: Int)] = []
    // A letter beyond ASCII has several bytes.
    for (other, count) in counts where abs(other.utf8.count - word.utf8.count) <= 3 * most {
      let errors = Spelling.distance(other, word)
      if errors <= most { found.append((other, errors, count)) }
    }
    found.sort { ($0.errors, -$0.count, $0.word) < ($1.errors, -$1.count, $1.word) }
    return found.prefix(Self.tried).map(\.word)
  }
}
