#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Talks to a port of this machine, one connection for each exchange.
enum Loopback {
  /// Sends the bytes, and returns all that comes back until the other side hangs up.
  static func exchange(_ bytes: [UInt8], port: UInt16) -> [UInt8] {
    let descriptor = connected(to: port)
    defer { close(descriptor) }
    var sent = 0
    while sent < bytes.count {
      let count = retrying { bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) } }
      // A server that has heard enough may hang up before all is sent.
      guard count > 0 else { break }
      sent += count
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = retrying { buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) } }
      guard count > 0 else { return answer }
      answer += buffer[..<count]
    }
  }

  private static func connected(to port: UInt16) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    while true {
      let descriptor = socket(AF_INET, stream, 0)
      precondition(descriptor >= 0, "no socket")
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      if status == 0 { return descriptor }
      // A call that a signal has interrupted cannot be made again for the same socket.
      precondition(errno == EINTR, "no server listens any more: \(String(cString: strerror(errno)))")
      close(descriptor)
    }
  }

  /// Once more after a signal: libFuzzer looks at its clock by one.
  private static func retrying(_ call: () -> Int) -> Int {
    while true {
      let count = call()
      if count >= 0 || errno != EINTR { return count }
    }
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
