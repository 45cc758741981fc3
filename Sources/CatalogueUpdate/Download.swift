public import Catalogue
import DiscogsAPI
import Foundation
import Platform
import Synchronization
import Wording

/// The rules for retrying failed downloads.
public struct Persistence: Sendable {
  /// The most attempts in a row without any new byte.
  public var attempts: Int
  public var firstPause: Duration
  public var longestPause: Duration
  public var clock: any Clock<Duration>

  public init(
    attempts: Int = 8, firstPause: Duration = .seconds(1), longestPause: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.attempts, self.firstPause, self.longestPause, self.clock) = (attempts, firstPause, longestPause, clock)
  }

  func pause(after attempt: Int) -> Duration { min(longestPause, firstPause * (1 << min(attempt - 1, 16))) }
}

extension Mirror {
  /// A plan's dumps; each is downloaded when it is opened, while it is read.
  ///
  /// - Parameter folder: keeps copies; nil for none. Parts already there are not downloaded again.
  public func dumps(
    of plan: UpdatePlan, keptIn folder: String? = nil, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> [IncomingDump] {
    plan.files.map { file in
      IncomingDump(name: file.name, kind: file.kind, size: file.size, checksum: file.checksum) { offset in
        Download(file, from: offset, mirror: self, folder.map { KeptFile(file, in: $0) }, isCancelled)
      }
    }
  }
}

/// Downloads a file from an offset on, reconnecting after each failure.
final class Download: IncomingBytes {
  private let file: UpdatePlan.File
  private let mirror: Mirror
  private let kept: KeptFile?
  private let isCancelled: @Sendable () -> Bool
  private let pipe: BytePipe
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(
    _ file: UpdatePlan.File, from offset: Int, mirror: Mirror, _ kept: KeptFile?,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) {
    (self.file, self.mirror, self.kept, self.isCancelled) = (file, mirror, kept, isCancelled)
    pipe = BytePipe(file: file.name)
    task.withLock { $0 = Task.detached { await self.run(from: offset) } }
  }

  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int {
    try pipe.read(into: buffer, capacity: capacity, isCancelled: isCancelled)
  }

  func close() {
    pipe.close()
    task.withLock { $0?.cancel() }
  }

  private func run(from offset: Int) async {
    do {
      var position = offset
      if let kept { position = try await kept.replay(from: offset) { await self.pipe.put($0) } }
      var failures = 0
      while position < file.size {
        let before = position
        let failure = try await fetch(&position)
        guard position < file.size else { break }
        failures = position > before ? 1 : failures + 1
        guard failures < mirror.persistence.attempts else { throw stop(failure) }
        let pause = mirror.persistence.pause(after: failures)
        mirror.note(UpdateWords.tryingAgain(failure, seconds: Int(pause.components.seconds)))
        try await mirror.persistence.clock.sleep(for: pause)
      }
      try kept?.finish()
      pipe.finish(.success(()))
    } catch let error as DumpError {
      pipe.finish(.failure(error))
    } catch is CancellationError {
      pipe.finish(.failure(DumpError(file: file.name, reason: .cancelled)))
    } catch { pipe.finish(.failure(stop("\(error)"))) }
  }

  private func stop(_ reason: String) -> DumpError {
    DumpError(file: file.name, reason: .interrupted(UpdateWords.stopped(file.name, reason)))
  }

  private struct Exchange {
    var position: Int
    /// The bytes to skip because the server sends the whole file.
    var skip = 0
    var verdict: Result<Void, DumpError>?
    /// The reason why the server sends nothing now but may later; empty for none.
    var trouble = ""
  }

  /// Downloads until the file or the connection ends.
  ///
  /// - Returns: the reason why it did not get everything, as half a sentence.
  /// - Throws: where retrying cannot help.
  private func fetch(_ position: inout Int) async throws -> String {
    let start = position
    var headers: HTTP.Headers = ["User-Agent": mirror.userAgent, "Range": "bytes=\(start)-"]
    if !file.version.isEmpty { headers["If-Range"] = file.version }
    let request = HTTP.Request(url: file.url, headers: headers, timeout: mirror.patience)
    let exchange = Mutex(Exchange(position: start))
    var reason = UpdateWords.brokeOff
    do {
      try await mirror.transport.stream(request) { head in
        exchange.withLock { self.judge(head, &$0) }
      } take: { bytes in
        let wanted = exchange.withLock { exchange -> [UInt8] in
          let passed = min(exchange.skip, bytes.count)
          exchange.skip -= passed
          return Array(bytes.dropFirst(passed).prefix(self.file.size - exchange.position))
        }
        if wanted.isEmpty { return true }
        do { try self.kept?.append(wanted) } catch {
          exchange.withLock { $0.verdict = .failure(self.stop("\(error)")) }
          return false
        }
        let goesOn = await self.pipe.put(wanted)
        return exchange.withLock { exchange in
          exchange.position += wanted.count
          return goesOn && exchange.position < self.file.size
        }
      }
    } catch { reason = error.reason }
    let end = exchange.withLock { $0 }
    position = end.position
    try end.verdict?.get()
    try Task.checkCancellation()
    return end.trouble.isEmpty ? reason : end.trouble
  }

  /// Whether the requested bytes follow the head.
  private func judge(_ head: HTTP.Response, _ exchange: inout Exchange) -> Bool {
    let isSame =
      (file.version.isEmpty || head.headers.version.isEmpty || head.headers.version == file.version)
      && head.headers.totalSize(of: head.status) ?? file.size == file.size
    switch head.status {
    case 206 where isSame && head.headers.rangeStart ?? exchange.position == exchange.position: return true
    case 200 where isSame:
      exchange.skip = exchange.position
      return true
    case 200, 206, 416: exchange.verdict = .failure(DumpError(file: file.name, reason: .replaced))
    case let status where HTTP.Response.isPassing(status): exchange.trouble = UpdateWords.status(status)
    default:
      let error = UpdateError(status: head.status, host: mirror.host, file.name)
      exchange.verdict = .failure(DumpError(file: file.name, reason: .interrupted(error.description)))
    }
    return false
  }
}
