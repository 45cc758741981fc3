import Foundation
import TestSupport
import Testing

// breaks: No browser, no keyring
/// Signing in on a machine without a browser and a keyring, over ssh.
@Suite(.limitedConcurrency)
struct HeadlessSignInTests {
  /// What such a machine has: no display, no session bus.
  private let ssh = ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"]

  /// What the page shows to who follows the address, by which a browser anywhere answers.
  private func code(at address: String) async throws -> String {
    let shown = try await page(at: "\(address)&token=\(TestServer.token)")
    return String(try #require(shown.firstMatch(of: /id="verifier">([^<]+)</)?.output.1))
  }

  /// The address on a screen that is wide enough for it.
  private func address(on screen: VTScreen) throws -> String {
    let line = try #require(screen.lines.first { $0.contains("/oauth/authorize?") }, "\(screen.text)")
    return String(try #require(line.firstMatch(of: /http[^ ]+/)?.output))
  }

  private func expectStored(_ live: LiveProgram) throws {
    let path = live.program.home.path("data/secrets/testing~default~http%3a%2f%2f127%2e0%2e0%2e1%3a\(live.server.port)")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let folder = try FileManager.default.attributesOfItem(atPath: (path as NSString).deletingLastPathComponent)
    #expect(folder[.posixPermissions] as? Int == 0o700)
  }

  @Test func `login shows an address, takes a code and says where the token is`() async throws {
    let live = try await LiveProgram()
    let terminal = try PseudoTerminal(
      live.program.executable, ["login", "--oauth"] + live.flags + live.program.folders,
      size: ScreenSize(columns: 160, rows: 24), environment: live.program.environment.merging(ssh) { $1 },
      directory: live.program.home.path, home: live.program.home)
    try await terminal.waitForText("consumer key (hidden)")
    terminal.write("AConsumerKey<Enter>")
    try await terminal.waitForText("Consumer secret")
    terminal.write("AConsumerSecret<Enter>")
    try await terminal.waitForText("Code from Discogs")
    #expect(!terminal.screen.text.contains("browser was asked"), "\(terminal.screen.text)")
    terminal.write(try await code(at: address(on: terminal.screen)) + "<Enter>")
    #expect(try await terminal.ending() == .exited(0))
    #expect(terminal.current.output.contains("Signed in as collector"))
    #expect(terminal.current.output.contains("readable only by you (this machine has no Secret Service)"))
    try expectStored(live)
    #expect(try await live.run("whoami", token: nil, changes: ssh).output == "collector\n")
  }

  @Test func `signing in from the screen does so too, and lasts`() async throws {
    let live = try await LiveProgram()
    let size = ScreenSize(columns: 160, rows: 24)
    let terminal = try await live.open(token: nil, size: size, changes: ssh)
    try await terminal.press(":", "login oauth<Enter>")
    #expect(terminal.screen.text.contains("consumer key:"), "\(terminal.screen.text)")
    try await terminal.press("AConsumerKey<Enter>", "AConsumerSecret<Enter>")
    try await terminal.waitForText("code:")
    #expect(!terminal.screen.text.contains("opened in your browser"), "\(terminal.screen.text)")
    #expect(!terminal.current.output.contains("AConsumerSecret"))
    terminal.write(try await code(at: address(on: terminal.screen)) + "<Enter>")
    try await terminal.waitForSentence("Signed in as collector")
    #expect(terminal.screen.text.contains("token stored in"), "\(terminal.screen.text)")
    terminal.write("Q")
    #expect(try await terminal.ending() == .exited(0))
    try expectStored(live)

    let next = try await live.open(token: nil, size: size, changes: ssh)
    try await next.search("kind of blue")
    try await next.waitForText("row 1 of")
    #expect(next.screen.text.contains("collector"), "\(next.screen.text)")
  }
}
