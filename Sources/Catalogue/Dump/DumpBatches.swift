public import DiscogsModel
import Foundation

/// A dump being decoded in the background.
///
///     let batches = DumpBatches(try DumpReader(path: path))
///     while let batch = try batches.next() { try store(batch.records) }
///     report(batches.summary)
///
/// Releasing it stops decoding. Opening the reader already threw errors of the first bytes; later ones come out of
/// `next()`.
public final class DumpBatches: Sendable {
  public let file: String
  public let kind: DumpKind
  private let queue: BatchQueue

  /// Starts decoding on a thread of its own.
  ///
  /// - Parameters:
  ///   - size: the approximate number of records in a batch.
  ///   - ahead: the number of batches to decode ahead of `next()`.
  public init(_ reader: sending DumpReader, size: Int = 512, ahead: Int = 2) {
    file = reader.file
    kind = reader.kind
    let queue = BatchQueue(file: reader.file, capacity: max(1, ahead), summary: reader.summary)
    self.queue = queue
    // From here on only the thread uses the reader.
    nonisolated(unsafe) let reader = reader
    let thread = Thread {
      do throws(DumpError) {
        while let batch = try reader.nextBatch(size: size, isCancelled: { queue.isCancelled }) {
          guard queue.put(batch) else { return }
        }
        queue.finish(reader.summary, nil)
      } catch {
        queue.finish(reader.summary, error)
      }
    }
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
  /// A record has some fifty allocations. Freeing them on another thread makes both wait for the allocator's lock,
  /// which took a tenth of an import.
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
    self.file = file
    self.capacity = capacity
    self.summary = summary
  }

  var isCancelled: Bool { condition.withLock { cancelled } }

  var lastSummary: DumpSummary { condition.withLock { summary } }

  /// Waits for room; false after `cancel()`.
  func put(_ batch: DumpBatch) -> Bool {
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

  func finish(_ summary: DumpSummary, _ failure: DumpError?) {
    condition.withLock {
      self.summary = summary
      self.failure = failure
      isFinished = true
      condition.broadcast()
    }
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
