/// Requests and responses on the wire. A namespace, as swift-http-types and SwiftNIO have types of these names too.
public enum HTTP {
  /// The methods Discogs supports.
  public enum Method: String, Hashable, Sendable {
    /// Reads.
    case get = "GET"
    /// Creates or changes.
    case post = "POST"
    /// Sets.
    case put = "PUT"
    /// Removes.
    case delete = "DELETE"
  }

  /// A complete request, with its time limit and the most bytes of its response.
  public struct Request: Hashable, Sendable {
    /// The method.
    public var method: Method
    /// Absolute, with its query.
    public var url: String
    /// Credentials among them.
    public var headers: Headers
    /// Nil for none.
    public var body: [UInt8]?
    /// From the start to the last byte of the body.
    public var timeout: Duration
    /// The most bytes of the body; a longer one is an error.
    public var maximumBodyBytes: Int

    /// Creates a request.
    public init(
      _ method: Method = .get, url: String, headers: Headers = [:], body: [UInt8]? = nil,
      timeout: Duration = .seconds(30), maximumBodyBytes: Int = 32 << 20
    ) {
      (self.method, self.url, self.headers) = (method, url, headers)
      (self.body, self.timeout, self.maximumBodyBytes) = (body, timeout, maximumBodyBytes)
    }
  }

  /// A response with its whole body, uncompressed.
  public struct Response: Hashable, Sendable {
    /// Such as 200.
    public var status: Int
    /// As they came.
    public var headers: Headers
    /// Unpacked; empty for none.
    public var body: [UInt8]

    /// Creates a response.
    public init(status: Int, headers: Headers = [:], body: [UInt8] = []) {
      (self.status, self.headers, self.body) = (status, headers, body)
    }
  }

  /// Header fields; names compare without case, as HTTP/2 writes them in lower case.
  public struct Headers: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var fields: [String: String] = [:]

    public init(dictionaryLiteral elements: (String, String)...) {
      for (name, value) in elements { self[name] = value }
    }

    /// The value of a field; several are joined by `, `. Nil if there is none.
    public subscript(_ name: String) -> String? {
      get { fields[name.lowercased()] }
      set { fields[name.lowercased()] = newValue }
    }

    /// Every field, names in lower case, sorted by name.
    public var sorted: [(name: String, value: String)] {
      fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }
  }
}

/// Carries requests: over AsyncHTTPClient in a program, by a script in tests.
///
/// A transport sends once. Retries, limits, credentials and the reading of bodies are above it.
public protocol HTTPTransport: Sendable {
  /// Sends a request once, and returns the whole response, whatever its status.
  func send(_ request: HTTP.Request) async throws(TransportFailure) -> HTTP.Response

  /// Closes all connections. Requests in progress fail, and so do later ones. One that has none does nothing.
  func shutdown() async
}

/// A transport that also hands bodies on piece by piece, for files that are larger than memory.
public protocol HTTPStreaming: HTTPTransport {
  /// Sends a request that reads, and hands its response on as it comes. Nothing is unpacked.
  ///
  /// The request's time limit counts for the head and for each piece after it; `maximumBodyBytes` has no meaning.
  ///
  /// - Parameters:
  ///   - begin: takes the response without its body; false ends the request there.
  ///   - take: takes the next bytes; nothing more is read before it returns. False ends the request there.
  func stream(
    _ request: HTTP.Request, begin: @escaping @Sendable (HTTP.Response) async -> Bool,
    take: @escaping @Sendable ([UInt8]) async -> Bool
  ) async throws(TransportFailure)
}

extension HTTPTransport {
  /// Does nothing: a transport without connections has none to close.
  public func shutdown() async {}
}

/// The reason that there was no answer.
public enum TransportFailure: Error, Hashable, Sendable {
  /// No connection: no route, no such host, refused, reset. `mayHaveArrived` is false only when it is certain that no
  /// byte of the request reached the server.
  case unreachable(String, mayHaveArrived: Bool)
  /// Nothing was sent, because the server cannot be trusted, or does not encrypt: half a sentence that names
  /// the host.
  case untrusted(String)
  /// Nothing was sent, because the proxy on the way failed, or the variable that names it is malformed: a sentence
  /// without a full stop that names both, never a password. `mayPass` is false where somebody has to change something.
  case proxy(String, mayPass: Bool)
  /// The response, or its end, did not arrive in time.
  case timedOut
  /// The task was cancelled.
  case cancelled
  /// The body was longer than allowed.
  case tooLarge(limit: Int)
  /// The response was not HTTP.
  case malformed(String)
  /// The response broke off.
  case truncated
  /// A redirect that is not followed: to another host, one too many, or of a request that changes something. With the
  /// host to which it leads.
  case redirected(to: String)
  /// Not sent: it would have carried credentials over plain HTTP to a host that is not this machine.
  case insecure(host: String)
}
