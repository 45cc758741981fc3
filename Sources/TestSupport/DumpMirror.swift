import Foundation
import LibC
import Synchronization

/// A web server on this machine with a folder of dumps, which it can serve wrongly.
///
///     let mirror = try DumpMirror(["discogs_20260801_artists.xml.gz": bytes])
///     mirror.lie(about: "discogs_20260801_artists.xml.gz", .cut(after: 1000, times: 1))
public final class DumpMirror: Sendable {
  public enum Lie: Sendable {
    case status(Int)
    /// A web page is sent instead of the file.
    case webPage
    /// A redirect to another address, with the file's name appended.
    case redirects(to: String)
    /// The connection breaks off after `after` bytes of a response, `times` times.
    case cut(after: Int, times: Int)
    /// Nothing follows after `after` bytes of a response, `times` times.
    case stall(after: Int, times: Int)
    /// From the second request for a part on, it is another file of the same length.
    case changes
    /// The connection breaks off after `after` bytes, and later responses are from another file of the same length.
    case cutsAndChanges(after: Int)
    /// No response goes beyond this offset of the file.
    case endsAt(Int)
    /// The whole file is sent for every requested part.
    case ignoresRanges
  }

  public enum Index: Sendable {
    /// Links of a page, to `?download=…`, as at Discogs.
    case links
    /// The list of keys in a bucket.
    case bucket
    /// A page that links to one for each year.
    case years
  }

  private struct State {
    var files: [String: [UInt8]]
    var lies: [String: Lie] = [:]
    var requests: [String] = []
    var connections: Set<Int32> = []
  }

  private let state: Mutex<State>
  private let index: Index
  private let door: Door
  public let port: Int

