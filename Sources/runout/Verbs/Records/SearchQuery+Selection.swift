import RunoutModel

extension SearchQuery {
  /// Whether some of what this looks for is not in a catalogue that holds only what another search selected: it asks the
  /// same field for something else, for years beyond, or for what was excluded.
  nonisolated func reachesOutside(_ selection: SearchQuery) -> Bool {
    terms.contains { term in
      guard !term.isExcluded, let field = term.field else { return false }
      let chosen = selection.terms.filter { $0.field == field }
      let excluded = chosen.filter(\.isExcluded)
      if excluded.contains(where: { $0.isMet(by: term) }) { return true }
      // Values of one field that were chosen together are all true of every release.
      let required = chosen.filter { !$0.isExcluded }
      return !required.isEmpty && !required.contains { $0.isMet(by: term) }
    }
  }
}

extension SearchQuery.Term {
  /// Whether all that the other term finds is found by this one, as far as the terms alone can tell.
  nonisolated fileprivate func isMet(by other: SearchQuery.Term) -> Bool {
    switch (value, other.value) {
    case (.years(let from, let to), .years(let otherFrom, let otherTo)):
      (from ?? .min) <= (otherFrom ?? .min) && (otherTo ?? .max) <= (to ?? .max)
    case (.text(let text, _), .text(let otherText, _)):
      TextFolding.tokens(otherText).starts(with: TextFolding.tokens(text))
    default: value == other.value
    }
  }
}
