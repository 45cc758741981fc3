import DiscogsModel

/// An incoming dump as a sequence of parts, each a complete dump to a reader.
///
/// An import can save its state after a part, which ends at the first record behind a point to resume inflating from.
final class PartedDump: DumpSource {
  let dump: IncomingDump
  private let stream: InflatingStream
  private let marks: DumpMarks
  /// Bytes to return next: the root element put before a later part, or bytes read ahead.
  private var ahead: ArraySlice<UInt8>
  /// The number of compressed bytes used before the part.
  private var start: Int
  /// Bytes read and not returned while it searches for the end of the part.
  private var window: [UInt8] = []
  private var isCutting = false
  private var cutAt = ContinuousClock.now
  private var hasRootEnd = false
  private var isAtEnd = false
  /// The start of the next part; nil unless the last one was cut.
  private(set) var next: DumpPosition?

  init(_ dump: IncomingDump, from position: DumpPosition?) throws(DumpError) {
    self.dump = dump
    marks = DumpMarks(dump.kind)
    stream = try InflatingStream(dump, from: position?.point)
    ahead = position == nil ? [] : marks.rootStart[...]
    start = stream.position
    offset = position.map { $0.point.produced + $0.skip - marks.rootStart.count } ?? 0
    var left = position?.skip ?? 0
    while left > 0 {
      let passed = try pull(upTo: left)
      guard !passed.isEmpty else { throw DumpError(file: dump.name, reason: .truncated, offset: stream.position) }
      left -= passed.count
    }
  }

  /// The offset of the current part's first byte in the whole dump, counting a root element put before it.
  private(set) var offset = 0

  var file: String { dump.name }
  var bytesTotal: Int? { nil }
  var bytesRead: Int { stream.position - start }
  let trailingBytes = 0

  /// Begins the part after the last one, and returns itself.
  ///
  /// - Parameter length: the time to read before the part ends at the next possible place.
  func beginPart(of length: Duration) -> PartedDump {
    cutAt = .now + length
    start = stream.position
    if let next {
      offset = next.point.produced + next.skip - marks.rootStart.count
      ahead = marks.rootStart + window[...]
      window = []
      self.next = nil
    }
    return self
  }

  /// Makes a waiting `read` throw `cancelled`. Callable from any thread.
  func close() { stream.close() }

  private static let chunk = 1 << 18
  private static let searched = 1 << 10

  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int {
    if ahead.isEmpty {
      if let count = try readThrough(into: buffer, capacity: capacity) { return count }
      ahead = try bytes()[...]
    }
    let part = ahead.prefix(capacity)
    part.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: $0.count).copyMemory(from: $0) }
    ahead = ahead.dropFirst(part.count)
    return part.count
  }

  /// The next bytes of the part; empty at its end.
  private func bytes() throws(DumpError) -> [UInt8] {
    guard next == nil, !isAtEnd else { return [] }
    if !isCutting, !hasRootEnd, ContinuousClock.now >= cutAt {
      isCutting = true
      stream.wantPoint()
    }
    while true {
      // Inflating cannot resume from output before the point.
      let isSearching = isCutting && stream.point != nil
      // In small pieces, so that little is read beyond the end.
      let read = try pull(upTo: isCutting ? Self.searched : Self.chunk)
      if read.isEmpty {
        isAtEnd = true
        defer { window = [] }
        return window
      }
      guard isSearching else { return read }
      window.append(contentsOf: read)
      if let found = look() { return found }
    }
  }

  /// Searches the window for the end of the part, and returns the bytes before it; nil where more must be read.
  private func look() -> [UInt8]? {
    switch marks.find(in: window, from: 0, isAtEnd: false) {
    case .found(let index):
      isCutting = false
      guard marks.isRecordStart(window[index...]), let point = stream.point else {
        // The list ends here, so there is nothing more to cut.
        hasRootEnd = true
        defer { window = [] }
        return window
      }
      let start = stream.produced - (window.count - index)
      next = DumpPosition(point: point, skip: start - point.produced)
      let part = Array(window[..<index]) + marks.rootEnd
      window.removeFirst(index)
      return part
    case .nothing(let index):
      guard index > 0 else { return nil }
      let part = Array(window[..<index])
      window.removeFirst(index)
      return part
    }
  }

  /// Reads directly while no bytes are held back or searched; nil otherwise.
  private func readThrough(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int? {
    guard window.isEmpty, next == nil, !isAtEnd, !isCutting else { return nil }
    guard hasRootEnd || ContinuousClock.now < cutAt else { return nil }
    let count = try stream.read(into: buffer, capacity: capacity)
    isAtEnd = count == 0
    return count
  }

  private func pull(upTo limit: Int) throws(DumpError) -> [UInt8] {
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: min(limit, Self.chunk), alignment: 16)
    defer { buffer.deallocate() }
    let count = try stream.read(into: buffer, capacity: min(limit, Self.chunk))
    return Array(UnsafeRawBufferPointer(start: buffer, count: count))
  }
}
