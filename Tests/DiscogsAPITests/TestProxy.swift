import NIOCore
import NIOPosix

/// A proxy on this machine, HTTP and SOCKS 5, that keeps what it was asked for.
final class TestProxy: Sendable {
  enum Manner: Sendable {
    /// Passes everything on.
    case http
    /// Passes everything on for who says this, in Base64.
    case httpWith(credentials: String)
    case socks
    /// Says this to a client that connects and says something, and passes nothing on.
    case says([UInt8])
    case closes
    case isSilent
  }

  /// The heads of `CONNECT`; of SOCKS, `host:port`.
  let asked = Recorder<String>()
  let port: Int
  private let channel: any Channel

  init(_ manner: Manner = .http) async throws {
    let asked = asked
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Connection(manner, asked))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  deinit { channel.close(promise: nil) }

  private final class Connection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let manner: Manner
    private let asked: Recorder<String>
    private var received = ByteBuffer()
    private var isGreeted = false
    private var target: (any Channel)?

    init(_ manner: Manner, _ asked: Recorder<String>) {
      self.manner = manner
      self.asked = asked
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var bytes = unwrapInboundIn(data)
      if let target { return target.writeAndFlush(bytes, promise: nil) }
      received.writeBuffer(&bytes)
      switch manner {
      case .http: connect(context, credentials: nil)
      case .httpWith(let credentials): connect(context, credentials: credentials)
      case .socks: greet(context)
      case .says(let answer):
        asked.append(String(buffer: received))
        send(answer, context)
      case .closes: context.close(promise: nil)
      case .isSilent: break
      }
    }

    func channelInactive(context: ChannelHandlerContext) { target?.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    private func connect(_ context: ChannelHandlerContext, credentials: String?) {
      let head = String(buffer: received)
      guard head.hasSuffix("\r\n\r\n") else { return }
      asked.append(head)
      if let credentials, !head.contains("\r\nproxy-authorization: Basic \(credentials)\r\n") {
        return send(Array("HTTP/1.1 407 Sign In\r\nContent-Length: 6\r\n\r\nsesame".utf8), context)
      }
      let place = head.split(separator: " ")[1].split(separator: ":")
      open(String(place[0]), Int(place[1]) ?? 0, context, Array("HTTP/1.1 200 Connected\r\n\r\n".utf8))
    }

    /// RFC 1928, for a client that wants no authentication and names a host or an IPv4 address.
    private func greet(_ context: ChannelHandlerContext) {
      if !isGreeted {
        isGreeted = true
        received.clear()
        return send([5, 0], context)
      }
      guard let head = received.readBytes(length: 4),
        let length = head[3] == 3 ? received.readInteger(as: UInt8.self) : 4,
        let name = received.readBytes(length: Int(length)), let port = received.readInteger(as: UInt16.self)
      else { return context.close(promise: nil) }
      let host = head[3] == 3 ? String(decoding: name, as: UTF8.self) : name.map(String.init).joined(separator: ".")
      asked.append("\(host):\(port)")
      open(host, Int(port), context, [5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    }

    private func open(_ host: String, _ port: Int, _ context: ChannelHandlerContext, _ answer: [UInt8]) {
      let client = context.channel
      ClientBootstrap(group: context.eventLoop)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Back(client)) }
        }
        .connect(host: host, port: port).assumeIsolated().whenComplete { [self] result in
          switch result {
          case .success(let channel):
            target = channel
            send(answer, context)
          case .failure: send(Array("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n".utf8), context)
          }
        }
    }
  }

  /// What the target says goes to the client.
  private final class Back: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: any Channel

    init(_ client: any Channel) {
      self.client = client
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      client.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
