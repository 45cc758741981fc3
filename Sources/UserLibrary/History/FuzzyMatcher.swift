internal import Foundation
internal import RunoutModel

/// Finds text by some of its letters: `kob` finds `kind of blue`.
///
/// Every word of the filter must occur with its letters in order. A contiguous word scores higher than a scattered
/// one, and the start of a word higher than its middle.
struct FuzzyMatcher: Sendable {
  private let words: [[UInt8]]

  /// Nil for an empty filter.
  init?(_ filter: String) {
    words = TextFolding.fold(filter).split(separator: " ").map { Array($0.utf8) }
    if words.isEmpty { return nil }
  }

  /// Returns how well folded text fits, higher is better; nil if it does not.
  func score(_ text: Data) -> Int? {
    text.withUnsafeBytes { bytes in
      var sum = 0
      for word in words {
        guard let score = Self.score(word, bytes) else { return nil }
        sum += score
      }
      return sum
    }
  }

  private static let wholeWord = 40
  private static let wordStart = 30
  private static let inside = 20

  private static func score(_ word: [UInt8], _ text: UnsafeRawBufferPointer) -> Int? {
    guard isSpread(word, text) else { return nil }
    var best: Int?
    var start = 0
    while start + word.count <= text.count {
      if text[start] == word[0], text[start..<start + word.count].elementsEqual(word) {
        guard isStart(start, text) else {
          best = max(best ?? 0, inside)
          start += 1
          continue
        }
        let end = start + word.count
        if end == text.count || !isLetter(text[end]) { return wholeWord }
        best = wordStart
      }
      start += 1
    }
    return best ?? spreadScore(word, text)
  }

  private static func isSpread(_ word: [UInt8], _ text: UnsafeRawBufferPointer) -> Bool {
    var next = 0
    for byte in text where byte == word[next] {
      next += 1
      if next == word.count { return true }
    }
    return false
  }

  /// A point for every letter that starts a word, at most nineteen: `kob` gets three in `kind of blue`.
  private static func spreadScore(_ word: [UInt8], _ text: UnsafeRawBufferPointer) -> Int {
    var next = 0
    var score = 0
    for index in text.indices where isStart(index, text) && next < word.count && text[index] == word[next] {
      next += 1
      score += 1
    }
    return next == word.count ? min(score, inside - 1) : 0
  }

  private static func isStart(_ index: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    index == 0 || !isLetter(text[index - 1])
  }

  /// Returns whether a byte belongs to a word: ASCII letters and digits, and everything beyond ASCII.
  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
    default: false
    }
  }
}
