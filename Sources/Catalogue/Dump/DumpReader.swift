public import DiscogsModel

/// Reads a monthly data dump, record by record, in memory that does not grow with the file.
///
///     let reader = try DumpReader(path: "discogs_20260801_releases.xml.gz")
///     while let batch = try reader.nextBatch() { … }
///     print(reader.summary.skipped)
///
/// Both generations of the format are read, compressed or not; the kind is told from the root element. A broken record
/// is left out and reported in `summary`; a file that ends early is an error, thrown after the records before it.
public final class DumpReader {
  /// How many `DumpSummary.skips` are kept; later ones are only counted.
  public static let skipsRemembered = 100

  /// A record longer than this many bytes of XML is left out.
  public static let recordLimit = 16 << 20

  /// The path as given.
  public let file: String
  public let kind: DumpKind

  /// Opens a dump and reads up to its root element.
  public init(path: String) throws(DumpError) {
    file = path
    kind = .release
    throw DumpError(file: path, reason: .empty)
  }

  /// The next record, or nil at the end of the dump.
  public func next() throws(DumpError) -> DumpRecord? { nil }

  /// The next records, nil at the end of the dump.
  ///
  /// - Parameter size: how many records to gather; a batch may hold some more, and is shorter where records are very
  ///   long or the file ends.
  public func nextBatch(size: Int = 512) throws(DumpError) -> DumpBatch? { nil }

  public var progress: DumpProgress { DumpProgress(bytesRead: 0, bytesTotal: nil, records: 0, skipped: 0) }

  /// What became of the dump so far; complete when `next` or `nextBatch` has answered nil.
  public var summary: DumpSummary { DumpSummary(kind: kind) }
}
