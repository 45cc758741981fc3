import Synchronization

/// A transport without a network, for tests: answers by a script, and remembers what was asked.
///
///     let transport = ScriptedTransport { request in
///       request.url.hasSuffix("/releases/1") ? .json(#"{"id": 1, "title": "First"}"#) : .json("{}", status: 404)
///     }
public final class ScriptedTransport: HTTPTransport {
  public typealias Script = @Sendable (HTTPRequest) async throws(TransportFailure) -> HTTPResponse

  private let script: Script
  private let recorded = Mutex<[HTTPRequest]>([])

  /// Asked for every request; may wait, and may fail.
  public init(_ script: @escaping Script) {
    self.script = script
  }

  /// These answers, one after the other; then no connection.
  public convenience init(_ answers: [Result<HTTPResponse, TransportFailure>]) {
    let rest = Mutexed(answers[...])
    self.init { (_) async throws(TransportFailure) -> HTTPResponse in
      guard let answer = rest.value.withLock({ $0.popFirst() }) else {
        throw .unreachable("the script has ended", mayHaveArrived: false)
      }
      return try answer.get()
    }
  }

  /// In the order in which they were sent.
  public var requests: [HTTPRequest] { recorded.withLock { $0 } }

  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    recorded.withLock { $0.append(request) }
    return try await script(request)
  }
}

/// A lock that a closure can hold.
private final class Mutexed<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }
}

extension HTTPResponse {
  /// An answer of the API, for scripts.
  public static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
    var headers = headers
    if headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
    return HTTPResponse(status: status, headers: headers, body: Array(text.utf8))
  }
}
