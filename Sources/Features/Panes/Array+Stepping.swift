extension Array where Element: Equatable {
  /// Returns the element some steps after another one, from the start again at the end; an element that is not there
  /// counts as the first.
  nonisolated func element(_ step: Int, after element: Element) -> Element {
    self[((firstIndex(of: element) ?? 0) + step + count) % count]
  }
}
