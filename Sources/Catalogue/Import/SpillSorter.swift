/// Sorts more than memory holds: full buffers are sorted and written out, then merged.
///
/// A record is two key words and some bytes; records sort by the first word, the second, the bytes. All index tables
/// are built through this, so that rows are added at the end of the tree and memory stays bounded.
final class SpillSorter {
  private let makeSpool: () throws -> Spool
  private let capacity: Int
  /// The most records held. They take half as much memory again, and as much while they are sorted.
  private let mostItems: Int
  // Swift checks at run time that accesses to a property of an object do not overlap. Here that took a fifteenth of the
  // importing thread's time, and no access calls anything that comes back to the sorter.
  /// Records in a row: first, second, byte count, bytes.
  @exclusivity(unchecked) private var buffer: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var used = 0
  @exclusivity(unchecked) private var items: [Item] = []
  private var scratch: [Item] = []
  private var runs: [Run] = []
  private var spool: Spool?
  @exclusivity(unchecked) private(set) var count = 0

  struct Item {
    var first: UInt64
    var second: UInt64
    var offset: Int
  }

  struct Run: Codable {
    var start: Int
    var end: Int
  }

  /// A sorter's saved state. Its records are in its temporary file.
  struct Saved: Codable {
    fileprivate var runs: [Run]
    var count: Int
    /// The length of the file.
    var end: Int { runs.last?.end ?? 0 }
  }

  static let headerSize = 20

  /// - Parameters:
  ///   - memory: the bytes of records to hold before writing out.
  ///   - makeSpool: creates a temporary file; called only if memory does not suffice.
  init(memory: Int, makeSpool: @escaping () throws -> Spool) {
    self.makeSpool = makeSpool
    capacity = memory
    mostItems = max(memory / 2 / MemoryLayout<Item>.stride, 1)
    buffer = .allocate(byteCount: memory, alignment: 8)
  }

  /// Restores a saved sorter with its file.
  convenience init(memory: Int, _ saved: Saved, in spool: Spool) {
    self.init(memory: memory) { spool }
    runs = saved.runs
    count = saved.count
    self.spool = runs.isEmpty ? nil : spool
  }

  deinit { buffer.deallocate() }

  /// Writes all records safely to disk. More can be added.
  func save() throws -> Saved {
    try spill()
    try spool?.save()
    return Saved(runs: runs, count: count)
  }

  func append(_ first: UInt64, _ second: UInt64, _ bytes: UnsafeRawBufferPointer) throws {
    let size = Self.headerSize + bytes.count
    if used + size > capacity || items.count >= mostItems {
      try spill()
      if size > capacity { try appendRunOfOne(first, second, bytes) }
    }
    guard size <= capacity else { return }
    if items.isEmpty { items.reserveCapacity(mostItems) }
    let target = buffer + used
    target.storeBytes(of: first, as: UInt64.self)
    target.storeBytes(of: second, toByteOffset: 8, as: UInt64.self)
    target.storeBytes(of: UInt32(bytes.count), toByteOffset: 16, as: UInt32.self)
    if let source = bytes.baseAddress { (target + Self.headerSize).copyMemory(from: source, byteCount: bytes.count) }
    items.append(Item(first: first, second: second, offset: used))
    used += size
    count += 1
  }

  func append(_ first: UInt64, _ second: UInt64, value: UInt32) throws {
    try withUnsafeBytes(of: value) { try append(first, second, $0) }
  }

  private func appendRunOfOne(_ first: UInt64, _ second: UInt64, _ bytes: UnsafeRawBufferPointer) throws {
    let spool = try spoolOrMake()
    let start = spool.count
    try withUnsafeBytes(of: (first, second)) { try spool.write($0) }
    try withUnsafeBytes(of: UInt32(bytes.count)) { try spool.write($0) }
    try spool.write(bytes)
    runs.append(Run(start: start, end: spool.count))
    count += 1
  }

  private func spoolOrMake() throws -> Spool {
    if let spool { return spool }
    let made = try makeSpool()
    spool = made
    return made
  }

  private func spill() throws {
    guard !items.isEmpty else { return }
    sort()
    let spool = try spoolOrMake()
    let start = spool.count
    for item in items { try spool.write(record(at: item.offset)) }
    runs.append(Run(start: start, end: spool.count))
    items.removeAll(keepingCapacity: true)
    used = 0
  }

  private func record(at offset: Int) -> UnsafeRawBufferPointer {
    let size = (buffer + offset).loadUnaligned(fromByteOffset: 16, as: UInt32.self)
    return UnsafeRawBufferPointer(start: buffer + offset, count: Self.headerSize + Int(size))
  }

  // MARK: Sorting

