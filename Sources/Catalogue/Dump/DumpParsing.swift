import CExpat
import DiscogsModel
import Wording

/// The bytes, the scanner, the parser and the builder of one dump.
///
/// The scanner reads record after record until one holds something out of the ordinary. The parser, four times as slow
/// and right about everything, reads that one and hands over to the scanner again.
final class DumpParsing {
  private let source: any DumpSource
  private let parser: XML_Parser
  private let recordLimit: Int
  private let builder = UnsafeMutablePointer<DumpBuilder>.allocate(capacity: 1)

  /// How much XML has been read from the file, with what was passed over.
  private var fetched = 0
  /// Where in the file the present parser was started; each is started further on than the one before it.
  private var restartedAt = -1
  /// Bytes read that a parser before this one did not get to use.
  private var leftover: ArraySlice<UInt8> = []
  /// The file's first bytes, to say what it is where it is no dump.
  private var head: DumpHead
  private var hasRoot = true
  private var isFinished = false
  private var trailingBytes = 0
  private var illegalCharacters = 0
  /// An error that came after records which have yet to be handed out.
  private var failure: DumpError?

  private var scanner = DumpScanner()
  private var mayScan: Bool
  private var isScanning = false
  /// How many records the parser reads before it hands over; grows where the scanner has no use for what follows.
  private var parserRun = 1

  private static let chunk = 1 << 18
  /// A record longer than this is the parser's.
  private static let longestScanned = 1 << 20
  private static let longestParserRun = 4096
  /// A batch is handed out after so much XML even where it holds few records.
  private static let batchLimit = 8 << 20
  /// A root element begins in the first bytes of a dump or not at all.
  private static let longestProlog = 1 << 20

