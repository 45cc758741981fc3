/// The first keys of a chord, and how it can go on.
nonisolated public struct Chord: Hashable, Sendable {
  /// `Go to`, or the keys themselves.
  public var caption: String
  /// A key and its capital stand next to each other.
  public var hints: [ChordHint]
  /// Whether a key and its capital share a line.
  public var pairsCapitals: Bool

  public init(caption: String, hints: [ChordHint], pairsCapitals: Bool = true) {
    (self.caption, self.hints, self.pairsCapitals) = (caption, hints, pairsCapitals)
  }
}

/// A way a chord can go on.
nonisolated public struct ChordHint: Hashable, Sendable {
  public var keys: String
  public var text: String

  public init(keys: String, text: String) { (self.keys, self.text) = (keys, text) }
}
