import DiscogsModel

/// Reads the fields of a packed record, checking every length and count, as the bytes may be damaged.
struct PackedReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var shape = PackedFormat.Shape.number
  private let common: [String]
  var artistsNamed: [(id: Artist.ID, name: String)] = []
  var labelsNamed: [(id: Discogs.Label.ID, name: String)] = []

  init(_ bytes: UnsafeRawBufferPointer, kind: PackedFormat.Kind) throws(PackedRecordError) {
    self.bytes = bytes
    common = CommonStrings.shared.strings
    guard try byte() == PackedFormat.version else { throw failure(.laterFormat) }
    guard try byte() == kind.rawValue else { throw failure(.wrongKind) }
  }

  func failure(_ reason: PackedRecordError.Reason) -> PackedRecordError {
    PackedRecordError(reason: reason, offset: position)
  }

  /// The next known field; nil at the end. Unknown fields are skipped.
  mutating func nextField() throws(PackedRecordError) -> PackedFormat.Field? {
    while position < bytes.count {
      let first = try byte()
      guard let shape = PackedFormat.Shape(rawValue: first & 3) else { throw failure(.laterFormat) }
      self.shape = shape
      if let field = PackedFormat.Field(rawValue: first >> 2) { return field }
      try skip()
    }
    return nil
  }

  mutating func skip() throws(PackedRecordError) {
    switch shape {
    case .number: _ = try varint()
    case .bytes: _ = try run()
    case .word: if try varint() == 0 { _ = try run() }
    }
  }

  @inline(__always) mutating func byte() throws(PackedRecordError) -> UInt8 {
    guard position < bytes.count else { throw failure(.truncated) }
    let value = bytes.load(fromByteOffset: position, as: UInt8.self)
    position &+= 1
    return value
  }

  @inline(__always) mutating func varint() throws(PackedRecordError) -> Int {
    let first = try byte()
    if first < 0x80 { return Int(first) }
    return try longVarint(first)
  }

  private mutating func longVarint(_ first: UInt8) throws(PackedRecordError) -> Int {
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while true {
      let next = try byte()
      guard shift < 63 || shift == 63 && next <= 1 else { throw failure(.malformed) }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return Int(truncatingIfNeeded: value) }
      shift += 7
    }
  }

  /// A length followed by that many bytes.
  @inline(__always) mutating func run() throws(PackedRecordError) -> UnsafeRawBufferPointer {
    let length = try varint()
    guard length >= 0, length <= bytes.count &- position else { throw failure(.truncated) }
    let run = UnsafeRawBufferPointer(rebasing: bytes[position..<(position &+ length)])
    position &+= length
    return run
  }

  /// The number of items that follow, each of a byte at least: an impossible count is caught before any allocation.
  @inline(__always) mutating func count() throws(PackedRecordError) -> Int {
    let count = try varint()
    guard count >= 0, count <= bytes.count &- position else { throw failure(.truncated) }
    return count
  }

  @inline(__always) mutating func text() throws(PackedRecordError) -> String {
    String(decoding: try run(), as: UTF8.self)
  }

  @inline(__always) mutating func wordOrText() throws(PackedRecordError) -> String {
    let number = try varint()
    if number == 0 { return try text() }
    guard number > 0, number <= common.count else { throw failure(.laterFormat) }
    return common[number &- 1]
  }

  private func expect(_ wanted: PackedFormat.Shape) throws(PackedRecordError) {
    guard shape == wanted else { throw failure(.malformed) }
  }

  /// Ends an item with this mask, skipping the bytes of an extended one.
  @inline(__always) mutating func endItem(_ mask: UInt8) throws(PackedRecordError) {
    if mask & PackedFormat.extended != 0 { _ = try run() }
  }

  typealias ItemReader<Item> = (inout PackedReader) throws(PackedRecordError) -> Item

  /// Reads a list's items. The length before them is for readers that do not know the field.
  @inline(__always) mutating func list<Item>(_ read: ItemReader<Item>) throws(PackedRecordError) -> [Item] {
    try expect(.bytes)
    let length = try varint()
    guard length >= 0, length <= bytes.count &- position else { throw failure(.truncated) }
    let end = position &+ length
    let items = try self.items(read)
    guard position <= end else { throw failure(.malformed) }
    position = end
    return items
  }

  @inline(__always) mutating func items<Item>(_ read: ItemReader<Item>) throws(PackedRecordError) -> [Item] {
    let count = try self.count()
    var items: [Item] = []
    // A damaged count may be as large as the record, and items take more than a byte in memory.
    items.reserveCapacity(min(count, 4096))
    for _ in 0..<count { items.append(try read(&self)) }
    return items
  }

  mutating func number() throws(PackedRecordError) -> Int {
    try expect(.number)
    return try varint()
  }

  mutating func string() throws(PackedRecordError) -> String {
    try expect(.bytes)
    return try text()
  }

  mutating func word() throws(PackedRecordError) -> String {
    try expect(.word)
    return try wordOrText()
  }

  static func word(_ reader: inout PackedReader) throws(PackedRecordError) -> String { try reader.wordOrText() }

  static func text(_ reader: inout PackedReader) throws(PackedRecordError) -> String { try reader.text() }

  mutating func releasedYear() throws(PackedRecordError) -> String {
    let year = try number()
    guard year >= 0, year <= 9999 else { throw failure(.malformed) }
    return String(unsafeUninitializedCapacity: 4) { text in
      Self.writeDigits(year, count: 4, to: text, at: 0)
      return 4
    }
  }

  mutating func releasedDate() throws(PackedRecordError) -> String {
    let date = try number()
    guard date >= 0, date >> 9 <= 9999 else { throw failure(.malformed) }
    return Self.date(year: date >> 9, month: date >> 5 & 15, day: date & 31)
  }

  /// `1959-08-17`.
  static func date(year: Int, month: Int, day: Int) -> String {
    String(unsafeUninitializedCapacity: 10) { text in
      writeDigits(year, count: 4, to: text, at: 0)
      text[4] = UInt8(ascii: "-")
      writeDigits(month, count: 2, to: text, at: 5)
      text[7] = UInt8(ascii: "-")
      writeDigits(day, count: 2, to: text, at: 8)
      return 10
    }
  }

  /// Writes a number in this many digits, with leading zeros.
  @inline(__always)
  static func writeDigits(_ number: Int, count: Int, to text: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
    var rest = number
    var index = start + count
    while index > start {
      index -= 1
      text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }
}
