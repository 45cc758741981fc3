import Synchronization

/// A transport without a network, for tests: answers by a script, and records the requests.
///
///     let transport = ScriptedTransport { request in
///       request.url.hasSuffix("/releases/1") ? .json(#"{"id": 1, "title": "First"}"#) : .json("{}", status: 404)
///     }
public final class ScriptedTransport: HTTPTransport {
  /// Answers a request, or fails.
  public typealias Script = @Sendable (HTTP.Request) async throws(TransportFailure) -> HTTP.Response

  private let script: Script
  private let recorded = Mutex<[HTTP.Request]>([])

  /// Asked for every request; may wait, and may fail.
  public init(_ script: @escaping Script) { self.script = script }

  /// These answers, one after the other; then no connection.
  public convenience init(_ answers: [Result<HTTP.Response, TransportFailure>]) {
    let rest = Mutex(answers[...])
    self.init { (_) async throws(TransportFailure) -> HTTP.Response in
      guard let answer = rest.withLock({ $0.popFirst() }) else {
        throw .unreachable("the script has ended", mayHaveArrived: false)
      }
      return try answer.get()
    }
  }

  /// In the order in which they were sent.
  public var requests: [HTTP.Request] { recorded.withLock { $0 } }

  public func send(_ request: HTTP.Request) async throws(TransportFailure) -> HTTP.Response {
    recorded.withLock { $0.append(request) }
    return try await script(request)
  }
}

extension HTTP.Response {
  /// An answer of the API, for scripts.
  public static func json(_ text: String, status: Int = 200, headers: HTTP.Headers = [:]) -> HTTP.Response {
    var headers = headers
    if headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
    return HTTP.Response(status: status, headers: headers, body: Array(text.utf8))
  }
}
