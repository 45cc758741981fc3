import DiscogsModel

/// Reads ordinary records straight from the bytes of a dump.
///
/// Ordinary is what Discogs writes: known elements and attributes, one space before each attribute, double quotes, the
/// five named entities and `&#13;`. Anything else, from a comment to invalid UTF-8, is left to the XML parser.
struct DumpScanner: ~Copyable {
  enum Outcome {
    /// All complete records have been read.
    case needsMore
    /// The first unread record is not ordinary.
    case odd
  }

  private var base: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 19
  /// The unused bytes start at the beginning of a record.
  private var start = 0
  private var end = 0
  private var cursor = 0
  /// The file offset of the first unused byte.
  private(set) var offset = 0
  private let table = DumpNameTable.shared
  private let classes = ByteClasses.shared
  /// Decoded values of the current element's attributes, where they had entities.
  private let decoded = UnsafeMutablePointer<UInt8>.allocate(capacity: DumpScanner.decodedCapacity)
  private var decodedCount = 0

  /// A `<` and zeros follow the bytes, so that nothing runs past their end and short lookaheads need no checks.
  private static let margin = 64
  private static let decodedCapacity = 1 << 16
  private static let mostAttributes = 12

  init() { base = .allocate(capacity: capacity + Self.margin) }

  deinit {
    base.deallocate()
    decoded.deallocate()
  }

  var count: Int { end - start }

  mutating func begin(at offset: Int) {
    self.offset = offset
    start = 0
    end = 0
  }

