/// A growing array of plain values, without checks of bounds or uniqueness.
///
/// For the innermost loops of an import, which keep every index below `count` themselves.
struct PlainList<Item: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Item>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  @inline(__always) subscript(_ index: Int) -> Item {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  @inline(__always) mutating func append(_ item: Item) {
    if count == capacity { grow(1) }
    (base + count).initialize(to: item)
    count &+= 1
  }

  @inline(__always) mutating func reserve(_ more: Int) { if count &+ more > capacity { grow(more) } }

  mutating func append(repeating item: Item, count more: Int) {
    reserve(more)
    (base + count).initialize(repeating: item, count: more)
    count &+= more
  }

  /// Keeps the memory.
  @inline(__always) mutating func removeAll() { count = 0 }

  /// Drops the first values and moves the others to the front.
  mutating func removeFirst(_ dropped: Int) {
    count -= dropped
    base.update(from: base + dropped, count: count)
  }

  /// Drops values, or adds uninitialised ones, which must be written before they are read.
  mutating func resize(to size: Int) {
    if size > capacity { grow(size - count) }
    count = size
  }

  @inline(never) private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<Item>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }
}

extension PlainList where Item == UInt8 {
  @inline(__always) mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(bytes.count)
    UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Appends a number below 2^56 as SQLite writes them: seven bits to a byte, the high ones first.
  @inline(__always) mutating func append(varint value: Int) {
    if value < 0x80 { append(UInt8(truncatingIfNeeded: value)) } else { appendLong(value) }
  }

  private mutating func appendLong(_ value: Int) {
    var shift = (63 - value.leadingZeroBitCount) / 7 * 7
    while shift > 0 {
      append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
      shift -= 7
    }
    append(UInt8(truncatingIfNeeded: value) & 0x7F)
  }

  /// Appends a number of up to 64 bits: seven bits to a byte, the low ones first.
  @inline(__always) mutating func append(lowFirst value: Int) {
    reserve(10)
    var rest = UInt64(bitPattern: Int64(value))
    while rest >= 0x80 {
      base[count] = UInt8(truncatingIfNeeded: rest) | 0x80
      count &+= 1
      rest >>= 7
    }
    base[count] = UInt8(truncatingIfNeeded: rest)
    count &+= 1
  }

  mutating func append(bigEndian value: UInt32) { withUnsafeBytes(of: value.bigEndian) { append($0) } }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
}
