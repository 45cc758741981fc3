import DiscogsModel

/// Folds text so that different spellings of a name compare equal.
///
///     TextFolding.fold("Sigur Rós – Ágætis Byrjun")   // "sigur ros - agaetis byrjun"
///     TextFolding.tokens("Guns N' Roses")             // ["guns", "n", "roses"]
///     TextFolding.exactKey("R.E.M. (2)")              // "rem"
///
/// Letters lose case and diacritics, ligatures and full-width forms become plain letters, apostrophes vanish, so that
/// `Guns N’ Roses` and `guns n roses` are one. Greek and Cyrillic fold within their script; other scripts are only
/// lower-cased. Nothing depends on a locale.
///
/// Index and query both go through `appendTokens(of:to:)`. Its output holds words separated by single spaces and
/// nothing else that FTS5's `ascii` tokenizer would take for a separator, so **declare the index with
/// `tokenize='ascii'`**: it keeps exactly these tokens, and is the quickest. (`unicode61 remove_diacritics 0` agrees
/// for Latin, Greek, Cyrillic and CJK, but cuts Indic words at their vowel signs.)
///
/// A run of letters and digits is a word. Han, kana and hangul are one word per character, since they are written
/// without spaces; a query makes the tokens of one typed word a phrase. `R.E.M.` gives `r e m`.
public enum TextFolding {
  /// The text in lower case, without diacritics and apostrophes, with plain quotes, dashes and spaces.
  ///
  /// Punctuation and spaces stay in place: this is for finding typed text inside a line.
  public static func fold(_ text: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count + 8)
    forEachFolded(text) { folded in
      switch folded {
      case .nothing: break
      case .letter(let scalar), .ideograph(let scalar), .symbol(let scalar): append(scalar, to: &output)
      case .text(let index): output.append(contentsOf: FoldingTable.shared.texts[index])
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The words of a text, folded. Empty for names without a letter or digit, such as `!!!` and `†`.
  public static func tokens(_ text: String) -> [String] {
    var buffer: [UInt8] = []
    appendTokens(of: text, to: &buffer)
    return buffer.split(separator: space).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Appends the words of a text to a buffer, each after a space unless the buffer was empty or ended with one.
  ///
  /// Appends nothing for a text without words. Imports use this form, as it allocates nothing but the buffer.
  public static func appendTokens(of text: String, to buffer: inout [UInt8]) {
    let done: Void? = text.utf8.withContiguousStorageIfAvailable { appendTokens(ofUTF8: $0, to: &buffer) }
    if done == nil {
      var copy = text
      copy.withUTF8 { appendTokens(ofUTF8: $0, to: &buffer) }
    }
  }

  /// Appends the words of UTF-8 text to a buffer; bytes that are not UTF-8 separate words.
  public static func appendTokens(ofUTF8 bytes: UnsafeBufferPointer<UInt8>, to buffer: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    // A byte never becomes more than four: `½` (two bytes) becomes ` 1 2`, a Han character (three) gets a space.
    let capacity = bytes.count * 4 + 8
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { scratch in
      var writer = TokenWriter(scratch, startsAfterSpace: buffer.last.map { $0 == space } ?? true)
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0x80 {
          writer.writeASCII(byte)
          index += 1
        } else {
          writeNonASCII(bytes, &index, &writer)
        }
      }
      buffer.append(contentsOf: UnsafeBufferPointer(rebasing: scratch[..<writer.count]))
    }
  }

  /// The key to look up a whole typed name by; equal for spellings that people consider equal.
  ///
  /// The homonym number does not count (`Nirvana (2)`), nor do punctuation, spaces between initials (`R.E.M.`, `REM`),
  /// `&` and `and` inside, or the place of the article (`Beatles, The`). A name without letters or digits is its own
  /// key, lower-cased and trimmed (`!!!`). Empty only for an empty name.
  public static func exactKey(_ name: String) -> String {
    var words: [UInt8] = []
    appendTokens(of: nameInReadingOrder(name), to: &words)
    guard !words.isEmpty else {
      let symbols = fold(Homonym.strip(name)).split(separator: " ").joined(separator: " ")
      return symbols.isEmpty ? name : symbols
    }
    var key: [UInt8] = []
    key.reserveCapacity(words.count)
    var lastWasInitial = false
    var start = 0
    while start < words.count {
      let end = words[start...].firstIndex(of: space) ?? words.count
      let word = words[start..<end]
      let isInside = start > 0 && end < words.count
      start = end + 1
      if word.isEmpty || isInside && word.elementsEqual("and".utf8) { continue }
      let isInitial = word.count == 1 && word[word.startIndex] >= UInt8(ascii: "a")
      if !key.isEmpty, !(isInitial && lastWasInitial) { key.append(space) }
      key.append(contentsOf: word)
      lastWasInitial = isInitial
    }
    return String(decoding: key, as: UTF8.self)
  }

  /// The keys to find a name by: its `exactKey`, and that without a leading `the`.
  ///
  /// Store both and look up both, so that `beatles` finds `The Beatles` and `the doors` finds `Doors`.
  public static func exactKeys(_ name: String) -> [String] {
    let key = exactKey(name)
    guard key.hasPrefix("the "), key.utf8.count > 4 else { return [key] }
    return [key, String(key.dropFirst(4))]
  }

  /// `The Scene` for `Scene (2), The`: the article in front, no homonym number.
  static func nameInReadingOrder(_ name: String) -> String {
    let rest = withoutTrailingArticle(name)
    return rest.utf8.count == name.utf8.count ? Homonym.strip(name) : "The " + Homonym.strip(rest)
  }

  /// `Scene (2)` for `Scene (2), The`.
  static func withoutTrailingArticle(_ name: String) -> String {
    let article = ", the".utf8
    // Setting bit 5 makes a capital letter small and leaves the comma and the space as they are.
    guard name.utf8.count > article.count, zip(name.utf8.suffix(article.count), article).allSatisfy({ $0 | 0x20 == $1 })
    else { return name }
    return String(name.utf8.dropLast(article.count)) ?? name
  }

  static let space = UInt8(ascii: " ")
}

// MARK: - Scalars

extension TextFolding {
  /// The folded form of one character.
  enum Folded {
    /// An accent, an apostrophe, an invisible mark.
    case nothing
    case letter(UInt32)
    /// A word of its own: Han, kana, hangul.
    case ideograph(UInt32)
    /// Separates words.
    case symbol(UInt32)
    /// Several characters, such as `ss`: an index into `FoldingTable.texts`.
    case text(Int)
  }

  private static func forEachFolded(_ text: String, _ body: (Folded) -> Void) {
    var text = text
    text.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0x80 {
          body(foldASCII(byte))
          index += 1
        } else {
          body(foldNext(bytes, &index))
        }
      }
    }
  }

