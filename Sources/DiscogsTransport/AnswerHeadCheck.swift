#if AsyncHTTPClient
  import NIOCore
  import NIOHPACK
  import NIOHTTP1
  import NIOHTTP2

  /// Refuses responses with a status that HTTP does not have, such as `000`.
  ///
  /// The client takes everything below 200 for word in between, after which the response comes, and traps when the end
  /// of it comes instead. So such a response ends here, with its connection.
  enum AnswerHeadCheck {
    /// Adds the check to a connection of HTTP/1.1, where responses have been parsed.
    static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        let check = PartCheck<HTTPClientResponsePart> { part in
          if case .head(let head) = part { head.status.code >= 100 } else { true }
        }
        try pipeline.addHandler(check, position: .after(parser))
      }
    }

    /// Adds the check to a stream of HTTP/2, where the status is still text: its parser traps on one below zero.
    static func add(toStream channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
        let check = PartCheck<HTTP2Frame.FramePayload> { part in
          if case .headers(let frame) = part { frame.headers.allSatisfy(isSound) } else { true }
        }
        try pipeline.addHandler(check, position: .before(parser))
      }
    }

    private static func isSound(_ field: HPACKHeaders.Element) -> Bool {
      field.name != ":status" || Int(field.value).map { (100...999).contains($0) } == true
    }
  }

  /// Ends a connection or a stream at the first part that is not sound.
  private final class PartCheck<Part>: ChannelInboundHandler {
    typealias InboundIn = Part
    typealias InboundOut = Part

    private let isSound: (Part) -> Bool
    private var hasRefused = false

    init(isSound: @escaping (Part) -> Bool) { self.isSound = isSound }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !hasRefused else { return }
      guard isSound(unwrapInboundIn(data)) else {
        hasRefused = true
        context.fireErrorCaught(HTTPParserError.invalidStatus)
        return context.close(promise: nil)
      }
      context.fireChannelRead(data)
    }
  }
#endif
