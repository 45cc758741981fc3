import CExpat
import DiscogsModel
import Wording

/// Reads one dump with the scanner, the parser and the builder.
///
/// The scanner reads records until one contains anything unusual. The parser, which is four times as slow but handles
/// all XML, reads that one and hands over to the scanner again.
final class DumpParsing {
  private let source: any DumpSource
  private let parser: XML_Parser
  private let recordLimit: Int
  private let builder = UnsafeMutablePointer<DumpBuilder>.allocate(capacity: 1)

  /// The uncompressed bytes read from the file so far, skipped ones included.
  private var fetched = 0
  /// The file offset at which the current parser started. Each starts further on than the one before.
  private var restartedAt = -1
  /// Bytes that were read but not used by an earlier parser.
  private var leftover: ArraySlice<UInt8> = []
  /// The file's first bytes, for telling what it is if it is no dump.
  private var head: DumpHead
  private var hasRoot = true
  private var isFinished = false
  private var trailingBytes = 0
  private var illegalCharacters = 0
  /// An error to throw once the records before it have been returned.
  private var failure: DumpError?

  private var scanner = DumpScanner()
  private var mayScan: Bool
  private var isScanning = false
  /// The number of records the parser reads before it hands over; doubled whenever the scanner gets nowhere.
  private var parserRun = 1

  private static let chunk = 1 << 18
  /// Longer records go to the parser.
  private static let longestScanned = 1 << 20
  private static let longestParserRun = 4096
  /// A batch ends after this many bytes of XML even if it has few records.
  private static let batchLimit = 8 << 20
  /// A dump's root element begins within this many bytes.
  private static let longestProlog = 1 << 20

  init(_ source: any DumpSource, recordLimit: Int, mayScan: Bool) throws(DumpError) {
    (self.recordLimit, self.mayScan, self.source) = (recordLimit, mayScan, source)
    head = DumpHead(file: source.file, bytes: [])
    guard let parser = XML_ParserCreate(nil) else {
      throw DumpError(file: source.file, reason: .unreadable(CatalogueWords.outOfMemory))
    }
    self.parser = parser
    builder.initialize(to: DumpBuilder())
    if mayScan { builder.pointee.recordsToHandover = 1 }
    DumpBuilder.connect(parser, to: builder)
  }

  deinit {
    XML_ParserFree(parser)
    builder.deinitialize(count: 1)
    builder.deallocate()
  }

  var progress: DumpProgress {
    DumpProgress(
      bytesRead: source.bytesRead, bytesTotal: source.bytesTotal, records: builder.pointee.summary.records,
      skipped: builder.pointee.summary.skipped)
  }

  func summary(_ kind: EntityKind) -> DumpSummary {
    var summary = builder.pointee.summary
    summary.kind = kind
    summary.illegalCharacters = illegalCharacters
    summary.trailingBytes = trailingBytes + source.trailingBytes
    summary.xmlBytes = fetched
    return summary
  }

  func findKind() throws(DumpError) -> EntityKind {
    while builder.pointee.kind == nil {
      if isFinished { throw head.notADump() }
      do { try step() } catch {
        guard builder.pointee.kind != nil else { throw error }
        failure = error
      }
    }
    return builder.pointee.kind ?? .release
  }

  /// Parses until there are this many records, the file ends or an error occurs; empty at the end.
  func records(atLeast wanted: Int, isCancelled: () -> Bool) throws(DumpError) -> [DumpRecord] {
    let begun = fetched
    while !isFinished, failure == nil, builder.pointee.records.count < wanted,
      builder.pointee.records.isEmpty || fetched - begun < Self.batchLimit
    {
      if isCancelled() { throw DumpError(file: source.file, reason: .cancelled) }
      do { try step() } catch { failure = error }
    }
    let records = builder.pointee.takeRecords(expecting: wanted)
    if records.isEmpty, let failure { throw failure }
    return records
  }

  // MARK: - One chunk

  private func step() throws(DumpError) { if isScanning { try scan() } else { try parse() } }

  /// Gives the scanner the next chunk, and the parser the records that the scanner cannot read.
  private func scan() throws(DumpError) {
    let count = try fill(scanner.room(for: Self.chunk))
    scanner.add(count)
    let before = builder.pointee.summary.records
    let outcome = scanner.scan(builder)
    if builder.pointee.summary.records > before { parserRun = 1 }
    if outcome == .odd || count == 0 || scanner.count > Self.longestScanned { leaveToParser() }
  }

  private func leaveToParser() {
    isScanning = false
    leftover = scanner.takeRest() + leftover
    startParser(at: scanner.offset)
    builder.pointee.recordsToHandover = parserRun
    parserRun = min(parserRun * 2, Self.longestParserRun)
  }

