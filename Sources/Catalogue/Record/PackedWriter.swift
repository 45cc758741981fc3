import DiscogsModel

/// Writes the fields of one packed record.
struct PackedWriter: ~Copyable {
  var base: UnsafeMutableRawPointer
  var count = 0
  private var capacity: Int
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
    capacity = 4096
    base = .allocate(byteCount: capacity, alignment: 1)
    byte(PackedFormat.version)
    byte(kind.rawValue)
  }

  deinit { base.deallocate() }

  borrowing func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: base, count: count))
  }

  // MARK: Values

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
  }

  @inline(__always)
  mutating func byte(_ value: UInt8) {
    reserve(1)
    base.storeBytes(of: value, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  mutating func varint(_ value: Int) {
    reserve(10)
    var rest = UInt64(bitPattern: Int64(value))
    while rest >= 0x80 {
      base.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
      count &+= 1
      rest >>= 7
    }
    base.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  private mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    reserve(bytes.count)
    (base + count).copyMemory(from: start, byteCount: bytes.count)
    count &+= bytes.count
  }

  @inline(__always)
  mutating func text(_ bytes: UnsafeRawBufferPointer) {
    varint(bytes.count)
    raw(bytes)
  }

  @inline(__always)
  mutating func text(_ string: String) {
    var string = string
    string.withUTF8 { text(UnsafeRawBufferPointer($0)) }
  }

  @inline(__always)
  mutating func text(_ part: Substring.UTF8View) {
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

  @inline(__always)
  private mutating func tag(_ field: PackedFormat.Field, _ shape: PackedFormat.Shape) {
    byte(field.rawValue << 2 | shape.rawValue)
  }

  /// Writes a list after its length. Most lists are shorter than 128 bytes, so one byte is reserved for the length, and
  /// longer lists are moved.
  @inline(__always)
  mutating func list(_ field: PackedFormat.Field, of items: Int, _ write: (inout PackedWriter) -> Void) {
    guard items > 0 else { return }
    tag(field, .bytes)
    byte(0)
    let start = count
    varint(items)
    write(&self)
    close(start)
  }

  /// Writes the length of the output from `start` on into the byte reserved before it.
  private mutating func close(_ start: Int) {
    let length = count - start
    var wider = 0
    var rest = length >> 7
    while rest > 0 {
      wider += 1
      rest >>= 7
    }
    if wider > 0 {
      reserve(wider)
      (base + start + wider).copyMemory(from: base + start, byteCount: length)
    }
    count = start - 1
    varint(length)
    count += length
    // Names in the list have moved with it.
    if wider > 0 { moveNamed(from: start, by: wider) }
  }

  private mutating func moveNamed(from start: Int, by distance: Int) {
    for index in artistsNamed.indices.reversed() {
      guard artistsNamed[index].name >= start else { break }
      artistsNamed[index].name += distance
    }
    for index in labelsNamed.indices.reversed() {
      guard labelsNamed[index].name >= start else { break }
      labelsNamed[index].name += distance
    }
  }

  // MARK: Fields

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

  mutating func words(_ field: PackedFormat.Field, _ values: [String]) {
    list(field, of: values.count) { writer in
      for value in values { writer.wordOrText(value) }
    }
  }

  mutating func strings(_ field: PackedFormat.Field, _ values: [String]) {
    list(field, of: values.count) { writer in
      for value in values { writer.text(value) }
    }
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
    if let packed {
      number(packed.field, packed.number)
    } else {
      string(.released, value)
    }
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
