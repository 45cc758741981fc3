internal import Foundation
internal import LibC
internal import Synchronization

/// A server on this machine that keeps every byte it receives and answers all requests alike, for tests of things that
/// must not be sent.
///
///     let server = try RecordingServer()
///     … ask server.url …
///     #expect(!server.received.contains("token"))
public final class RecordingServer: Sendable {
  public let port: Int
  private let listener: Int32
  private let bytes = Mutex<[UInt8]>([])

  public var url: String { "http://127.0.0.1:\(port)" }

  /// All received bytes, heads and bodies of one request after another.
  public var received: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  /// - Parameters:
  ///   - status: code and phrase, such as `302 Found`.
  ///   - fields: header fields of the response, each ended by CRLF.
  public init(status: String = "200 OK", fields: String = "", body: String = "{}") throws {
    let listener = socket(AF_INET, streamSocket, 0)
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
    guard listener >= 0, isListening else { throw TestFailure("no server can be started on the loopback interface") }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    let answer =
      "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n\(fields)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        let isWanted = self?.serve(connection, answer) ?? false
        close(connection)
        if !isWanted { break }
      }
      // Closed by the thread that uses it: elsewhere, its number could become another test's socket while it is in use.
      close(listener)
    }
  }

  deinit {
    // Wakes the thread that waits for connections.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Reads a request and answers.
  private func serve(_ connection: Int32, _ answer: String) -> Bool {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !Self.isWhole(request) {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      request += buffer[..<count]
    }
    bytes.withLock { $0 += request }
    let answer = Array(answer.utf8)
    return write(connection, answer, answer.count) == answer.count
  }

  /// Whether a request has its head, and as long a body as that says.
  private static func isWhole(_ request: [UInt8]) -> Bool {
    guard let end = request.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let fields = String(decoding: request[..<end.lowerBound], as: UTF8.self).lowercased().split(separator: "\r\n")
    let length = fields.first { $0.hasPrefix("content-length:") }?.split(separator: ":").last
    return request.count - end.upperBound >= length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 0
  }
}
