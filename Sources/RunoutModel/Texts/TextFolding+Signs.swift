/// Names without a letter or digit, such as `!!!` and `( )`, as words of an index.
///
/// FTS5's tokenizer cuts at the signs of ASCII, so in these words private-use characters stand for them.
extension TextFolding {
  /// The word of a text that is nothing but signs, spaces left out; nil for one with letters or digits, and for one with
  /// nothing to see.
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
          // In a name of their own they count.
          if isApostrophe(bytes, at: start) { append(sign: 0x27, to: &apostrophes) }
        }
      }
      let found = word.isEmpty ? apostrophes : word
      return found.isEmpty ? nil : String(decoding: found, as: UTF8.self)
    }
  }

  /// The words of the signs in a text that people type on purpose: `!!!`, `÷`, `♥`, whatever stands next to them.
  ///
  /// Hyphens, brackets, `&` and such stand between words in one spelling and not in the next.
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

  /// Each typed word folded, or as it is where it has nothing but signs.
  public static func typedWords(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).flatMap { part -> [String] in
      let tokens = tokens(String(part))
      return tokens.isEmpty && signWord(String(part)) != nil ? [String(part)] : tokens
    }
  }

  /// Longer ones are cut, in the index as in a query.
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
