extension Sequence {
  /// The elements, each key once, where it came first; those without a key all stay.
  nonisolated func uniqued<Key: Hashable>(by key: (Element) -> Key?) -> [Element] {
    var seen: Set<Key> = []
    return filter { element in key(element).map { seen.insert($0).inserted } ?? true }
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it came first.
  nonisolated public func uniqued() -> [Element] { uniqued { $0 } }
}
