import DiscogsModel
import Foundation
import SeededRandom
import Testing

@testable import Catalogue

/// Inflating on a thread of its own.
struct ReadAheadTests {
  /// All that a source gives, and the error at its end.
  private func read(_ source: any DumpSource, by capacity: Int) -> (bytes: [UInt8], error: DumpError?) {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    guard let start = buffer.baseAddress else { return (bytes, nil) }
    while true {
      do throws(DumpError) {
        let count = try source.read(into: start, capacity: capacity)
        if count == 0 { return (bytes, nil) }
        bytes += buffer[..<count]
      } catch { return (bytes, error) }
    }
  }

  /// Letters, eight from each number: tests are not optimised, and there are millions.
  private func bytes(_ count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: UInt64(count))
    let eights = (0..<(count + 7) / 8).map { _ in random.next() & 0x0F0F_0F0F_0F0F_0F0F | 0x6060_6060_6060_6060 }
    return eights.withUnsafeBytes { Array($0.prefix(count)) }
  }

  @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 1_048_576, 1_048_577, 1_500_001])
  func `it gives the same bytes`(count: Int) throws {
    let bytes = bytes(count)
    let packed = DumpFixture.gzip(bytes, level: 1)
    for file in [bytes, packed, packed + [1, 2, 3]] {
      let dump = try DumpFixture(file)
      for capacity in [1000, 262_144, 1 << 20] {
        let (plain, ahead) = (try ByteSource(path: dump.path), try ReadAhead(ByteSource(path: dump.path)))
        let (expected, found) = (read(plain, by: capacity), read(ahead, by: capacity))
        #expect(found.bytes == expected.bytes && found.error == nil)
        #expect(ahead.bytesRead == plain.bytesRead && ahead.trailingBytes == plain.trailingBytes)
        #expect(ahead.bytesTotal == file.count && ahead.file == dump.path)
        #expect(read(ahead, by: capacity).bytes.isEmpty, "the end stays the end")
      }
    }
  }

  @Test(arguments: [100, 300_000, 1_500_000])
  func `an error comes after the bytes before it, and again`(kept: Int) throws {
    let file = DumpFixture.gzip(bytes(3_000_000), level: 1)
    let dump = try DumpFixture(Array(file.prefix(kept)))
    let (plain, ahead) = (try ByteSource(path: dump.path), try ReadAhead(ByteSource(path: dump.path)))
    let (expected, found) = (read(plain, by: 1000), read(ahead, by: 1000))
    #expect(found.bytes == expected.bytes && found.error == expected.error)
    #expect(found.error?.reason == .truncated)
    #expect(read(ahead, by: 1000).error == found.error)
  }

  @Test(.timeLimit(.minutes(1))) func `releasing it closes the file, however much is left`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runout-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("pipe").path
    try #require(mkfifo(path, 0o600) == 0)
    let bytes = bytes(4 << 20)
    async let outcome = withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let descriptor = open(path, O_WRONLY)
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
          let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
          if count < 0 { return continuation.resume(returning: errno) }
          written += count
        }
        continuation.resume(returning: 0)
      }
    }
    do {
      let source = try ReadAhead(ByteSource(path: path))
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: 300_000, alignment: 16)
      defer { buffer.deallocate() }
      for _ in 0..<2 { #expect(try source.read(into: buffer, capacity: 300_000) > 0) }
    }
    #expect(await outcome == EPIPE, "the pipe has no reader")
  }
}
