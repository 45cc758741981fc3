#if AsyncHTTPClient
  import AsyncHTTPClient
  import DiscogsAPI
  import NIOCore
  import NIOPosix
  import NIOSOCKS

  /// A proxy on the way, as messages name it.
  struct ProxyOnTheWay: Hashable, Sendable {
    let proxy: Proxy
    let variable: String?

    /// `proxy proxy.example:3128 (HTTPS_PROXY)`
    var name: String { "proxy \(proxy)" + (variable.map { " (\($0))" } ?? "") }
  }

  extension TransportFailure {
    /// Nil for an error that is not the proxy's, or may not be.
    ///
    /// - Parameter host: that the proxy was asked for.
    init?(_ error: any Error, of way: ProxyOnTheWay, to host: String) {
      switch error {
      case let error as NIOConnectionError where error.host == way.proxy.host && error.port == way.proxy.port:
        guard case .unreachable(let reason, _) = TransportFailure(error) else { return nil }
        self = .proxy("Cannot reach the \(way.name): \(reason)", mayPass: true)
      case let error as HTTPClientError:
        self.init(error, of: way, to: host)
      case ChannelError.connectTimeout: self = .late(way)
      case let error as SOCKSError.ConnectionFailed:
        self = .proxy("The \(way.name) cannot connect to \(host)\(Self.words(error.reply))", mayPass: true)
      case is SOCKSError.InvalidAuthenticationSelection:
        self = .proxy("The \(way.name) wants a password: use an HTTP proxy for that", mayPass: false)
      case is SOCKSError.InvalidProtocolVersion, is SOCKSError.InvalidReservedByte, is SOCKSError.InvalidAddressType,
        is SOCKSError.UnexpectedRead:
        self = .proxy("The \(way.name) does not speak SOCKS 5", mayPass: false)
      default: return nil
      }
    }

    private init?(_ error: HTTPClientError, of way: ProxyOnTheWay, to host: String) {
      switch error {
      case .proxyAuthenticationRequired:
        let words = way.proxy.hasCredentials ? "rejects its user and password" : "wants a user and password"
        self = .proxy("The \(way.name) \(words)", mayPass: false)
      case .invalidProxyResponse: self = .proxy("The \(way.name) will not connect to \(host)", mayPass: true)
      // One limit is set to all of it, and whichever of these notices first.
      case .httpProxyHandshakeTimeout, .socksHandshakeTimeout, .connectTimeout, .getConnectionFromPoolTimeout:
        self = .late(way)
      default: return nil
      }
    }

    private static func late(_ way: ProxyOnTheWay) -> TransportFailure {
      .proxy("Connection timed out through the \(way.name)", mayPass: true)
    }

    /// RFC 1928, section 6.
    private static func words(_ reply: SOCKSServerReply) -> String {
      switch reply {
      case .notAllowed: ": its rules forbid it"
      case .networkUnreachable: ": no network"
      case .hostUnreachable: ": no route to the host"
      case .refused: ": connection refused"
      default: ""
      }
    }
  }
#endif
