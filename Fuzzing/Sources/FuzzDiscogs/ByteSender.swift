internal import Foundation
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A server on this machine that sends the same bytes to everyone, whatever they ask, and hangs up.
final class ByteSender: Sendable {
  let bytes = Mutex<[UInt8]>([])
  let port: UInt16

  init() {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    precondition(isListening, "no server can be started")
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      signal(SIGPIPE, SIG_IGN)
      var request = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { continue }
        // One read is the whole of a request that has no body.
        _ = recv(connection, &request, request.count, 0)
        let answer = bytes.withLock { $0 }
        _ = answer.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
        // What is left unread would have the connection reset, and the answer with it.
        shutdown(connection, Int32(SHUT_WR))
        close(connection)
      }
    }
  }
}
