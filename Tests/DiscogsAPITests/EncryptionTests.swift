import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import DiscogsAPI

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

  @Test(arguments: [
    (Certificates.Leaf.good, false, "it vouches for itself, is out of date, or comes from an authority that"),
    (.selfMade, false, "it vouches for itself, is out of date, or comes from an authority that"),
    (.expired, true, "it vouches for itself, is out of date, or comes from an authority that"),
    (.ofAnotherName, true, "it was made for another name"),
  ])
  func `a certificate that cannot be trusted is said to be so, and not tried again`(
    certificate: Certificates.Leaf, trusting: Bool, reason: String
  ) async throws {
    let (error, connections) = try await outcome(of: certificate, trusting: trusting)
    #expect(error?.code == "untrusted")
    #expect(
      error?.sentence.hasPrefix("The certificate of localhost is not trusted: \(reason)") == true,
      "\(error?.sentence ?? "")")
    #expect(error?.canRetry == false && error?.mayHaveBeenCarriedOut == false)
    #expect(connections == 1)
  }

  @Test func `a server that does not encrypt is said to be so, and not tried again`() async throws {
    let server = try await RawServer([:], greeting: .answer("", status: "400 Bad Request"))
    let error = await Self.error("https://localhost:\(server.port)", AsyncHTTPTransport())
    #expect(error?.sentence == "The server localhost does not encrypt at this address.")
    #expect(error?.code == "untrusted")
    try await server.stop()
  }

  @Test(arguments: [
    // The settings of HTTP/2, an alert of TLS, a mail server.
    [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100], [0x15, 3, 3, 0, 2, 2, 80], Array("220 mail ESMTP\r\n".utf8),
  ])
  func `what does not speak HTTP is said to be no web server, and asked twice at most`(bytes: [UInt8]) async throws {
    let server = try await RawServer(["/": [.send(bytes), .close]])
    let error = await Self.error(server.url, AsyncHTTPTransport())
    #expect(error?.code == "malformed-answer")
    #expect(error?.sentence == "What came is not an answer of a web server.")
    #expect(server.requests.count <= 2)
    try await server.stop()
  }
}

/// A server on this machine that encrypts, and answers every request with an empty object.
private final class EncryptedServer: Sendable {
  let connections = Recorder<Bool>()
  private let channel: any Channel

  init(_ certificates: Certificates) async throws {
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(certificates.leaf).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: certificates.key, format: .pem)))
    let context = try NIOSSLContext(configuration: configuration)
    let connections = connections
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        connections.append(true)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
          try channel.pipeline.syncOperations.addHandler(Answering())
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

  /// No thread waits: the tests have few.
  private func run(_ arguments: [String]) async throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.tool)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let (ends, ended) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { ended.yield($0.terminationStatus) }
    try process.run()
    let status = await ends.first { _ in true }
    try #require(status == 0, "openssl \(arguments.first ?? "") failed")
  }
}
