import DiscogsServer
import Foundation
import TestSupport
import Testing

/// What a token must never do, seen from outside.
@Suite(.limitedConcurrency)
struct TokenSecrecyTests {
  private let program: RunoutProgram
  private let token = "Secret-0123456789-abcdefghij-token"

  init() throws {
    program = try RunoutProgram()
  }

  /// Everything in the program's folders that holds the token.
  private func holders() throws -> [String] {
    let files = try #require(FileManager.default.enumerator(atPath: program.home.path)).compactMap { $0 as? String }
    return files.filter { program.home.read($0)?.contains(token) == true }
  }

  @Test(arguments: [
    Fault.revoked, .status(500), .html(status: 403), .body("{}", status: 200), .truncated, .resetInBody,
    .body(#"{"message": "token=Secret-0123456789-abcdefghij-token is wrong"}"#, status: 422),
  ])
  func `it is in no output, log or file, whatever goes wrong`(_ fault: Fault) async throws {
    let server = try await TestServer.start(faults: FaultPlan([FaultRule(fault)]))
    for arguments in [["whoami"], ["release", "1"], ["search", "blue"], ["user", "collector"]] {
      let asked = try await TestSupport.run(
        program.executable, arguments + ["--source", "live", "--api-url", server.url] + program.folders,
        environment: program.environment.merging([
          "DISCOGS_TOKEN": token, "DISCOGS_TOKEN_FOR": server.url, "RUNOUT_LOG": "trace",
        ]) { $1 })
      #expect(asked.status != 0)
      #expect(!(asked.output + asked.errors).contains(token), "\(arguments)")
      #expect(asked.errors.split(separator: "\n").count == 1, "\(arguments): \(asked.errors)")
    }
    #expect(program.home.read("state/runout.log")?.contains("request failed") == true)
    #expect(try holders() == [])
  }

  @Test func `no process bears it in its arguments, and the program takes none there`() async throws {
    let server = try await TestServer.start()
    let service = try await program.makeSecretService()
    let login = try await program.ask(server.url, "login", token: nil, input: TestServer.token, changes: service)
    #expect(login.status == 0)
    let seen = try #require(program.home.read("seen"))
    #expect(seen.contains("runout") && seen.contains("store"))
    #expect(!seen.contains(TestServer.token))
    let given = try await program.ask(server.url, "login", token, token: nil)
    #expect(given.status == 2 && given.errors.contains("other users can read arguments"))
    #expect(!given.errors.contains(token))
  }

  @Test func `it does not follow a redirect to another host`() async throws {
    let other = try await TestServer.start()
    let server = try await TestServer.start(
      faults: FaultPlan([FaultRule(.redirect(to: "http://localhost:\(other.port)/oauth/identity"))]))
    let asked = try await program.ask(server.url, "whoami")
    #expect(asked.status == 5)
    #expect(other.requests == [])
  }

  @Test(arguments: [
    "http://example.org", "http://192.168.1.1:8080", "http://127.0.0.1.example.org", "http://localhost.example.org",
  ])
  func `it goes nowhere in the open`(_ url: String) async throws {
    let asked = try await program.ask(url, "whoami", token: token)
    #expect(asked.status == 2)
    #expect(asked.errors.contains("http:// works only on this machine; use https://"))
    #expect(asked.errors.split(separator: "\n").count == 1)
    let variable = try await TestSupport.run(
      program.executable, ["whoami"] + program.folders,
      environment: program.environment.merging(["RUNOUT_API_URL": url, "DISCOGS_TOKEN": token]) { $1 })
    #expect(variable.status == 2)
  }

  @Test func `a crash does not tell it`() async throws {
    let server = try await TestServer.start()
    let terminal = try await program.open(
      ["--api-url", server.url], source: "live",
      changes: [
        "DISCOGS_TOKEN": token, "DISCOGS_TOKEN_FOR": server.url, "SWIFT_BACKTRACE": "enable=no", "RUNOUT_LOG": "trace",
      ])
    terminal.signal(SIGTRAP)
    #expect(try await terminal.ending() == .killed(signal: SIGTRAP))
    #expect(!terminal.current.output.contains(token))
    #expect(try holders() == [])
  }

  @Test func `tokens of one environment are not sent to another`() async throws {
    let server = try await TestServer.start()
    let asked = try await program.ask(server.url, "whoami", "--environment", "staging")
    #expect(asked.status == 4)
    #expect(server.requests == [])
    let own = try await program.ask(
      server.url, "whoami", "--environment", "staging", token: nil,
      changes: ["DISCOGS_STAGING_TOKEN": TestServer.guestToken])
    #expect(own.output == "guest\n")
  }
}
