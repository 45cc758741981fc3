internal import DiscogsModel
internal import RunoutModel

/// The facts about one record that lists and indexes need, gathered while it is stored and used once it has its rank.
///
/// A fact is bytes in a spool: a fixed head, then the sections, each after its length. As strings, a million releases'
/// would be fifty million objects.
struct Fact {
  /// The parts of variable length, in this order.
  enum Section: Int, CaseIterable {
    /// As lists show them.
    case title, artist, label, catalogueNumber
    /// The short format, where `FacetTable` has no number for it.
    case format
    /// Folded words for searching.
    case titleWords, artistWords, labelWords, catalogueNumberWords, trackWords, runoutWords
    /// Hashes of the whole names it is found by, 8 bytes each.
    case exact
    /// 8 bytes each.
    case barcodes
    /// Artists' ids and roles, 4 bytes each.
    case artists
    /// Labels: id (4 bytes), `LabelPart` (1), length of the sort key (1), sort key.
    case labels
    /// Numbers in `FacetTable`, 2 bytes each.
    case facets
  }

  enum Roles {
    static let main: UInt32 = 1
    static let track: UInt32 = 2
    static let credit: UInt32 = 4
    static let all: UInt32 = 7
  }

  enum LabelPart: UInt8 { case label, series, company }

  static let headSize = 36
  /// Ranks depend on the first bytes only, of which there is a copy.
  static let rankedSize = 16
  /// The value of `format` where the format's section spells it out.
  static let formatSpelledOut: UInt16 = 0xFFFF

  /// Without the fact's length.
  let bytes: UnsafeRawBufferPointer

  var kind: EntityKind { Self.kinds[Int(bytes[0]) & 3] }
  var isKeyRelease: Bool { bytes[1] & 1 != 0 }
  /// `Various`, `Not On Label`: credited most, but never searched for.
  var isStandIn: Bool { bytes[1] & 8 != 0 }
  /// Copied from the old catalogue.
  var isKept: Bool { bytes[1] & 16 != 0 }
  /// 0 when unknown.
  var year: Int { Int(bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
  var id: UInt32 { bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) }
  /// 0 for none.
  var master: UInt32 { bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }
  /// The first of the artists that a release or master is by; 0 for none and for stand-ins such as `Various`.
  var firstArtist: UInt32 { bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self) }
  /// The date as ``date`` where its month is known, else the year; 0 for neither.
  var released: Int {
    let (year, month, day) = (Int(date / 10_000), Int(date / 100 % 100), Int(date % 100))
    guard kind == .release, year == self.year, 1...12 ~= month else { return self.year }
    return year * 10_000 + month * 100 + (day <= 31 ? day : 0)
  }
  /// 19780630; unknown days and months are 0, an unknown date is 99999999.
  var date: UInt32 { bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self) }
  /// A number in `FacetTable`; 0 for none.
  var country: UInt16 { bytes.loadUnaligned(fromByteOffset: 20, as: UInt16.self) }
  /// A number in `FacetTable`; 0 for none, or `formatSpelledOut`.
  var format: UInt16 { bytes.loadUnaligned(fromByteOffset: 22, as: UInt16.self) }
  /// Filled in with the rank, like `releases`: see `Ranking`.
  var isHead: Bool { bytes[1] & 4 != 0 }
  /// The section of a release on its artist's page.
  var section: DiscographySection { Self.sections[Int(bytes[1] >> 5) & 3] }
  var releases: UInt32 { bytes.loadUnaligned(fromByteOffset: 24, as: UInt32.self) }

  static func fill(_ bytes: UnsafeMutableRawBufferPointer, releases: UInt32, isHead: Bool) {
    if isHead { bytes[1] |= 4 }
    bytes.storeBytes(of: releases, toByteOffset: 24, as: UInt32.self)
  }

  static let kinds: [EntityKind] = [.release, .master, .artist, .label]
  fileprivate static let sections: [DiscographySection] = [.albums, .singles, .compilations, .unofficial]

  static func number(of kind: EntityKind) -> UInt8 {
    switch kind {
    case .release: 0
    case .master: 1
    case .artist: 2
    case .label: 3
    }
  }

  /// The sections, found in one pass.
  struct Sections {
    fileprivate var base: UnsafeRawPointer
    fileprivate var offsets:
      (
        Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32,
        Int32
      )

    subscript(_ section: Section) -> UnsafeRawBufferPointer {
      withUnsafeBytes(of: offsets) { offsets in
        let start = Int(offsets.load(fromByteOffset: section.rawValue * 4, as: Int32.self))
        let end = Int(offsets.load(fromByteOffset: section.rawValue * 4 + 4, as: Int32.self)) - 4
        return UnsafeRawBufferPointer(start: base + start, count: end - start)
      }
    }
  }

  /// Nil for damaged bytes.
  var sections: Sections? {
    guard let base = bytes.baseAddress else { return nil }
    var found = Sections(base: base, offsets: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var position = Self.headSize
    let isWhole = withUnsafeMutableBytes(of: &found.offsets) { offsets in
      for section in 0..<Section.allCases.count {
        guard position + 4 <= bytes.count else { return false }
        let size = Int(bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
        offsets.storeBytes(of: Int32(position + 4), toByteOffset: section * 4, as: Int32.self)
        position += 4 + size
      }
      offsets.storeBytes(of: Int32(position + 4), toByteOffset: Section.allCases.count * 4, as: Int32.self)
      return position <= bytes.count
    }
    return isWhole ? found : nil
  }
}

/// Writes facts section by section, reusing its memory for the next one.
struct FactWriter {
  var bytes: [UInt8] = []
  private var openSection = 0
  private var nextSection = 0

  mutating func begin(_ kind: EntityKind, id: UInt32) {
    bytes.removeAll(keepingCapacity: true)
    for _ in 0..<Fact.headSize { bytes.append(0) }
    bytes[0] = Fact.number(of: kind)
    set(id, at: 4)
    set(99_999_999, at: 16)
    nextSection = 0
  }

  mutating func setKeyRelease() { bytes[1] |= 1 }
  mutating func setStandIn() { bytes[1] |= 8 }
  mutating func setKept() { bytes[1] |= 16 }
  mutating func set(section: DiscographySection) {
    bytes[1] |= UInt8(truncatingIfNeeded: Fact.sections.firstIndex(of: section) ?? 0) << 5
  }
  mutating func set(year: Int) { set(UInt16(clamping: year), at: 2) }
  mutating func set(master: UInt32) { set(master, at: 8) }
  mutating func set(firstArtist: UInt32) { set(firstArtist, at: 12) }
  mutating func set(date: UInt32) { set(date, at: 16) }
  mutating func set(country: UInt16) { set(country, at: 20) }
  mutating func set(format: UInt16) { set(format, at: 22) }

  private mutating func set<Number: FixedWidthInteger>(_ value: Number, at offset: Int) {
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: offset, as: Number.self) }
  }

  /// Begins a section; those left out before it are empty. They must come in their order.
  mutating func open(_ section: Fact.Section) {
    leaveEmpty(upTo: section.rawValue + 1)
    openSection = bytes.count
  }

  mutating func close() { set(UInt32(bytes.count - openSection), at: openSection - 4) }

  mutating func end() { leaveEmpty(upTo: Fact.Section.allCases.count) }

  private mutating func leaveEmpty(upTo section: Int) {
    while nextSection < section {
      append(UInt32(0))
      nextSection += 1
    }
  }

  mutating func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
  mutating func append(text: String, upTo limit: Int) { bytes.append(contentsOf: text.utf8.prefix(limit)) }

  mutating func text(_ section: Fact.Section, _ text: String) {
    guard !text.isEmpty else { return }
    open(section)
    bytes.append(contentsOf: text.utf8)
    close()
  }

  /// - Parameter isOwnName: whether it is the name of the artist or label itself. If that has signs only, it is found
  ///   by the whole name, and field searches find its records.
  mutating func appendWords(of text: String, isOwnName: Bool = false) {
    let start = bytes.count
    TextFolding.appendTokens(of: text, to: &bytes)
    if bytes.count > start || !isOwnName { appendSigns(of: text, hasWords: bytes.count > start) }
  }

  /// Appends signs behind the words, so that phrases of words skip them.
  private mutating func appendSigns(of text: String, hasWords: Bool) {
    var whole: String?
    if !hasWords {
      guard let word = TextFolding.signWord(text) else { return }
      bytes.append(contentsOf: word.utf8)
      whole = word
    }
    for run in TextFolding.signRuns(text) where run != whole {
      appendBreak()
      bytes.append(contentsOf: run.utf8)
    }
  }

  /// Appends the folded words of a text, and if they are several with digits, once more as one word: `cl1355` for
  /// `CL 1355`, so that both spellings are found.
  mutating func appendJoinedWords(of text: String) {
    let start = bytes.count
    TextFolding.appendTokens(of: text, to: &bytes)
    var spaces = 0
    var hasDigit = false
    // The first byte may be the space before the first word.
    for byte in bytes[start...].dropFirst() {
      if byte == SearchText.space { spaces += 1 }
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { hasDigit = true }
    }
    if spaces > 0, hasDigit {
      let words = Array(bytes[start...])
      bytes.append(SearchText.space)
      bytes.append(contentsOf: words.lazy.filter { $0 != SearchText.space })
    } else if bytes.count == start {
      appendSigns(of: text, hasWords: false)
    }
  }

  /// Separates two texts of a section, so that no phrase spans both.
  mutating func appendBreak() { bytes.append(contentsOf: SearchText.phraseBreak) }
}

