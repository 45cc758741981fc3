extension TextFolding {
  /// A folded word with its place in the text.
  struct Word {
    /// As `tokens(_:)` gives it.
    var folded: [UInt8] = []
    /// The end of each letter: in `folded`, and in the text, in bytes of UTF-8.
    var ends: [(folded: Int, text: Int)] = []
    /// The first byte in the text.
    var start: Int

    /// The end in the text of the letter that has folded byte number `count`.
    func end(ofFolded count: Int) -> Int { ends.first { $0.folded >= count }?.text ?? ends.last?.text ?? start }
  }

  static func words(of text: String) -> [Word] {
    var text = text
    return text.withUTF8 { bytes in
      var words: [Word] = []
      var word: Word?
      func end() {
        if let word { words.append(word) }
        word = nil
      }
      func add(_ folded: some Sequence<UInt8>, from start: Int, to end: Int) {
        // In place: copying the word for each letter takes seconds for a word of 64,000.
        if word == nil { word = Word(start: start) }
        word?.folded.append(contentsOf: folded)
        let count = word?.folded.count ?? 0
        word?.ends.append((count, end))
      }
      var index = 0
      while index < bytes.count {
        let start = index
        switch next(bytes, &index) {
        case .nothing:
          // A mark belongs to the letter before it.
          if bytes[start] == 0xCC || bytes[start] == 0xCD, let last = word?.ends.indices.last {
            word?.ends[last].text = index
          }
        case .letter(let scalar):
          guard isWordLetter(scalar) else {
            end()
            break
          }
          add(encoded(scalar), from: start, to: index)
        case .ideograph(let scalar):
          end()
          add(encoded(scalar), from: start, to: index)
          end()
        case .symbol: end()
        case .text(let text):
          // `½` folds to two words at the same place.
          add(FoldingTable.shared.texts[text].filter { isWordLetter(UInt32($0)) }, from: start, to: index)
        }
      }
      end()
      return words
    }
  }

  /// Returns whether words follow each other in a text, all folded; the last may be the beginning of one unless
  /// `isWhole`.
  public static func holds(_ words: [String], in tokens: [String], isWhole: Bool) -> Bool {
    guard let last = words.last, tokens.count >= words.count else { return false }
    return (0...tokens.count - words.count).contains { start in
      let part = tokens[start..<start + words.count]
      guard let end = part.last, part.dropLast().elementsEqual(words.dropLast()) else { return false }
      return isWhole ? end == last : end.hasPrefix(last)
    }
  }

  /// Characters beyond ASCII that fold to a letter are letters.
  private static func isWordLetter(_ scalar: UInt32) -> Bool {
    guard scalar < 0x80 else { return true }
    return 0x30...0x39 ~= scalar || 0x61...0x7A ~= scalar
  }

  private static func encoded(_ scalar: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    append(scalar, to: &bytes)
    return bytes
  }
}
