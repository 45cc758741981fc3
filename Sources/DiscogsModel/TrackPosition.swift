/// A track's position on its carrier: `A1`, `2-03`, `CD1-1`, or any other text.
///
/// Positions sort in playing order: `A2` before `A10`, `1-2` before `1-10`, sides `A` to `Z` before `AA`. Only letters
/// and numbers count, so `A1`, `A.1` and `A. 1` are neighbours. Free text comes last.
public struct Position: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// As typed, without the spaces around it.
  public let text: String

  /// Any text is a position.
  public init(_ text: String) { self.text = text.trimmed() }

  public var description: String { text }

  /// The part before the first hyphen: `2` in `2-03`, `CD1` in `CD1-1`, `DVD` in `DVD-1`. Nil on a single disc.
  public var disc: String? {
    guard let hyphen = text.firstIndex(of: "-"), hyphen > text.startIndex else { return nil }
    return Position(String(text[..<hyphen])).text
  }

  /// The number at the end of `disc`: 2 for `2-03`, 1 for `CD1-1`, nil for `DVD-1`.
  public var discNumber: Int? {
    guard let disc, let last = Self.chunks(disc).last, case .number(_, let digits) = last else { return nil }
    return Int(digits)
  }

  /// The side of a record or tape in upper case: `A` in `A1`, `B` in `B`, `b2` and `LP-B1`, `AA` in `AA1`; nil for
  /// none.
  ///
  /// A side is one letter, or the same one twice; other letters in front name a disc (`CD1`) or are words (`Video`).
  public var side: String? {
    let onDisc = disc == nil ? text[...] : text[text.index(after: text.firstIndex(of: "-") ?? text.startIndex)...]
    guard onDisc.first?.isLetter ?? false, case .side(_, let letters)? = Self.chunks(onDisc).first else { return nil }
    return letters.uppercased()
  }

  public static func < (left: Self, right: Self) -> Bool {
    let lefts = chunks(left.text)
    let rights = chunks(right.text)
    if lefts == rights { return left.text < right.text }
    return lefts.lexicographicallyPrecedes(rights)
  }

  /// A run of digits or letters. The order of cases is the sorting order.
  private enum Chunk: Comparable {
    /// Without leading zeros; more digits sort later.
    case number(count: Int, digits: String)
    /// One letter, or the same one twice.
    case side(count: Int, letters: String)
    case word(String)
  }

  private static func chunks(_ text: some StringProtocol) -> [Chunk] {
    var chunks: [Chunk] = []
    var rest = text.lowercased()[...]
    while let first = rest.first {
      if first.isASCII, first.isNumber {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[digits.endIndex...]
        let significant = digits.drop { $0 == "0" }
        chunks.append(.number(count: significant.utf8.count, digits: String(significant)))
      } else if first.isLetter {
        let letters = rest.prefix(while: \.isLetter)
        rest = rest[letters.endIndex...]
        let isSide = letters.count <= 2 && letters.allSatisfy { $0 == first }
        chunks.append(isSide ? .side(count: letters.count, letters: String(letters)) : .word(String(letters)))
      } else {
        rest.removeFirst()
      }
    }
    return chunks
  }
}
