import Foundation
import LibC
import TestSupport
import Testing

/// `runout serve`, the real one, as its users start and stop it.
@Suite(.limitedConcurrency)
struct ServeTests {
  private let program: RunoutProgram
  private let token = "Served-0123456789-token"

  init() throws {
    program = try RunoutProgram()
  }

  private func serve(_ arguments: [String] = [], changes: [String: String] = [:]) throws -> PseudoTerminal {
    try PseudoTerminal(
      program.executable, ["serve", "--source", "demo", "--port", "0"] + arguments + program.folders,
      size: ScreenSize(columns: 200, rows: 24), environment: program.environment.merging(changes) { $1 },
      directory: program.home.path, home: program.home)
  }

  /// Where it says it is, once it does.
  private func address(_ server: PseudoTerminal) async throws -> String {
    try await server.wait(for: "the address", within: .seconds(30)) { Self.address(in: $0.output) != nil }
    return try #require(Self.address(in: server.current.output))
  }

  private static func address(in output: String) -> String? {
    output.firstMatch(of: /(http:\/\/127\.0\.0\.1:\d+)\R/).map { String($0.output.1) }
  }

  // MARK: Tokens

  @Test func `a token comes from the environment, and is needed then`() async throws {
    let server = try serve(changes: ["RUNOUT_SERVE_TOKEN": token])
    try await expectNeeded(server)
  }

  @Test func `tokens come from a file`() async throws {
    let file = try program.home.write("\nFirst-0123456789-token\n\(token)\n", to: "tokens")
    let server = try serve(["--token-file", file])
    try await expectNeeded(server, "First-0123456789-token")
  }

  @Test func `the token prompt hides its input`() async throws {
    let server = try serve(["--token", "-"])
    try await server.waitForText("(hidden)")
    server.write("\(token)<Enter>")
    try await expectNeeded(server)
  }

  private func expectNeeded(_ server: PseudoTerminal, _ others: String...) async throws {
    let url = try await address(server)
    for token in [token] + others {
      #expect(try await program.ask(url, "whoami", token: token).output == "collector\n")
    }
    #expect(try await program.ask(url, "whoami", token: "Another-0123456789-token").status == 4)
    let line = FileManager.default.contents(atPath: "/proc/\(server.processID)/cmdline")
    #expect(!String(decoding: line ?? Data(), as: UTF8.self).contains(token))
    #expect(!server.current.output.contains(token))
    server.signal(SIGTERM)
    #expect(try await server.ending() == .exited(0))
  }

  @Test func `no token is taken as an argument, nor shown when it was`() async throws {
    for arguments in [["--token", token], ["--token=\(token)"]] {
      let given = try await program.run("serve", arguments[0], arguments.count > 1 ? arguments[1] : "--verbose")
      #expect(given.status == 2)
      #expect(given.errors.contains("other users can read arguments"), "\(given.errors)")
      #expect(!(given.output + given.errors).contains(token))
    }
  }

  @Test func `whom others can reach needs a token, and a file of tokens has one`() async throws {
    let open = try await program.run("serve", "--host", "0.0.0.0", "--port", "0")
    #expect(open.status == 2)
    #expect(open.errors.contains("RUNOUT_SERVE_TOKEN"), "\(open.errors)")
    let empty = try await program.run("serve", "--token-file", try program.home.write("\n \n", to: "none"))
    #expect(empty.status == 2)
    #expect(empty.errors.contains("holds no token"), "\(empty.errors)")
    let bad = try await program.run("serve", "--token-file", try program.home.write("short\n", to: "bad"))
    #expect(bad.status == 2)
    #expect(bad.errors.contains("bad, line 1") && !bad.errors.contains("short\n"), "\(bad.errors)")
    #expect(try await program.run("serve", "--token-file", program.home.path("missing")).status == 1)
  }

  // MARK: Descriptors

  @Test func `with more connections than descriptors, each is answered once another one closes`() async throws {
    let command = ([program.executable, "serve", "--source", "demo", "--port", "0"] + program.folders)
      .map { "'\($0)'" }.joined(separator: " ")
    let server = try PseudoTerminal(
      "/bin/sh", ["-c", "ulimit -n 64; exec \(command)"], size: ScreenSize(columns: 200, rows: 24),
      environment: program.environment, directory: program.home.path, home: program.home)
    let url = try await address(server)
    let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
    let connections = try (1...100).map { _ in try Self.connect(port) }
    #expect(connections.count { Self.asks($0) } == connections.count)
    #expect(try await program.ask(url, "whoami", token: token).output == "collector\n")
    server.signal(SIGTERM)
    #expect(try await server.ending() == .exited(0))
  }