  private func startScanning(at offset: Int, with rest: ArraySlice<UInt8>) {
    isScanning = true
    leftover = rest
    scanner.begin(at: offset)
    builder.pointee.isScanning = true
    builder.pointee.enterList()
  }

  private func parse() throws(DumpError) {
    guard let buffer = XML_GetBuffer(parser, Int32(Self.chunk)) else {
      throw DumpError(file: source.file, reason: .unreadable(CatalogueWords.outOfMemory))
    }
    let count = try fill(buffer)
    if builder.pointee.kind == nil { try inspectHead(buffer, count) }
    let isParsed = XML_ParseBuffer(parser, Int32(count), count == 0 ? 1 : 0) != XML_STATUS_ERROR
    if builder.pointee.stop == .handover {
      let (window, start) = unparsed(from: stopOffset)
      startScanning(at: start, with: window[...])
    } else if builder.pointee.isComplete {
      // The rest of the file may hold another root element, and reading to the end verifies the compressed data.
      if !isParsed { try resumeAfterRoot() } else if count == 0 { isFinished = true }
    } else if !isParsed {
      try recover(isAtEnd: count == 0)
    } else if count == 0 {
      isFinished = true
    } else if builder.pointee.kind == nil {
      if fetched > Self.longestProlog { throw head.notADump() }
    } else if parsed - builder.pointee.mark > recordLimit {
      try pass(over: CatalogueWords.longerThan(mebibytes: recordLimit >> 20))
    }
  }

  /// The number of bytes given to the parser, in its own count.
  private var parsed: Int { fetched - leftover.count - builder.pointee.base }