  /// Room for more bytes behind the unused ones.
  mutating func room(for wanted: Int) -> UnsafeMutableRawPointer {
    if start > 0 {
      base.update(from: base + start, count: count)
      end -= start
      start = 0
    }
    if end + wanted > capacity {
      capacity = max(capacity * 2, end + wanted)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.margin)
      larger.update(from: base, count: end)
      base.deallocate()
      base = larger
    }
    return UnsafeMutableRawPointer(base + end)
  }

  mutating func add(_ count: Int) { end += count }

  mutating func takeRest() -> ArraySlice<UInt8> {
    defer { start = end }
    return Array(UnsafeBufferPointer(start: base + start, count: count))[...]
  }

  // MARK: Records

  mutating func scan(_ builder: UnsafeMutablePointer<DumpBuilder>) -> Outcome {
    (base + end).update(repeating: 0, count: Self.margin)
    base[end] = UInt8(ascii: "<")
    cursor = start
    while true {
      // Blanks before a record stay unused, so that the parser sees them together with text that follows.
      use(upTo: cursor)
      skipBlanks()
      if cursor >= end { return .needsMore }
      guard record(builder) else {
        builder.pointee.enterList()
        return cursor + Self.margin / 2 > end ? .needsMore : .odd
      }
    }
  }

  private mutating func use(upTo index: Int) {
    offset += index - start
    start = index
  }

  @inline(__always) private mutating func skipBlanks() {
    while base[cursor] == 10 || base[cursor] == 32 || base[cursor] == 9 { cursor &+= 1 }
  }

  /// Reads one record; false, with the cursor at the obstacle, for one that is not ordinary or not complete.
  private mutating func record(_ builder: UnsafeMutablePointer<DumpBuilder>) -> Bool {
    repeat {
      skipBlanks()
      guard base[cursor] == UInt8(ascii: "<") else { return false }
      if base[cursor &+ 1] == UInt8(ascii: "/") {
        let place = builder.pointee.place
        guard place != .list, skipEndTag(of: builder.pointee.grammar.names[Int(place.rawValue)]) else { return false }
        if builder.pointee.depth == 2, !builder.pointee.hasID { return false }
        builder.pointee.finish()
      } else {
        guard element(builder) else { return false }
      }
    } while builder.pointee.depth > 1
    return true
  }

  /// Reads a start tag, and for an element of text its text and end tag.
  private mutating func element(_ builder: UnsafeMutablePointer<DumpBuilder>) -> Bool {
    let name = self.name(at: cursor &+ 1)
    let next = builder.pointee.grammar.step(from: builder.pointee.place, by: name)
    guard next != .outside else { return false }
    cursor &+= 1 &+ table.spellings[Int(name.rawValue)].length
    builder.pointee.attributes.removeAll()
    if base[cursor] == UInt8(ascii: " ") {
      guard attributes(builder) else { return false }
    }
    var isEmpty = false
    if base[cursor] == UInt8(ascii: "/") {
      isEmpty = true
      cursor &+= 1
    }
    guard base[cursor] == UInt8(ascii: ">") else { return false }
    cursor &+= 1
    builder.pointee.begin(next, name)
    guard !builder.pointee.isOdd else { return false }
    if builder.pointee.depth == 2, isEmpty, !builder.pointee.hasID { return false }
    if !isEmpty {
      guard builder.pointee.grammar.hasText[Int(next.rawValue)] else { return true }
      guard text(builder), skipEndTag(of: name) else { return false }
    }
    builder.pointee.finish()
    return !builder.pointee.isOdd
  }

  // MARK: Names

  /// The name of letters and underscores at an index. Those bytes have bit 6 set; bytes that may follow a name do not.
  @inline(__always) private func name(at index: Int) -> DumpName {
    let text = UnsafeRawPointer(base + index)
    let low = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
    let ends = ~low & 0x4040_4040_4040_4040
    if ends != 0 {
      let bits = UInt64(truncatingIfNeeded: ends.trailingZeroBitCount & ~7)
      return table.find(low & (1 &<< bits &- 1), 0)
    }
    let high = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    let more = ~high & 0x4040_4040_4040_4040
    guard more != 0 else { return table.find(low, high) }
    let bits = UInt64(truncatingIfNeeded: more.trailingZeroBitCount & ~7)
    return table.find(low, high & (1 &<< bits &- 1))
  }

  /// Moves past `</name>`.
  @inline(__always) private mutating func skipEndTag(of name: DumpName) -> Bool {
    let spelling = table.spellings[Int(name.rawValue)]
    let text = UnsafeRawPointer(base + cursor)
    let low = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
    guard base[cursor] == UInt8(ascii: "<"), base[cursor &+ 1] == UInt8(ascii: "/") else { return false }
    if spelling.length < 8 {
      guard low & (1 &<< UInt64(truncatingIfNeeded: spelling.length &* 8) &- 1) == spelling.low else { return false }
    } else {
      guard low == spelling.low else { return false }
      let high = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 10, as: UInt64.self))
      let mask: UInt64 =
        spelling.length >= 16 ? .max : 1 &<< UInt64(truncatingIfNeeded: (spelling.length &- 8) &* 8) &- 1
      guard high & mask == spelling.high else { return false }
    }
    guard base[cursor &+ 2 &+ spelling.length] == UInt8(ascii: ">") else { return false }
    cursor &+= 3 &+ spelling.length
    return true
  }

  // MARK: Text

  /// Reads text up to the next tag. Text without entities is not copied.
  @inline(__always) private mutating func text(_ builder: UnsafeMutablePointer<DumpBuilder>) -> Bool {
    let begun = cursor
    let isASCII = skipText()
    guard base[cursor] == UInt8(ascii: "<") else { return textWithEntities(from: begun, builder) }
    let bytes = UnsafeBufferPointer(start: base + begun, count: cursor &- begun)
    if !isASCII, !isText(bytes) { return false }
    builder.pointee.text = base + begun
    builder.pointee.textCount = bytes.count
    return true
  }

  /// Moves to the end of a run of text: a tag, an entity, a carriage return, or `>`, which may belong to a forbidden
  /// `]]>`. Reads eight bytes at a time, for which the margin has room.
  ///
  /// - Returns: whether all of it is ASCII.
  @inline(__always) private mutating func skipText() -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits = ones &* 0x80
    var all: UInt64 = 0
    while true {
      let bytes = UInt64(littleEndian: UnsafeRawPointer(base + cursor).loadUnaligned(as: UInt64.self))
      // A byte becomes zero if it is one of these; `<` and `>` differ in one bit.
      let tags = (bytes | ones &* 2) ^ ones &* UInt64(UInt8(ascii: ">"))
      let entities = bytes ^ ones &* UInt64(UInt8(ascii: "&"))
      let returns = bytes ^ ones &* 13
      // Finds the highest bit of the first zero byte; bits behind it may be wrong.
      let ends = ((tags &- ones) & ~tags | (entities &- ones) & ~entities | (returns &- ones) & ~returns) & highBits
      if ends != 0 {
        let bits = UInt64(truncatingIfNeeded: ends.trailingZeroBitCount & ~7)
        cursor &+= Int(truncatingIfNeeded: bits &>> 3)
        all |= bytes & (1 &<< bits &- 1)
        return all & highBits == 0
      }
      all |= bytes
      cursor &+= 8
    }
  }

  /// Copies text piece by piece.
  @inline(never)
  private mutating func textWithEntities(from begun: Int, _ builder: UnsafeMutablePointer<DumpBuilder>) -> Bool {
    cursor = begun
    builder.pointee.textCount = 0
    while true {
      let piece = cursor
      if !skipText(), !isText(UnsafeBufferPointer(start: base + piece, count: cursor - piece)) { return false }
      let count = cursor - piece
      if builder.pointee.textCount + count + 1 > builder.pointee.gatheredCapacity {
        builder.pointee.growText(count + 1)
      }
      (builder.pointee.gathered + builder.pointee.textCount).update(from: base + piece, count: count)
      builder.pointee.textCount += count
      if base[cursor] == UInt8(ascii: "<") { return true }
      guard let character = entity() else { return false }
      if character == 13 { builder.pointee.hasCarriageReturn = true }
      builder.pointee.gathered[builder.pointee.textCount] = character
      builder.pointee.textCount += 1
    }
  }

  /// Moves past an entity; nil for anything but those that Discogs writes.
  private mutating func entity() -> UInt8? {
    for (spelling, character) in ByteClasses.entities where matches(spelling) {
      cursor += spelling.utf8CodeUnitCount
      return character
    }
    return nil
  }

  @inline(__always) private func matches(_ spelling: StaticString) -> Bool {
    for index in 0..<spelling.utf8CodeUnitCount where base[cursor + index] != spelling.utf8Start[index] { return false }
    return true
  }

  // MARK: Attributes

  /// Reads attributes, each after one space, the cursor at the first.
  private mutating func attributes(_ builder: UnsafeMutablePointer<DumpBuilder>) -> Bool {
    decodedCount = 0
    var seen: (UInt64, UInt64) = (0, 0)
    while base[cursor] == UInt8(ascii: " ") {
      var name = self.name(at: cursor &+ 1)
      var length = table.spellings[Int(name.rawValue)].length
      if name == .uri, base[cursor &+ 4] == UInt8(ascii: "1"), matches(" uri150") {
        name = .uri150
        length = 6
      }
      cursor &+= 1 &+ length
      guard name != .other, base[cursor] == UInt8(ascii: "="), base[cursor &+ 1] == UInt8(ascii: "\"") else {
        return false
      }
      cursor &+= 2
      // XML forbids repeated attributes.
      let bit: UInt64 = 1 &<< UInt64(name.rawValue & 63)
      if name.rawValue < 64 {
        guard seen.0 & bit == 0 else { return false }
        seen.0 |= bit
      } else {
        guard seen.1 & bit == 0 else { return false }
        seen.1 |= bit
      }
      guard let value = attributeValue(), builder.pointee.attributes.count < Self.mostAttributes else { return false }
      builder.pointee.attributes.append(DumpBuilder.Attribute(name: name, spelling: nil, value: value))
    }
    return true
  }

  private mutating func attributeValue() -> UnsafeRawBufferPointer? {
    let begun = cursor
    var all: UInt8 = 0
    while classes.endsValue[Int(base[cursor])] == 0 {
      all |= base[cursor]
      cursor &+= 1
    }
    let plain = UnsafeBufferPointer(start: base + begun, count: cursor &- begun)
    if all >= 0x80, !isText(plain) { return nil }
    if base[cursor] == UInt8(ascii: "\"") {
      cursor &+= 1
      return UnsafeRawBufferPointer(plain)
    }
    return attributeValueWithEntities(plain)
  }

  @inline(never)
  private mutating func attributeValueWithEntities(_ beginning: UnsafeBufferPointer<UInt8>) -> UnsafeRawBufferPointer? {
    let first = decodedCount
    var piece = cursor - beginning.count
    while true {
      let count = cursor - piece
      guard decodedCount + count < Self.decodedCapacity, isText(UnsafeBufferPointer(start: base + piece, count: count))
      else { return nil }
      (decoded + decodedCount).update(from: base + piece, count: count)
      decodedCount += count
      if base[cursor] == UInt8(ascii: "\"") { break }
      guard let character = entity() else { return nil }
      decoded[decodedCount] = character
      decodedCount += 1
      piece = cursor
      while classes.endsValue[Int(base[cursor])] == 0 { cursor &+= 1 }
    }
    cursor += 1
    return UnsafeRawBufferPointer(start: decoded + first, count: decodedCount - first)
  }

  /// Whether bytes are valid UTF-8 of characters that XML allows.
  @inline(never) private func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    // A quote, tag or entity follows the bytes and ends any character, so looking ahead is safe.
    func continues(_ ahead: Int, from low: UInt8 = 0x80, to high: UInt8 = 0xBF) -> Bool {
      let byte = bytes.baseAddress.unsafelyUnwrapped[index &+ ahead]
      return byte >= low && byte <= high
    }
    while index < bytes.count {
      let lead = bytes[index]
      switch lead {
      case 0..<0x80: index &+= 1
      case 0xC2...0xDF:
        guard continues(1) else { return false }
        index &+= 2
      case 0xE0...0xEF:
        let low: UInt8 = lead == 0xE0 ? 0xA0 : 0x80
        let high: UInt8 = lead == 0xED ? 0x9F : 0xBF
        guard continues(1, from: low, to: high), continues(2) else { return false }
        // U+FFFE and U+FFFF.
        if lead == 0xEF, bytes[index &+ 1] == 0xBF, bytes[index &+ 2] > 0xBD { return false }
        index &+= 3
      case 0xF0...0xF4:
        let low: UInt8 = lead == 0xF0 ? 0x90 : 0x80
        let high: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
        guard continues(1, from: low, to: high), continues(2), continues(3) else { return false }
        index &+= 4
      default: return false
      }
    }
    return true
  }
}

/// The bytes that end an attribute's value.
///
/// Immutable after `init`.
private struct ByteClasses: @unchecked Sendable {
  static let shared = ByteClasses()
  static let entities: [(StaticString, UInt8)] = [
    ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
    ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")), ("&#13;", 13),
  ]

  /// 1 for a quote, `&`, `<`, and the blanks that a parser turns into spaces. Never freed.
  let endsValue: UnsafeMutablePointer<UInt8>

  private init() {
    endsValue = .allocate(capacity: 256)
    endsValue.initialize(repeating: 0, count: 256)
    for byte in "\"<&\r\n\t".utf8 { endsValue[Int(byte)] = 1 }
  }
}
