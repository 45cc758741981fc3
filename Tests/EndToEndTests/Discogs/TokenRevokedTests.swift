import DiscogsServer
import TestSupport
import Testing

// breaks: Refused token
/// The program when Discogs no longer accepts its token.
@Suite(.limitedConcurrency)
struct TokenRevokedTests {
  @Test func `a revoked token asks for another, and cached pages can be read`() async throws {
    let live = try await LiveProgram()
    try live.storeToken()
    let stored = live.storedToken
    let terminal = try await live.open(token: nil)
    try await terminal.search("cl 1355")
    try await terminal.waitForText("row 1 of")
    try await terminal.press("<Enter>")
    try await terminal.waitForText("So What")

    live.fail(FaultRule(.revoked))
    try await terminal.search("blue train")
    try await terminal.waitForText("token rejected")
    try await terminal.waitForSentence("gs to sign in")
    #expect(live.storedToken == stored)
    // What was read can be read.
    try await terminal.search("cl 1355")
    try await terminal.waitForText("1 found")
    try await terminal.press("<Enter>")
    #expect(terminal.screen.text.contains("Freddie Freeloader"), "\(terminal.screen.text)")
    #expect(live.storedToken == stored)

    // Signing in where one is, with another token, goes on from there.
    live.heal()
    try await terminal.press("gs")
    #expect(terminal.screen.text.contains("token:"), "\(terminal.screen.text)")
    terminal.write(TestServer.guestToken + "<Enter>")
    try await terminal.waitForSentence("Signed in as \(TestServer.guest)")
    #expect(!terminal.current.output.contains(TestServer.guestToken))
    #expect(terminal.screen.text.contains("Freddie Freeloader"), "\(terminal.screen.text)")
    // The header hears of it by itself, and may be a frame behind.
    try await terminal.wait(for: "the header to forget the old token") {
      !$0.screen.text.contains("token rejected")
    }
    #expect(live.storedToken?.contains(TestServer.guestToken) == true)
    #expect(!live.program.log.contains(TestServer.token) && !live.program.log.contains(TestServer.guestToken))
  }

  @Test func `a mistyped token is not stored, and the prompt asks again`() async throws {
    let live = try await LiveProgram()
    try live.storeToken()
    let stored = live.storedToken
    let terminal = try await live.open(token: nil)
    try await terminal.press("gs")
    terminal.write("wrong-token<Enter>")
    try await terminal.waitForSentence("rejected your token")
    #expect(terminal.screen.text.contains("token:"), "\(terminal.screen.text)")
    #expect(live.storedToken == stored)
    #expect(!terminal.current.output.contains("wrong-token"))
  }
}
