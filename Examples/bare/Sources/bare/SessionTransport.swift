import DiscogsAPI
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests by URLSession.
final class SessionTransport: NSObject, HTTPTransport, URLSessionTaskDelegate {
  func send(_ request: HTTP.Request) async throws(TransportFailure) -> HTTP.Response {
    guard let url = URL(string: request.url) else { throw .unreachable("no address", mayHaveArrived: false) }
    var outgoing = URLRequest(url: url, timeoutInterval: request.timeout / .seconds(1))
    outgoing.httpMethod = request.method.rawValue
    for (name, value) in request.headers.sorted { outgoing.setValue(value, forHTTPHeaderField: name) }
    outgoing.httpBody = request.body.map { Data($0) }
    let answer: (Data, URLResponse)
    do {
      answer = try await URLSession.shared.data(for: outgoing, delegate: self)
    } catch {
      throw TransportFailure(error)
    }
    guard let response = answer.1 as? HTTPURLResponse else { throw .malformed("no HTTP") }
    guard answer.0.count <= request.maximumBodyBytes else { throw .tooLarge(limit: request.maximumBodyBytes) }
    var headers = HTTP.Headers()
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    return HTTP.Response(status: response.statusCode, headers: headers, body: Array(answer.0))
  }

  /// Follows no redirect: credentials are for the host they were given for.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

extension TransportFailure {
  /// What the client needs to know of it: whether to send a change again depends on whether it may have arrived.
  init(_ error: any Error) {
    switch (error as? URLError)?.code {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet:
      self = .unreachable(error.localizedDescription, mayHaveArrived: false)
    default: self = error is CancellationError ? .cancelled : .unreachable("\(error)", mayHaveArrived: true)
    }
  }
}
