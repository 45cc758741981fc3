internal import Foundation
import Synchronization

/// The bytes of a dump, inflated on a thread of their own while those before them are parsed.
///
/// The first bytes, which tell what a file is, are read without it: most files that are opened are only looked at.
/// Releasing it ends the thread and closes the file; of a pipe only once its writer writes or closes.
final class ReadAhead: DumpSource {
  let file: String
  let bytesTotal: Int?
  private let ring: Ring
  private var piece: Ring.Piece
  /// The bytes of the piece that were handed on.
  private var used = 0

  init(_ source: ByteSource) {
    ring = Ring(source)
    piece = Ring.Piece(bytesRead: source.bytesRead)
    (file, bytesTotal) = (source.file, source.bytesTotal)
  }

  deinit { ring.stop() }

  var bytesRead: Int { piece.bytesRead }
  var trailingBytes: Int { piece.trailingBytes }

  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int {
    if used == piece.count {
      if piece.isLast { return try end() }
      next()
      if piece.isLast { return try end() }
    }
    let count = min(capacity, piece.count - used)
    buffer.copyMemory(from: ring.bytes(of: piece) + used, byteCount: count)
    used += count
    return count
  }

  private func end() throws(DumpError) -> Int {
    if let failure = piece.failure { throw failure }
    return 0
  }

  private func next() {
    let isFirst = piece.count == 0
    if !isFirst, piece.number == 0 { ring.begin() }
    piece = isFirst ? ring.fill(0) : ring.take()
    used = 0
  }
}

/// A few pieces of a dump in a circle: one thread fills them, another uses them, and none is with both at a time.
private final class Ring: @unchecked Sendable {
  /// Some bytes of the dump, and how far in the file they reach.
  struct Piece: Sendable {
    var number = 0
    var count = 0
    var bytesRead: Int
    var trailingBytes = 0
    /// Whether it is the end: no bytes, and the failure if there was one.
    var isLast = false
    var failure: DumpError?
  }

  private static let size = 1 << 18
  private static let count = 4

  /// Used by the caller until the thread begins, then by the thread alone.
  private let source: ByteSource
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: Ring.size * Ring.count, alignment: 16)
  private let pieces = Mutex<[Piece]>([])
  private let free = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  private let isStopped = Mutex(false)

  init(_ source: ByteSource) { self.source = source }

  deinit { buffer.deallocate() }

  func bytes(of piece: Piece) -> UnsafeRawPointer {
    UnsafeRawPointer(buffer + piece.number % Self.count * Self.size)
  }

  /// Reads the next piece into its place.
  func fill(_ number: Int) -> Piece {
    var piece = Piece(number: number, bytesRead: 0)
    do {
      piece.count = try source.read(into: buffer + number % Self.count * Self.size, capacity: Self.size)
      piece.isLast = piece.count == 0
    } catch {
      piece.failure = error
      piece.isLast = true
    }
    (piece.bytesRead, piece.trailingBytes) = (source.bytesRead, source.trailingBytes)
    return piece
  }

  /// Starts the thread, behind the first piece.
  func begin() {
    for _ in 1..<Self.count { free.signal() }
    let thread = Thread { [self] in
      for number in 1... {
        free.wait()
        guard !isStopped.withLock({ $0 }) else { return }
        let piece = fill(number)
        pieces.withLock { $0.append(piece) }
        filled.signal()
        guard !piece.isLast else { return }
      }
    }
    thread.name = "dump bytes"
    thread.start()
  }

  /// Waits for the next piece; the one before it makes room.
  func take() -> Piece {
    free.signal()
    filled.wait()
    return pieces.withLock { $0.removeFirst() }
  }

  func stop() {
    isStopped.withLock { $0 = true }
    free.signal()
  }
}