  /// Folds the next character, ASCII or not, and moves past it.
  static func next(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Folded {
    guard bytes[index] < 0x80 else { return foldNext(bytes, &index) }
    defer { index += 1 }
    return foldASCII(bytes[index])
  }

  private static func foldASCII(_ byte: UInt8) -> Folded {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): .letter(UInt32(byte))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter(UInt32(byte | 0x20))
    case UInt8(ascii: "'"), UInt8(ascii: "`"): .nothing
    case 9...13: .symbol(0x20)
    default: .symbol(UInt32(byte))
    }
  }

  @inline(never)
  private static func writeNonASCII(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ writer: inout TokenWriter
  ) {
    switch foldNext(bytes, &index) {
    case .nothing: break
    case .letter(let scalar): writer.writeLetter(scalar)
    case .ideograph(let scalar):
      writer.separate()
      writer.writeLetter(scalar)
      writer.separate()
    case .symbol: writer.separate()
    case .text(let text): for byte in FoldingTable.shared.texts[text] { writer.writeASCII(byte) }
    }
  }

  /// Folds the character at `index` and moves past it and its kana voicing mark.
  private static func foldNext(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Folded {
    let scalar = decode(bytes, &index)
    let folded = fold(scalar)
    guard case .ideograph(let kana) = folded, kana >= 0x3041, kana <= 0x30FE, index < bytes.count else { return folded }
    // Voiced and half-voiced kana may be two characters; the second is dropped, and the first becomes the composed one.
    var next = index
    switch decode(bytes, &next) {
    case 0x3099, 0xFF9E:
      index = next
      return .ideograph(voiced(kana))
    case 0x309A, 0xFF9F:
      index = next
      return .ideograph(halfVoiced(kana))
    default: return folded
    }
  }

  /// Decodes the character at `index` and moves past it. Invalid UTF-8 gives U+FFFD and moves one byte.
  private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt32 {
    let lead = UInt32(bytes[index])
    let length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else {
      index += 1
      return 0xFFFD
    }
    var scalar = length == 1 ? lead : lead & (0x7F >> UInt32(length))
    for offset in 1..<max(length, 1) {
      let byte = UInt32(bytes[index + offset])
      guard byte & 0xC0 == 0x80 else {
        index += 1
        return 0xFFFD
      }
      scalar = scalar << 6 | byte & 0x3F
    }
    index += length
    return scalar
  }

  static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    output.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }

  /// Folds one character beyond ASCII; full-width characters become ASCII.
  private static func fold(_ scalar: UInt32) -> Folded {
    if let slot = FoldingTable.slot(of: scalar) {
      let entry = FoldingTable.shared.entries[slot]
      if entry != FoldingTable.unlisted { return FoldingTable.folded(entry) }
    }
    switch scalar {
    case 0x3099, 0x309A, 0xFF9E, 0xFF9F: return .nothing
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x318E,
      0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0x20000...0x3FFFD, 0x1100...0x11FF:
      return .ideograph(scalar)
    case 0xFF01...0xFF5E: return foldASCII(UInt8(scalar - 0xFEE0))
    case 0xFF66...0xFF9D: return .ideograph(UInt32(wideKatakana[Int(scalar - 0xFF66)].value))
    case 0x24B6...0x24E9: return .letter(0x61 + (scalar - 0x24B6) % 26)
    // Mathematical letters (bold, script, fraktur…) are alphabets of 52 in a row, followed by digits in tens.
    case 0x1D400...0x1D6A3: return .letter(0x61 + (scalar - 0x1D400) % 26)
    case 0x1D7CE...0x1D7FF: return .letter(0x30 + (scalar - 0x1D7CE) % 10)
    case 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFEFF, 0xE0000...0xE01EF: return .nothing
    default: return foldByProperties(scalar)
    }
  }

  private static func foldByProperties(_ number: UInt32) -> Folded {
    guard let scalar = Unicode.Scalar(number) else { return .symbol(0xFFFD) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter:
      let lower = scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? number
      return lower == number ? .letter(number) : fold(lower)
    case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .letterNumber, .otherNumber,
      .nonspacingMark, .spacingMark, .enclosingMark, .privateUse:
      return .letter(number)
    case .format: return .nothing
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: return .symbol(0x20)
    default: return .symbol(number)
    }
  }

  /// `カ` → `ガ`. Kana without a voiced form stay.
  private static func voiced(_ kana: UInt32) -> UInt32 {
    let hiragana = kana >= 0x30A1 ? kana - 0x60 : kana
    switch hiragana {
    case 0x3046: return kana + 0x4E  // う → ゔ
    case 0x304B...0x3062 where hiragana % 2 == 1, 0x3064...0x3069 where hiragana % 2 == 0: return kana + 1
    case 0x306F...0x307D where (hiragana - 0x306F) % 3 == 0: return kana + 1
    default: return kana
    }
  }

  /// `ハ` → `パ`. Kana without a half-voiced form stay.
  private static func halfVoiced(_ kana: UInt32) -> UInt32 {
    let hiragana = kana >= 0x30A1 ? kana - 0x60 : kana
    return hiragana >= 0x306F && hiragana <= 0x307D && (hiragana - 0x306F) % 3 == 0 ? kana + 2 : kana
  }

  /// The full-width forms of half-width katakana, from U+FF66 on.
  private static let wideKatakana = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars)
}

