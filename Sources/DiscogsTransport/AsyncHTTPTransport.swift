import DiscogsModel

#if AsyncHTTPClient
  import AsyncHTTPClient
  public import DiscogsAPI
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOSSL
  import Synchronization

  /// A transport over AsyncHTTPClient: HTTP/1.1 and HTTP/2, compressed responses, persistent connections.
  ///
  /// Nothing is started before the first request. Redirects are followed on the same host only, three at most, and only
  /// for requests that read. Credentials never leave over plain HTTP, except to this machine.
  public final class AsyncHTTPTransport: HTTPTransport {
    private enum State {
      /// A client for each way that was needed so far.
      case running([Way: HTTPClient])
      case shutDown
    }

    /// How a client gets its responses.
    private struct Way: Hashable {
      /// Nil for none.
      var proxy: Proxy?
      /// Whether bodies stay as they come.
      var isRaw: Bool
    }

    private let state = Mutex(State.running([:]))
    private let proxies: ProxyRules
    private let connectTimeout: Duration
    private let inflationLimit: Int
    private let authorities: [String]
    let clock: any Clock<Duration>
    private let limits: TimeLimits

    /// - Parameters:
    ///   - connectTimeout: for finding the host and connecting to it, encryption included.
    ///   - inflationLimit: bytes that one answer may have when unpacked, whatever the request allows.
    ///   - authorities: PEM files with certificates of authorities that are trusted besides those the system trusts.
    ///   - proxies: which requests go through which proxy. Nothing is read from the environment unless they say so:
    ///     ``ProxyRules/init(environment:)``.
    ///   - clock: by which requests time out.
    public init(
      connectTimeout: Duration = .seconds(10), inflationLimit: Int = 128 << 20, authorities: [String] = [],
      proxies: ProxyRules = .none, clock: any Clock<Duration> = ContinuousClock()
    ) {
      (self.connectTimeout, self.inflationLimit) = (connectTimeout, inflationLimit)
      (self.authorities, self.proxies, self.clock) = (authorities, proxies, clock)
      limits = TimeLimits(clock)
    }

    deinit {
      // A client that is let go of without this traps. The closure keeps it until its threads are done with it.
      if case .running(let clients) = state.withLock({ $0 }) {
        for client in clients.values { client.shutdown { _ in } }
      }
    }

    /// Closes all connections. Requests in progress fail, and so do later ones.
    public func shutdown() async {
      let clients: [HTTPClient] = state.withLock { state in
        defer { state = .shutDown }
        if case .running(let clients) = state { return Array(clients.values) }
        return []
      }
      for client in clients {
        // Its only error is that requests were under way: they have been told.
        await withCheckedContinuation { done in client.shutdown { _ in done.resume() } }
      }
    }

    public func send(_ request: HTTP.Request) async throws(TransportFailure) -> HTTP.Response {
      let limit = limits.time(after: request.timeout)
      do { return try await follow(request, until: limit) } catch {
        throw TransportFailure(error, host: "", through: nil, hasBegun: false)
      }
    }

    func client(through proxy: Proxy?, isRaw: Bool = false) throws(TransportFailure) -> HTTPClient {
      let way = Way(proxy: proxy, isRaw: isRaw)
      let client: HTTPClient? = state.withLock { state in
        guard case .running(var clients) = state else { return nil }
        if let client = clients[way] { return client }
        var configuration = configuration(through: proxy)
        if isRaw {
          configuration.decompression = .disabled
          // One file at a time gains nothing by streams.
          configuration.httpVersion = .http1Only
        }
        // One thread for all it does: handing a response from one to another takes longer than reading it.
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup.any(), configuration: configuration)
        clients[way] = client
        state = .running(clients)
        return client
      }
      guard let client else { throw .unreachable("the program is shutting down", mayHaveArrived: false) }
      return client
    }

    private func configuration(through proxy: Proxy?) -> HTTPClient.Configuration {
      var configuration = HTTPClient.Configuration()
      configuration.proxy = proxy.map { proxy in
        switch proxy.kind {
        case .http:
          .server(
            host: proxy.host, port: proxy.port,
            authorization: proxy.credentials.map { .basic(credentials: $0.reveal()) })
        case .socks: .socksServer(host: proxy.host, port: proxy.port)
        }
      }
      configuration.redirectConfiguration = .disallow
      if !authorities.isEmpty {
        var encryption = TLSConfiguration.makeClientConfiguration()
        encryption.additionalTrustRoots = authorities.map { .file($0) }
        configuration.tlsConfiguration = encryption
      }
      configuration.timeout.connect = TimeAmount(connectTimeout)
      configuration.decompression = .enabled(limit: .size(inflationLimit))
      // Trying again is decided above, where it is shown and counted.
      configuration.connectionPool.retryConnectionEstablishment = false
      configuration.http1_1ConnectionDebugInitializer = { AnswerHeadCheck.add(toConnection: $0) }
      configuration.http2StreamChannelDebugInitializer = { AnswerHeadCheck.add(toStream: $0) }
      // Shorter than servers keep theirs, so that a change is not sent into a connection that is just being closed.
      configuration.connectionPool.idleTimeout = .seconds(20)
      return configuration
    }

    /// The proxy on the way to a server.
    func way(to origin: Origin) throws(TransportFailure) -> ProxyOnTheWay? {
      switch proxies.route(to: origin) {
      case .direct: nil
      case .through(let proxy, let variable): ProxyOnTheWay(proxy: proxy, variable: variable)
      case .malformed(let problem): throw .proxy("\(problem)", mayPass: false)
      }
    }

    private func follow(_ request: HTTP.Request, until limit: Duration) async throws -> HTTP.Response {
      var url = request.url
      for _ in 0...3 {
        let origin = try origin(of: url)
        let way = try way(to: origin)
        if request.headers["Authorization"] != nil, !origin.isSafe(through: way?.proxy) {
          throw TransportFailure.insecure(host: origin.host)
        }
        let response = try await exchange(request, url, until: limit, host: origin.host, through: way)
        guard let target = response.redirection(from: url) else { return response }
        guard request.method == .get, Origin(target) == origin else {
          throw TransportFailure.redirected(toward: target)
        }
        url = target
      }
      throw TransportFailure.redirected(toward: url)
    }

    private func exchange(
      _ request: HTTP.Request, _ url: String, until limit: Duration, host: String, through way: ProxyOnTheWay?
    ) async throws(TransportFailure) -> HTTP.Response {
      let client = try client(through: way?.proxy)
      let buffer = ResponseBuffer(limit: request.maximumBodyBytes)
      do {
        let outgoing = try HTTPClient.Request(
          url: url, method: NIOHTTP1.HTTPMethod(rawValue: request.method.rawValue),
          headers: HTTPHeaders(request.headers), body: request.body.map { .bytes($0) })
        let task = client.execute(request: outgoing, delegate: buffer)
        let number = limits.begin(limit) { task.fail(reason: TransportFailure.timedOut) }
        defer { limits.end(number) }
        return try await withTaskCancellationHandler {
          try await task.get()
        } onCancel: {
          task.cancel()
        }
      } catch {
        throw TransportFailure(
          error, host: host, through: way, hasBegun: buffer.hasBegun, limit: request.maximumBodyBytes)
      }
    }

    func origin(of url: String) throws(TransportFailure) -> Origin {
      guard let origin = Origin(url) else { throw .unreachable("not a web address", mayHaveArrived: false) }
      return origin
    }
  }

  extension HTTP.Response {
    /// The address it redirects to, empty for none that can be read; nil where it does not redirect.
    func redirection(from url: String) -> String? {
      guard [301, 302, 303, 307, 308].contains(status), let location = headers["Location"] else { return nil }
      return URL(string: location, relativeTo: URL(string: url))?.absoluteString ?? ""
    }
  }

  extension TransportFailure {
    /// A redirection that is not followed.
    static func redirected(toward address: String) -> TransportFailure {
      .redirected(to: Origin(address)?.host ?? "nowhere")
    }
  }
#endif
