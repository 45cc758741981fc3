internal import HTTPTypes
internal import HummingbirdCore
internal import LibC
internal import NIOCore
internal import Synchronization

/// Reads requests, asks the routes, and sends the answers, with the faults of the plan.
final class Front: Sendable {
  private let backend: Backend
  private let faults: FaultDesk
  private let window: RateWindow
  private let routes: RouteTable
  private let port = Mutex(0)
  /// Whether the server listens on loopback only, where the one stranger is a browser of this machine.
  private let isLocal: Bool
  /// Requests that never end on their own are let go when the server stops.
  private let stopping: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

  /// The longest accepted body: clients send a few fields, or an inventory.
  private static let largestBody = 10 << 20

  init(backend: Backend, faults: FaultDesk) {
    self.backend = backend
    self.faults = faults
    window = RateWindow(backend.options.rate)
    routes = RouteTable(backend)
    isLocal = LoopbackHost.isName(backend.options.host)
    stopping = AsyncStream.makeStream(of: Void.self)
  }

  func listen(at port: Int) { self.port.withLock { $0 = port } }

  func stop() { stopping.continuation.finish() }

  // MARK: One request

  func respond(to request: Request, with writer: consuming ResponseWriter, on channel: any Channel) async throws {
    let started = ContinuousClock.now
    let halves = (request.head.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(halves.first ?? "/")
    let query = halves.count > 1 ? String(halves[1]) : ""
    let method = request.method.rawValue
    let hidden = ServedSecrets(tokens: backend.options.tokens.keys)
    let verdict = faults.judge(method: method, path: path, query: query)

    func observe(_ status: Int, _ bytes: Int) {
      backend.options.observe(
        ServedRequest(
          method: method, path: hidden.path(path), query: hidden.query(query), status: status, bytes: bytes,
          duration: ContinuousClock.now - started))
    }

    if verdict.delay > .zero { try await backend.options.clock.sleep(for: verdict.delay) }
    switch verdict.fault {
    case .silence:
      // Now, as there will be no other moment.
      observe(0, 0)
      for await _ in stopping.stream {}
      try await Self.reset(channel)
    case .resetBefore:
      observe(0, 0)
      try await Self.reset(channel)
    default: break
    }

    var call = RouteCall(
      method: method, path: path, query: QueryText.pairs(query), fields: Self.fields(request), base: base(request))
    switch verdict.fault {
    case .totalOff(let number): call.totalOff = number
    case .rowsMoved(let number): call.rowsMoved = number
    default: break
    }
    let answer = await answer(&call, request, channel, verdict.fault)
    if case .resetAfter = verdict.fault {
      observe(0, 0)
      try await Self.reset(channel)
    }
    let (head, body) = pack(answer, call, skew: verdict.skew)
    // Counted before it is sent: a test may read the count as soon as it has the answer.
    observe(head.status.code, body.readableBytes)
    try await send(head, body, spoiltBy: verdict.fault, with: writer, on: channel)
  }

  private func answer(
    _ call: inout RouteCall, _ request: Request, _ channel: any Channel, _ fault: Fault?
  ) async -> RouteAnswer {
    let address = channel.remoteAddress?.ipAddress ?? ""
    var fields: [(name: String, value: String)] = []
    func count(_ caller: Caller) -> RateWindow.Count {
      let count = window.count(address, isAuthenticated: caller.isAuthenticated, at: backend.options.now())
      fields = count.fields
      return count
    }
    var answer: RouteAnswer
    do {
      if isLocal, !LoopbackHost.isHost(request.head.authority ?? "") { return RouteRefusal.misdirected.answer }
      if call.path != "/oauth/authorize", !Self.isNamed(call.fields["user-agent"]) { return Self.block }
      call.body = try await Self.body(request)
      do {
        call.caller = try await backend.caller(of: call)
      } catch {
        _ = count(.anonymous)
        throw error
      }
      if count(call.caller).isTooMany {
        answer = RouteRefusal.tooFast.answer
        answer.fields = [("Retry-After", "60"), ("Cache-Control", "no-cache")]
      } else if let spoilt = fault?.answer {
        answer = spoilt
      } else {
        answer = try await routes.answer(call)
      }
    } catch {
      answer = RouteRefusal(error).answer
    }
    answer.fields += fields
    return answer
  }

  private static func body(_ request: Request) async throws -> [UInt8] {
    do {
      return Array(try await request.body.collect(upTo: largestBody).readableBytesView)
    } catch is NIOTooManyBytesError { throw RouteRefusal(413, "The request is too large.") }
  }

  /// The page of Discogs' gateway for clients that pose as a browser or only name a library.
  private static let block = RouteAnswer(
    status: 403, contentType: "text/html",
    body: "<html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1></body></html>\n")

  /// Returns whether a User-Agent names an application, such as `Name/1.0 +https://…`, and not just its library. None,
  /// and curl's own, pass as well: the examples of Discogs' documentation use curl.
  static func isNamed(_ agent: String?) -> Bool {
    guard let agent, !agent.isEmpty else { return true }
    guard agent.contains("/") else { return false }
    let generic = ["mozilla/", "wget/", "python-requests/", "python-urllib/", "java/", "okhttp/", "go-http"]
    let lowercased = agent.lowercased()
    return !generic.contains { lowercased.hasPrefix($0) }
  }

  private static func fields(_ request: Request) -> [String: String] {
    var fields: [String: String] = [:]
    for field in request.headers { fields[field.name.canonicalName] = field.value }
    return fields
  }

  /// The server's address as the client names it, if that is a plain host and port; else the one it listens at.
  private func base(_ request: Request) -> String {
    let host = request.head.authority ?? ""
    let isPlain =
      !host.isEmpty
      && host.utf8.allSatisfy { byte in
        (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || [0x2D, 0x2E, 0x5B, 0x5D].contains(byte)
      }
    return "http://" + (isPlain ? host : "\(backend.options.host):\(port.withLock { $0 })")
  }

  // MARK: Answers on the wire

  private func pack(_ answer: RouteAnswer, _ call: RouteCall, skew: Int) -> (head: HTTPResponse, body: ByteBuffer) {
    var fields = HTTPFields()
    func set(_ name: String, _ value: String) { if let name = HTTPField.Name(name) { fields[name] = value } }
    var bytes = answer.bytes ?? Array(answer.body.utf8)
    let accepts = call.fields["accept-encoding"] ?? ""
    if answer.bytes == nil, bytes.count > 512, accepts.contains("gzip"), let packed = Gzip.compress(bytes) {
      bytes = packed
      set("Content-Encoding", "gzip")
    }
    set("Content-Type", answer.contentType)
    set("X-Discogs-Media-Type", "discogs.v2")
    set("Cache-Control", "public, must-revalidate")
    set("Vary", "Accept-Encoding")
    set("Date", HeadDate.text(backend.now + skew))
    for field in answer.fields { set(field.name, field.value) }
    if answer.status != 204 { set("Content-Length", String(bytes.count)) }
    let hasBody = call.method != "HEAD" && answer.status != 204
    let head = HTTPResponse(status: HTTPResponse.Status(code: answer.status), headerFields: fields)
    return (head, ByteBuffer(bytes: hasBody ? bytes : []))
  }

  private func send(
    _ head: HTTPResponse, _ body: ByteBuffer, spoiltBy fault: Fault?, with writer: consuming ResponseWriter,
    on channel: any Channel
  ) async throws {
    let half = body.getSlice(at: body.readerIndex, length: body.readableBytes / 2) ?? ByteBuffer()
    switch fault {
    case .truncated, .resetInBody:
      var writing = try await writer.writeHead(head)
      try await writing.write(half)
      if case .resetInBody = fault { try await Self.reset(channel) }
      throw CutOff()
    case .endless:
      var head = head
      head.headerFields[.contentLength] = nil
      // What follows are plain blanks, not a packed body.
      head.headerFields[.contentEncoding] = nil
      var writing = try await writer.writeHead(head)
      let stretch = ByteBuffer(repeating: UInt8(ascii: " "), count: 65_536)
      while !Task.isCancelled { try await writing.write(stretch) }
    case .trickle(let pause):
      var writing = try await writer.writeHead(head)
      for byte in body.readableBytesView {
        try await writing.write(ByteBuffer(bytes: [byte]))
        try await backend.options.clock.sleep(for: pause)
      }
      try await writing.finish(nil)
    default:
      try await writer.write(response: head, body: ResponseBody(byteBuffer: body))
    }
  }

  /// Ends a connection so that the other side sees a reset.
  ///
  /// - Throws: always, so that nothing more is written.
  private static func reset(_ channel: any Channel) async throws -> Never {
    if let options = channel as? any SocketOptionProvider {
      try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    try await channel.close(mode: .all)
    throw CutOff()
  }

  /// Ends the work on a connection.
  private struct CutOff: Error {}
}

extension Fault {
  /// The answer in place of the routes'; nil where these are asked.
  fileprivate var answer: RouteAnswer? {
    switch self {
    case .tooManyRequests(let retryAfter):
      var answer = RouteRefusal.tooFast.answer
      answer.fields = [("Cache-Control", "no-cache")] + (retryAfter.map { [("Retry-After", String($0))] } ?? [])
      return answer
    case .status(let status):
      return RouteRefusal(status, "An internal server error occurred. (Malformed query?)").answer
    case .html(let status):
      return RouteAnswer(
        status: status, contentType: "text/html; charset=utf-8",
        body: "<!DOCTYPE html>\n<html><head><title>Down for maintenance</title></head><body></body></html>\n")
    case .empty(let status): return RouteAnswer(status: status)
    case .body(let body, let status, let contentType):
      return RouteAnswer(status: status, contentType: contentType, body: body)
    case .revoked: return RouteRefusal.unauthenticated.answer
    case .redirect(let target):
      return RouteAnswer(status: 302, fields: [("Location", target)], contentType: "text/html")
    case .delay, .silence, .truncated, .endless, .resetBefore, .resetAfter, .resetInBody, .trickle, .clockSkew,
      .totalOff, .rowsMoved:
      return nil
    }
  }
}