/// Writes words with single spaces between them into memory that is large enough.
private struct TokenWriter {
  private let output: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0
  /// A space is due before the next letter.
  private var isBetweenWords: Bool
  /// Whether a word stands before the next one, so that a space must separate them.
  private var canSeparate: Bool

  init(_ output: UnsafeMutableBufferPointer<UInt8>, startsAfterSpace: Bool) {
    self.output = output
    isBetweenWords = !startsAfterSpace
    canSeparate = !startsAfterSpace
  }

  @inline(__always)
  mutating func separate() { isBetweenWords = canSeparate }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    output[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func writeASCII(_ byte: UInt8) {
    let lower = byte | 0x20
    if lower &- UInt8(ascii: "a") < 26 {
      beginLetter()
      put(lower)
    } else if byte &- UInt8(ascii: "0") < 10 {
      beginLetter()
      put(byte)
    } else if byte != UInt8(ascii: "'"), byte != UInt8(ascii: "`") {
      separate()
    }
  }

  @inline(__always)
  private mutating func beginLetter() {
    if isBetweenWords {
      put(TextFolding.space)
      isBetweenWords = false
    }
    canSeparate = true
  }

  mutating func writeLetter(_ scalar: UInt32) {
    beginLetter()
    guard scalar >= 0x80 else { return put(UInt8(scalar)) }
    guard let scalar = Unicode.Scalar(scalar), let bytes = UTF8.encode(scalar) else { return }
    for byte in bytes { put(byte) }
  }
}
