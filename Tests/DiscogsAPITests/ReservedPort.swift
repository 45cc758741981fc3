import Foundation
import LibC

/// A port of 127.0.0.1 without a listener, held so that no other program takes it: one that was let go may be the
/// next server's.
final class ReservedPort: Sendable {
  let number: Int
  private let descriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, streamSocket, 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        bind(descriptor, general, length) == 0 && getsockname(descriptor, general, &length) == 0
      }
    }
    number = Int(UInt16(bigEndian: address.sin_port))
    guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRNOTAVAIL) }
  }

  deinit { close(descriptor) }
}
