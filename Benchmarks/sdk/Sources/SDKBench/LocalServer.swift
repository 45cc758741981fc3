import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers every request of this machine at once with the same body, over connections that are kept.
struct LocalServer: Sendable {
  let url: String
  private let channel: any Channel

  init(body: [UInt8]) async throws {
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Answering(body: body))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    url = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
  }

  func stop() async throws {
    try await channel.close()
  }

  private final class Answering: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let body: ByteBuffer
    private let head: HTTPResponseHead

    init(body: [UInt8]) {
      self.body = ByteBuffer(bytes: body)
      head = HTTPResponseHead(
        version: .http1_1, status: .ok,
        headers: ["Content-Type": "application/json", "Content-Length": "\(body.count)"])
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .end = unwrapInboundIn(data) else { return }
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}
