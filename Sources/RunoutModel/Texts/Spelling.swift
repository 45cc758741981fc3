public enum Spelling {
  /// The number of letters to insert, delete, change or swap with their neighbour; a letter is a Unicode scalar.
  public static func distance(_ left: String, _ right: String) -> Int {
    SpeltWord(left).errors(in: SpeltWord(right), atMost: .max) ?? 0
  }
}

/// A word prepared for being compared with many others.
public struct SpeltWord: Sendable {
  private let letters: [UInt32]
  /// The letters of the word, hashed into 64 bits: words that differ in many bits have many errors.
  private let signature: UInt64

  public init(_ word: String) { self.init(Array(word.utf8)[...]) }

  /// - Parameter bytes: UTF-8.
  public init(_ bytes: ArraySlice<UInt8>) {
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    letters =
      isASCII ? bytes.map { UInt32($0) } : String(decoding: bytes, as: UTF8.self).unicodeScalars.map { $0.value }
    signature = letters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// The errors that a typist makes in a word of this length: one in a short word, two in others.
  public var usualErrors: Int { letters.count < 5 ? 1 : 2 }
  /// In Unicode scalars.
  public var count: Int { letters.count }

  /// The number of letters inserted, dropped, replaced or swapped; nil for more than `most`.
  public func errors(in other: SpeltWord, atMost most: Int) -> Int? {
    guard abs(letters.count - other.letters.count) <= most,
      ((signature ^ other.signature).nonzeroBitCount + 1) / 2 <= most
    else { return nil }
    var older: [Int] = []
    var old = Array(0...other.letters.count)
    for row in letters.indices {
      var new = [row + 1]
      new.reserveCapacity(old.count)
      var least = row + 1
      for column in other.letters.indices {
        var best = min(
          old[column + 1] + 1, new[column] + 1, old[column] + (letters[row] == other.letters[column] ? 0 : 1))
        if row > 0, column > 0, letters[row] == other.letters[column - 1], letters[row - 1] == other.letters[column] {
          best = min(best, older[column - 1] + 1)
        }
        new.append(best)
        least = min(least, best)
      }
      guard least <= most else { return nil }
      (older, old) = (old, new)
    }
    let errors = old[other.letters.count]
    return errors <= most ? errors : nil
  }
}
