import Catalogue
import Dispatch
import Synchronization

/// Passes bytes from a downloading task to a waiting thread, a few megabytes ahead at most.
final class BytePipe: Sendable {
  private struct State: ~Copyable {
    var pieces: [[UInt8]] = []
    /// The bytes of the first piece already read.
    var used = 0
    var held = 0
    /// Nil while more may come; then success, or the failure that ended the download.
    var end: Result<Void, DumpError>?
    var isClosed = false
    var writer: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let file: String
  private static let capacity = 4 << 20
  /// The interval at which a waiting reader checks for cancellation.
  private static let glance = DispatchTimeInterval.milliseconds(100)

  init(file: String) { self.file = file }

  /// Adds bytes, and waits while too many are unread.
  ///
  /// - Returns: false once the reader has closed the pipe.
  func put(_ bytes: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        guard !state.isClosed else { return true }
        state.pieces.append(bytes)
        state.held += bytes.count
        guard state.held > Self.capacity else { return true }
        state.writer = continuation
        return false
      }
      filled.signal()
      if goesOn { continuation.resume() }
    }
    return !state.withLock { $0.isClosed }
  }

  func finish(_ end: Result<Void, DumpError>) {
    state.withLock { state in if state.end == nil { state.end = end } }
    filled.signal()
  }

  /// Waits for bytes; 0 at the end. Blocks its thread.
  func read(into buffer: UnsafeMutableRawPointer, capacity: Int, isCancelled: () -> Bool) throws(DumpError) -> Int {
    while true {
      if isCancelled() { throw DumpError(file: file, reason: .cancelled) }
      let (count, end, writer, isClosed) = state.withLock { state in take(&state, into: buffer, capacity) }
      writer?.resume()
      if isClosed { throw DumpError(file: file, reason: .cancelled) }
      if count > 0 { return count }
      if let end {
        try end.get()
        return 0
      }
      _ = filled.wait(timeout: .now() + Self.glance)
    }
  }

  private func take(
    _ state: inout State, into buffer: UnsafeMutableRawPointer, _ capacity: Int
  ) -> (count: Int, end: Result<Void, DumpError>?, writer: CheckedContinuation<Void, Never>?, isClosed: Bool) {
    var count = 0
    while count < capacity, let piece = state.pieces.first {
      let part = min(capacity - count, piece.count - state.used)
      piece.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress { (buffer + count).copyMemory(from: source + state.used, byteCount: part) }
      }
      count += part
      state.used += part
      if state.used == piece.count {
        state.pieces.removeFirst()
        state.used = 0
      }
    }
    state.held -= count
    let writer = state.held <= Self.capacity / 2 ? state.writer.take() : nil
    return (count, state.pieces.isEmpty ? state.end : nil, writer, state.isClosed)
  }

  func close() {
    let writer = state.withLock { state in
      state.isClosed = true
      state.pieces = []
      return state.writer.take()
    }
    writer?.resume()
    filled.signal()
  }
}
