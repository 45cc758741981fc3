/// A function around a transport that can inspect, change, send or answer a request.
public typealias Interceptor =
  @Sendable (_ request: HTTP.Request, _ next: any HTTPTransport) async throws(TransportFailure) -> HTTP.Response

extension HTTPTransport {
  /// A transport around this one.
  ///
  ///     let transport = AsyncHTTPTransport().intercepted { (request, next) async throws(TransportFailure) in
  ///       var request = request
  ///       request.headers["X-Request-ID"] = UUID().uuidString
  ///       return try await next.send(request)
  ///     }
  ///
  /// The client calls it once for every attempt, with credentials in the headers: its logs must leave out
  /// `Authorization`. To send a request twice is the business of ``RetryPolicy``, which counts and shows it.
  ///
  /// - Parameter interceptor: called from any task, for several requests at a time; `next` is this transport.
  public func intercepted(by interceptor: @escaping Interceptor) -> InterceptedTransport {
    InterceptedTransport(next: self, interceptor: interceptor)
  }
}

/// A transport around another, made by ``HTTPTransport/intercepted(by:)``.
public struct InterceptedTransport: HTTPTransport {
  let next: any HTTPTransport
  let interceptor: Interceptor

  public func send(_ request: HTTP.Request) async throws(TransportFailure) -> HTTP.Response {
    try await interceptor(request, next)
  }

  /// Closes the connections of the transport it is around.
  public func shutdown() async { await next.shutdown() }
}