  private static func connect(_ port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, streamSocket, 0)
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        LibC.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return try #require(result == 0 ? descriptor : nil)
  }

  /// Sends a request and closes the connection behind the first bytes of the answer.
  private static func asks(_ connection: Int32) -> Bool {
    defer { close(connection) }
    let request = Array("GET /oauth/identity HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8)
    guard write(connection, request, request.count) == request.count else { return false }
    var answer = [UInt8](repeating: 0, count: 12)
    return read(connection, &answer, answer.count) == answer.count && answer.starts(with: Array("HTTP/1.1 ".utf8))
  }

  // MARK: A market

  @Test func `offers in a file are for sale, by sellers who are users`() async throws {
    let file = try program.home.write(
      """
      seller,release_id,price,currency,media_condition
      stall,930000014,40,EUR,VG+
      ,930000005,12,EUR,VG
      """, to: "offers.csv")
    let server = try serve(["--market", file])
    let url = try await address(server)
    #expect(try await program.ask(url, "collection", "sync").status == 0)
    let offers = try await program.ask(url, "market", "seller", "Stall", "--csv")
    #expect(offers.output.contains(",930000014,John Coltrane,Blue Train,For Sale,40,EUR,VG+,"), "\(offers.output)")
    let own = try await program.ask(url, "market", "listings", "--csv")
    #expect(own.output.contains(",930000005,Miles Davis,Kind Of Blue,For Sale,12,EUR,VG,"), "\(own.output)")
  }

  @Test func `a market that cannot be used ends it with the place that is wrong`() async throws {
    let bad = try program.home.write("release_id,price\n930000014,cheap\n", to: "bad.csv")
    let wrong = try await program.run("serve", "--market", bad)
    #expect(wrong.status == 2)
    #expect(
      wrong.errors == "runout: \(bad), line 2, column price: “cheap” is not a price: write it like 19.99\n")
    let stranger = try program.home.write("release_id,price\n7,5\n", to: "stranger.csv")
    let unknown = try await program.run("serve", "--source", "demo", "--market", stranger)
    #expect(unknown.status == 2 && unknown.errors.contains("line 2, column release_id"), "\(unknown.errors)")
    let missing = try await program.run("serve", "--market", program.home.path("missing"))
    #expect(missing.status == 1 && missing.errors.contains("missing"), "\(missing.errors)")
  }

  // MARK: Ending

  @Test func `SIGTERM lets a request in flight be answered to its last byte`() async throws {
    let plan = try program.home.write(
      "{\"rules\": [{\"fault\": \"trickle\", \"seconds\": 0.01, \"times\": 1}]}", to: "plan.json")
    let server = try serve(["--fault-plan", plan, "--verbose"])
    let url = try await address(server)
    async let asked = program.ask(url, "whoami")
    // Said when the answer is about to go out, a byte at a time.
    try await server.waitForText("200 GET /oauth/identity")
    server.signal(SIGTERM)
    let answer = try await asked
    #expect(answer.output == "collector\n", "\(answer.errors)")
    #expect(try await server.ending() == .exited(0))
    #expect(try await program.ask(url, "whoami").status != 0)
  }

  @Test func `a second signal ends it at once`() async throws {
    let plan = try program.home.write("{\"rules\": [{\"fault\": \"trickle\", \"seconds\": 10}]}", to: "plan.json")
    let server = try serve(["--fault-plan", plan, "--verbose"])
    let url = try await address(server)
    async let asked = program.ask(url, "whoami", for: .seconds(60))
    try await server.waitForText("200 GET /oauth/identity")
    // Those that come before the first has been taken in are one with it.
    let ending = try await poll(for: .seconds(10), every: .milliseconds(50)) { () -> Ending? in
      server.signal(SIGINT)
      return server.current.ending
    }
    #expect(ending == .exited(130))
    #expect(try await asked.status != 0)
  }
}