  /// Radix sort by the first word, least significant digit first, skipping shared digits; then by comparison.
  private func sort() {
    let count = items.count
    guard count > 1 else { return }
    if count < 256 {
      items.sort(by: isBefore)
      return
    }
    if scratch.count < count { scratch = [Item](repeating: Item(first: 0, second: 0, offset: 0), count: count) }
    var anySet: UInt64 = 0
    var allSet: UInt64 = .max
    for item in items {
      anySet |= item.first
      allSet &= item.first
    }
    let varying = anySet & ~allSet
    var counts = [Int](repeating: 0, count: 2048)
    for shift in stride(from: 0, to: 64, by: 11) where (varying >> UInt64(shift)) & 2047 != 0 {
      items.withUnsafeMutableBufferPointer { source in
        scratch.withUnsafeMutableBufferPointer { target in
          counts.withUnsafeMutableBufferPointer { counts in
            counts.update(repeating: 0)
            for item in source { counts[Int(truncatingIfNeeded: item.first >> UInt64(shift)) & 2047] += 1 }
            var sum = 0
            for digit in 0..<2048 {
              let here = counts[digit]
              counts[digit] = sum
              sum += here
            }
            for item in source {
              let digit = Int(truncatingIfNeeded: item.first >> UInt64(shift)) & 2047
              target[counts[digit]] = item
              counts[digit] += 1
            }
            _ = source.update(fromContentsOf: target[..<count])
          }
        }
      }
    }
    var start = 0
    while start < count {
      var end = start + 1
      let word = items[start].first
      while end < count, items[end].first == word { end += 1 }
      if end - start > 1 { items[start..<end].sort(by: isBefore) }
      start = end
    }
  }

  private func isBefore(_ left: Item, _ right: Item) -> Bool {
    if left.first != right.first { return left.first < right.first }
    if left.second != right.second { return left.second < right.second }
    return compareBytes(bytes(of: left), bytes(of: right)) < 0
  }

  private func bytes(of item: Item) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: record(at: item.offset)[Self.headerSize...])
  }

  // MARK: Reading back

  /// Passes every record to `body` in order. The sorter is empty afterwards.
  func drain(_ body: (_ first: UInt64, _ second: UInt64, _ bytes: UnsafeRawBufferPointer) throws -> Void) throws {
    _ = try read {
      try body($0, $1, $2)
      return true
    }
    clear()
  }

  /// Passes records to `body` in order until it returns false for one, which stays unread. Nothing can be added then.
  ///
  /// - Parameter places: where to continue in each run, as returned; nil for the beginning.
  /// - Returns: where to continue, at the unread record; nil at the end. Only saved records can be continued.
  func read(
    from places: [Int]? = nil,
    _ body: (_ first: UInt64, _ second: UInt64, _ bytes: UnsafeRawBufferPointer) throws -> Bool
  ) throws -> [Int]? {
    guard !runs.isEmpty else {
      sort()
      for item in items { guard try body(item.first, item.second, bytes(of: item)) else { break } }
      return nil
    }
    try spill()
    guard let spool else { return nil }
    // The buffer is free now: the merge's read buffers take its place.
    try spool.flush()
    let share = max(capacity / runs.count, 32 << 10)
    let sources = runs.enumerated().map { index, run in
      RunReader(spool, from: places?[index] ?? run.start, to: run.end, bufferSize: share)
    }
    return try merge(sources, body) ? nil : sources.map(\.place)
  }

  /// False when `body` stopped.
  private func merge(
    _ sources: [RunReader], _ body: (_ first: UInt64, _ second: UInt64, _ bytes: UnsafeRawBufferPointer) throws -> Bool
  ) throws -> Bool {
    buffer.deallocate()
    buffer = .allocate(byteCount: 8, alignment: 8)
    items = []
    scratch = []
    func precedes(_ left: Int, _ right: Int) -> Bool {
      let order = compareBytes(sources[left].bytes, sources[right].bytes)
      return order == 0 ? left < right : order < 0
    }
    func head(_ run: Int) -> MergeHeap.Head {
      MergeHeap.Head(first: sources[run].first, second: sources[run].second, run: run)
    }
    var heads: [MergeHeap.Head] = []
    for index in sources.indices where try sources[index].advance() { heads.append(head(index)) }
    var heap = MergeHeap(heads, precedes)
    while let top = heap.first {
      let source = sources[top.run]
      guard try body(top.first, top.second, source.bytes) else { return false }
      heap.replaceFirst(with: try source.advance() ? head(top.run) : nil, precedes)
    }
    return true
  }

  func clear() {
    items = []
    scratch = []
    runs = []
    spool = nil
    used = 0
    count = 0
  }
}

private final class RunReader {
  @exclusivity(unchecked) private(set) var first: UInt64 = 0
  @exclusivity(unchecked) private(set) var second: UInt64 = 0
  @exclusivity(unchecked) private(set) var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The offset of the current record; the end of the run after the last.
  @exclusivity(unchecked) private(set) var place: Int
  @exclusivity(unchecked) private var reader: SpoolReader

  init(_ spool: Spool, from start: Int, to end: Int, bufferSize: Int) {
    place = start
    reader = SpoolReader(spool, from: start, to: end, bufferSize: bufferSize)
  }

  func advance() throws -> Bool {
    place = reader.offset
    guard let header = try reader.take(SpillSorter.headerSize) else { return false }
    first = header.loadUnaligned(as: UInt64.self)
    second = header.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    let size = Int(header.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
    guard let rest = try reader.take(size) else { throw SpoolError.truncated }
    bytes = rest
    return true
  }
}

/// Negative, zero or positive, like `memcmp`; a prefix precedes longer bytes.
func compareBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
  let common = min(left.count, right.count)
  for index in 0..<common where left[index] != right[index] { return Int(left[index]) - Int(right[index]) }
  return left.count - right.count
}
