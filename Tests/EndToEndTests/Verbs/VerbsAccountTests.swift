import DiscogsServer
import Foundation
import TestSupport
import Testing

/// Signing in, out, and asking who it is, by the real program against the real server.
@Suite(.limitedConcurrency)
struct VerbsAccountTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
  }

  /// Where the token for a server on this machine is kept, as `login` says it.
  private func secretFile(_ server: TestServer) -> String {
    program.home.path("data/secrets/production~default~http%3a%2f%2f127%2e0%2e0%2e1%3a\(server.port)")
  }

  @Test func `login takes the token from a pipe, and says aloud that it is in a file, and why`() async throws {
    let server = try await TestServer.start()
    let login = try await program.ask(server.url, "login", token: nil, input: "\(TestServer.token)\n")
    #expect(login.status == 0, "\(login.errors)")
    #expect(login.lines[0] == "Signed in as collector")
    #expect(
      login.lines[1]
        == "Stored the token in \(secretFile(server)), readable only by you (this machine has no Secret Service)"
    )
    let mode = try FileManager.default.attributesOfItem(atPath: secretFile(server))[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let whoami = try await program.ask(server.url, "whoami", token: nil)
    #expect(whoami.status == 0 && whoami.output == "collector\n")
    let logout = try await program.ask(server.url, "logout", token: nil)
    #expect(logout.status == 0 && logout.output.hasPrefix("Signed out"))
    #expect(!FileManager.default.fileExists(atPath: secretFile(server)))
    #expect(try await program.ask(server.url, "whoami", token: nil).status == 4)
    #expect(try await program.ask(server.url, "logout", token: nil).output == "You were not signed in\n")
  }

  @Test func `login asks on the terminal without showing the token, over ssh without a browser or D-Bus`() async throws
  {
    let server = try await TestServer.start()
    let terminal = try program.askInTerminal(server.url, "login", changes: ["SSH_CONNECTION": "1 2 3 4"])
    try await terminal.waitForText("(hidden")
    terminal.write("\(TestServer.token)<Enter>")
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.current.output.contains("Signed in as collector"))
    #expect(!terminal.current.output.contains(TestServer.token))
    #expect(terminal.lineModes.isSane)
  }

  @Test func `C-c at the question stores nothing and gives the terminal back`() async throws {
    let server = try await TestServer.start()
    let terminal = try program.askInTerminal(server.url, "login")
    try await terminal.waitForText("(hidden")
    terminal.write("half<C-c>")
    #expect(try await terminal.ending() == .exited(1))
    #expect(terminal.screen.text.contains("nothing stored"))
    #expect(terminal.lineModes.isSane)
    #expect(server.requests == [])
  }

  @Test func `where a Secret Service answers, the token is kept there`() async throws {
    let server = try await TestServer.start()
    let service = try await program.makeSecretService()
    let login = try await program.ask(server.url, "login", token: nil, input: TestServer.token, changes: service)
    #expect(login.output == "Signed in as collector\nStored the token in the desktop's Secret Service\n")
    #expect(program.home.read("stored")?.contains(TestServer.token) == true)
    #expect(!FileManager.default.fileExists(atPath: secretFile(server)))
    #expect(try await program.ask(server.url, "whoami", token: nil, changes: service).output == "collector\n")
    #expect(try await program.ask(server.url, "logout", token: nil, changes: service).status == 0)
    #expect(program.home.read("stored") == nil)
  }

  @Test func `by OAuth the address is shown, and the code typed`() async throws {
    let server = try await TestServer.start()
    let terminal = try program.askInTerminal(server.url, "login", "--oauth")
    try await terminal.waitForText("consumer key (hidden)")
    terminal.write("MyConsumerKey<Enter>")
    try await terminal.waitForText("Consumer secret")
    terminal.write("MyConsumerSecret<Enter>")
    try await terminal.waitForText("Code from Discogs")
    #expect(!terminal.current.output.contains("MyConsumer"))
    let line = try #require(terminal.screen.lines.first { $0.contains("/oauth/authorize?") })
    let address = line.trimmingCharacters(in: .whitespaces) + "&token=" + TestServer.token
    let shown = try await page(at: address)
    let code = try #require(shown.firstMatch(of: /id="verifier">([^<]+)</)?.output.1)
    terminal.write("\(code)<Enter>")
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.current.output.contains("Signed in as collector"))
    #expect(try await program.ask(server.url, "whoami", token: nil).output == "collector\n")
  }

  @Test func `several profiles are several users`() async throws {
    let server = try await TestServer.start()
    _ = try await program.ask(server.url, "login", token: nil, input: TestServer.token)
    let second = try await program.ask(
      server.url, "login", "--profile", "second", token: nil, input: TestServer.guestToken)
    #expect(second.lines.first == "Signed in as guest (profile second)")
    #expect(try await program.ask(server.url, "whoami", token: nil).output == "collector\n")
    #expect(try await program.ask(server.url, "whoami", "--profile", "second", token: nil).output == "guest\n")
  }

  @Test func `a variable that goes before what was stored is named`() async throws {
    let server = try await TestServer.start()
    let login = try await program.ask(server.url, "login", input: TestServer.guestToken)
    #expect(login.status == 0)
    #expect(login.errors.contains("DISCOGS_TOKEN takes precedence"))
    let other = try RunoutProgram()
    let logout = try await other.ask(server.url, "logout")
    #expect(logout.status == 1 && logout.errors.contains("unset it to sign out"))
  }

  // MARK: What goes wrong

  @Test func `a refused token ends with 4 and is not stored`() async throws {
    let server = try await TestServer.start()
    let login = try await program.ask(server.url, "login", token: nil, input: "not-one-of-the-tokens")
    #expect(login.status == 4)
    #expect(login.errors.contains("rejected your token"))
    #expect(!FileManager.default.fileExists(atPath: secretFile(server)))
    #expect(try await program.ask(server.url, "whoami", token: "not-one-of-the-tokens").status == 4)
  }

  @Test func `whoami says by its exit code what is wrong`() async throws {
    let server = try await TestServer.start()
    #expect(try await program.ask(server.url, "whoami", token: nil).status == 4)
    server.faults = FaultPlan([FaultRule(.tooManyRequests(retryAfter: 900))])
    let limited = try await program.ask(server.url, "whoami")
    #expect(limited.status == 6 && limited.errors.contains("900 s"))
    server.faults = FaultPlan([FaultRule(.status(500))])
    #expect(try await program.ask(server.url, "whoami").status == 5)
    try await server.stop()
    let unreachable = try await program.ask(server.url, "whoami")
    #expect(unreachable.status == 5 && unreachable.errors.contains("Offline"))
  }

  @Test(arguments: ["", "short", "two words"])
  func `text that cannot be a token is refused in one line, without a request`(_ typed: String) async throws {
    let login = try await program.ask("http://127.0.0.1:9", "login", token: nil, input: typed + "\n")
    #expect(login.status == 2)
    #expect(login.errors.hasPrefix("runout: Not a token: ") && login.errors.split(separator: "\n").count == 1)
  }

  @Test func `an empty pipe is one line, too`() async throws {
    let login = try await program.ask("http://127.0.0.1:9", "login", token: nil)
    #expect(login.status == 2 && login.errors == "runout: no input; nothing stored\n")
  }
}
