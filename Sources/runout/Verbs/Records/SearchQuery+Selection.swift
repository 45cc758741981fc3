import RunoutModel

extension SearchQuery {
  /// Returns whether a search asks for records that a catalogue's selection left out: another value of the same field,
  /// years beyond it, or excluded ones.
  nonisolated func reachesOutside(_ selection: SearchQuery) -> Bool {
    terms.contains { term in
      guard !term.isExcluded, let field = term.field else { return false }
      let chosen = selection.terms.filter { $0.field == field }
      let excluded = chosen.filter(\.isExcluded)
      if excluded.contains(where: { $0.isMet(by: term) }) { return true }
      // Several values chosen for one field are all true of every release.
      let required = chosen.filter { !$0.isExcluded }
      return !required.isEmpty && !required.contains { $0.isMet(by: term) }
    }
  }
}

extension SearchQuery.Term {
  /// Returns whether this term finds everything that the other finds, judging by the terms alone.
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
