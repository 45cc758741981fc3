#if AsyncHTTPClient
  import AsyncHTTPClient
  import DiscogsAPI
  import NIOCore
  import NIOHTTP1
  import Synchronization

  /// Collects a response where it arrives, so that its caller is woken once.
  final class ResponseBuffer: HTTPClientResponseDelegate {
    private struct State {
      var head: HTTPResponseHead?
      var body: [UInt8] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: the most bytes of a body.
    init(limit: Int) { self.limit = limit }

    /// Whether the head of the response has arrived.
    var hasBegun: Bool { state.withLock { $0.head != nil } }

    func didReceiveHead(task: HTTPClient.Task<HTTP.Response>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
      state.withLock { $0.head = head }
      return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<HTTP.Response>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
      let fits = state.withLock { state in
        guard state.body.count + part.readableBytes <= limit else { return false }
        state.body.append(contentsOf: part.readableBytesView)
        return true
      }
      return fits
        ? task.eventLoop.makeSucceededVoidFuture()
        : task.eventLoop.makeFailedFuture(TransportFailure.tooLarge(limit: limit))
    }

    func didFinishRequest(task: HTTPClient.Task<HTTP.Response>) throws -> HTTP.Response {
      try state.withLock { state in
        guard let head = state.head else { throw HTTPClientError.remoteConnectionClosed }
        return HTTP.Response(status: Int(head.status.code), headers: HTTP.Headers(head.headers), body: state.body)
      }
    }
  }

  extension HTTP.Headers {
    /// Several fields of one name are joined.
    init(_ headers: HTTPHeaders) {
      self = [:]
      for (name, value) in headers { self[name] = self[name].map { "\($0), \(value)" } ?? value }
    }
  }

  extension HTTPHeaders {
    init(_ headers: HTTP.Headers) {
      self.init(headers.sorted.map { ($0.name, $0.value) })
    }
  }
#endif
