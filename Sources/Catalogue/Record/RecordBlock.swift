/// Some consecutive records packed together, so that compression finds what they have in common.
///
///     count · for each, its id's distance from the one before, its length · the packed records
///
/// Numbers are varints. The first id stands beside the block in the catalogue.
enum RecordBlock {
  /// Enough for compression to pay, and few enough to expand in a hundredth of a millisecond.
  static let records = 8
  /// A block with this many bytes takes no more records.
  static let size = 64 << 10
  /// The longest length to believe: damaged bytes could ask for any amount of memory.
  static let longest = 1 << 30

  struct Builder {
    private(set) var firstID = 0
    private(set) var count = 0
    private var lastID = 0
    private var head: [UInt8] = []
    private var body: [UInt8] = []

    /// Whether a record of this many bytes belongs in the next block.
    func isFull(for more: Int) -> Bool {
      count > 0 && (count == RecordBlock.records || body.count + more > RecordBlock.size)
    }

    /// - Parameter id: greater than all before it.
    mutating func add(_ id: Int, _ bytes: UnsafeRawBufferPointer) {
      if count == 0 { firstID = id }
      RecordBlock.append(count == 0 ? 0 : id - lastID, to: &head)
      RecordBlock.append(bytes.count, to: &head)
      body.append(contentsOf: bytes)
      lastID = id
      count += 1
    }

    /// Returns the block and starts the next one.
    mutating func take() -> [UInt8] {
      var block: [UInt8] = []
      block.reserveCapacity(head.count + body.count + 8)
      RecordBlock.append(count, to: &block)
      block += head
      block += body
      head.removeAll(keepingCapacity: true)
      body.removeAll(keepingCapacity: true)
      count = 0
      return block
    }
  }

  static func append(_ value: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: Int64(value))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Reads a number and moves past it; nil where the bytes end or no writer wrote them.
  static func number(in bytes: UnsafeRawBufferPointer, at position: inout Int) -> Int? {
    var value = 0
    var shift = 0
    while position < bytes.count, shift < 56 {
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  struct Entry {
    var id: Int
    var range: Range<Int>
  }

  static func entries(of block: UnsafeRawBufferPointer, firstID: Int) throws(PackedRecordError) -> [Entry] {
    var position = 0
    guard let count = number(in: block, at: &position), count <= records else {
      throw PackedRecordError(reason: .malformed, offset: position)
    }
    var entries: [Entry] = []
    var id = firstID
    var start = 0
    for _ in 0..<count {
      guard let distance = number(in: block, at: &position), let length = number(in: block, at: &position),
        distance < 1 << 32, length <= block.count - start
      else { throw PackedRecordError(reason: .malformed, offset: position) }
      id += distance
      entries.append(Entry(id: id, range: start..<(start + length)))
      start += length
    }
    guard position + start == block.count else { throw PackedRecordError(reason: .truncated, offset: position) }
    return entries.map { Entry(id: $0.id, range: ($0.range.lowerBound + position)..<($0.range.upperBound + position)) }
  }
}
