public import DiscogsModel

/// Reads a monthly data dump, record by record, in memory that does not grow with the file.
///
///     let reader = try DumpReader(path: "discogs_20260801_releases.xml.gz")
///     while let batch = try reader.nextBatch() { … }
///     print(reader.summary.skipped)
///
/// Reads both generations of the format, compressed or not; the root element tells the kind.
///
/// Records are scanned byte by byte; one that holds anything out of the ordinary is read by an XML parser instead.
///
/// A broken record is left out and reported in `summary`: the XML parser cannot go on after an error, so the next
/// record is searched for in the bytes that follow and a new parser starts there. A file that ends early is an error,
/// thrown after the records before it.
public final class DumpReader {
  /// How many `DumpSummary.skips` are kept; later ones are only counted.
  public static let skipsRemembered = 100

  /// How long a record may be unless somebody says otherwise.
  public static let recordLimit = 16 << 20

  /// The path as given.
  public let file: String
  public let kind: DumpKind

  private let parsing: DumpParsing
  private var current: [DumpRecord] = []
  private var position = 0

  /// Opens a dump and reads up to its root element.
  ///
  /// - Parameters:
  ///   - recordLimit: a record longer than this many bytes of XML, give or take a chunk, is left out. The longest real
  ///     ones are about a megabyte; in memory a record of many small elements is some twenty times as large as its XML.
  ///   - isCancelled: asked while a pipe has no writer yet.
  public convenience init(
    path: String, recordLimit: Int = DumpReader.recordLimit, isCancelled: () -> Bool = { false }
  ) throws(DumpError) {
    try self.init(ByteSource(path: path, isCancelled: isCancelled), recordLimit: recordLimit)
  }

  /// - Parameter mayScan: false for the XML parser alone, which tests compare the scanner with.
  init(
    _ source: any DumpSource, recordLimit: Int = DumpReader.recordLimit, mayScan: Bool = true
  ) throws(DumpError) {
    file = source.file
    parsing = try DumpParsing(source, recordLimit: recordLimit, mayScan: mayScan)
    kind = try parsing.findKind()
  }

  /// The next record, or nil at the end of the dump.
  public func next() throws(DumpError) -> DumpRecord? {
    if position == current.count {
      current = try nextBatch()?.records ?? []
      position = 0
      if current.isEmpty { return nil }
    }
    position += 1
    return current[position - 1]
  }

  /// The next records, nil at the end of the dump.
  ///
  /// - Parameter size: how many records to gather; a batch may hold some more, and is shorter where records are very
  ///   long or the file ends.
  public func nextBatch(size: Int = 512) throws(DumpError) -> DumpBatch? {
    try nextBatch(size: size) { false }
  }

  func nextBatch(size: Int, isCancelled: () -> Bool) throws(DumpError) -> DumpBatch? {
    let records = try parsing.records(atLeast: size, isCancelled: isCancelled)
    return records.isEmpty ? nil : DumpBatch(records: records, progress: progress)
  }

  public var progress: DumpProgress { parsing.progress }

  /// What became of the dump so far; complete when `next` or `nextBatch` has answered nil.
  public var summary: DumpSummary { parsing.summary(kind) }
}
