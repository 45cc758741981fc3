/// Index words for names without letters or digits, such as `!!!` and `( )`.
///
/// FTS5's tokenizer cuts at ASCII signs, so private-use characters stand for them in these words.
extension TextFolding {
  /// The word of a text that consists of signs, without spaces; nil for one with letters or digits, or with nothing
  /// visible.
  public static func signWord(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var (word, apostrophes): ([UInt8], [UInt8]) = ([], [])
      var index = 0
      while index < bytes.count {
        let start = index
        switch next(bytes, &index) {
        case .letter, .ideograph: return nil
        case .symbol(0x20): break
        case .symbol(let scalar): append(sign: scalar, to: &word)
        case .text(let text):
          let folded = FoldingTable.shared.texts[text]
          guard !folded.contains(where: isLetter) else { return nil }
          for byte in folded where byte != space { append(sign: UInt32(byte), to: &word) }
        case .nothing:
          // Apostrophes count only in names that have no other sign.
          if isApostrophe(bytes, at: start) { append(sign: 0x27, to: &apostrophes) }
        }
      }
      let found = word.isEmpty ? apostrophes : word
      return found.isEmpty ? nil : String(decoding: found, as: UTF8.self)
    }
  }

  /// The runs of signs that people type on purpose, as words: `!!!`, `÷`, `♥`, next to anything.
  ///
  /// Hyphens, brackets, `&` and the like are left out, since spellings differ in them.
  public static func signRuns(_ text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.contains(where: { $0 >= 0x80 || isTelling(UInt32($0)) }) else { return [] }
      var (runs, run): ([String], [UInt8]) = ([], [])
      func end() {
        if !run.isEmpty { runs.append(String(decoding: run, as: UTF8.self)) }
        run = []
      }
      var index = 0
      while index < bytes.count {
        switch next(bytes, &index) {
        case .nothing: break
        case .symbol(let scalar) where isTelling(scalar): append(sign: scalar, to: &run)
        case .letter, .ideograph, .symbol, .text: end()
        }
      }
      end()
      return runs
    }
  }

  /// The typed words, folded; those of signs alone stay as they are.
  public static func typedWords(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).flatMap { part -> [String] in
      let tokens = tokens(String(part))
      return tokens.isEmpty && signWord(String(part)) != nil ? [String(part)] : tokens
    }
  }

  /// In bytes; longer words are cut, in the index as in a query.
  private static let longestSignWord = 120

  private static func append(sign scalar: UInt32, to word: inout [UInt8]) {
    guard word.count < longestSignWord else { return }
    append(scalar < 0x80 ? 0xE100 + scalar : scalar, to: &word)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isApostrophe(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    if bytes[index] < 0x80 { return true }
    // ‘ and ’.
    return index + 2 < bytes.count && bytes[index] == 0xE2 && bytes[index + 1] == 0x80
      && bytes[index + 2] & 0xFE == 0x98
  }

  private static func isTelling(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21, 0x23, 0x24, 0x25, 0x3F, 0x40, 0x5E: return true  // ! # $ % ? @ ^
    case 0x2020, 0x2021: return true  // † ‡
    case ..<0x80: return false
    default:
      switch Unicode.Scalar(scalar)?.properties.generalCategory {
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: return true
      default: return false
      }
    }
  }
}