  /// - Parameter mayScan: whether records that hold nothing odd are read without the parser.
  init(_ source: any DumpSource, recordLimit: Int, mayScan: Bool) throws(DumpError) {
    self.recordLimit = recordLimit
    self.mayScan = mayScan
    self.source = source
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
      bytesRead: source.bytesRead, bytesTotal: source.bytesTotal, records: builder.pointee.recordCount,
      skipped: builder.pointee.skipped)
  }

  func summary(_ kind: DumpKind) -> DumpSummary {
    var summary = DumpSummary(kind: kind)
    summary.records = builder.pointee.recordCount
    summary.skipped = builder.pointee.skipped
    summary.skips = builder.pointee.skips
    summary.unknown = builder.pointee.unknown
    summary.illegalCharacters = illegalCharacters
    summary.trailingBytes = trailingBytes + source.trailingBytes
    summary.xmlBytes = fetched
    return summary
  }

  func findKind() throws(DumpError) -> DumpKind {
    while builder.pointee.kind == nil {
      if isFinished { throw head.notADump() }
      do {
        try step()
      } catch {
        guard builder.pointee.kind != nil else { throw error }
        failure = error
      }
    }
    return builder.pointee.kind ?? .release
  }

  /// Parses until there are so many records, the file ends or an error comes; none at the end.
  func records(atLeast wanted: Int, isCancelled: () -> Bool) throws(DumpError) -> [DumpRecord] {
    let begun = fetched
    while !isFinished, failure == nil, builder.pointee.records.count < wanted,
      builder.pointee.records.isEmpty || fetched - begun < Self.batchLimit
    {
      if isCancelled() { throw DumpError(file: source.file, reason: .cancelled) }
      do {
        try step()
      } catch {
        failure = error
      }
    }
    let records = builder.pointee.takeRecords(expecting: wanted)
    if records.isEmpty, let failure { throw failure }
    return records
  }

  // MARK: - One chunk

  /// Reads the next chunk.
  private func step() throws(DumpError) {
    if isScanning { try scan() } else { try parse() }
  }

  /// Gives the scanner the next chunk, and the parser what the scanner leaves to it.
  private func scan() throws(DumpError) {
    let count = try fill(scanner.room(for: Self.chunk))
    scanner.add(count)
    let before = builder.pointee.recordCount
    let outcome = scanner.scan(builder)
    if builder.pointee.recordCount > before { parserRun = 1 }
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

  /// Gives the parser the next chunk.
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
      // The rest of the file is looked at for another root element, and read to its end to be checked.
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

  /// How many bytes the parser has got, in its own count.
  private var parsed: Int { fetched - leftover.count - builder.pointee.base }

  /// Fetches the next bytes: those a parser before this one left, or else from the file.
  private func fill(_ buffer: UnsafeMutableRawPointer) throws(DumpError) -> Int {
    if !leftover.isEmpty {
      let part = leftover.prefix(Self.chunk)
      part.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { buffer.copyMemory(from: start, byteCount: bytes.count) }
      }
      leftover = leftover.dropFirst(part.count)
      return part.count
    }
    let count = try source.read(into: buffer, capacity: Self.chunk)
    illegalCharacters += Self.replaceIllegalCharacters(in: UnsafeMutableRawBufferPointer(start: buffer, count: count))
    fetched += count
    return count
  }

  /// Replaces control characters that XML does not allow by spaces, which keeps every offset; returns how many.
  ///
  /// Dumps of 2013 and 2014 hold some, and a parser refuses the whole record for one of them. The first pass only tells
  /// whether there are any and costs 2 % of the parsing.
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

  @inline(__always)
  private static func isIllegal(_ byte: UInt8) -> UInt8 {
    (byte < 32 ? 1 : 0) & (byte != 9 ? 1 : 0) & (byte != 10 ? 1 : 0) & (byte != 13 ? 1 : 0)
  }

  /// Looks at the file's first bytes, where things that are no dump at all give themselves away.
  private func inspectHead(_ buffer: UnsafeMutableRawPointer, _ count: Int) throws(DumpError) {
    guard head.bytes.isEmpty else { return }
    head = DumpHead(file: source.file, bytes: Array(UnsafeRawBufferPointer(start: buffer, count: min(count, 512))))
    try head.check()
    if !head.isUTF8 {
      mayScan = false
      builder.pointee.recordsToHandover = 0
    }
  }

  // MARK: - Going on after an error

  /// Where in the file the parser met the latest error or has come to.
  private var eventOffset: Int { builder.pointee.base + max(0, Int(XML_GetCurrentByteIndex(parser))) }

  /// Where in the file the builder stopped the parser.
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
    let what =
      switch stop {
      case .tooDeep: CatalogueWords.tooDeep
      default: XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? CatalogueWords.notXML
      }
    guard builder.pointee.isInRecord else { return what }
    return CatalogueWords.inRecord(
      what, bytes: max(0, Int(XML_GetCurrentByteIndex(parser))) - builder.pointee.mark)
  }

  /// Leaves out what is between the open record, or the damage, and the next record.
  private func pass(over reason: String) throws(DumpError) {
    let marks = DumpMarks(builder.pointee.kind ?? .release)
    // Of an end tag that does not match, the parser names the place after `</`.
    let isMismatch = XML_GetErrorCode(parser) == XML_ERROR_TAG_MISMATCH
    var (window, start) = unparsed(from: isMismatch ? eventOffset - 2 : eventOffset)
    // Between records, the tag the parser stopped at may be the beginning of one, and is then what is wrong with it.
    var from = !builder.pointee.isInRecord && marks.isRecordStart(window[...]) ? 1 : 0
    var isAtEnd = false
    while true {
      switch marks.find(in: window, from: from, isAtEnd: isAtEnd) {
      case .found(let index):
        if start + index > restartedAt { return skip(to: start + index, window[index...], reason: reason) }
        // What a parser has failed at once it fails at again.
        from = index + 1
      case .nothing(let next):
        // Without a next record and without the end of the list, it is the file that is cut short.
        if isAtEnd { throw DumpError(file: source.file, reason: .truncated, offset: source.bytesRead) }
        window.removeFirst(next)
        start += next
        from = max(0, from - next)
        isAtEnd = try !fetch(into: &window)
      }
    }
  }

  private func skip(to offset: Int, _ rest: ArraySlice<UInt8>, reason: String) {
    let begun =
      builder.pointee.isInRecord
      ? builder.pointee.base + builder.pointee.mark
      : builder.pointee.stray.map { builder.pointee.base + $0 } ?? eventOffset
    builder.pointee.noteSkip(DumpSkip(offset: begun, length: max(0, offset - begun), reason: reason))
    restart(at: offset, with: rest)
  }

  /// The bytes that were read and not parsed, from an offset in the file on; where those before it are gone, from later.
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

  /// Reads on where no parser is at work; false at the end.
  private func fetch(into window: inout [UInt8]) throws(DumpError) -> Bool {
    let chunk = UnsafeMutableRawPointer.allocate(byteCount: Self.chunk, alignment: 16)
    defer { chunk.deallocate() }
    let count = try fill(chunk)
    window.append(contentsOf: UnsafeRawBufferPointer(start: chunk, count: count))
    return count > 0
  }

  /// Goes on inside the list at an offset of the file, with the bytes from there on that have been read.
  private func restart(at offset: Int, with rest: ArraySlice<UInt8>) {
    if mayScan { return startScanning(at: offset, with: rest) }
    leftover = rest
    startParser(at: offset)
  }

  /// Starts a new parser inside a root element at an offset of the file.
  private func startParser(at offset: Int) {
    beginParser()
    restartedAt = offset
    let root = DumpMarks(builder.pointee.kind ?? .release).rootStart
    builder.pointee.base = offset - root.count
    root.withUnsafeBytes { _ = XML_Parse(parser, $0.baseAddress, Int32($0.count), 0) }
  }

  private func beginParser() {
    // An encoding the first parser took from the XML declaration is always UTF-8 in dumps.
    XML_ParserReset(parser, nil)
    builder.pointee.isScanning = false
    builder.pointee.reset()
    DumpBuilder.connect(parser, to: builder)
  }

  // MARK: - After the root element

  /// Looks at what follows the root element: another one of the same kind, where two dumps were joined, or nothing of use.
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
