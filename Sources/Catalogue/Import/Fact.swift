internal import DiscogsModel
internal import RunoutModel

/// What lists and indexes need to know of one record, gathered while it is stored and used once it has its rank.
///
/// A fact is bytes in a spool: a fixed head, then the sections below, each with its length. Two threads fewer objects
/// than strings would be: a million releases have fifty million of those.
struct Fact {
  /// The parts of variable length, in their order.
  enum Section: Int, CaseIterable {
    /// As lists show them.
    case title, artist, label, catalogueNumber
    /// The short format, where it has no number of its own in `FacetTable`.
    case format
    /// Words for searching, folded.
    case titleWords, artistWords, labelWords, catalogueNumberWords, trackWords, runoutWords
    /// Hashes of the names it is found by when typed as a whole: 8 bytes each.
    case exact
    /// 8 bytes each.
    case barcodes
    /// `ArtistPart`s: id and roles, 4 bytes each.
    case artists
    /// `LabelPart`s: id (4 bytes), part (1), length of the sort key (1), sort key.
    case labels
    /// Numbers in `FacetTable`, 2 bytes each.
    case facets
  }

  /// Bits set for roles in an artist's list.
  enum Roles {
    static let main: UInt32 = 1
    static let track: UInt32 = 2
    static let credit: UInt32 = 4
    static let all: UInt32 = 7
  }

  /// How a label takes part in a release; lists show them in this order.
  enum LabelPart: UInt8 {
    case label, series, company
  }

  static let headSize = 36
  /// `format` of a head whose format is spelled out in its section.
  static let formatSpelledOut: UInt16 = 0xFFFF

  /// All but its length.
  let bytes: UnsafeRawBufferPointer

  var kind: EntityKind { Self.kinds[Int(bytes[0]) & 3] }
  var isKeyRelease: Bool { bytes[1] & 1 != 0 }
  /// 0 when unknown.
  var year: Int { Int(bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
  var id: UInt32 { bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) }
  /// A release's master; 0 for none.
  var master: UInt32 { bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }
  /// The first of the artists a release or master is by; 0 for none and for the likes of `Various`.
  var firstArtist: UInt32 { bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self) }
  /// 19780630; unknown days and months are 0, an unknown date is 99999999.
  var date: UInt32 { bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self) }
  /// A number in `FacetTable`; 0 for none.
  var country: UInt16 { bytes.loadUnaligned(fromByteOffset: 20, as: UInt16.self) }
  /// A number in `FacetTable`; 0 for none, or `formatSpelledOut`.
  var format: UInt16 { bytes.loadUnaligned(fromByteOffset: 22, as: UInt16.self) }
  /// These two are filled in with the rank: see `Ranking`.
  var isHead: Bool { bytes[1] & 4 != 0 }
  /// Where a release stands on the page of whom it is by.
  var section: DiscographySection { Self.sections[Int(bytes[1] >> 5) & 3] }
  var releases: UInt32 { bytes.loadUnaligned(fromByteOffset: 24, as: UInt32.self) }

  /// Adds to a fact what its ranking has found out.
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

  /// The sections, found by walking over them once.
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

  /// Nil for bytes that are no fact.
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

/// Writes facts, section by section, into memory that is used again for the next one.
struct FactWriter {
  private(set) var bytes: [UInt8] = []
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
  mutating func set(year: Int) { setShort(UInt16(clamping: year), at: 2) }
  mutating func set(master: UInt32) { set(master, at: 8) }
  mutating func set(firstArtist: UInt32) { set(firstArtist, at: 12) }
  mutating func set(date: UInt32) { set(date, at: 16) }
  mutating func set(country: UInt16) { setShort(country, at: 20) }
  mutating func set(format: UInt16) { setShort(format, at: 22) }

