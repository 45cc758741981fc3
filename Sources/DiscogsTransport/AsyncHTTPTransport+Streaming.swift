#if AsyncHTTPClient
  import AsyncHTTPClient
  public import DiscogsAPI
  import Foundation
  import NIOCore
  import NIOHTTP1
  import Synchronization

  extension AsyncHTTPTransport: HTTPStreaming {
    /// Redirects are followed, three at most, to other hosts too as long as the request carries no credentials, and
    /// never from an encrypted address to one that is not.
    public func stream(
      _ request: HTTP.Request, begin: @escaping @Sendable (HTTP.Response) async -> Bool,
      take: @escaping @Sendable ([UInt8]) async -> Bool
    ) async throws(TransportFailure) {
      let wait = Wait()
      let outcome = await withTaskGroup(of: Result<Void, TransportFailure>?.self) { group in
        group.addTask {
          do { return .success(try await self.follow(request, wait, begin, take)) } catch {
            return .failure(TransportFailure(error, host: "", through: nil, hasBegun: false))
          }
        }
        group.addTask { await self.watch(wait, request.timeout).map(Result.failure) }
        defer { group.cancelAll() }
        while let outcome = await group.next() { if let outcome { return outcome } }
        return .failure(.cancelled)
      }
      return try outcome.get()
    }

    /// Waits until one wait has taken as long as is allowed, give or take once more.
    private func watch(_ wait: Wait, _ limit: Duration) async -> TransportFailure? {
      var last: Int?
      while true {
        do { try await clock.sleep(for: limit) } catch { return nil }
        let current = wait.current
        if let current, current == last { return .timedOut }
        last = current
      }
    }

    private func follow(
      _ request: HTTP.Request, _ wait: Wait, _ begin: (HTTP.Response) async -> Bool, _ take: ([UInt8]) async -> Bool
    ) async throws {
      var url = request.url
      for _ in 0...3 {
        guard let target = try await exchange(request, url, wait, begin, take) else { return }
        let (origin, next) = (Origin(url), Origin(target))
        guard let next, request.headers["Authorization"] == nil || next == origin,
          next.scheme == "https" || origin?.scheme == "http"
        else { throw TransportFailure.redirected(toward: target) }
        url = target
      }
      throw TransportFailure.redirected(toward: url)
    }

    /// - Returns: where to go on; nil at the end of the response.
    private func exchange(
      _ request: HTTP.Request, _ url: String, _ wait: Wait, _ begin: (HTTP.Response) async -> Bool,
      _ take: ([UInt8]) async -> Bool
    ) async throws -> String? {
      let origin = try origin(of: url)
      let (host, way) = (origin.host, try way(to: origin))
      wait.begin()
      defer { wait.end() }
      let incoming = try await execute(request, url, host: host, through: way)
      let head = HTTP.Response(status: Int(incoming.status.code), headers: HTTP.Headers(incoming.headers))
      if let target = head.redirection(from: url) { return target }
      wait.end()
      guard await begin(head) else { return nil }
      do {
        var pieces = incoming.body.makeAsyncIterator()
        while true {
          wait.begin()
          guard let piece = try await pieces.next() else { return nil }
          wait.end()
          guard await take(Array(piece.readableBytesView)) else { return nil }
        }
      } catch { throw TransportFailure(error, host: host, through: way, hasBegun: true) }
    }

    /// Sends a request, and returns the head of its response, with the body to come.
    private func execute(
      _ request: HTTP.Request, _ url: String, host: String, through way: ProxyOnTheWay?
    ) async throws(TransportFailure) -> HTTPClientResponse {
      let client = try client(through: way?.proxy, isRaw: true)
      var outgoing = HTTPClientRequest(url: url)
      outgoing.method = NIOHTTP1.HTTPMethod(rawValue: request.method.rawValue)
      outgoing.headers = HTTPHeaders(request.headers)
      if let body = request.body { outgoing.body = .bytes(ByteBuffer(bytes: body)) }
      do {
        // The deadline of the client ends with the head of the answer; the real one is above.
        return try await client.execute(outgoing, deadline: .distantFuture)
      } catch { throw TransportFailure(error, host: host, through: way, hasBegun: false) }
    }
  }

  /// Whether the other side is being waited for, and the number of the wait.
  private final class Wait: Sendable {
    private let state = Mutex((isOn: false, number: 0))

    func begin() { state.withLock { $0 = (true, $0.number + 1) } }
    func end() { state.withLock { $0.isOn = false } }

    /// Nil while nothing is waited for.
    var current: Int? { state.withLock { $0.isOn ? $0.number : nil } }
  }
#endif
