import NIOCore
import NIOPosix
import Synchronization

/// A server on this machine that sends bytes as it is told, right or wrong.
final class RawServer: Sendable {
  enum Step: Sendable {
    case send([UInt8])
    /// The same, over and over, until the other side has had enough.
    case sendForever([UInt8])
    case close
    /// Ends the connection by RST.
    case reset

    static func text(_ text: String) -> Step { .send(Array(text.utf8)) }

    /// A whole answer.
    static func answer(_ body: String, status: String = "200 OK", headers: String = "") -> Step {
      .text("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
    }
  }

  let port: Int
  private let channel: any Channel
  private let heads: Heads

  /// - Parameters:
  ///   - script: by path; what is not named stays without an answer.
  ///   - greeting: sent as soon as any bytes come, whatever they are.
  init(_ script: [String: [Step]], greeting: Step? = nil) async throws {
    let heads = Heads()
    self.heads = heads
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Connection(script, heads, greeting))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// What was asked: request line and headers as they came.
  var requests: [String] { heads.list.withLock { $0 } }

  /// Returns when a request has come.
  func request() async {
    for await _ in heads.stream { return }
  }

  func stop() async throws {
    try await channel.close()
  }

  private final class Heads: Sendable {
    let list = Mutex<[String]>([])
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func append(_ head: String) {
      list.withLock { $0.append(head) }
      continuation.yield()
    }
  }

  private final class Connection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let script: [String: [Step]]
    private let heads: Heads
    private var greeting: Step?
    private var received = ""

    init(_ script: [String: [Step]], _ heads: Heads, _ greeting: Step?) {
      self.script = script
      self.heads = heads
      self.greeting = greeting
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if let greeting {
        self.greeting = nil
        run([greeting], context)
      }
      received += String(buffer: unwrapInboundIn(data))
      guard let end = received.firstRange(of: "\r\n\r\n") else { return }
      let head = String(received[..<end.lowerBound])
      received = String(received[end.upperBound...])
      heads.append(head)
      let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      run(script[path] ?? [], context)
    }

    private func run(_ steps: [Step], _ context: ChannelHandlerContext) {
      for step in steps {
        switch step {
        case .send(let bytes): context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        case .sendForever(let bytes): sendForever(ByteBuffer(bytes: bytes), context)
        case .close: context.close(promise: nil)
        case .reset:
          if let socket = context.channel as? any SocketOptionProvider {
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in
              context.close(promise: nil)
            }
          }
        }
      }
    }

    private func sendForever(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
      context.writeAndFlush(wrapOutboundOut(bytes)).assumeIsolated().whenSuccess { [self] in
        sendForever(bytes, context)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}
