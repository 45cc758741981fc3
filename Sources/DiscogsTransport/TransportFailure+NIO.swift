#if AsyncHTTPClient
  import AsyncHTTPClient
  import DiscogsAPI
  import LibC
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOPosix
  import NIOSSL

  extension TransportFailure {
    /// The one place where errors of the libraries below become ours.
    ///
    /// - Parameters:
    ///   - host: that was asked.
    ///   - way: the proxy that it was asked through.
    ///   - hasBegun: the head of the answer was there.
    ///   - limit: what the answer may have, for an error that only says that there is one.
    init(_ error: any Error, host: String, through way: ProxyOnTheWay?, hasBegun: Bool, limit: Int = 0) {
      if !hasBegun, let way, let failure = TransportFailure(error, of: way, to: host) {
        self = failure
        return
      }
      self.init(error, host: host, hasBegun: hasBegun, limit: limit)
      // Either closed it: the proxy before the tunnel was there, or the other side afterwards. The library does not tell.
      if let way, case .unreachable(let reason, let mayHaveArrived) = self {
        self = .unreachable("\(reason), through the \(way.name)", mayHaveArrived: mayHaveArrived)
      }
    }

    private init(_ error: any Error, host: String, hasBegun: Bool, limit: Int) {
      switch error {
      case let failure as TransportFailure: self = failure
      case is CancellationError: self = .cancelled
      case let error as HTTPClientError: self.init(error, hasBegun)
      case let error as NIOConnectionError: self.init(error)
      case let error as ChannelError: self.init(error, hasBegun)
      case let error as IOError: self = hasBegun ? .truncated : Self.unreachable(errno: error.errnoCode)
      case let error as HTTPParserError:
        self = hasBegun || error == .invalidEOFState ? .truncated : .malformed("\(error)")
      case let error as NIOHTTPDecompression.DecompressionError:
        self = error == .limit ? .tooLarge(limit: limit) : .malformed("compression")
      case let error as NIOHTTPDecompression.ExtraDecompressionError:
        self = error == .truncatedData ? .truncated : .malformed("compression")
      case _ where hasBegun: self = .truncated
      case let error as NIOSSLError: self.init(error, host)
      case let error as BoringSSLError: self.init(.handshakeFailed(error), host)
      case let error as NIOSSLExtraError where error == .failedToValidateHostname:
        self = .untrusted("the certificate of \(host) is for another name")
      case is NIOSSLExtraError: self = .untrusted("cannot connect securely to \(host)")
      default: self = .unreachable("connection failed", mayHaveArrived: true)
      }
    }

    /// Handshake and certificates come before the request; an unclean end can come after it.
    private init(_ error: NIOSSLError, _ host: String) {
      guard case .handshakeFailed(let cause) = error else {
        self = .unreachable("no secure connection", mayHaveArrived: error == .uncleanShutdown)
        return
      }
      // The library tells the reasons apart in words only.
      let reason = "\(cause)"
      if reason.contains("CERTIFICATE_VERIFY_FAILED") {
        let causes = "it is self-signed, expired, or from an unknown authority"
        self = .untrusted("the certificate of \(host) is not trusted: \(causes)")
      } else if ["WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNEXPECTED_RECORD"].contains(where: reason.contains) {
        self = .untrusted("the server \(host) does not speak TLS at this address")
      } else if reason.contains("EOF") || reason.contains("syscall") {
        self = .unreachable("no secure connection", mayHaveArrived: false)
      } else {
        self = .untrusted("the server \(host) supports no encryption that this program does")
      }
    }

    private init(_ error: HTTPClientError, _ hasBegun: Bool) {
      switch error {
      case .cancelled, .requestStreamCancelled: self = .cancelled
      case .deadlineExceeded, .readTimeout, .writeTimeout: self = .timedOut
      case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .socksHandshakeTimeout,
        .httpProxyHandshakeTimeout:
        self = .unreachable("connection timed out", mayHaveArrived: false)
      case .invalidURL, .emptyHost, .emptyScheme, .missingSocketPath:
        self = .unreachable("not a web address", mayHaveArrived: false)
      case .alreadyShutdown: self = .unreachable("the program is shutting down", mayHaveArrived: false)
      case .remoteConnectionClosed, .uncleanShutdown:
        self = hasBegun ? .truncated : .unreachable("connection closed", mayHaveArrived: true)
      default: self = hasBegun ? .truncated : .unreachable(error.shortDescription, mayHaveArrived: true)
      }
    }

    /// Neither name nor address led to a connection, so nothing was sent.
    init(_ error: NIOConnectionError) {
      if let code = error.connectionErrors.compactMap({ ($0.error as? IOError)?.errnoCode }).first {
        self = .unreachable(Self.words(code), mayHaveArrived: false)
      } else if error.dnsAError != nil || error.dnsAAAAError != nil {
        self = .unreachable("unknown host \(error.host)", mayHaveArrived: false)
      } else {
        self = .unreachable("connection timed out", mayHaveArrived: false)
      }
    }

    private init(_ error: ChannelError, _ hasBegun: Bool) {
      switch error {
      case .connectTimeout: self = .unreachable("connection timed out", mayHaveArrived: false)
      case _ where hasBegun: self = .truncated
      default: self = .unreachable("connection closed", mayHaveArrived: true)
      }
    }

    private static func unreachable(errno code: CInt) -> TransportFailure {
      let isBefore = [ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL].contains(code)
      return .unreachable(words(code), mayHaveArrived: !isBefore)
    }

    private static func words(_ code: CInt) -> String {
      switch code {
      case ECONNREFUSED: "connection refused"
      case ECONNRESET, EPIPE: "connection reset"
      case ENETUNREACH, ENETDOWN: "no network"
      case EHOSTUNREACH, EHOSTDOWN: "no route to the host"
      case ETIMEDOUT: "connection timed out"
      default: "system error \(code)"
      }
    }
  }
#endif