  public init(_ files: [String: [UInt8]], index: Index = .links) throws {
    state = Mutex(State(files: files))
    self.index = index
    let listener = socket(AF_INET, streamSocket, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, pointer, &size) == 0
      }
    }
    guard isBound else { throw TestFailure("no port for a mirror: \(String(cString: strerror(errno)))") }
    port = Int(UInt16(bigEndian: address.sin_port))
    signal(SIGPIPE, SIG_IGN)
    door = Door(listener)
    Thread.detachNewThread { [weak self, door] in
      defer { door.close() }
      while let connection = door.next() {
        guard let self else {
          close(connection)
          return
        }
        self.state.withLock { _ = $0.connections.insert(connection) }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit { door.shut() }

  /// Ends all connections: stalled ones would keep the mirror alive.
  public func stop() {
    door.shut()
    // Under the lock, because the number of a closed descriptor is soon another connection's.
    state.withLock { state in
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  public var url: String { "http://127.0.0.1:\(port)/" }

  public func lie(about file: String, _ lie: Lie?) { state.withLock { $0.lies[file] = lie } }

  /// The content of a file; empty if there is none.
  public func bytes(of file: String) -> [UInt8] { state.withLock { $0.files[file] ?? [] } }

  public func put(_ file: String, _ bytes: [UInt8]) { state.withLock { $0.files[file] = bytes } }

  /// The requests for parts: `releases.xml.gz bytes=100-`, the names without their common prefix.
  public var requests: [String] { state.withLock { $0.requests } }

  // MARK: Serving

  private func serve(_ connection: Int32) {
    defer {
      state.withLock { state in
        state.connections.remove(connection)
        close(connection)
      }
    }
    while let head = readHead(connection) {
      guard respond(to: head, on: connection) else { return }
    }
  }

  private func readHead(_ connection: Int32) -> String? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard recv(connection, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Returns whether the connection stays open.
  private func respond(to head: String, on connection: Int32) -> Bool {
    let lines = head.split(separator: "\r\n")
    let target = String(lines.first?.split(separator: " ").dropFirst().first ?? "/").removingPercentEncoding ?? "/"
    let range = lines.first { $0.lowercased().hasPrefix("range: ") }.map { String($0.dropFirst(7)) }
    let ifRange = lines.first { $0.lowercased().hasPrefix("if-range: ") }.map { String($0.dropFirst(10)) }
    let name = target.split(whereSeparator: { "/=".contains($0) }).last.map(String.init) ?? ""
    let (file, lie) = state.withLock { state in
      if let range, let kind = name.split(separator: "_").last { state.requests.append("\(kind) \(range)") }
      return (state.files[name], state.lies[name])
    }
    guard let file else { return send(page(target), "200 OK", "Content-Type: text/html\r\n", connection) }
    switch lie {
    case .status(let status): return send(Array("no".utf8), "\(status) No", "", connection)
    case .webPage: return send(Array("<html><body>Wait a moment</body></html>".utf8), "200 OK", "", connection)
    case .redirects(let other): return send([], "302 Found", "Location: \(other)\(name)\r\n", connection)
    default: break
    }
    return send(file, name, lie, range, ifRange, connection)
  }

  private func send(
    _ file: [UInt8], _ name: String, _ lie: Lie?, _ range: String?, _ ifRange: String?, _ connection: Int32
  ) -> Bool {
    var tag = "\"first\""
    let start = range.flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) } ?? 0
    let last = range?.split(separator: "-").dropFirst().first.flatMap { Int($0) }
    if case .changes = lie, start > 0 { tag = "\"second\"" }
    var isPart = range != nil && (ifRange == nil || ifRange == tag)
    if case .ignoresRanges = lie { isPart = false }
    let end = min(file.count, (isPart ? last ?? file.count - 1 : file.count - 1) + 1)
    let body = Array(file[(isPart ? min(start, end) : 0)..<end])
    var fields = "ETag: \(tag)\r\nAccept-Ranges: bytes\r\n"
    if isPart { fields += "Content-Range: bytes \(start)-\(end - 1)/\(file.count)\r\n" }
    let status = isPart ? "206 Partial Content" : "200 OK"
    switch lie {
    case .cut(let after, let times) where times > 0 && body.count > after:
      self.lie(about: name, .cut(after: after, times: times - 1))
      _ = send(body, status, fields, connection, only: after)
      return false
    case .cutsAndChanges(let after) where body.count > after:
      self.lie(about: name, .changes)
      _ = send(body, status, fields, connection, only: after)
      return false
    case .endsAt(let position) where start + body.count > position:
      _ = send(body, status, fields, connection, only: max(0, position - start))
      return false
    case .stall(let after, let times) where times > 0 && body.count > after:
      self.lie(about: name, .stall(after: after, times: times - 1))
      _ = send(body, status, fields, connection, only: after)
      var byte: UInt8 = 0
      // Until the other side closes the connection.
      _ = recv(connection, &byte, 1, 0)
      return false
    default: return send(body, status, fields, connection)
    }
  }

  private func send(
    _ body: [UInt8], _ status: String, _ fields: String, _ connection: Int32, only: Int? = nil
  ) -> Bool {
    let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\n\(fields)\r\n"
    return sendAll(Array(head.utf8), connection) && sendAll(Array(body.prefix(only ?? body.count)), connection)
  }

  private func sendAll(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        sendBytes(connection, $0.baseAddress.map { $0 + done }, bytes.count - done, 0)
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  private func page(_ target: String) -> [UInt8] {
    let names = state.withLock { $0.files.keys.sorted() }
    let years = Set(names.compactMap { $0.split(separator: "_").dropFirst().first?.prefix(4) }).sorted()
    let text: String
    switch index {
    case .links:
      text = names.map { "<a href=\"?download=data%2F2026%2F\($0)\">\($0)</a> 1.2 GB<br>" }.joined(separator: "\n")
    case .bucket:
      let keys = names.map { "<Contents><Key>data/2026/\($0)</Key></Contents>" }.joined()
      text = "<?xml version=\"1.0\"?><ListBucketResult>\(keys)</ListBucketResult>"
    case .years where target == "/":
      text = years.map { "<a href='/data/\($0)/'>\($0)</a>" }.joined(separator: "\n")
    case .years:
      let year = target.split(separator: "/").last.map { "_\($0)" } ?? ""
      text = names.filter { $0.contains(year) }.map { "<a href=\"\($0)\">\($0)</a>" }.joined(separator: "\n")
    }
    return Array("<html><body>\(text)</body></html>".utf8)
  }
}

/// The socket that waits for connections. Only the waiting thread closes it: its number is soon another mirror's, whose
/// connections that thread would accept.
private final class Door: Sendable {
  private let descriptor: Int32
  private let isOpen = Mutex(true)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for a connection; nil once the door is shut.
  func next() -> Int32? {
    let connection = accept(descriptor, nil, nil)
    return connection >= 0 ? connection : nil
  }

  func shut() { isOpen.withLock { if $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } } }

  func close() {
    isOpen.withLock { isOpen in
      isOpen = false
      closeSocket(descriptor)
    }
  }
}

private func closeSocket(_ descriptor: Int32) { close(descriptor) }

// Within the mirror its own functions hide this call.
private func sendBytes(_ connection: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(connection, bytes, count, flags)
}