  /// Fetches the next bytes: those an earlier parser left, otherwise from the file.
  private func fill(_ buffer: UnsafeMutableRawPointer) throws(DumpError) -> Int {
    if !leftover.isEmpty {
      let part = leftover.prefix(Self.chunk)
      part.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: $0.count).copyMemory(from: $0) }
      leftover = leftover.dropFirst(part.count)
      return part.count
    }
    let count = try source.read(into: buffer, capacity: Self.chunk)
    illegalCharacters += Self.replaceIllegalCharacters(in: UnsafeMutableRawBufferPointer(start: buffer, count: count))
    fetched += count
    return count
  }

  /// Replaces control characters that XML forbids by spaces, which keeps all offsets; returns their number.
  ///
  /// Dumps of 2013 and 2014 contain some, and a parser rejects them. The first pass only detects (2 % of the parsing).
  private static func replaceIllegalCharacters(in bytes: UnsafeMutableRawBufferPointer) -> Int {
    var found: UInt8 = 0
    for byte in bytes { found |= isIllegal(byte) }
    guard found != 0 else { return 0 }
    var count = 0
    for index in bytes.indices where isIllegal(bytes[index]) != 0 {
      bytes[index] = UInt8(ascii: " ")
      count += 1
    }
    return count
  }

  @inline(__always) private static func isIllegal(_ byte: UInt8) -> UInt8 {
    (byte < 32 ? 1 : 0) & (byte != 9 ? 1 : 0) & (byte != 10 ? 1 : 0) & (byte != 13 ? 1 : 0)
  }

  private func inspectHead(_ buffer: UnsafeMutableRawPointer, _ count: Int) throws(DumpError) {
    guard head.bytes.isEmpty else { return }
    head = DumpHead(file: source.file, bytes: Array(UnsafeRawBufferPointer(start: buffer, count: min(count, 512))))
    try head.check()
    if !head.isUTF8 {
      mayScan = false
      builder.pointee.recordsToHandover = 0
    }
  }

  // MARK: - Continuing after an error

  /// The file offset of the parser's latest error or position.
  private var eventOffset: Int { builder.pointee.base + max(0, Int(XML_GetCurrentByteIndex(parser))) }

  /// The file offset at which the builder stopped the parser.
  private var stopOffset: Int { builder.pointee.base + builder.pointee.stopIndex }

  /// Finds the next record after an error and starts a new parser there.
  private func recover(isAtEnd: Bool) throws(DumpError) {
    let stop = builder.pointee.stop
    if let stop, let error = head.reject(stop) { throw error }
    guard builder.pointee.kind != nil else {
      if isAtEnd { throw DumpError(file: source.file, reason: .truncated, offset: source.bytesRead) }
      throw DumpError(file: source.file, reason: .notADump(reason(stop)), offset: eventOffset)
    }
    if stop == .noRoot {
      hasRoot = false
      let (window, start) = unparsed(from: stopOffset)
      return restart(at: start, with: window[...])
    }
    if isAtEnd, !hasRoot, builder.pointee.isBetweenRecords {
      isFinished = true
      return
    }
    if stop == .nestedRecord {
      let (window, start) = unparsed(from: stopOffset)
      return skip(to: start, window[...], reason: CatalogueWords.notClosed)
    }
    try pass(over: reason(stop))
  }

  private func reason(_ stop: DumpBuilder.Stop?) -> String {
    let error = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? CatalogueWords.notXML
    let what = stop == .tooDeep ? CatalogueWords.tooDeep : error
    guard builder.pointee.isInRecord else { return what }
    return CatalogueWords.inRecord(what, bytes: max(0, Int(XML_GetCurrentByteIndex(parser))) - builder.pointee.mark)
  }

  /// Skips from the open record, or the damage, to the next record.
  private func pass(over reason: String) throws(DumpError) {
    let marks = DumpMarks(builder.pointee.kind ?? .release)
    // For an end tag that does not match, the parser reports the place after `</`.
    let isMismatch = XML_GetErrorCode(parser) == XML_ERROR_TAG_MISMATCH
    var (window, start) = unparsed(from: isMismatch ? eventOffset - 2 : eventOffset)
    // Between records, the parser may have stopped at the start of a damaged record: skip that.
    var from = !builder.pointee.isInRecord && marks.isRecordStart(window[...]) ? 1 : 0
    var isAtEnd = false
    while true {
      switch marks.find(in: window, from: from, isAtEnd: isAtEnd) {
      case .found(let index):
        if start + index > restartedAt { return skip(to: start + index, window[index...], reason: reason) }
        // A parser started here again would fail again.
        from = index + 1
      case .nothing(let next):
        // Neither a next record nor the end of the list: the file is cut short.
        if isAtEnd { throw DumpError(file: source.file, reason: .truncated, offset: source.bytesRead) }
        window.removeFirst(next)
        start += next
        from = max(0, from - next)
        isAtEnd = try !fetch(into: &window)
      }
    }
  }

  private func skip(to offset: Int, _ rest: ArraySlice<UInt8>, reason: String) {
    let mark = builder.pointee.isInRecord ? builder.pointee.mark : builder.pointee.stray
    let begun = mark.map { builder.pointee.base + $0 } ?? eventOffset
    builder.pointee.noteSkip(DumpSkip(offset: begun, length: max(0, offset - begun), reason: reason))
    restart(at: offset, with: rest)
  }

  /// The bytes read but not parsed, from a file offset on, or from the first of them that is still there.
  private func unparsed(from offset: Int) -> (bytes: [UInt8], start: Int) {
    var eventIndex: Int32 = 0
    var size: Int32 = 0
    let rest = leftover
    leftover = []
    guard let context = XML_GetInputContext(parser, &eventIndex, &size) else {
      return (Array(rest), fetched - rest.count)
    }
    let contextStart = eventOffset - Int(eventIndex)
    let from = min(max(0, offset - contextStart), Int(size))
    let bytes = UnsafeRawBufferPointer(start: context, count: Int(size))[from...]
    return (Array(bytes) + rest, contextStart + from)
  }

  /// Reads on while no parser is at work; false at the end.
  private func fetch(into window: inout [UInt8]) throws(DumpError) -> Bool {
    let chunk = UnsafeMutableRawPointer.allocate(byteCount: Self.chunk, alignment: 16)
    defer { chunk.deallocate() }
    let count = try fill(chunk)
    window.append(contentsOf: UnsafeRawBufferPointer(start: chunk, count: count))
    return count > 0
  }

  /// Continues inside the list at a file offset, with the bytes already read from there on.
  private func restart(at offset: Int, with rest: ArraySlice<UInt8>) {
    if mayScan { return startScanning(at: offset, with: rest) }
    leftover = rest
    startParser(at: offset)
  }

  /// Starts a new parser at a file offset, inside a root element.
  private func startParser(at offset: Int) {
    beginParser()
    restartedAt = offset
    let root = DumpMarks(builder.pointee.kind ?? .release).rootStart
    builder.pointee.base = offset - root.count
    root.withUnsafeBytes { _ = XML_Parse(parser, $0.baseAddress, Int32($0.count), 0) }
  }

  private func beginParser() {
    // The first parser may have got its encoding from the XML declaration; in dumps it is always UTF-8.
    XML_ParserReset(parser, nil)
    builder.pointee.isScanning = false
    builder.pointee.reset()
    DumpBuilder.connect(parser, to: builder)
  }

  // MARK: - After the root element

  /// Checks the bytes after the root element for another one of the same kind, as in two joined dumps.
  private func resumeAfterRoot() throws(DumpError) {
    var (window, start) = unparsed(from: eventOffset)
    while window.count < 4096, try fetch(into: &window) {}
    let marks = DumpMarks(builder.pointee.kind ?? .release)
    if let index = marks.secondRoot(in: window) {
      start += index
      beginParser()
      builder.pointee.base = start
      leftover = window[index...]
      return
    }
    repeat {
      trailingBytes += window.count
      window.removeAll(keepingCapacity: true)
    } while try fetch(into: &window)
    isFinished = true
  }
}
