extension String {
  nonisolated func commonPrefix(with other: String) -> String { String(zip(self, other).prefix { $0 == $1 }.map(\.0)) }
}
