#if AsyncHTTPClient
  import NIOCore
  import NIOHPACK
  import NIOHTTP1
  import NIOHTTP2

  /// Refuses responses with a status that HTTP does not have, such as `000`.
  ///
  /// The client takes everything below 200 for word in between, after which the response comes, and traps when the end
  /// of it comes instead. So such a response ends here, with its connection.
  final class AnswerHeadCheck: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .head(let head) = unwrapInboundIn(data), head.status.code < 100, !hasRefused {
        hasRefused = true
        context.fireErrorCaught(HTTPParserError.invalidStatus)
        context.close(promise: nil)
      }
      if !hasRefused { context.fireChannelRead(data) }
    }

    /// Adds the check to a connection of HTTP/1.1, where responses have been parsed.
    static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(AnswerHeadCheck(), position: .after(parser))
      }
    }

    /// Adds the check to a stream of HTTP/2, where the status is still text.
    static func add(toStream channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
        try pipeline.addHandler(StreamHeadCheck(), position: .before(parser))
      }
    }
  }

  /// Refuses such responses in a stream of HTTP/2, whose parser traps on a status below zero.
  private final class StreamHeadCheck: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .headers(let frame) = unwrapInboundIn(data), !frame.headers.allSatisfy(Self.isSound), !hasRefused {
        hasRefused = true
        context.fireErrorCaught(HTTPParserError.invalidStatus)
        context.close(promise: nil)
      }
      if !hasRefused { context.fireChannelRead(data) }
    }

    private static func isSound(_ field: HPACKHeaders.Element) -> Bool {
      field.name != ":status" || Int(field.value).map { (100...999).contains($0) } == true
    }
  }
#endif
