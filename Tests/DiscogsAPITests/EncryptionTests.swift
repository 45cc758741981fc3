import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import TestSupport
import Testing

@testable import DiscogsAPI
@testable import DiscogsTransport

/// Who answers at an address with `https`, and whether that is whom one meant.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Certificates.canBeMade))
struct EncryptionTests {
  /// What one request ends with: its error, and how many connections were made for it.
  private func outcome(
    of certificate: Certificates.Leaf, trusting: Bool
  ) async throws -> (error: DiscogsError?, connections: Int) {
    let certificates = try await Certificates(certificate)
    let server = try await EncryptedServer(certificates)
    let transport = AsyncHTTPTransport(authorities: trusting ? [certificates.authority] : [])
    defer { server.stop() }
    return (await Self.error(server.url, transport), server.connections.values.count)
  }

  /// What a call ends with; nil when it is answered.
  private static func error(_ url: String, _ transport: AsyncHTTPTransport) async -> DiscogsError? {
    var configuration = Configuration.testing()
    configuration.baseURL = url
    configuration.clock = ContinuousClock()
    configuration.retry.firstDelay = .zero
    let client = DiscogsClient(configuration, transport: transport)
    let endpoint = Endpoint("GET thing", path: "/", isIdempotent: true) { _ in Decoded(()) }
    do throws(DiscogsError) {
      _ = try await client.answer(to: endpoint, policy: .networkOnly)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a certificate of a known authority is trusted`() async throws {
    #expect(try await outcome(of: .good, trusting: true).error == nil)
  }

  @Test func `a server that speaks HTTP/2 only is understood`() async throws {
    let certificates = try await Certificates(.good)
    let server = try await EncryptedServer(certificates, speaks: .http2)
    let transport = AsyncHTTPTransport(authorities: [certificates.authority])
    defer { server.stop() }
    for _ in 1...2 {
      let response = try await transport.send(HTTP.Request(url: server.url + "/"))
      #expect(response.status == 200)
      #expect(response.body == Array("{}".utf8))
    }
    // One connection for both.
    #expect(server.connections.values.count == 1)
    await transport.shutdown()
  }

  @Test(arguments: ["-1", "0", "99", "000", "1000", "99999999999999999999", "", "OK"])
  func `a status in HTTP/2 that HTTP does not have is an error, and not the end of the program`(
    status: String
  ) async throws {
    let certificates = try await Certificates(.good)
    let server = try await EncryptedServer(certificates, speaks: .http2, status: status)
    let transport = AsyncHTTPTransport(authorities: [certificates.authority])
    defer { server.stop() }
    await #expect(throws: TransportFailure.malformed("invalid HTTP status code")) {
      try await transport.send(HTTP.Request(url: server.url + "/"))
    }
    await transport.shutdown()
  }

  @Test func `a server with which no protocol can be agreed on is an error at once`() async throws {
    let certificates = try await Certificates(.good)
    let server = try await EncryptedServer(certificates, speaks: .neither)
    defer { server.stop() }
    let error = await Self.error(server.url, AsyncHTTPTransport(authorities: [certificates.authority]))
    #expect(error?.sentence == "The server does not answer like a web server.", "\(error?.sentence ?? "")")
  }

  @Test(arguments: [
    (Certificates.Leaf.good, false, "is not trusted: it is self-signed, expired, or from an unknown authority"),
    (.selfMade, false, "is not trusted: it is self-signed, expired, or from an unknown authority"),
    (.expired, true, "is not trusted: it is self-signed, expired, or from an unknown authority"),
    (.ofAnotherName, true, "is for another name"),
  ])
  func `an untrusted certificate is an error and not tried again`(
    certificate: Certificates.Leaf, trusting: Bool, reason: String
  ) async throws {
    let (error, connections) = try await outcome(of: certificate, trusting: trusting)
    #expect(error?.code == "untrusted")
    #expect(
      error?.sentence.hasPrefix("The certificate of localhost \(reason)") == true,
      "\(error?.sentence ?? "")")
    #expect(error?.canRetry == false && error?.mayHaveBeenCarriedOut == false)
    #expect(connections == 1)
  }

  @Test func `a server without encryption is an error and not tried again`() async throws {
    let server = try await RawServer([:], greeting: .answer("", status: "400 Bad Request"))
    let error = await Self.error("https://localhost:\(server.port)", AsyncHTTPTransport())
    #expect(error?.sentence == "The server localhost does not speak TLS at this address.")
    #expect(error?.code == "untrusted")
    try await server.stop()
  }

  @Test(arguments: [
    // The settings of HTTP/2, an alert of TLS, a mail server.
    [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100], [0x15, 3, 3, 0, 2, 2, 80], Array("220 mail ESMTP\r\n".utf8),
  ])
  func `a server that does not speak HTTP is an error and asked twice at most`(bytes: [UInt8]) async throws {
    let server = try await RawServer(["/": [.send(bytes), .close]])
    let error = await Self.error(server.url, AsyncHTTPTransport())
    #expect(error?.code == "malformed-answer")
    #expect(error?.sentence == "The server does not answer like a web server.")
    #expect(server.requests.count <= 2)
    try await server.stop()
  }
}

/// A server on this machine that encrypts, and answers every request with an empty object.
final class EncryptedServer: Sendable {
  enum Protocols {
    case http1, http2
    /// A protocol that no client offers.
    case neither
  }

  let connections = Recorder<Bool>()
  private let channel: any Channel

  /// - Parameter status: of every response, where HTTP/2 is spoken.
  init(_ certificates: Certificates, speaks protocols: Protocols = .http1, status: String = "200") async throws {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(certificates.leaf).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: certificates.key, format: .pem)))
    switch protocols {
    case .http1: break
    case .http2: configuration.applicationProtocols = ["h2"]
    case .neither: configuration.applicationProtocols = ["smtp"]
    }
    let context = try NIOSSLContext(configuration: configuration)
    let connections = connections
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        connections.append(true)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
          switch protocols {
          case .http1: try channel.pipeline.syncOperations.addHandler(Answering())
          case .http2: try channel.pipeline.syncOperations.addHandler(AnsweringInFrames(status))
          case .neither: try channel.pipeline.syncOperations.addHandler(Greeting())
          }
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  var url: String { "https://localhost:\(channel.localAddress?.port ?? 0)" }

  func stop() { channel.close(promise: nil) }

  private final class Answering: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }

  /// Just enough of HTTP/2 (RFC 9113) to answer every request.
  private final class AnsweringInFrames: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let status: String
    private static let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8.count
    private var received = ByteBuffer()
    private var hasBegun = false

    init(_ status: String) { self.status = status }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var bytes = unwrapInboundIn(data)
      received.writeBuffer(&bytes)
      if !hasBegun {
        guard received.readSlice(length: Self.preface) != nil else { return }
        hasBegun = true
        send(type: 4, flags: 0, stream: 0, [], context)
      }
      while let head = received.getBytes(at: received.readerIndex, length: 9) {
        let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        guard received.readableBytes >= 9 + length else { return }
        received.moveReaderIndex(forwardBy: 9 + length)
        let stream = head[5...8].reduce(0) { $0 << 8 | UInt32($1) }
        switch (head[3], head[4] & 1) {
        // Their settings are accepted.
        case (4, 0): send(type: 4, flags: 1, stream: 0, [], context)
        // A request that ends with its head: `:status`, the name of entry 8 of the static table, and a body.
        case (1, 1):
          send(type: 1, flags: 4, stream: stream, [0x08, UInt8(status.utf8.count)] + status.utf8, context)
          send(type: 0, flags: 1, stream: stream, Array("{}".utf8), context)
        default: break
        }
      }
    }

    private func send(
      type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8], _ context: ChannelHandlerContext
    ) {
      var frame = ByteBuffer()
      frame.writeBytes([0, 0, UInt8(payload.count), type, flags])
      frame.writeInteger(stream)
      frame.writeBytes(payload)
      context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }

  /// Says what a mail server says.
  private final class Greeting: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "220 mail ESMTP\r\n")), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}

/// An authority of the test's own and a certificate, made by openssl in a folder that goes with it.
final class Certificates {
  enum Leaf: String, Sendable, CaseIterable {
    case good, selfMade, expired, ofAnotherName
  }

  static let tool = "/usr/bin/openssl"
  static var canBeMade: Bool { FileManager.default.isExecutableFile(atPath: tool) }

  private let folder = NSTemporaryDirectory() + "discogs-tls-" + UUID().uuidString
  var authority: String { folder + "/authority.pem" }
  var leaf: String { folder + "/leaf.pem" }
  var key: String { folder + "/leaf.key" }

  init(_ kind: Leaf) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    let name = "subjectAltName=DNS:" + (kind == .ofAnotherName ? "elsewhere.example" : "localhost")
    if kind == .selfMade {
      try await run(
        ["req", "-x509"] + newKey + ["-keyout", key, "-out", leaf, "-subj", "/CN=localhost", "-addext", name])
      return
    }
    try await run(
      ["req", "-x509"] + newKey + [
        "-keyout", folder + "/authority.key", "-out", authority, "-subj", "/CN=Test", "-addext",
        "basicConstraints=critical,CA:TRUE",
      ])
    try await run(["req"] + newKey + ["-keyout", key, "-out", folder + "/leaf.csr", "-subj", "/CN=localhost"])
    try Data((name + "\n").utf8).write(to: URL(filePath: folder + "/names"))
    try await run([
      "x509", "-req", "-in", folder + "/leaf.csr", "-CA", authority, "-CAkey", folder + "/authority.key",
      "-CAcreateserial", "-extfile", folder + "/names", "-days", kind == .expired ? "-1" : "2", "-out", leaf,
    ])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func run(_ arguments: [String]) async throws {
    let finished = try await TestSupport.run(Self.tool, arguments, environment: ["HOME": folder])
    try #require(finished.status == 0, "openssl \(arguments.first ?? "") failed: \(finished.errors)")
  }
}
