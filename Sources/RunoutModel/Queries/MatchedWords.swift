/// The words of a search, for highlighting their matches in rows.
///
/// Folds as the search does: `sigur ros` marks `Sigur Rós`. Exclusions, and terms for years, genres or tracks, mark
/// nothing.
public struct MatchedWords: Hashable, Sendable {
  /// The parts of a row that have a search field of their own.
  public enum Part: Hashable, Sendable { case artist, title, label, catalogueNumber }

  private struct Word: Hashable {
    var folded: [UInt8]
    /// Nil for any part.
    var part: Part?
    var isPrefix: Bool
  }

  private let words: [Word]

  public var isEmpty: Bool { words.isEmpty }

  /// - Parameter narrowing: the words that filter the rows further.
  public init(_ query: SearchQuery = SearchQuery(), narrowing: String = "") {
    var words: [Word] = []
    for (index, term) in query.terms.enumerated() where !term.isExcluded {
      guard case .text(let text, let isPhrase) = term.value else { continue }
      let part: Part? =
        switch term.field {
        case .artist: .artist
        case .title: .title
        case .label: .label
        case .catalogueNumber: .catalogueNumber
        default: nil
        }
      guard part != nil || term.field == nil else { continue }
      let isUnfinished = !isPhrase && (index == query.terms.count - 1 || part != nil)
      let tokens = TextFolding.tokens(text)
      for (number, token) in tokens.enumerated() {
        words.append(Word(folded: Array(token.utf8), part: part, isPrefix: isUnfinished && number == tokens.count - 1))
      }
    }
    words += TextFolding.tokens(narrowing).map { Word(folded: Array($0.utf8), part: nil, isPrefix: true) }
    self.words = words
  }

  /// The matches in a text, in bytes of UTF-8, in their order.
  public func ranges(in text: String, _ part: Part) -> [Range<Int>] {
    guard !words.isEmpty, !text.isEmpty else { return [] }
    return TextFolding.words(of: text).compactMap { word in
      // The longest match wins.
      let found = words.lazy.filter { typed in
        (typed.part ?? part) == part
          && (typed.isPrefix ? word.folded.starts(with: typed.folded) : word.folded == typed.folded)
      }.map(\.folded.count).max()
      return found.map { word.start..<word.end(ofFolded: $0) }
    }
  }
}
