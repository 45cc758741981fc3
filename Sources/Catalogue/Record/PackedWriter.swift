import DiscogsModel

/// Writes the fields of one packed record.
struct PackedWriter: ~Copyable {
  var bytes = PlainList<UInt8>(capacity: 4096)
  private let common = CommonStrings.shared
  /// Artists and labels already named, by number; names are compared in the output.
  var artistsNamed: [Named] = []
  var labelsNamed: [Named] = []

  struct Named {
    var number: Int
    var name: Int
    var length: Int
  }

  init(kind: PackedFormat.Kind) {
    byte(PackedFormat.version)
    byte(kind.rawValue)
  }

  borrowing func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: self.bytes.bytes) }

  @inline(__always) mutating func byte(_ value: UInt8) { bytes.append(value) }
  @inline(__always) mutating func varint(_ value: Int) { bytes.append(lowFirst: value) }

  @inline(__always) mutating func text(_ text: UnsafeRawBufferPointer) {
    varint(text.count)
    bytes.append(text)
  }

  @inline(__always) mutating func text(_ string: String) {
    var string = string
    string.withUTF8 { text(UnsafeRawBufferPointer($0)) }
  }

  @inline(__always) mutating func text(_ part: Substring.UTF8View) {
    let isWritten: Void? = part.withContiguousStorageIfAvailable { text(UnsafeRawBufferPointer($0)) }
    if isWritten == nil { Array(part).withUnsafeBytes { text($0) } }
  }

  /// A common string's number + 1, or 0 and the text.
  mutating func wordOrText(_ string: String) {
    var string = string
    string.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      if let number = common.number(of: bytes) {
        varint(number &+ 1)
      } else {
        byte(0)
        text(bytes)
      }
    }
  }

  @inline(__always) private mutating func tag(_ field: PackedFormat.Field, _ shape: PackedFormat.Shape) {
    byte(field.rawValue << 2 | shape.rawValue)
  }

  /// Writes a list after its length, for which one byte is reserved; lists of more than 127 bytes are moved.
  @inline(__always) mutating func list<Item>(
    _ field: PackedFormat.Field, _ items: [Item], _ write: (inout PackedWriter, UnsafePointer<Item>) -> Void
  ) {
    guard !items.isEmpty else { return }
    tag(field, .bytes)
    byte(0)
    let start = bytes.count
    self.items(items, write)
    close(start)
  }

  /// Writes items after their number, by pointers: a loop would reference-count every text and list in them.
  @inline(__always)
  mutating func items<Item>(_ items: [Item], _ write: (inout PackedWriter, UnsafePointer<Item>) -> Void) {
    varint(items.count)
    items.forEachPlace { write(&self, $0) }
  }

  /// Writes the length of the output from `start` on into the byte reserved before it.
  private mutating func close(_ start: Int) {
    let length = bytes.count - start
    var wider = 0
    var rest = length >> 7
    while rest > 0 {
      wider += 1
      rest >>= 7
    }
    if wider > 0 {
      bytes.reserve(wider)
      (bytes.base + start + wider).update(from: bytes.base + start, count: length)
    }
    bytes.resize(to: start - 1)
    varint(length)
    bytes.resize(to: bytes.count + length)
    // Names in the list have moved with it.
    guard wider > 0 else { return }
    Self.move(&artistsNamed, from: start, by: wider)
    Self.move(&labelsNamed, from: start, by: wider)
  }

  private static func move(_ named: inout [Named], from start: Int, by distance: Int) {
    for index in named.indices.reversed() {
      guard named[index].name >= start else { break }
      named[index].name += distance
    }
  }

  mutating func number(_ field: PackedFormat.Field, _ value: Int) {
    tag(field, .number)
    varint(value)
  }

  mutating func string(_ field: PackedFormat.Field, _ value: String) {
    guard !value.isEmpty else { return }
    tag(field, .bytes)
    text(value)
  }

  mutating func word(_ field: PackedFormat.Field, _ value: String) {
    guard !value.isEmpty else { return }
    tag(field, .word)
    wordOrText(value)
  }

  /// Writes `1978` and `1978-06-00` as numbers, anything else as text.
  mutating func released(_ value: String) {
    guard !value.isEmpty else { return }
    var copy = value
    let packed: (field: PackedFormat.Field, number: Int)? = copy.withUTF8 { text in
      guard text.count == 4 || text.count == 10, let year = Self.digits(text[0..<4]) else { return nil }
      if text.count == 4 { return (.releasedYear, year) }
      guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), let month = Self.digits(text[5..<7]),
        let day = Self.digits(text[8..<10]), month < 16, day < 32
      else { return nil }
      return (.releasedDate, year << 9 | month << 5 | day)
    }
    if let packed { number(packed.field, packed.number) } else { string(.released, value) }
  }

  /// The value of ASCII digits; nil for anything else.
  static func digits(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var number = 0
    for byte in text {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return text.isEmpty ? nil : number
  }
}
