import DiscogsServer
import Foundation
import TestSupport
import Testing

/// What `runout doctor` finds, and what it keeps to itself.
@Suite(.limitedConcurrency)
struct VerbsDoctorTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
  }

  private struct Finding: Decodable {
    var check: String
    var verdict: String
    var text: String
    var advice: String?
  }

  private func findings(_ finished: Finished) throws -> [String: Finding] {
    let findings = try finished.lines.map { try JSONDecoder().decode(Finding.self, from: Data($0.utf8)) }
    return Dictionary(findings.map { ($0.check, $0) }) { first, _ in first }
  }

  /// A server whose clock is right.
  private func server(_ faults: FaultPlan = .none) async throws -> TestServer {
    try await TestServer.start(rate: .perMinute(60), faults: faults, now: { Date().timeIntervalSince1970 })
  }

  @Test func `where all is well it says so, and asks no network for the demo`() async throws {
    _ = try await program.run("search", "blue")
    let doctor = try await program.run("doctor")
    #expect(doctor.status == 0, "\(doctor.output)\(doctor.errors)")
    #expect(!doctor.lines.contains { $0.hasPrefix("failed") || $0.hasPrefix("warning") }, "\(doctor.output)")
    for check in ["version", "terminal", "locale", "configuration", "directory data", "database demo", "network"] {
      #expect(doctor.lines.contains { $0.hasPrefix("ok      \(check) ") }, "\(check): \(doctor.output)")
    }
    #expect(doctor.output.contains("not checked: the source is demo"))
  }

  @Test func `live, it asks the API, the clock and the token`() async throws {
    let server = try await server()
    let doctor = try await program.ask(server.url, "doctor", "--json")
    #expect(doctor.status == 0, "\(doctor.output)")
    let found = try findings(doctor)
    let network = try #require(found["network"])
    #expect(network.text.hasPrefix("\(server.url) answers in ") && network.text.contains("of 25 requests left"))
    #expect(found["clock"]?.text == "agrees with the server's")
    #expect(found["token"]?.text == "in the variable DISCOGS_TOKEN, accepted")
    #expect(server.count("GET", "/oauth/identity") == 1)
  }

  @Test func `it reveals no name, home or token`() async throws {
    let server = try await server()
    _ = try await program.ask(server.url, "login", token: nil, input: TestServer.token)
    let doctor = try await program.ask(
      server.url, "doctor", token: nil, changes: ["USER": "digger", "LOGNAME": "digger"])
    #expect(doctor.status == 0, "\(doctor.output)")
    #expect(doctor.output.contains("~/data/library.sqlite") || doctor.output.contains("~/data: writable"))
    #expect(
      doctor.output.contains(
        "in ~/data/secrets/production~default~http%3a%2f%2f127%2e0%2e0%2e1%3a\(server.port), accepted"))
    for secret in [program.home.path, TestServer.token, "collector"] { #expect(!doctor.output.contains(secret)) }
  }

  @Test func `a refused token, a missing one and a wrong clock come with what to do`() async throws {
    let server = try await server(FaultPlan([FaultRule(.clockSkew(seconds: -3_600))]))
    let refused = try await program.ask(server.url, "doctor", "--json", token: "not-one-of-the-tokens")
    #expect(refused.status == 1)
    var found = try findings(refused)
    #expect(found["token"]?.verdict == "failed" && found["token"]?.advice == "runout login stores a new one")
    #expect(found["clock"]?.verdict == "warning" && found["clock"]?.text == "60 min ahead of the server's")
    let missing = try await program.ask(server.url, "doctor", "--json", token: nil)
    #expect(missing.status == 0)
    found = try findings(missing)
    #expect(found["token"]?.verdict == "warning" && found["token"]?.advice == "runout login signs in")
  }

  @Test func `an API that is not there is a failure with what to do`() async throws {
    let server = try await server()
    try await server.stop()
    let doctor = try await program.ask(server.url, "doctor", "--json")
    #expect(doctor.status == 1 && doctor.errors == "runout: 1 problem found\n")
    let found = try findings(doctor)
    #expect(found["network"]?.verdict == "failed" && found["network"]?.advice?.isEmpty == false)
    #expect(found["token"]?.text == "in the variable DISCOGS_TOKEN; not checked, Discogs is unreachable")
  }

  @Test func `a server that never answers does not hold it up`() async throws {
    let server = try await server(FaultPlan([FaultRule(.silence)]))
    let doctor = try await program.ask(server.url, "doctor", "--json", for: .seconds(25))
    #expect(doctor.status == 1)
    #expect(try findings(doctor)["network"]?.text.contains("did not answer within 10 s") == true)
  }

  @Test func `damaged databases and mistakes in the configuration are found`() async throws {
    try program.home.write("no database at all, but long enough to be looked at", to: "data/library.sqlite")
    try program.home.write("no database either, but long enough to be looked at", to: "data/library-shop.sqlite")
    try program.home.write("no database at all", to: "cache/cache.sqlite")
    try program.home.write("asci = true\n", to: "config.toml")
    let doctor = try await program.run("doctor", "--json")
    #expect(doctor.status == 1)
    let found = try findings(doctor)
    #expect(found["database library"]?.verdict == "failed")
    #expect(found["database library"]?.text == "~/data/library.sqlite is damaged: it is not a database")
    #expect(
      found["database shelf of a profile"]?.text == "~/data/library-shop.sqlite is damaged: it is not a database")
    #expect(found["database cache"]?.verdict == "warning")
    #expect(
      found["configuration"]?.verdict == "warning"
        && found["configuration"]?.text.hasPrefix("~/config.toml:1:1: ") == true)
    // It looks, and changes nothing.
    #expect(program.home.read("data/library.sqlite")?.hasPrefix("no database") == true)
  }

  @Test func `a directory that is a file is a failure`() async throws {
    try program.home.write("", to: "data")
    let doctor = try await program.run("doctor", "--json")
    #expect(doctor.status == 1)
    #expect(try findings(doctor)["directory data"]?.verdict == "failed")
  }

  @Test(arguments: [
    ("xterm-256color", "", "ok"), ("xterm-256color", "truecolor", "ok"), ("no-such-terminal", "", "warning"),
    ("dumb", "", "failed"),
  ])
  func `in a terminal it tells what kind it is`(_ name: String, _ colours: String, _ verdict: String) async throws {
    let terminal = try PseudoTerminal(
      program.executable, ["doctor", "--json", "--source", "demo"] + program.folders,
      size: ScreenSize(columns: 200, rows: 50),
      environment: program.environment.merging(["TERM": name, "COLORTERM": colours]) { $1 },
      directory: program.home.path, home: program.home)
    #expect(try await terminal.ending() == .exited(verdict == "failed" ? 1 : 0))
    let line = try #require(
      terminal.current.output.split(separator: "\r\n").first { $0.contains(#""check":"terminal""#) })
    let finding = try JSONDecoder().decode(Finding.self, from: Data(line.utf8))
    #expect(finding.verdict == verdict)
    if verdict == "ok" {
      let shown = colours.isEmpty ? "256 colours" : "24-bit colours"
      #expect(finding.text.hasPrefix("xterm-256color, 200x50, \(shown)"))
    }
  }
}