  private mutating func set(_ value: UInt32, at offset: Int) {
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: offset, as: UInt32.self) }
  }

  private mutating func setShort(_ value: UInt16, at offset: Int) {
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: offset, as: UInt16.self) }
  }

  /// Begins a section; sections left out are empty. They must come in their order.
  mutating func open(_ section: Fact.Section) {
    while nextSection < section.rawValue {
      append(UInt32(0))
      nextSection += 1
    }
    append(UInt32(0))
    nextSection += 1
    openSection = bytes.count
  }

  mutating func close() {
    set(UInt32(bytes.count - openSection), at: openSection - 4)
  }

  /// Fills up with empty sections.
  mutating func end() {
    while nextSection < Fact.Section.allCases.count {
      append(UInt32(0))
      nextSection += 1
    }
  }

  mutating func append(_ value: UInt32) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ value: UInt16) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ value: UInt64) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ value: UInt8) {
    bytes.append(value)
  }

  mutating func append(text: String, upTo limit: Int) {
    bytes.append(contentsOf: text.utf8.prefix(limit))
  }

  mutating func patch(_ value: UInt8, at offset: Int) {
    bytes[offset] = value
  }

  mutating func text(_ section: Fact.Section, _ text: String) {
    guard !text.isEmpty else { return }
    open(section)
    append(text: text)
    close()
  }

  mutating func append(text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// - Parameter isOwnName: whether it is the name of the artist or label that the fact is about. One of signs alone is
  ///   found as a whole then, and fields find the records.
  mutating func appendWords(of text: String, isOwnName: Bool = false) {
    let start = bytes.count
    TextFolding.appendTokens(of: text, to: &bytes)
    if bytes.count > start || !isOwnName { appendSigns(of: text, hasWords: bytes.count > start) }
  }

  /// Signs stand behind the words, which follow each other in phrases as if there were none.
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

  /// Appends the folded words of a text once more as one, where there are several and digits among them: `cl1355` for
  /// `CL 1355`, so that both spellings are found.
  mutating func appendJoinedWords(of text: String) {
    let start = bytes.count
    TextFolding.appendTokens(of: text, to: &bytes)
    var spaces = 0
    var hasDigit = false
    // The first byte may be the space that parts these words from the ones before.
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

  /// Parts two texts of a section, so that no phrase reaches from one into the other.
  mutating func appendBreak() {
    bytes.append(contentsOf: SearchText.phraseBreak)
  }
}

/// Conventions that the indexes and the queries share.
enum SearchText {
  static let space = UInt8(ascii: " ")

  /// A word that cannot be typed, with spaces around: a private-use character.
  static let phraseBreak: [UInt8] = [0x20, 0xEE, 0x80, 0x80, 0x20]
  /// The bytes of that word, the first of them lowest.
  static let phraseBreakHead: UInt64 = 0x8080EE

  /// 47 bits of a name folded by `TextFolding.exactKey`, six bytes in SQLite. That one of ten million other names has
  /// the hash of what is looked up has a chance of one in fourteen million, so the names themselves are not compared.
  static func hash(_ key: String) -> UInt64 {
    // FNV-1a, then mixed so that the high bits, which are kept, depend on every byte.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 32
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    return hash >> 17
  }

  /// What an artist or a label is found by when its whole name is typed: `nirvana`, and `nirvana (2)` where there is a
  /// number.
  static func hashes(ofName name: String) -> [UInt64] {
    var hashes = TextFolding.exactKeys(name).map { hash($0) }
    if let numbered = numberedKey(name) { hashes.append(hash(numbered)) }
    return hashes
  }

  /// What to look up for a whole name, its homonym number included where there is one.
  static func hash(ofTyped name: String) -> UInt64 {
    hash(numberedKey(name) ?? TextFolding.exactKey(name))
  }

  private static func numberedKey(_ name: String) -> String? {
    let stripped = Homonym.strip(name)
    guard stripped.utf8.count < name.utf8.count else { return nil }
    return TextFolding.exactKey(stripped) + name.dropFirst(stripped.count)
  }
}
