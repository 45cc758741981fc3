public import DiscogsModel

extension DumpReader {
  /// Decodes a dump on a thread of its own, while the caller stores what has been decoded.
  ///
  /// - Parameters:
  ///   - size: how many records to a batch, about.
  ///   - ahead: how many batches may wait to be fetched before decoding pauses.
  /// - Throws: what the file's first bytes already tell; later errors come out of `DumpBatches.next()`.
  public static func batches(
    of path: String, size: Int = 512, ahead: Int = 2
  ) throws(DumpError) -> DumpBatches {
    try DumpBatches(DumpReader(path: path), size: size, ahead: ahead)
  }
}

/// A dump being decoded in the background.
///
///     let batches = try DumpReader.batches(of: path)
///     while let batch = try batches.next() { try store(batch.records) }
///     report(batches.summary)
public final class DumpBatches: Sendable {
  public let file: String
  public let kind: DumpKind

  init(_ reader: DumpReader, size: Int, ahead: Int) {
    file = reader.file
    kind = reader.kind
  }

  /// Waits for the next batch; nil at the end of the dump. Blocks its thread: not for the main actor.
  ///
  /// - Throws: the error that ended reading, after the last batch before it; `cancelled` after `cancel()`.
  public func next() throws(DumpError) -> DumpBatch? { nil }

  /// Stops decoding within milliseconds and makes `next()` throw `cancelled`. May be called from any thread.
  public func cancel() {}

  /// What became of the dump; complete when `next` has answered nil.
  public var summary: DumpSummary { DumpSummary(kind: kind) }
}
