public import DiscogsModel
import Foundation

/// A dump being decoded in the background.
///
///     let batches = DumpBatches(try DumpReader(path: path))
///     while let batch = try batches.next() { try store(batch.records) }
///     report(batches.summary)
///
/// Releasing it stops decoding. Errors of the first bytes are thrown by opening the reader, later ones by `next()`.
public final class DumpBatches: Sendable {
  public let kind: EntityKind
  private let queue: BatchQueue

  /// Starts decoding on a thread of its own.
  ///
  /// - Parameter ahead: the number of batches, of about `size` records each, to decode ahead of `next()`.
  public init(_ reader: sending DumpReader, size: Int = 512, ahead: Int = 2) {
    kind = reader.kind
    let queue = BatchQueue(file: reader.file, capacity: max(1, ahead), summary: reader.summary)
    self.queue = queue
    // From here on only the thread uses the reader.
    nonisolated(unsafe) let reader = reader
    let thread = Thread { queue.fill(from: reader, size: size) }
    thread.name = "dump reader"
    thread.start()
  }

  deinit { queue.cancel() }

  /// Waits for the next batch; nil at the end of the dump. Blocks its thread, so not for the main actor.
  ///
  /// - Throws: the error that ended reading, after the batches before it; `cancelled` after `cancel()`.
  public func next() throws(DumpError) -> DumpBatch? { try queue.take() }

  /// Returns a used batch, so that the thread that made its records also frees them.
  ///
  /// Freeing its fifty allocations on another thread contends for the allocator's lock: a tenth of an import.
  func giveBack(_ batch: consuming DumpBatch) { queue.giveBack(batch) }

  /// Stops decoding within milliseconds and makes `next()` throw `cancelled`. Callable from any thread.
  public func cancel() { queue.cancel() }

  /// Complete once `next()` has returned nil or thrown.
  public var summary: DumpSummary { queue.lastSummary }
}

/// Hands batches from the decoding thread to the storing one. `condition` guards everything in it.
private final class BatchQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private let file: String
  private let capacity: Int
  private var batches: [DumpBatch] = []
  /// Used batches, for the reader to free.
  private var used: [DumpBatch] = []
  private var summary: DumpSummary
  private var isFinished = false
  private var failure: DumpError?
  private var cancelled = false

  init(file: String, capacity: Int, summary: DumpSummary) {
    (self.file, self.capacity, self.summary) = (file, capacity, summary)
  }

  private var isCancelled: Bool { condition.withLock { cancelled } }
  var lastSummary: DumpSummary { condition.withLock { summary } }

  /// Decodes the dump to its end, the first error, or `cancel()`.
  func fill(from reader: DumpReader, size: Int) {
    var failure: DumpError?
    do {
      while let batch = try reader.nextBatch(size: size, isCancelled: { isCancelled }) {
        guard put(batch) else { return }
      }
    } catch { failure = error }
    condition.withLock {
      summary = reader.summary
      self.failure = failure
      isFinished = true
      condition.broadcast()
    }
  }

  /// Waits for room; false after `cancel()`.
  private func put(_ batch: DumpBatch) -> Bool {
    var freed: [DumpBatch] = []
    defer { freed.removeAll() }
    return condition.withLock {
      while batches.count >= capacity, !cancelled { condition.wait() }
      swap(&freed, &used)
      guard !cancelled else { return false }
      batches.append(batch)
      condition.signal()
      return true
    }
  }

  func giveBack(_ batch: consuming DumpBatch) {
    condition.lock()
    used.append(batch)
    condition.unlock()
  }

  func take() throws(DumpError) -> DumpBatch? {
    condition.lock()
    defer { condition.unlock() }
    while batches.isEmpty, !isFinished, !cancelled { condition.wait() }
    guard !cancelled else { throw DumpError(file: file, reason: .cancelled) }
    guard batches.isEmpty else {
      defer { condition.signal() }
      return batches.removeFirst()
    }
    if let failure { throw failure }
    return nil
  }

  func cancel() {
    condition.withLock {
      cancelled = true
      batches = []
      condition.broadcast()
    }
  }
}
