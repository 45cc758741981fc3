extension Array where Element: Equatable {
  /// Where another array first occurs in this one.
  func firstIndex(of other: [Element]) -> Int? {
    guard count >= other.count else { return nil }
    return (0...count - other.count).first { self[$0] == other[0] && self[$0..<$0 + other.count].elementsEqual(other) }
  }
}
