extension Array where Element: Equatable {
  /// The index of the first occurrence of another array, which must not be empty.
  func firstIndex(of other: [Element]) -> Int? {
    guard count >= other.count else { return nil }
    return (0...count - other.count).first { self[$0] == other[0] && self[$0..<$0 + other.count].elementsEqual(other) }
  }
}
