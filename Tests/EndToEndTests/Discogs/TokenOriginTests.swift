import DiscogsServer
import Foundation
import TestSupport
import Testing

/// A token belongs to the server it was given for: what the real program sends to another one.
@Suite(.limitedConcurrency)
struct TokenOriginTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
  }

  /// What is asked for without a token is answered.
  private let body = #"""
    {"id": 1, "title": "Kind Of Blue", "username": "digger", "pagination": {"items": 0}, "results": []}
    """#

  private let verbs = [
    ["whoami"], ["search", "blue"], ["release", "1"], ["user", "digger"], ["collection", "sync"],
  ]

  /// Runs verbs against a server that keeps what it is sent.
  ///
  /// - Returns: what they said on standard error.
  private func ask(_ other: RecordingServer, changes: [String: String] = [:]) async throws -> [String] {
    var errors: [String] = []
    for verb in verbs {
      let asked = try await TestSupport.run(
        program.executable, verb + ["--source", "live", "--api-url", other.url] + program.folders,
        environment: program.environment.merging(changes) { $1 }, directory: program.home.path)
      errors.append(asked.errors)
    }
    return errors
  }

  private func login(at url: String, hint: String) -> String {
    "\(hint): runout login --api-url \(url) signs in here"
  }

  @Test func `a stored token is not sent to another address`() async throws {
    let server = try await TestServer.start()
    #expect(try await program.ask(server.url, "login", token: nil, input: TestServer.token).status == 0)
    let other = try RecordingServer(body: body)
    let errors = try await ask(other)
    #expect(!other.received.contains(TestServer.token) && !other.received.lowercased().contains("authorization"))
    // The searches and records were asked for all the same, without a token.
    #expect(other.received.contains("GET /releases/1"))
    let line = login(at: other.url, hint: "Your token is for \(server.url)")
    for error in errors { #expect(error.contains(line), "\(error)") }
    #expect(errors[0] == "runout: \(line)\n")
    // Where it belongs it is sent as before.
    #expect(try await program.ask(server.url, "whoami", token: nil).output == "collector\n")
  }

  @Test func `a token stored before addresses were kept is Discogs' own`() async throws {
    try program.home.write("user=digger&token=an-older-token", to: "data/secrets/production~default")
    try program.home.write("default\n", to: "data/profiles")
    for (path, mode) in [("data/secrets", 0o700), ("data/secrets/production~default", 0o600)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: program.home.path(path))
    }
    let other = try RecordingServer(body: body)
    let errors = try await ask(other)
    #expect(!other.received.contains("an-older-token"))
    #expect(errors[0] == "runout: \(login(at: other.url, hint: "Your token is for api.discogs.com"))\n")
  }

  @Test func `a token's file under another address's name is not sent`() async throws {
    let server = try await TestServer.start()
    #expect(try await program.ask(server.url, "login", token: nil, input: TestServer.token).status == 0)
    let other = try RecordingServer(body: body)
    func file(_ port: Int) -> String {
      program.home.path("data/secrets/production~default~http%3a%2f%2f127%2e0%2e0%2e1%3a\(port)")
    }
    try FileManager.default.copyItem(atPath: file(server.port), toPath: file(other.port))
    _ = try await ask(other)
    #expect(!other.received.contains(TestServer.token))
  }

  @Test(arguments: [["DISCOGS_TOKEN": "from-the-variable"], [:]])
  func `a token from the environment or a command is for the usual address`(_ set: [String: String]) async throws {
    if set.isEmpty { try program.home.write("token_command = \"echo from-the-command\"\n", to: "config.toml") }
    let other = try RecordingServer(body: body)
    let errors = try await ask(other, changes: set)
    #expect(!other.received.contains("from-the-"))
    let source = set.isEmpty ? "token_command" : "DISCOGS_TOKEN"
    #expect(errors[0] == "runout: \(login(at: other.url, hint: "\(source) is for api.discogs.com"))\n")
  }

  @Test func `a variable says which address its token is for`() async throws {
    let (one, other) = (try RecordingServer(body: body), try RecordingServer(body: body))
    let set = ["DISCOGS_TOKEN": "from-the-variable", "DISCOGS_TOKEN_FOR": one.url + "/v1"]
    _ = try await ask(one, changes: set)
    #expect(one.received.contains("Discogs token=from-the-variable"))
    _ = try await ask(other, changes: set)
    #expect(!other.received.contains("from-the-variable"))
    let wrong = try await ask(other, changes: ["DISCOGS_TOKEN": "x", "DISCOGS_TOKEN_FOR": "http://example.org"])
    #expect(wrong[0].contains("http:// works only on this machine"))
  }

  @Test func `an address in the configuration is the environment's own`() async throws {
    let server = try RecordingServer(body: body)
    try program.home.write("[environments]\nproduction = \"\(server.url)\"\n", to: "config.toml")
    let asked = try await TestSupport.run(
      program.executable, ["release", "1", "--source", "live"] + program.folders,
      environment: program.environment.merging(["DISCOGS_TOKEN": "from-the-variable"]) { $1 })
    #expect(server.received.contains("Discogs token=from-the-variable"), "\(asked.errors)")
  }

  @Test func `a stored token does not follow a redirect to another address`() async throws {
    let other = try RecordingServer(body: body)
    let server = try await TestServer.start()
    #expect(try await program.ask(server.url, "login", token: nil, input: TestServer.token).status == 0)
    server.faults = FaultPlan([FaultRule(.redirect(to: other.url + "/oauth/identity"))])
    #expect(try await program.ask(server.url, "whoami", token: nil).status == 5)
    #expect(other.received == "")
  }

  @Test func `signing in at another address leaves the first one's token alone`() async throws {
    let (first, second) = (try await TestServer.start(), try await TestServer.start())
    #expect(try await program.ask(first.url, "login", token: nil, input: TestServer.token).status == 0)
    #expect(try await program.ask(second.url, "login", token: nil, input: TestServer.guestToken).status == 0)
    #expect(try await program.ask(first.url, "whoami", token: nil).output == "collector\n")
    #expect(try await program.ask(second.url, "whoami", token: nil).output == "guest\n")
    // Nor does signing out there.
    #expect(try await program.ask(second.url, "logout", token: nil).status == 0)
    #expect(try await program.ask(first.url, "whoami", token: nil).output == "collector\n")
    #expect(try await program.ask(second.url, "whoami", token: nil).status == 4)
  }

  @Test func `in the Secret Service each address has an entry of its own`() async throws {
    let server = try await TestServer.start()
    let service = try await program.makeSecretService()
    let login = try await program.ask(server.url, "login", token: nil, input: TestServer.token, changes: service)
    #expect(login.status == 0)
    let address = "default~http%3a%2f%2f127%2e0%2e0%2e1%3a\(server.port)"
    #expect(program.home.read("seen")?.contains("profile \(address)") == true)
    // This service gives its one token to every request.
    let other = try RecordingServer(body: body)
    _ = try await ask(other, changes: service)
    #expect(program.home.read("stored")?.contains(TestServer.token) == true)
    #expect(!other.received.contains(TestServer.token))
  }

  @Test func `switching profiles sends no profile's token to another address`() async throws {
    let server = try await TestServer.start()
    #expect(try await program.ask(server.url, "login", token: nil, input: TestServer.token).status == 0)
    let second = try await program.ask(
      server.url, "login", "--profile", "second", token: nil, input: TestServer.guestToken)
    #expect(second.status == 0)
    let other = try RecordingServer(body: body)
    let terminal = try await program.open(
      ["--api-url", other.url, "https://www.discogs.com/release/1"], source: "live")
    #expect(terminal.screen.said.contains("Your token is for \(server.url)"), "\(terminal.screen.text)")
    for profile in ["second", "default"] {
      try await terminal.press(":", "profile \(profile)<Enter>", "r")
      #expect(terminal.screen.said.contains("Kind Of Blue"), "\(terminal.screen.text)")
    }
    #expect(other.received.split(separator: "GET /releases/1 ").count >= 3)
    #expect(!other.received.contains(TestServer.token) && !other.received.contains(TestServer.guestToken))
  }
}
