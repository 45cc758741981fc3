import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension TransportFailure {
  /// The one place where errors of the libraries below become ours.
  ///
  /// - Parameters:
  ///   - hasBegun: the head of the answer was there.
  ///   - limit: what the answer may have, for an error that only says that there is one.
  init(_ error: any Error, hasBegun: Bool, limit: Int = 0) {
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
    default: self.init(unknown: error, hasBegun)
    }
  }

  private init(_ error: HTTPClientError, _ hasBegun: Bool) {
    switch error {
    case .cancelled, .requestStreamCancelled: self = .cancelled
    case .deadlineExceeded, .readTimeout, .writeTimeout: self = .timedOut
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .socksHandshakeTimeout,
      .httpProxyHandshakeTimeout:
      self = .unreachable("no connection in time", mayHaveArrived: false)
    case .invalidURL, .emptyHost, .emptyScheme, .missingSocketPath:
      self = .unreachable("the address is none of the web", mayHaveArrived: false)
    case .alreadyShutdown: self = .unreachable("the program is closing its connections", mayHaveArrived: false)
    case .remoteConnectionClosed, .uncleanShutdown:
      self = hasBegun ? .truncated : .unreachable("connection closed", mayHaveArrived: true)
    default: self = hasBegun ? .truncated : .unreachable(error.shortDescription, mayHaveArrived: true)
    }
  }

  /// Neither name nor address led to a connection, so nothing was sent.
  private init(_ error: NIOConnectionError) {
    if let code = error.connectionErrors.compactMap({ ($0.error as? IOError)?.errnoCode }).first {
      self = .unreachable(Self.words(code), mayHaveArrived: false)
    } else if error.dnsAError != nil || error.dnsAAAAError != nil {
      self = .unreachable("unknown host \(error.host)", mayHaveArrived: false)
    } else {
      self = .unreachable("no connection in time", mayHaveArrived: false)
    }
  }

  private init(_ error: ChannelError, _ hasBegun: Bool) {
    switch error {
    case .connectTimeout: self = .unreachable("no connection in time", mayHaveArrived: false)
    case _ where hasBegun: self = .truncated
    default: self = .unreachable("connection closed", mayHaveArrived: true)
    }
  }

  /// Errors of encryption are told by name: their library comes with AsyncHTTPClient, and is none of ours.
  private init(unknown error: any Error, _ hasBegun: Bool) {
    if hasBegun {
      self = .truncated
    } else if String(reflecting: type(of: error)).hasPrefix("NIOSSL.") {
      // Handshake and certificates come before the request; an unclean end can come after it.
      self = .unreachable("no secure connection", mayHaveArrived: "\(error)".contains("uncleanShutdown"))
    } else {
      self = .unreachable("connection failed", mayHaveArrived: true)
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
    case EHOSTUNREACH, EHOSTDOWN: "no way to the host"
    case ETIMEDOUT: "no connection in time"
    default: "system error \(code)"
    }
  }
}
