public import DiscogsModel

/// Reads a monthly data dump record by record, in constant memory.
///
///     let reader = try DumpReader(path: "discogs_20260801_releases.xml.gz")
///     while let batch = try reader.nextBatch() { … }
///     print(reader.summary.skipped)
///
/// Reads both generations of the format, compressed or not; the root element determines the kind. A scanner reads
/// ordinary records byte by byte, an XML parser all others.
///
/// A broken record is skipped and reported in `summary`: since the XML parser cannot continue after an error, a new one
/// starts at the next record. A file that ends early is an error, thrown after the records before it.
public final class DumpReader {
  /// The number of `DumpSummary.skips` that are kept; later ones are only counted.
  public static let skipsRemembered = 100

  public static let recordLimit = 16 << 20

  /// The path as given.
  public let file: String
  public let kind: EntityKind

  private let parsing: DumpParsing
  private var current: [DumpRecord] = []
  private var position = 0

  /// Opens a dump and reads up to its root element.
  ///
  /// - Parameters:
  ///   - recordLimit: longer records, in bytes of XML give or take a chunk, are skipped. The longest real ones are
  ///     about a megabyte; in memory a record of many small elements is some twenty times as large as its XML.
  ///   - isCancelled: polled while a pipe has no writer yet.
  public convenience init(
    path: String, recordLimit: Int = DumpReader.recordLimit, isCancelled: () -> Bool = { false }
  ) throws(DumpError) {
    try self.init(ReadAhead(ByteSource(path: path, isCancelled: isCancelled)), recordLimit: recordLimit)
  }

  /// - Parameter mayScan: false to use the XML parser alone, for tests that compare it with the scanner.
  init(_ source: any DumpSource, recordLimit: Int = DumpReader.recordLimit, mayScan: Bool = true) throws(DumpError) {
    file = source.file
    parsing = try DumpParsing(source, recordLimit: recordLimit, mayScan: mayScan)
    kind = try parsing.findKind()
  }

  /// Nil at the end of the dump.
  public func next() throws(DumpError) -> DumpRecord? {
    if position == current.count {
      current = try nextBatch()?.records ?? []
      position = 0
      if current.isEmpty { return nil }
    }
    position += 1
    return current[position - 1]
  }

  /// Nil at the end of the dump.
  ///
  /// - Parameter size: the records to gather; a batch may have some more, and fewer at the end or of very long records.
  public func nextBatch(size: Int = 512, isCancelled: () -> Bool = { false }) throws(DumpError) -> DumpBatch? {
    let records = try parsing.records(atLeast: size, isCancelled: isCancelled)
    return records.isEmpty ? nil : DumpBatch(records: records, progress: progress)
  }

  public var progress: DumpProgress { parsing.progress }

  /// Complete once `next` or `nextBatch` has returned nil.
  public var summary: DumpSummary { parsing.summary(kind) }
}