/// Conventions shared by indexes and queries.
enum SearchText {
  static let space = UInt8(ascii: " ")

  /// A word that cannot be typed, a private-use character, with spaces around it.
  static let phraseBreak: [UInt8] = [0x20, 0xEE, 0x80, 0x80, 0x20]
  /// The bytes of that word, the first one lowest.
  static let phraseBreakHead: UInt64 = 0x8080EE

  /// 47 bits of a name folded by `TextFolding.exactKey`, six bytes in SQLite. The chance that one of ten million other
  /// names has the same hash is one in fourteen million, so names themselves are not compared.
  static func hash(_ key: String) -> UInt64 {
    // FNV-1a, then mixed so that every byte affects the high bits, which are kept.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 32
    return (hash &* 0x9E37_79B9_7F4A_7C15) >> 17
  }

  /// The hashes of an artist's or label's whole name: `nirvana`, and `nirvana (2)` if it has a number.
  static func hashes(ofName name: String) -> [UInt64] {
    var hashes = TextFolding.exactKeys(name).map { hash($0) }
    if let numbered = numberedKey(name) { hashes.append(hash(numbered)) }
    return hashes
  }

  /// The hash of a typed name, with its homonym number if it has one.
  static func hash(ofTyped name: String) -> UInt64 { hash(numberedKey(name) ?? TextFolding.exactKey(name)) }

  private static func numberedKey(_ name: String) -> String? {
    let stripped = Homonym.strip(name)
    guard stripped.utf8.count < name.utf8.count else { return nil }
    return TextFolding.exactKey(stripped) + name.dropFirst(stripped.count)
  }
}
